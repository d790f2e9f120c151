import ReplicaStore
import SQLite

/// Focus sessions as the other parts of the planner read them.
extension ReadTransaction {
  /// The sessions on a task or a habit's time of day, by their begin.
  func sessions(of subject: FocusSubject) throws -> [SessionState] {
    let (column, id) =
      switch subject {
      case .task(let id): ("task", id)
      case .habitWindow(let id): ("habit_window", id)
      }
    return try SessionTable.sessions(where: "\(column) = ?", in: database) {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    }
  }

  /// The sessions on a habit's time of day that count for a day, by their begin.
  func sessions(onHabitWindow window: RecordID, on day: LogicalDate) throws -> [SessionState] {
    try SessionTable.sessions(where: "habit_window = ? AND day = ?", in: database) {
      (statement) throws(SQLiteError) in
      try statement.bind(high: window.high, low: window.low, at: 1)
      try statement.bind(day.dayNumber, at: 2)
    }
  }

  /// The sessions that count for a day, by their begin.
  func sessions(on day: LogicalDate) throws -> [SessionState] {
    try SessionTable.sessions(where: "day = ?", in: database) { (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    }
  }

  /// The one timer that runs, or would but for a pause, on whatever device it was begun.
  func liveSession(at now: Instant) throws -> SessionState? {
    // None is longer than that, so that only the newest ones are looked at.
    try SessionTable.sessions(
      where: "started_at > ? AND is_closed = 0 AND closes_at > ? AND outcome = 'running'",
      in: database
    ) { (statement) throws(SQLiteError) in
      try statement.bind((now - SessionFacts.secondsMax).millis, at: 1)
      try statement.bind(now.millis, at: 2)
    }.first
  }

  /// The days at whose end a timer ran on a task.
  ///
  /// Asked for by every act on the task, so it has an index of its own: a task can be timed thousands
  /// of times, and few of its timers run into the night.
  func timedDays(of task: RecordID) throws -> Set<LogicalDate> {
    let days = try database.rows(
      "SELECT DISTINCT day FROM local_session WHERE task = ? AND is_timed = 1"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(high: task.high, low: task.low, at: 1)
    } row: {
      LogicalDate(dayNumber: $0.int(0))
    }
    return Set(days)
  }

  /// The sessions that something done to their task could end: those without an end of their own.
  ///
  /// A session that was ended by hand before its day was over stays as it is, whatever becomes of
  /// its task, so it is not looked at again.
  func sessionsEnding(with task: RecordID) throws(SQLiteError) -> [RecordID] {
    try database.rows(
      """
      SELECT session.id FROM local_session AS session JOIN work_session AS fact USING (id)
      WHERE session.task = ?1 AND (fact.endedAt IS NULL
        OR fact.endedAt >= COALESCE(fact.dayEndsAt, fact.startedAt)
        OR fact.endedAt >= fact.startedAt + ?2)
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(high: task.high, low: task.low, at: 1)
      try statement.bind(SessionFacts.secondsMax * 1000, at: 2)
    } row: {
      $0.recordID(0)
    }
  }

  /// The writes that began sessions on a task.
  func sessionBegins(of task: RecordID) throws -> [Stamp] {
    try sessions(of: .task(task)).compactMap { try stamp(of: \WorkSession.startedAt, $0.id) }
  }

  /// The time of sessions that are over, in milliseconds; `nil` if there are none.
  ///
  /// One that nobody ended is over once the last ended day is its own. So the sum follows from the
  /// facts and the days that have ended here, and not from the time it is read at.
  func settledMillis(_ sessions: [SessionState]) throws -> Int64? {
    let lastEnded = try Consequences.progress(database).lastEnded
    let settled = sessions.filter { session in
      session.isClosed || lastEnded.map { session.day <= $0 } ?? false
    }
    guard !settled.isEmpty else { return nil }
    return settled.reduce(0) { $0 + $1.time.millis(at: $1.closesAt) }
  }
}
