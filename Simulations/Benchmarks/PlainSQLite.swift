import CSQLite
import ReplicaStore

/// The same records in a plain table, through SQLite's C interface with prepared statements.
///
/// This is what every ratio is against: no clocks, no journal, nothing to merge.
enum PlainSQLite {
  struct Failure: Error {
    let code: Int32
  }

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
    var opened: OpaquePointer?
    try check(sqlite3_open(path, &opened))
    guard let db = opened else { throw Failure(code: SQLITE_CANTOPEN) }
    defer { sqlite3_close(db) }
    try run(
      db,
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = \(synchronous);
      PRAGMA cache_size = -65536;
      CREATE TABLE record (row INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, title TEXT,
        notes TEXT, place TEXT, created INTEGER, due INTEGER, effort INTEGER, rank INTEGER,
        weight REAL);
      """)
    if isBulk { try run(db, "BEGIN IMMEDIATE") }
    var prepared: OpaquePointer?
    try check(
      sqlite3_prepare_v2(
        db,
        """
        INSERT INTO record(id, title, notes, place, created, due, effort, rank, weight)
        VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, -1, &prepared, nil))
    guard let statement = prepared else { throw Failure(code: SQLITE_ERROR) }
    for record in records { try insert(record, statement) }
    sqlite3_finalize(statement)
    if isBulk { try run(db, "COMMIT") }
    try run(db, "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func insert(_ record: BenchmarkRecord, _ statement: OpaquePointer) throws {
    let id = (record.id.high.bigEndian, record.id.low.bigEndian)
    var (title, notes, place) = (record.title, record.notes, record.place)
    try withUnsafeBytes(of: id) { id in
      try title.withUTF8 { title in
        try notes.withUTF8 { notes in
          try place.withUTF8 { place in
            guard let key = id.baseAddress else { return }
            jc_bind_blob_static(statement, 1, key, 16)
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
  }

  private static func run(_ db: OpaquePointer, _ sql: String) throws {
    try check(sqlite3_exec(db, sql, nil, nil, nil))
  }

  private static func check(_ result: Int32) throws {
    guard result == SQLITE_OK else { throw Failure(code: result) }
  }
}
