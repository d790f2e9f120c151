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
  ///   - habit: The day the habit was made and whether `day` lies in a pause; `nil` if unknown.
  ///   - targetMinutes: The target that the day is logged against, if it has no session yet.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  public func addMinutes(
    _ minutes: Int, toHabitWindow window: RecordID, on day: LogicalDate,
    habit: (made: LogicalDate, isPaused: Bool)? = nil, targetMinutes: Int? = nil,
    _ context: DayContext
  ) throws -> FocusReceipt {
    let moment = try tick(context)
    if let refusal = ManualMinutes.refusal(minutes, on: day, today: moment.today, habit: habit) {
      throw PlannerError(refusal)
    }
    return try replica.write(tag: moment.tag.tag) { transaction in
      var session = WorkSession(id: transaction.newID())
      session.startedAt = moment.now
      session.day = day
      session.dayEndsAt = moment.now
      session.habitWindow = window
      session.manualMinutes = minutes
      session.estimateMinutes = targetMinutes
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

extension PlannerError {
  fileprivate init(_ refusal: ManualMinutes.Refusal) {
    switch refusal {
    case .outOfRange: self.init(.badValue, "Minutes by hand are 1 to 720: up to twelve hours.")
    case .day(.future): self.init(.badValue, "That day has not come yet.")
    case .day(.tooLongAgo):
      self.init(
        .badValue, "Only the last \(HabitCorrectionRule.dayCount) days can still be put right.")
    case .day(.beforeItExisted): self.init(.badValue, "The habit was made after that day.")
    case .day(.paused): self.init(.badValue, "The habit was paused on that day.")
    }
  }
}
