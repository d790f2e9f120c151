import JamaalCore
import ReplicaStore

/// The rules of the fold read out sentence by sentence, one day after another and with no haste.
///
/// Unlike the eager device it can also follow devices whose days differ, where the order of stamps
/// is not the order of days.
struct PlainFold {
  var automatic: [LogicalDate] = []
  var carried: [LogicalDate] = []
  var due: LogicalDate?
  var importance = Importance.low
  private var facts: TaskFacts
  /// Days deferred from by hand, after their end, where the day's end would have deferred.
  private var replaced: Set<LogicalDate> = []

  init(_ facts: TaskFacts, through lastEnded: LogicalDate) {
    self.facts = facts
    // Whether a late choice takes the place of a day's end does not depend on the reader's days.
    let horizon = max(lastEnded, facts.deferrals.map(\.day).max() ?? lastEnded)
    var day = facts.created.day
    while day <= horizon {
      endDay(day, isEnded: day <= lastEnded)
      day = day + 1
    }
    let chosen = dated(asOf: nil)
    due = chosen?.day
    for day in (automatic + carried).sorted() {
      guard let current = due, let chosen, day >= chosen.tag, current <= day else { continue }
      due = day + 1
    }
    let standing = latest(facts.importance, asOf: nil)
    importance = standing?.value ?? .low
    if let standing, standing.value.isImportant, isEased(standing, before: nil, asOf: nil) {
      importance = .low
    }
  }

  private mutating func endDay(_ day: LogicalDate, isEnded: Bool) {
    if latest(facts.completion, asOf: day)?.value != nil { return }
    if latest(facts.drop, asOf: day)?.value != nil { return }
    guard let due = dated(asOf: day)?.day, due <= day else { return }
    let isTimed = facts.timedDays.contains(day)
    if let hand = facts.deferrals.first(where: { $0.day == day }) {
      let first = hand.choices.min { $0.stamp < $1.stamp }
      if let first, first.tag.day > day, !isTimed { replaced.insert(day) }
    } else if isEnded {
      if isTimed { carried.append(day) } else { automatic.append(day) }
    }
  }

  private func latest<Value>(
    _ versions: [Authored<Value>], asOf day: LogicalDate?
  ) -> Authored<Value>? {
    versions.filter { version in day.map { version.tag.day <= $0 } ?? true }
      .max { $0.stamp < $1.stamp }
  }

  /// The chosen due day and the day it was chosen; parked against the rules, the later day.
  private func dated(asOf day: LogicalDate?) -> (day: LogicalDate, tag: LogicalDate)? {
    let choice = latest(facts.due, asOf: day)
    if let choice, let chosen = choice.value { return (chosen, choice.tag.day) }
    let parked = choice ?? Authored(stamp: .zero, tag: facts.created, value: nil)
    let raised = facts.importance.filter { $0.stamp <= parked.stamp }
    if let before = latest(raised, asOf: day), before.value.isImportant,
      !isEased(before, before: parked, asOf: day)
    {
      let later = max(before.tag.day, parked.tag.day)
      return (later, later)
    }
    if let before = latest(facts.repeats.filter { $0.stamp <= parked.stamp }, asOf: day),
      before.value.doesRepeat
    {
      let later = max(before.tag.day, parked.tag.day)
      return (later, later)
    }
    let after =
      facts.importance.filter { $0.value.isImportant }.map { ($0.stamp, $0.tag.day) }
      + facts.repeats.filter { $0.value.doesRepeat }.map { ($0.stamp, $0.tag.day) }
    let known = after.filter { fact in
      fact.0 > parked.stamp && day.map { fact.1 <= $0 } ?? true
    }
    guard let first = known.min(by: { $0.0 < $1.0 }) else { return nil }
    let later = max(first.1, parked.tag.day)
    return (later, later)
  }

  private func isEased(
    _ importance: Authored<Importance>, before parked: Authored<LogicalDate?>?,
    asOf day: LogicalDate?
  ) -> Bool {
    let days = (automatic + facts.deferrals.map(\.day)).sorted()
    for deferred in days.dropFirst(2) where day.map({ deferred <= $0 }) ?? true {
      let hand = facts.deferrals.first { $0.day == deferred }
      if let hand, !replaced.contains(deferred) {
        guard let first = hand.choices.map(\.stamp).min() else { continue }
        if importance.stamp < first, parked.map({ first <= $0.stamp }) ?? true { return true }
      } else if importance.tag.day <= deferred, parked.map({ deferred < $0.tag.day }) ?? true {
        return true
      }
    }
    return false
  }
}
