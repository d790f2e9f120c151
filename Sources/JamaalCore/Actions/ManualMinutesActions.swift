public import ReplicaStore

extension Planner {
  /// Adds minutes to a day of a habit without the timer.
  ///
  /// They are a session of their own, so the day's total stays the sum of its sessions, and what two
  /// devices add adds up.
  /// - Parameters:
  ///   - minutes: 1 to 720.
  ///   - window: The habit's time of day.
  ///   - day: Today, or one of the last 14 days.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `badValue`, `notFound`, `archived`, `wrongKind`, `notThen` or
  ///   `paused`, and nothing is written; `ReplicaError`.
  public func addMinutes(
    _ minutes: Int, toHabitWindow window: RecordID, on day: LogicalDate, _ context: DayContext
  ) throws -> FocusReceipt {
    let moment = try tick(context)
    guard ManualMinutes.range.contains(minutes) else {
      throw PlannerError(.badValue, "Minutes by hand are 1 to 720: up to twelve hours.")
    }
    return try replica.write(tag: moment.tag.tag) { transaction in
      let target = try FocusTransaction(transaction, moment).habit(window, on: day)
      var session = WorkSession(id: transaction.newID())
      session.startedAt = context.now
      session.day = day
      session.dayEndsAt = context.now
      session.habitWindow = window
      session.estimateMinutes = target.target
      session.manualMinutes = minutes
      try transaction.insert(session)
      return FocusReceipt(
        session: session.id, subject: .habitWindow(window), seconds: minutes * 60,
        versions: transaction.authored)
    }
  }

  /// Takes minutes that were typed in back out; a timer's are never removed.
  ///
  /// - Parameters:
  ///   - session: What `addMinutes` returned, or one of `manualMinutes`.
  ///   - context: The moment and the place.
  /// - Throws: `PlannerError` with `notFound` or `badValue`, and nothing is written; `ReplicaError`.
  public func removeMinutes(_ session: RecordID, _ context: DayContext) throws {
    let moment = try tick(context)
    try replica.write(tag: moment.tag.tag) { transaction in
      guard let state = try SessionTable.session(session, in: transaction.database) else {
        throw PlannerError(.notFound, "There are no such minutes. They may be gone already.")
      }
      guard state.isManual else {
        throw PlannerError(.badValue, "The timer counted these minutes, so they stay.")
      }
      let begins = try transaction.history(WorkSession.self, session).versions(of: \.startedAt)
      try transaction.void(
        begins.map {
          VersionReference(
            type: WorkSession.recordType.name, id: session, group: "begin", stamp: $0.stamp)
        })
    }
  }

  /// The minutes typed in for a day of a habit, the newest first.
  ///
  /// - Parameters:
  ///   - window: The habit's time of day.
  ///   - day: The day.
  ///   - context: The moment and the place.
  /// - Returns: One session for each entry.
  /// - Throws: `ReplicaError`.
  public func manualMinutes(
    ofHabitWindow window: RecordID, on day: LogicalDate, _ context: DayContext
  ) throws -> [SessionState] {
    try tick(context)
    return try replica.read { transaction in
      try transaction.sessions(onHabitWindow: window, on: day).filter(\.isManual).reversed()
    }
  }
}
