public import ReplicaStore
import SQLite

/// The offers to go on that were put away on this device: nobody else's business, never sent.
enum DismissedPickUps {
  static let table = "local_dismissed_session"
  static let sql = """
    CREATE TABLE IF NOT EXISTS local_dismissed_session (
      session BLOB PRIMARY KEY,
      day INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// The sessions whose offer was put away.
  static func load(_ database: Database) throws(SQLiteError) -> Set<RecordID> {
    Set(
      try database.rows("SELECT session FROM local_dismissed_session") { _ in
      } row: {
        $0.recordID(0)
      })
  }

  fileprivate static func save(
    _ sessions: [RecordID], on day: LogicalDate, in database: Database
  ) throws(SQLiteError) {
    // An offer is made on one day only, so that older ones are never asked for again.
    try database.run("DELETE FROM local_dismissed_session WHERE day < ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    }
    for session in sessions {
      try database.run("INSERT OR REPLACE INTO local_dismissed_session VALUES(?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(high: session.high, low: session.low, at: 1)
        try statement.bind(day.dayNumber, at: 2)
      }
    }
  }
}

extension Planner {
  /// Puts offers to go on away, on this device and for the day.
  ///
  /// - Parameters:
  ///   - sessions: The sessions of the offers.
  ///   - context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func dismissPickUps(_ sessions: [RecordID], _ context: DayContext) throws {
    let moment = try tick(context)
    try replica.writeLocally {
      try DismissedPickUps.save(sessions, on: moment.today, in: $0.database)
    }
  }
}
