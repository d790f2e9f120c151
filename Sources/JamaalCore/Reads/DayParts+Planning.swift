import ReplicaStore

/// What each part of the planner brings to the look back at a day and to naming it.
extension ReadTransaction {
  /// How each Anchor of a day reads just now.
  func reviewedAnchors(
    on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> [PlanningReview.AnchorReading] { [] }

  /// How many of today's Anchors are still to be decided, and how many there are.
  func anchorCounts(_ moment: PlannerMoment) throws -> (left: Int, all: Int) { (0, 0) }
}
