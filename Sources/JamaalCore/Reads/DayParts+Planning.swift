import ReplicaStore

/// What each part of the planner brings to the look back at a day and to naming it.
extension ReadTransaction {
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

  /// How many of today's Anchors are still to be decided, and how many there are.
  func anchorCounts(_ moment: PlannerMoment) throws -> (left: Int, all: Int) { (0, 0) }
}
