import ReplicaStore
import SQLite

/// Focus sessions in the local table.
enum SessionTable {
  static let sql = """
    CREATE TABLE local_session (
      id BLOB PRIMARY KEY,
      task BLOB,
      habit_window BLOB,
      day INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      estimate INTEGER,
      outcome TEXT NOT NULL,
      closes_at INTEGER NOT NULL,
      is_closed INTEGER NOT NULL,
      came_first INTEGER NOT NULL,
      is_timed INTEGER NOT NULL,
      worked INTEGER NOT NULL,
      paused INTEGER NOT NULL,
      working_since INTEGER,
      paused_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_session_start ON local_session(started_at, id);
    CREATE INDEX local_session_day ON local_session(day);
    CREATE INDEX local_session_task ON local_session(task) WHERE task IS NOT NULL;
    CREATE INDEX local_session_timed ON local_session(task, day)
      WHERE task IS NOT NULL AND is_timed = 1;
    CREATE INDEX local_session_window ON local_session(habit_window, day)
      WHERE habit_window IS NOT NULL;
    """

  private static let columns = """
    id, task, habit_window, day, started_at, estimate, outcome, closes_at, is_closed, came_first,
    is_timed, worked, paused, working_since, paused_at
    """

  /// The sessions that fit, by their begin.
  static func sessions(
    where condition: String, order: String = "started_at, id", in database: Database,
    _ bind: (Statement) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) -> [SessionState] {
    try database.rows(
      "SELECT \(columns) FROM local_session WHERE \(condition) ORDER BY \(order)", bind
    ) {
      SessionState($0)
    }
  }

  static func session(
    _ id: RecordID, in database: Database
  ) throws(SQLiteError) -> SessionState? {
    try sessions(where: "id = ?", in: database) { (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    }.first
  }

  static func save(_ state: SessionState, in database: Database) throws(SQLiteError) {
    let marks = [String](repeating: "?", count: 15).joined(separator: ", ")
    try database.run("INSERT OR REPLACE INTO local_session VALUES(\(marks))") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: state.id.high, low: state.id.low, at: 1)
      if let task = state.subject?.task {
        try statement.bind(high: task.high, low: task.low, at: 2)
      }
      if let window = state.subject?.habitWindow {
        try statement.bind(high: window.high, low: window.low, at: 3)
      }
      try statement.bind(state.day.dayNumber, at: 4)
      try statement.bind(state.startedAt.millis, at: 5)
      try statement.bindIfAny(state.estimateMinutes, at: 6)
      try statement.bind(state.outcome.text, at: 7)
      try statement.bind(state.closesAt.millis, at: 8)
      try statement.bind(state.isClosed ? 1 : 0, at: 9)
      try statement.bind(state.cameFirst ? 1 : 0, at: 10)
      try statement.bind(state.isTimedAtDayEnd ? 1 : 0, at: 11)
      try statement.bind(state.time.workedMillis, at: 12)
      try statement.bind(state.time.pausedMillis, at: 13)
      try statement.bindIfAny(state.time.workingSince.map { Int($0.millis) }, at: 14)
      try statement.bindIfAny(state.time.pausedAt.map { Int($0.millis) }, at: 15)
    }
  }

  static func remove(_ id: RecordID, in database: Database) throws(SQLiteError) {
    try database.run("DELETE FROM local_session WHERE id = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    }
  }
}

extension SessionState {
  fileprivate init(_ row: Statement) {
    let task = row.isNull(1) ? nil : FocusSubject.task(row.recordID(1))
    let window = row.isNull(2) ? nil : FocusSubject.habitWindow(row.recordID(2))
    self.init(
      id: row.recordID(0), subject: task ?? window, day: LogicalDate(dayNumber: row.int(3)),
      startedAt: Instant(millis: row.int64(4)),
      estimateMinutes: row.isNull(5) ? nil : row.int(5), outcome: SessionOutcome(row.text(6)),
      closesAt: Instant(millis: row.int64(7)), isClosed: row.int(8) != 0,
      cameFirst: row.int(9) != 0, isTimedAtDayEnd: row.int(10) != 0,
      time: SessionTime(
        workedMillis: row.int64(11), pausedMillis: row.int64(12), workingSince: row.instant(13),
        pausedAt: row.instant(14)))
  }
}
