import CSQLite
import ReplicaStore

/// The same records in a plain table, through SQLite's C interface with prepared statements.
///
/// This is what every ratio is against: no clocks, no journal, nothing to merge.
final class PlainSQLite {
  struct Failure: Error {
    let code: Int32
  }

  private let db: OpaquePointer

  /// Makes a file with an empty table.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - synchronous: SQLite's setting of that name.
  /// - Throws: `Failure`.
  init(_ path: String, synchronous: String = "FULL") throws {
    var opened: OpaquePointer?
    try Self.check(sqlite3_open(path, &opened))
    guard let opened else { throw Failure(code: SQLITE_CANTOPEN) }
    db = opened
    try run(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous);
      PRAGMA cache_size = -65536;
      CREATE TABLE record (row INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, title TEXT,
        notes TEXT, place TEXT, created INTEGER, due INTEGER, effort INTEGER, rank INTEGER,
        weight REAL);
      """)
  }

  deinit { sqlite3_close(db) }

  /// Writes records to a new file.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - path: The file.
  ///   - synchronous: SQLite's setting of that name.
  ///   - isBulk: Whether they are one transaction, or each is one.
  /// - Throws: `Failure`.
  static func write(
    _ records: [BenchmarkRecord], to path: String, synchronous: String = "FULL",
    isBulk: Bool = true
  ) throws {
    let plain = try PlainSQLite(path, synchronous: synchronous)
    if isBulk { return try plain.write(records) }
    try plain.insert(records)
    try plain.checkpoint()
  }

  /// Writes records in one transaction.
  ///
  /// - Parameter records: The records.
  /// - Throws: `Failure`.
  func write(_ records: [BenchmarkRecord]) throws {
    try run("BEGIN IMMEDIATE")
    try insert(records)
    try run("COMMIT")
    try checkpoint()
  }

  /// Finds records and writes over all their fields, in one transaction and in the order that costs
  /// least: looked up by id in the order of ids, read and written in the order of rows.
  ///
  /// It is what remains of a merge without decoding, clocks, a digest and values that are kept.
  ///
  /// - Parameter records: Records that are there.
  /// - Throws: `Failure`.
  func overwrite(_ records: [BenchmarkRecord]) throws {
    try run("BEGIN IMMEDIATE")
    var places: [(row: Int64, record: Int)] = []
    try withStatement("SELECT row FROM record WHERE id = ?") { select in
      for record in records.indices.sorted(by: { records[$0].id < records[$1].id }) {
        try Self.binding(records[record].id, to: select) {
          guard sqlite3_step(select) == SQLITE_ROW else { throw Failure(code: SQLITE_NOTFOUND) }
          places.append((sqlite3_column_int64(select, 0), record))
          sqlite3_reset(select)
        }
      }
    }
    places.sort { $0.row < $1.row }
    let fields = "title, notes, place, created, due, effort, rank, weight"
    let sets = fields.split(separator: ", ").enumerated().map { "\($1) = ?\($0 + 2)" }
    try withStatement("SELECT \(fields) FROM record WHERE row = ?") { select in
      try withStatement(
        "UPDATE record SET \(sets.joined(separator: ", ")) WHERE row = ?1"
      ) { update in
        for (row, record) in places {
          sqlite3_bind_int64(select, 1, row)
          guard sqlite3_step(select) == SQLITE_ROW else { throw Failure(code: SQLITE_NOTFOUND) }
          sqlite3_bind_int64(update, 1, row)
          try Self.step(update, fields: records[record])
          sqlite3_reset(select)
        }
      }
    }
    try run("COMMIT")
    try checkpoint()
  }

  private func checkpoint() throws { try run("PRAGMA wal_checkpoint(TRUNCATE)") }

  private func insert(_ records: [BenchmarkRecord]) throws {
    try withStatement(
      """
      INSERT INTO record(id, title, notes, place, created, due, effort, rank, weight)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ) { statement in
      for record in records {
        try Self.binding(record.id, to: statement) {
          try Self.step(statement, fields: record)
        }
      }
    }
  }

  private func withStatement(_ sql: String, _ body: (OpaquePointer) throws -> Void) throws {
    var prepared: OpaquePointer?
    try Self.check(sqlite3_prepare_v2(db, sql, -1, &prepared, nil))
    guard let statement = prepared else { throw Failure(code: SQLITE_ERROR) }
    defer { sqlite3_finalize(statement) }
    try body(statement)
  }

  /// Binds an id to the first parameter for as long as the statement is run.
  private static func binding(
    _ id: RecordID, to statement: OpaquePointer, _ run: () throws -> Void
  ) throws {
    try withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { id in
      guard let key = id.baseAddress else { return }
      jc_bind_blob_static(statement, 1, key, 16)
      try run()
    }
  }

  /// Binds the fields to the parameters from the second on, and runs the statement.
  private static func step(_ statement: OpaquePointer, fields record: BenchmarkRecord) throws {
    var (title, notes, place) = (record.title, record.notes, record.place)
    try title.withUTF8 { title in
      try notes.withUTF8 { notes in
        try place.withUTF8 { place in
          for (index, text) in [title, notes, place].enumerated() {
            text.withMemoryRebound(to: CChar.self) { text in
              guard let start = text.baseAddress else { return }
              jc_bind_text_static(statement, Int32(index) + 2, start, Int32(text.count))
            }
          }
          sqlite3_bind_int64(statement, 5, Int64(record.created))
          sqlite3_bind_int64(statement, 6, Int64(record.due))
          sqlite3_bind_int64(statement, 7, Int64(record.effort))
          sqlite3_bind_int64(statement, 8, Int64(record.rank))
          sqlite3_bind_double(statement, 9, record.weight)
          let result = sqlite3_step(statement)
          guard result == SQLITE_DONE else { throw Failure(code: result) }
          sqlite3_reset(statement)
        }
      }
    }
  }

  private func run(_ sql: String) throws {
    try Self.check(sqlite3_exec(db, sql, nil, nil, nil))
  }

  private static func check(_ result: Int32) throws {
    guard result == SQLITE_OK else { throw Failure(code: result) }
  }
}
