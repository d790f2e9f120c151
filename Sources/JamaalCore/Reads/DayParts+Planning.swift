import ReplicaStore

/// What each part of the planner brings to the look back at a day and to naming it.
extension ReadTransaction {
  /// The windows of the habits of a day, as they stand.
  ///
  /// - Parameters:
  ///   - day: The day under review.
  ///   - moment: The moment.
  /// - Returns: Paused ones and those of weekly habits among them; the review sorts them out.
  /// - Throws: `ReplicaError`.
  func reviewedHabits(
    on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> [PlanningReview.HabitWindow] { [] }

  /// How each Anchor of a day reads just now.
  func reviewedAnchors(
    on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> [PlanningReview.AnchorReading] { [] }

  /// The focus sessions of a day on tasks.
  func reviewedSessions(
    on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> [PlanningReview.Session] { [] }

  /// Tasks with a session begun on one of these days.
  func tasksTimed(on days: ClosedRange<LogicalDate>) throws -> [RecordID] { [] }

  /// Whether a session was begun on a day, on a task or on a habit.
  func hasSession(on day: LogicalDate) throws -> Bool { false }

  /// Whether an Anchor was decided on a day by a person; a miss is no decision.
  func hasAnchorDecision(on day: LogicalDate) throws -> Bool { false }

  /// Whether a habit was logged for a day: an amount above zero, or Held.
  func hasHabitLog(for day: LogicalDate) throws -> Bool { false }

  /// How many of today's Anchors are still to be decided, and how many there are.
  func anchorCounts(_ moment: PlannerMoment) throws -> (left: Int, all: Int) { (0, 0) }

  /// How many of today's habit windows are due and not done, and how many are due.
  func habitCounts(_ moment: PlannerMoment) throws -> (left: Int, all: Int) { (0, 0) }
}
