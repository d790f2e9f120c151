import ReplicaStore

/// What each part of the planner brings to the look back at a day and to naming it.
extension ReadTransaction {
  /// How each Anchor of a day reads just now.
  func reviewedAnchors(
    on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> [PlanningReview.AnchorReading] {
    try anchorReadings(on: day, moment)
  }

  /// How many of today's Anchors are still to be decided, and how many there are.
  func anchorCounts(_ moment: PlannerMoment) throws -> (left: Int, all: Int) {
    let anchors = try AnchorFold(self, moment).todayAnchors()
    let now = moment.context.now
    return (anchors.count { $0.status(at: now) == .pending }, anchors.count)
  }
}
