import ReplicaStore
import SQLite

/// What focus sessions bring to a day.
extension ReadTransaction {
  /// The whole minutes of all of a task's sessions begun up to a day; `nil` if it has none.
  ///
  /// One that runs does not count yet.
  func timedMinutes(of task: RecordID, through day: LogicalDate) throws -> Int? {
    let sessions = try sessions(of: .task(task)).filter { $0.day <= day }
    return try settledMillis(sessions).map { Int(($0 + 30_000) / 60_000) }
  }

  /// The whole seconds that sessions and minutes typed in gave a habit's time of day on a day.
  ///
  /// - Parameters:
  ///   - window: The habit's time of day.
  ///   - day: The day.
  /// - Returns: `nil` if there is no session that is over.
  /// - Throws: `ReplicaError`.
  func timedSeconds(of window: RecordID, on day: LogicalDate) throws -> Int? {
    let sessions = try sessions(onHabitWindow: window, on: day)
    return try settledMillis(sessions).map { Int($0 / 1000) }
  }

  /// Whether a habit's time of day was ever timed, which keeps it from being taken away.
  func hasSessions(on window: RecordID) throws -> Bool {
    try database.first("SELECT 1 FROM local_session WHERE habit_window = ? LIMIT 1") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: window.high, low: window.low, at: 1)
    } row: { _ in
      true
    } ?? false
  }

  /// Whether a session was begun on a day, on a task or on a habit.
  func hasSession(on day: LogicalDate) throws -> Bool {
    try database.first("SELECT 1 FROM local_session WHERE day = ? LIMIT 1") {
      (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    } row: { _ in
      true
    } ?? false
  }

  /// Tasks with a session begun on one of these days.
  func tasksTimed(on days: ClosedRange<LogicalDate>) throws -> [RecordID] {
    try database.rows(
      """
      SELECT DISTINCT task FROM local_session
      WHERE day BETWEEN ? AND ? AND task IS NOT NULL ORDER BY task
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(days.lowerBound.dayNumber, at: 1)
      try statement.bind(days.upperBound.dayNumber, at: 2)
    } row: {
      $0.recordID(0)
    }
  }

  /// The focus sessions of a day on tasks, for the evening review.
  func reviewedSessions(
    on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> [PlanningReview.Session] {
    let now = moment.now
    return try sessions(on: day).compactMap { session in
      session.subject?.task.map { task in
        PlanningReview.Session(
          task: task, seconds: session.seconds(at: now),
          isRunning: session.endedAt(at: now) == nil, isManual: session.isManual)
      }
    }
  }
}
