import ReplicaStore
import SQLite

/// The local tables that hold what follows from the facts: never sent, rebuildable at any moment.
enum Consequences {
  /// Rises when the tables or the rules behind them change; the tables are then made anew.
  static let format = 10

  /// The name under which the change log is read.
  static let reader = "planner"

  /// Every part, in the order in which they are worked out: a later one may read an earlier one's
  /// tables and may be handed records to look at by it.
  static let parts: [any ConsequencePart.Type] = [
    DayZones.self, SessionConsequences.self, TaskConsequences.self, AnchorConsequences.self,
    HabitConsequences.self,
  ]

  private static var tables: [String] { parts.flatMap { $0.tables.map(\.name) } }

  private static let sql = """
    CREATE TABLE local_state (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      format INTEGER NOT NULL,
      seq INTEGER,
      last_ended INTEGER,
      device INTEGER,
      layout TEXT
    ) STRICT;
    INSERT INTO local_state VALUES(1, \(format), NULL, NULL, NULL, NULL);
    """

  /// Makes the tables if they are missing or of another format, and those of `DeviceMemory`.
  static func prepare(_ replica: Replica) throws {
    let format = try replica.read { try storedFormat($0.database) }
    guard format != Self.format else { return }
    try replica.writeLocally { transaction in
      guard try storedFormat(transaction.database) != Self.format else { return }
      try make(transaction.database)
    }
  }

  /// Empties the tables, or makes them anew if anything became of them, and keeps the last ended day.
  static func remake(_ transaction: ReadTransaction) throws {
    if try isWhole(transaction.database) { return try forget(transaction) }
    let progress = try progress(transaction.database)
    try make(transaction.database)
    try transaction.database.run("UPDATE local_state SET last_ended = ?, device = ?") {
      (statement) throws(SQLiteError) in
      try statement.bindIfAny(progress.lastEnded?.dayNumber, at: 1)
      try statement.bindIfAny(progress.device.map { Int(Int64(bitPattern: $0.rawValue)) }, at: 2)
    }
  }

  private static func make(_ database: Database) throws(SQLiteError) {
    for table in tables + ["local_state"] {
      try database.execute("DROP TABLE IF EXISTS \(table)")
    }
    try database.execute(sql)
    for part in parts { try database.execute(part.sql) }
    try DeviceMemory.make(database)
    try database.execute("UPDATE local_state SET layout = \(layout)")
  }

  /// Whether every table and index is there as it was made.
  private static func isWhole(_ database: Database) throws(SQLiteError) -> Bool {
    guard try storedFormat(database) == format else { return false }
    return try database.first("SELECT layout IS \(layout) FROM local_state") { _ in
    } row: {
      $0.int(0) == 1
    } ?? false
  }

  /// The statements that would make the local tables and indexes as they are, as SQL.
  private static let layout = """
    (SELECT group_concat(sql, char(10))
    FROM (SELECT sql FROM sqlite_schema WHERE name GLOB 'local_*' ORDER BY name))
    """

  private static func storedFormat(_ database: Database) throws(SQLiteError) -> Int? {
    let exists = try database.first("SELECT 1 FROM sqlite_schema WHERE name = 'local_state'") {
      _ in
    } row: { _ in
      true
    }
    guard exists == true else { return nil }
    return try database.first("SELECT format FROM local_state") { _ in
    } row: {
      $0.int(0)
    }
  }

  /// Empties everything except the last ended day, which never goes back.
  static func forget(_ transaction: ReadTransaction) throws {
    for table in tables { try transaction.database.run("DELETE FROM \(table)") }
    try transaction.database.run("UPDATE local_state SET seq = NULL")
  }

  /// How far the tables have come.
  struct Progress {
    /// The last change that was looked at.
    var seq: Int64?
    /// The last day that had ended.
    var lastEnded: LogicalDate?
    /// Who this device was then.
    var device: DeviceID?
  }

  static func progress(_ database: Database) throws(SQLiteError) -> Progress {
    try database.first("SELECT seq, last_ended, device FROM local_state") { _ in
    } row: { row in
      Progress(
        seq: row.isNull(0) ? nil : row.int64(0), lastEnded: row.date(1),
        device: row.isNull(2) ? nil : DeviceID(rawValue: UInt64(bitPattern: row.int64(2))))
    } ?? Progress()
  }

  static func save(
    seq: Int64, lastEnded: LogicalDate, device: DeviceID, in database: Database
  ) throws(SQLiteError) {
    try database.run("UPDATE local_state SET seq = ?, last_ended = ?, device = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(seq, at: 1)
      try statement.bind(lastEnded.dayNumber, at: 2)
      try statement.bind(Int64(bitPattern: device.rawValue), at: 3)
    }
  }
}

extension Statement {
  func bindIfAny(_ value: Int?, at index: Int32) throws(SQLiteError) {
    if let value { try bind(value, at: index) }
  }

  func recordID(_ column: Int32) -> RecordID {
    let id = high128(column)
    return RecordID(high: id?.high ?? 0, low: id?.low ?? 0)
  }

  func date(_ column: Int32) -> LogicalDate? {
    isNull(column) ? nil : LogicalDate(dayNumber: int(column))
  }

  func instant(_ column: Int32) -> Instant? {
    isNull(column) ? nil : Instant(millis: int64(column))
  }
}
