import JamaalCore
import ReplicaStore

extension World {
  /// Compares every task with where one always-online device would have ended.
  func checkOracle(_ context: DayContext) throws {
    guard let device = alive.first else { return }
    let moment = try device.planner.tick(context)
    var reader = EvidenceReader(device.replica)
    for (number, id) in taskIDs.sorted(by: { $0.key < $1.key })
    where !unsure.contains(number) {
      let acts = try knownActs(number, &reader)
      guard let made = acts.first else { continue }
      let shown = try device.planner.task(id, context)
      let reference = acts.compactMap { ReferenceAct($0) }
      if let item = try device.replica.read({ try $0.record(TaskItem.self, id) }),
        item.dueDate == nil, item.importance.isImportant, shown.task.dueDate != nil
      {
        reach(.parkedAndRaised)
      }
      let expected: ReferenceState
      if isOutOfDayOrder(acts) || made.day > acts[0].day {
        guard let state = DayByDay.state(after: reference, through: moment.lastEnded) else {
          continue
        }
        expected = state
      } else {
        expected = AlwaysOnDevice.state(after: reference, through: moment.lastEnded)
      }
      let found = Self.state(of: shown, like: expected)
      try check(
        .oracle, exercised: acts.count > 1, found == expected,
        "task \(number): \(Self.difference(found, expected))")
    }
  }

  /// What is left of a task's acts, in the order of their stamps: nothing undone, nothing that was
  /// lost with a device that went back to an old copy.
  private func knownActs(_ number: Int, _ reader: inout EvidenceReader) throws -> [LedgerAct] {
    var acts: [LedgerAct] = []
    for act in ledger where act.task == number {
      if act.isForgiven, try isGone(act, &reader) { continue }
      if let undo = act.undo, try reader.count(of: ledger[undo]) > 0 { continue }
      acts.append(act)
    }
    acts.sort { $0.stamp < $1.stamp }
    // Without its making, which was forgiven, a task is not there to be compared.
    guard let first = acts.first, case .added = first.kind else { return [] }
    return acts
  }

  /// Whether an act that may have been lost was.
  private func isGone(_ act: LedgerAct, _ reader: inout EvidenceReader) throws -> Bool {
    // Where a clock stands still, a device that went back to before it may stamp another act alike.
    let isStampedAgain = ledger.contains { !$0.isForgiven && $0.stamp == act.stamp }
    return try isStampedAgain || reader.count(of: act) < act.evidence.count
  }

  private static func state(of shown: TaskDetail, like expected: ReferenceState) -> ReferenceState {
    var deferrals: [LogicalDate: Bool] = [:]
    for deferral in shown.deferrals { deferrals[deferral.day] = deferral.isAutomatic }
    return ReferenceState(
      due: shown.task.dueDate,
      importance: expected.importance == nil ? nil : shown.task.importance,
      completedAt: shown.task.completedAt, completedDay: shown.task.completedDay,
      droppedAt: shown.task.droppedAt, deferrals: deferrals)
  }

  private static func difference(_ found: ReferenceState, _ expected: ReferenceState) -> String {
    func day(_ date: LogicalDate?) -> String { date?.description ?? "none" }
    func days(_ deferrals: [LogicalDate: Bool]) -> String {
      deferrals.sorted { $0.key < $1.key }
        .map { "\($0.key)\($0.value ? "" : " by hand")" }.joined(separator: ", ")
    }
    if found.due != expected.due { return "due \(day(found.due)), not \(day(expected.due))" }
    if found.deferrals != expected.deferrals {
      return "deferred from [\(days(found.deferrals))], not [\(days(expected.deferrals))]"
    }
    if found.importance != expected.importance {
      return "importance \(found.importance?.text ?? ""), not \(expected.importance?.text ?? "")"
    }
    return "ended \(found), not \(expected)"
  }
}
