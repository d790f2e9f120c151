import JamaalCore
import ReplicaStore
import Testing

@Suite struct TaskFoldOracleTests {
  /// Histories tried in every test run; the seed of one that fails is printed.
  static let count: UInt64 = 6_000

  @Test func `the fold equals a device that really rolls over every night`() {
    for seed in 1...Self.count {
      let history = RandomHistory(seed: seed)
      let lastEnded = history.lastDay + Int(seed % 4)
      let eager = EagerPlanner.run(history.acts, through: lastEnded)
      let fold = TaskFold.state(of: facts(history.acts), through: lastEnded)
      guard let difference = difference(fold, eager, through: lastEnded) else { continue }
      // See the next test: the only history in which the two may differ, and only in this.
      if eager.hasLateFirstDeferral, difference.hasPrefix("importance") { continue }
      Issue.record("seed \(seed): \(difference)\n\(history.acts)")
      return
    }
  }

  /// The one known difference.
  ///
  /// Two devices, after midnight. One defers from the new day and then raises the task. The other,
  /// which has not heard that the task was done the evening before, goes through yesterday's plan
  /// and defers from yesterday. The eager device counts that as the third deferral, as it came
  /// third, and eases the raised task. The fold counts days: yesterday's is the second, and the
  /// third, today's, came before the raise, which therefore stands.
  @Test func `a first deferral for an ended day counts by its day, not by its arrival`() {
    let acts = [
      Act(device: 1, minute: minute(0, 9, 0), .due(date(0))),
      Act(device: 1, minute: minute(0, 20, 0), .deferral(from: date(0), to: date(1))),
      Act(device: 1, minute: minute(1, 22, 0), .complete),
      Act(device: 1, minute: minute(2, 0, 5), .uncomplete),
      Act(device: 1, minute: minute(2, 0, 10), .deferral(from: date(2), to: date(4))),
      Act(device: 1, minute: minute(2, 0, 20), .importance(.high)),
      Act(device: 2, minute: minute(2, 0, 40), .deferral(from: date(1), to: date(3))),
    ]
    let fold = TaskFold.state(of: acts, through: 1)
    let eager = EagerPlanner.run(acts, through: date(1))
    #expect(eager.hasLateFirstDeferral)
    #expect(fold.deferralCount == 3 && eager.deferralCount == 3)
    #expect(fold.due == date(3) && eager.due == date(3))
    #expect(fold.importance == .high)
    #expect(eager.importance == .low)
  }
}

/// The first thing in which the fold and the eager device differ.
func difference(
  _ fold: TaskState, _ eager: EagerPlanner, through lastEnded: LogicalDate
) -> String? {
  if fold.deferralCount != eager.deferralCount {
    return "count \(fold.deferralCount), eager \(eager.deferralCount)"
  }
  var records: [LogicalDate: EagerPlanner.Record] = [:]
  for deferral in fold.deferrals(boundary: boundary) {
    records[deferral.day] = EagerPlanner.Record(
      deferredTo: deferral.deferredTo, reason: deferral.reason, deferredOn: deferral.deferredOn,
      isAutomatic: deferral.isAutomatic)
  }
  if records != eager.records { return "records \(records), eager \(eager.records)" }
  if fold.importance != eager.importance {
    return "importance \(fold.importance), eager \(eager.importance)"
  }
  if fold.due != eager.due { return "due \(fold.due as Any), eager \(eager.due as Any)" }
  if fold.effortMinutes != eager.effortMinutes { return "effort" }
  if fold.completed?.day != eager.completed?.day
    || fold.completed?.instant != eager.completed?.instant
  {
    return "completed \(fold.completed as Any), eager \(eager.completed as Any)"
  }
  let dropped = eager.completed == nil ? eager.dropped : nil
  if fold.dropped?.day != dropped?.day || fold.dropped?.instant != dropped?.instant {
    return "dropped \(fold.dropped as Any), eager \(dropped as Any)"
  }
  var day = date(0)
  while day <= lastEnded {
    let record = DayRecord(
      day: day, tasks: [fold], budget: Budget(minutes: 180), actualMinutes: { _ in nil })
    let lived = eager.day(day)
    if record.plannedTaskMinutes != lived.planned || record.completedEffortMinutes != lived.done
      || record.completedCount != lived.completed || record.completionBasis != lived.basis
    {
      return "day \(day.dayNumber): \(record), eager \(lived)"
    }
    day = day + 1
  }
  return nil
}
