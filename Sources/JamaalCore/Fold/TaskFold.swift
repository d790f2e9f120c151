/// Works out from the facts about a task what every device would have done to it by itself.
///
/// A pure function: the same facts and the same last ended day give the same answer on every
/// device, in whatever order the facts arrived. Nothing it concludes is ever sent anywhere.
///
/// - Complexity: O(n log n) in the number of facts, whatever the number of days between them.
public enum TaskFold {
  /// Folds the facts about one task.
  ///
  /// - Parameters:
  ///   - facts: Everything people did to the task, in any order.
  ///   - lastEnded: The last day that has ended here.
  /// - Returns: The task as it stands.
  public static func state(of facts: TaskFacts, through lastEnded: LogicalDate) -> TaskState {
    let history = TaskHistory(facts)
    var walk = DayWalk(
      history: history, timedDays: facts.timedDays, lastEnded: lastEnded,
      deferrals: DeferralDays(facts.deferrals))
    walk.run()
    return TaskState(
      history: history, lastEnded: lastEnded, deferrals: walk.deferrals, carried: walk.carried,
      nextChange: walk.nextChange)
  }
}

/// Goes through a task's days from its creation on, in stretches in which no fact changes.
private struct DayWalk {
  let history: TaskHistory
  let timedDays: Set<LogicalDate>
  let lastEnded: LogicalDate
  var deferrals: DeferralDays
  /// Days at whose end the task was being timed and was moved on without a deferral.
  var carried = DayRanges()
  /// The first day still going on whose end will do something.
  var nextChange: LogicalDate?

  mutating func run() {
    let starts = stretchStarts()
    for (index, start) in starts.enumerated() {
      visit(from: start, to: index + 1 < starts.count ? starts[index + 1] - 1 : nil)
    }
  }

  /// The days on which something about the task can begin to be different.
  private func stretchStarts() -> [LogicalDate] {
    let first = history.created
    var days = [first]
    func add(_ day: LogicalDate) { if day > first { days.append(day) } }
    history.due.versions.forEach { add($0.tag.day) }
    history.importance.versions.forEach { add($0.tag.day) }
    history.repeats.versions.forEach { add($0.tag.day) }
    history.completion.versions.forEach { add($0.tag.day) }
    history.drop.versions.forEach { add($0.tag.day) }
    for hand in deferrals.hands {
      add(hand.day)
      add(hand.day + 1)
    }
    for day in timedDays {
      add(day)
      add(day + 1)
    }
    days.sort()
    var starts: [LogicalDate] = []
    for day in days where starts.last != day { starts.append(day) }
    return starts
  }

  /// Ends the days of one stretch; `end` is `nil` for the last one, which goes on for ever.
  private mutating func visit(from start: LogicalDate, to end: LogicalDate?) {
    guard history.isLive(asOf: start),
      let due = history.due(asOf: start, deferrals: deferrals)?.day
    else { return }
    let first = max(start, due)
    if let end, first > end { return }
    // A day with a hand-made deferral, or a timer at its end, is a stretch of its own.
    let isTimed = timedDays.contains(start)
    if let hand = deferrals.handIndex(start) {
      // Also for days that have not ended here yet: their author's had.
      if !isTimed { deferrals.takeAutomaticPlace(at: hand) }
      return
    }
    let last = min(end ?? lastEnded, lastEnded)
    if first <= last {
      if isTimed { carried.append(first...last) } else { deferrals.automatic.append(first...last) }
    }
    let next = max(first, lastEnded + 1)
    if nextChange == nil, end.map({ next <= $0 }) ?? true { nextChange = next }
  }
}
