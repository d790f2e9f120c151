import ReplicaStore

/// What each part of the planner brings to a day. Whoever adds a day up reads it from here only.
extension ReadTransaction {
  /// The day's commitments: what is fixed or flexible and cannot be deferred.
  ///
  /// - Parameters:
  ///   - day: Any day.
  ///   - isLived: Whether all take time but those skipped or left to somebody else, as in a day's
  ///     record, or only those still to do; `nil` is as in the record for days that have ended.
  ///   - moment: The moment; what it has seen decided takes no time any more.
  /// - Returns: Those of the day, and earlier ones still open on it.
  /// - Throws: `ReplicaError`.
  func commitments(
    on day: LogicalDate, isLived: Bool? = nil, _ moment: PlannerMoment
  ) throws -> [Commitment] {
    try anchorCommitments(on: day, isLived: isLived ?? (day <= moment.lastEnded), moment)
  }

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
    let known = try completionDays(in: days)
      .union(habitDays(in: days)).union(anchorDecisionDays(in: days))
    return Set(
      try days.filter { day in
        if known.contains(day) { return true }
        return try hasSession(on: day) || hasReview(of: day)
      })
  }
}
