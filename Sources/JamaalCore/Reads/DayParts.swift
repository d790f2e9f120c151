import ReplicaStore

/// What each part of the planner brings to a day. Whoever adds a day up reads it from here only.
extension ReadTransaction {
  /// The day's commitments: what is fixed or flexible and cannot be deferred.
  ///
  /// - Parameters:
  ///   - day: Any day.
  ///   - moment: The moment; what it has seen decided takes no time any more.
  /// - Returns: Those of the day, and earlier ones still open on it.
  /// - Throws: `ReplicaError`.
  func commitments(on day: LogicalDate, _ moment: PlannerMoment) throws -> [Commitment] { [] }

  /// The minutes of the habits due on a day.
  ///
  /// - Parameters:
  ///   - day: Any day.
  ///   - isLived: Whether all of them count, as in a day's record, or only those still to do.
  ///   - moment: The moment.
  /// - Returns: Whole minutes.
  /// - Throws: `ReplicaError`.
  func habitMinutes(
    on day: LogicalDate, isLived: Bool, _ moment: PlannerMoment
  ) throws -> Int {
    isLived ? try habitMinutesLived(on: day, moment) : try habitMinutesLeft(on: day, moment)
  }

  /// The days on which anything at all was done with the planner.
  ///
  /// One definition for all who ask: a habit of avoiding needs it to tell a held day from silence,
  /// and a day has a record only if somebody lived it.
  ///
  /// - Parameter days: The days to look at.
  /// - Returns: Those of them.
  /// - Throws: `ReplicaError`.
  func engagedDays(in days: ClosedRange<LogicalDate>) throws -> Set<LogicalDate> {
    let known = try completionDays(in: days).union(habitDays(in: days))
    return Set(
      try days.filter { day in
        if known.contains(day) { return true }
        return try hasSession(on: day) || hasAnchorDecision(on: day) || hasReview(of: day)
      })
  }

  /// Whether a session was begun on a day, on a task or on a habit.
  func hasSession(on day: LogicalDate) throws -> Bool { false }

  /// Whether an Anchor was decided on a day by a person; a miss is no decision.
  func hasAnchorDecision(on day: LogicalDate) throws -> Bool { false }

  /// Whether the evening review of a day was closed or skipped; one that lapsed is nobody's act.
  func hasReview(of day: LogicalDate) throws -> Bool { false }

  /// The seconds of all ended sessions on a habit's time of day that belong to a day.
  ///
  /// - Returns: `nil` if there is none.
  func timedSeconds(of window: RecordID, on day: LogicalDate) throws -> Int? { nil }

  /// Whether a habit's time of day was ever timed, which keeps it from being taken away.
  func hasSessions(on window: RecordID) throws -> Bool { false }

  /// The whole minutes of all of a task's sessions begun up to a day; `nil` if it has none.
  func timedMinutes(of task: RecordID, through day: LogicalDate) throws -> Int? { nil }
}
