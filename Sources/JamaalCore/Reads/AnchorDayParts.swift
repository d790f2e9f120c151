import ReplicaStore
import SQLite

extension AnchorFold {
  /// What cannot be deferred on a day, and what of it takes time.
  func commitments(on day: LogicalDate, isLived: Bool) throws -> [Commitment] {
    let now = moment.now
    return try anchors(reachingInto: day).map { anchor in
      let takesTime =
        isLived
        ? anchor.status != .skipped && anchor.status != .delegated
        : anchor.status(at: now) == .pending
      return Commitment(
        id: anchor.id, title: anchor.rowTitle,
        placement: anchor.placement == .flexible ? .flexible : .fixed,
        windowStart: anchor.windowStart, windowEnd: anchor.windowEnd,
        effortMinutes: anchor.effortMinutes, takesTime: takesTime)
    }
  }
}

/// What Anchors bring to a day.
extension ReadTransaction {
  func anchorCommitments(
    on day: LogicalDate, isLived: Bool, _ moment: PlannerMoment
  ) throws -> [Commitment] {
    try AnchorFold(self, moment).commitments(on: day, isLived: isLived)
  }

  /// How each of a day's Anchors reads just now, for the evening review.
  ///
  /// One whose status only a newer version knows is left out.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - moment: The moment.
  /// - Returns: One reading an Anchor.
  /// - Throws: `ReplicaError`.
  func reviewedAnchors(
    on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> [PlanningReview.AnchorReading] {
    let now = moment.now
    return try AnchorFold(self, moment).anchors(on: day...day).compactMap { anchor in
      switch anchor.status(at: now) {
      case .pending: .open
      case .attended: .attended
      case .missed: .missed
      case .skipped: .skipped
      case .delegated: .delegated
      case .unknown: nil
      }
    }
  }

  /// The days on which a person decided about an Anchor; a miss is no decision.
  ///
  /// - Parameter days: The days to look at.
  /// - Returns: Those of them; what was put right for a day counts for that day.
  /// - Throws: `ReplicaError`.
  func anchorDecisionDays(in days: ClosedRange<LogicalDate>) throws -> Set<LogicalDate> {
    let decided = try database.rows(
      """
      SELECT DISTINCT decided_day FROM local_anchor_decision
      WHERE decided_day BETWEEN ? AND ? AND status IN ('attended', 'skipped', 'delegated')
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(days.lowerBound.dayNumber, at: 1)
      try statement.bind(days.upperBound.dayNumber, at: 2)
    } row: {
      LogicalDate(dayNumber: $0.int(0))
    }
    return Set(decided)
  }

  /// How many of each day's Anchors were attended and how many were missed.
  ///
  /// Skipped and delegated ones count for neither, and a late correction counts as attended.
  ///
  /// - Parameters:
  ///   - days: The days.
  ///   - moment: The moment; a window that has closed without a word reads missed.
  /// - Returns: For each day with any that count, both numbers.
  /// - Throws: `ReplicaError`.
  func anchorAttendance(
    in days: ClosedRange<LogicalDate>, _ moment: PlannerMoment
  ) throws -> [LogicalDate: (attended: Int, missed: Int)] {
    let now = moment.now
    var counts: [LogicalDate: (attended: Int, missed: Int)] = [:]
    for anchor in try AnchorFold(self, moment).anchors(on: days) {
      switch anchor.status(at: now) {
      case .attended: counts[anchor.occurrenceDate, default: (0, 0)].attended += 1
      case .missed: counts[anchor.occurrenceDate, default: (0, 0)].missed += 1
      case .pending, .skipped, .delegated, .unknown: break
      }
    }
    return counts
  }

  /// How many of today's Anchors are still to be decided, and how many there are.
  func anchorCounts(_ moment: PlannerMoment) throws -> (left: Int, all: Int) {
    let anchors = try AnchorFold(self, moment).todayAnchors()
    return (anchors.count { $0.status(at: moment.now) == .pending }, anchors.count)
  }

  /// Anchors that the running timer may have to make way for: today's and tomorrow's.
  func focusAnchors(_ moment: PlannerMoment) throws -> [FocusAnchor] {
    let fold = try AnchorFold(self, moment)
    let tomorrow = moment.today + 1
    return try (fold.todayAnchors() + fold.anchors(on: tomorrow...tomorrow)).map { anchor in
      FocusAnchor(
        id: anchor.id, title: anchor.title, windowStart: anchor.windowStart,
        windowEnd: anchor.windowEnd, isFixed: anchor.placement != .flexible,
        isPending: anchor.status(at: moment.now) == .pending)
    }
  }
}
