import ReplicaStore
import SQLite

/// Reads what the ends of days did from the tables that a tick has just brought up to date.
struct TickSignals {
  private let transaction: ReadTransaction
  private let moment: PlannerMoment
  private let previous: LogicalDate
  private let days: ClosedRange<LogicalDate>?

  /// What days did that have ended after another one.
  ///
  /// - Parameters:
  ///   - transaction: Where the tables are.
  ///   - moment: The moment, with the last ended day.
  ///   - previous: The last day that had ended before.
  init(_ transaction: ReadTransaction, _ moment: PlannerMoment, after previous: LogicalDate) {
    self.transaction = transaction
    self.moment = moment
    self.previous = previous
    let last = moment.lastEnded
    days = previous < last ? max(previous + 1, last - (TickSignal.daysMax - 1))...last : nil
  }

  /// Everything, in the order of the tick's parts, then of days or ids.
  func all() throws -> [TickSignal] {
    guard let days else { return [] }
    var signals = days.map { TickSignal.dayEnded($0) }
    signals += try sessions(of: days)
    signals += try tasks(putOffFrom: days)
    signals += try plannings(for: days)
    signals += try missedAnchors(closingIn: days)
    return signals
  }

  private func sessions(of days: ClosedRange<LogicalDate>) throws -> [TickSignal] {
    try SessionTable.sessions(
      where: "day BETWEEN ? AND ? AND is_closed = 0", in: transaction.database
    ) { (statement) throws(SQLiteError) in
      try statement.bind(days.lowerBound.dayNumber, at: 1)
      try statement.bind(days.upperBound.dayNumber, at: 2)
    }.filter { $0.outcome == .running }.map { .sessionClosed($0.id) }
  }

  private func tasks(putOffFrom days: ClosedRange<LogicalDate>) throws -> [TickSignal] {
    let rows = try transaction.database.rows(
      """
      SELECT id, min(first_day), max(last_day), deferral_count, eased_from IS NOT NULL
      FROM local_deferral JOIN local_task ON id = task
      WHERE is_automatic = 1 AND last_day >= ? AND first_day <= ? GROUP BY id ORDER BY id
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(days.lowerBound.dayNumber, at: 1)
      try statement.bind(days.upperBound.dayNumber, at: 2)
    } row: { row in
      (
        id: row.recordID(0), first: LogicalDate(dayNumber: row.int(1)),
        last: LogicalDate(dayNumber: row.int(2)), count: row.int(3), isEased: row.int(4) != 0
      )
    }
    var signals: [TickSignal] = []
    for row in rows {
      let from = max(row.first, days.lowerBound)...min(row.last, days.upperBound)
      signals.append(.taskDeferred(row.id, from: from, count: row.count))
      guard row.isEased,
        try transaction.task(row.id, through: previous)?.state.easedFrom == nil
      else { continue }
      signals.append(.importanceEased(row.id))
    }
    return signals
  }

  private func plannings(for days: ClosedRange<LogicalDate>) throws -> [TickSignal] {
    try days.compactMap { day in
      guard let session = try transaction.session(for: day),
        session.hasLapsed(through: moment.lastEnded), session.skippedAt == nil
      else { return nil }
      return .planningLapsed(day)
    }
  }

  private func missedAnchors(closingIn days: ClosedRange<LogicalDate>) throws -> [TickSignal] {
    let fold = try AnchorFold(transaction, moment)
    return try days.flatMap { day in
      try fold.anchors(reachingInto: day).filter {
        $0.lastDate == day && $0.status(at: moment.now) == .missed
      }.map { .anchorMissed($0.key) }
    }
  }
}
