import ReplicaStore

extension Planner {
  /// Takes an action back, as if it had never been; later ones stay.
  ///
  /// - Parameters:
  ///   - receipt: What the action returned.
  ///   - context: The moment and the place.
  /// - Throws: `PlannerError` with `alreadyRepeated` or `changedSince`, and nothing is written;
  ///   `ReplicaError`.
  public func undo(_ receipt: ActionReceipt, _ context: DayContext) throws {
    try undo([receipt], context)
  }

  /// Takes actions back that belong together: all of them or none.
  ///
  /// Versions are voided. A field that keeps no history gets its former value back, unless
  /// something later stands there. A record that an action made is deleted.
  ///
  /// - Parameters:
  ///   - receipts: What the actions returned.
  ///   - context: The moment and the place.
  /// - Throws: `PlannerError` with `alreadyRepeated` if a next instance was touched, or
  ///   `changedSince` if a record it made was or a timer it began has ended with time on it, and
  ///   nothing is written; `ReplicaError`.
  public func undo(_ receipts: [ActionReceipt], _ context: DayContext) throws {
    let moment = try tick(context)
    try replica.write(tag: moment.tag.tag) { transaction in
      for receipt in receipts { try transaction.checkUndo(of: receipt, moment) }
      for receipt in receipts.reversed() {
        if let made = receipt.made {
          try transaction.unmake(receipt.task, made)
        } else {
          try transaction.void(receipt.versions)
          for former in receipt.former { try transaction.putBack(former) }
          for count in receipt.counts { try transaction.putBack(count) }
        }
      }
      try CarryChoices.forget(Set(receipts.flatMap(\.versions)), transaction)
    }
  }
}

extension WriteTransaction {
  fileprivate func checkUndo(of receipt: ActionReceipt, _ moment: PlannerMoment) throws {
    switch receipt.made?.type {
    case TaskItem.recordType.name: try checkUnchanged(TaskItem.self, receipt)
    case TaskCategory.recordType.name: try checkUnchanged(TaskCategory.self, receipt)
    case Habit.recordType.name: try checkUnchanged(Habit.self, receipt)
    case HabitGroup.recordType.name: try checkUnchanged(HabitGroup.self, receipt)
    case HabitPause.recordType.name: try checkUnchanged(HabitPause.self, receipt)
    case HabitTimeWindow.recordType.name:
      try checkUnchanged(HabitTimeWindow.self, receipt)
      guard try !hasEntries(receipt.task) else {
        throw PlannerError(
          .changedSince,
          "Something was logged for it since, so it stays. Archive it if it is not wanted.")
      }
    default:
      try checkSessions(receipt, moment)
      try checkRepeat(receipt, moment)
    }
  }

  /// A timer that was paused or ended since has time that is not thrown away.
  private func checkSessions(_ receipt: ActionReceipt, _ moment: PlannerMoment) throws {
    for begin in receipt.timerBegins {
      if try history(WorkSession.self, begin.id).marks().contains(where: { $0.stamp > begin.stamp })
      {
        throw PlannerError(
          .changedSince, "The timer was paused or ended since it was begun, so its time stays.")
      }
      let session = try SessionTable.session(begin.id, in: database)
      guard let session, !session.isManual, let end = session.endedAt(at: moment.now),
        session.seconds(at: end) > 0
      else { continue }
      let title = try title(of: session.subject)
      throw PlannerError(
        .changedSince,
        session.outcome(at: moment.now) == .autoClosed
          ? "The timer on “\(title)” ran to the end of its day, so its time stays. Begin it again to"
            + " go on."
          : "The timer on “\(title)” has ended since it was begun, so its time stays.")
    }
  }

  fileprivate func putBack(_ count: CountUndo) throws {
    switch count {
    case .step(let entry, let amount):
      try increment(\HabitEntry.amount, of: entry, by: -amount)
    case .set(let entry, let amount):
      try set(\HabitEntry.amount, of: entry, to: amount)
    }
  }

  /// What others wrote to a record since it was made is not thrown away with it.
  private func checkUnchanged<Model: UndoableRecord>(
    _ model: Model.Type, _ receipt: ActionReceipt
  ) throws {
    guard let latest = receipt.made?.stamp else { return }
    var stamps = try history(model, receipt.task).marks().map(\.stamp)
    for field in model.plainFields {
      if let stamp = try stamp(of: field.path, receipt.task) { stamps.append(stamp) }
    }
    if stamps.contains(where: { $0 > latest }) {
      throw PlannerError(
        .changedSince,
        "It was changed since it was made, so it stays. Drop or archive it if it is not wanted.")
    }
  }

  /// A tick or a drop whose next instance has begun is not taken back: there would be two.
  private func checkRepeat(_ receipt: ActionReceipt, _ moment: PlannerMoment) throws {
    let ends: Set<String> = ["completion", "drop"]
    let stamps = receipt.versions.filter {
      $0.type == TaskItem.recordType.name && ends.contains($0.group)
    }.map(\.stamp)
    guard !stamps.isEmpty, let task = try task(receipt.task, through: moment.lastEnded),
      let standing = task.state.completed ?? task.state.dropped,
      stamps.contains(standing.stamp), try hasMovedOn(task, moment)
    else { return }
    throw PlannerError.alreadyRepeated(task.item.title)
  }

  fileprivate func unmake(_ id: RecordID, _ made: MadeRecord) throws {
    switch made.type {
    case TaskItem.recordType.name: try deleteIfThere(TaskItem.self, id)
    case TaskCategory.recordType.name: try deleteIfThere(TaskCategory.self, id)
    case Habit.recordType.name: try deleteIfThere(Habit.self, id)
    case HabitTimeWindow.recordType.name: try deleteIfThere(HabitTimeWindow.self, id)
    case HabitGroup.recordType.name: try deleteIfThere(HabitGroup.self, id)
    case HabitPause.recordType.name: try deleteIfThere(HabitPause.self, id)
    default: break
    }
  }

  private func deleteIfThere<Model: Record>(_ model: Model.Type, _ id: RecordID) throws {
    if try record(model, id) != nil { try delete(model, id) }
  }
}

extension ActionReceipt {
  /// The begins of timers among what an action wrote.
  fileprivate var timerBegins: [VersionReference] {
    versions.filter { $0.type == WorkSession.recordType.name && $0.group == "begin" }
  }
}

extension ReadTransaction {
  /// The time that timers have counted which actions began, in seconds; `nil` for other actions.
  ///
  /// It goes with their begins when those are taken back.
  func timerSeconds(begunBy receipts: [ActionReceipt], at now: Instant) throws -> Int? {
    let sessions = try receipts.flatMap(\.timerBegins).compactMap {
      try SessionTable.session($0.id, in: database)
    }.filter { !$0.isManual }
    return sessions.isEmpty ? nil : sessions.reduce(0) { $0 + $1.seconds(at: now) }
  }

  /// Whether the next instance of a repeat was touched, or its own day has ended.
  func hasMovedOn(_ task: FoldedTask, _ moment: PlannerMoment) throws -> Bool {
    if task.next?.instance.firstWrite != nil { return true }
    let next = try TaskLink.load(TaskItem.successorID(task.item.id), in: database)
    return next.map { $0.fill.scheduled < moment.today } ?? false
  }
}
