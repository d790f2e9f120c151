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
  ) throws -> Int { 0 }

  /// What a habit's time of day is called, for the timer on it; `nil` if there is none.
  func habitTitle(ofWindow window: RecordID) throws -> String? { nil }

  /// Anchors that the running timer may have to make way for.
  func focusAnchors(_ moment: PlannerMoment) throws -> [FocusAnchor] { [] }
}
