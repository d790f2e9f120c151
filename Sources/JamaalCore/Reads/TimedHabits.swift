import ReplicaStore
import SQLite

/// Minutes of timed habits: what their sessions come to, day by day.
extension ReadTransaction {
  /// What the sessions on a timed habit's time of day come to on some days.
  ///
  /// A day's target is the one stored with its first session; it was reached when the session ended
  /// that brought the sum there.
  ///
  /// - Parameters:
  ///   - window: The time of day.
  ///   - days: The days.
  /// - Returns: The days that have a session, ascending; one that still runs does not count yet.
  /// - Throws: `ReplicaError`.
  func timedLogs(
    of window: RecordID, in days: ClosedRange<LogicalDate>
  ) throws -> [(day: LogicalDate, log: HabitLog)] {
    let sessions = try SessionTable.sessions(
      where: "habit_window = ? AND day BETWEEN ? AND ?", in: database
    ) { (statement) throws(SQLiteError) in
      try statement.bind(high: window.high, low: window.low, at: 1)
      try statement.bind(days.lowerBound.dayNumber, at: 2)
      try statement.bind(days.upperBound.dayNumber, at: 3)
    }
    return try Dictionary(grouping: sessions, by: \.day).sorted { $0.key < $1.key }
      .map { (day: $0.key, log: try timedLog($0.value)) }
  }

  private func timedLog(_ sessions: [SessionState]) throws -> HabitLog {
    let target = sessions.lazy.compactMap(\.estimateMinutes).first
    let ended = sessions.sorted { ($0.closesAt, $0.id) < ($1.closesAt, $1.id) }
    var log = HabitLog(amount: 0, target: target)
    var millis: Int64 = 0
    for session in ended {
      guard let added = try settledMillis([session]) else { continue }
      millis += added
      log.amount = Int((millis / 1000 + 30) / 60)
      if log.reachedAt == nil, let target, log.amount >= target { log.reachedAt = session.closesAt }
    }
    return log
  }
}
