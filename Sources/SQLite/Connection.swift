import CSQLite

/// An open SQLite connection with the statements it has prepared, by their text.
@safe
final class Connection {
  let handle: OpaquePointer
  /// The collations that were added; adding one again would have every statement prepared anew.
  var collations: Set<String> = []
  private var statements: [String: Statement] = [:]
  /// What was found last, by where the text lay: most texts are constants, which never move, and
  /// are found here without being gone through.
  private var recent = [Recent?](repeating: nil, count: 512)

  private struct Recent {
    let sql: String
    let statement: Statement
  }

  /// The most statements kept prepared; past it the keeping starts anew.
  private static let statementsMax = 512

  /// Opens a file; the parameters are those of `Database`.
  init(
    path: String, mode: Database.Mode, busyTimeoutMillis: Int32, fileLayer: String?
  ) throws(SQLiteError) {
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    switch mode {
    case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: flags |= SQLITE_OPEN_READWRITE
    case .readOnly: flags |= SQLITE_OPEN_READONLY
    case .frozen: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    }
    var opened: OpaquePointer?
    let name = mode == .frozen ? "file:\(Self.escaped(path))?immutable=1" : path
    let result = unsafe sqlite3_open_v2(name, &opened, flags, fileLayer)
    guard let connection = unsafe opened else {
      throw SQLiteError(code: .init(rawValue: result), message: "out of memory")
    }
    guard result == SQLITE_OK else {
      let error = unsafe SQLiteError(result, on: connection)
      unsafe sqlite3_close_v2(connection)
      throw SQLiteError(code: error.code, message: "\(error.message): \(path)")
    }
    unsafe handle = connection
    unsafe sqlite3_busy_timeout(handle, busyTimeoutMillis)
  }

  /// A path as part of a URI.
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      let isPlain =
        (97...122).contains(byte) || (65...90).contains(byte) || (47...57).contains(byte)
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      let digits = String(byte, radix: 16)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
  }

  deinit {
    // Statements that outlive the connection keep it alive as a zombie until they are finalized.
    unsafe sqlite3_close_v2(handle)
  }

  /// A statement ready to be bound: the one that was kept if it is idle.
  func statement(_ sql: String) throws(SQLiteError) -> Statement {
    let place = place(of: sql)
    // Compared by their bytes, unless they are the very same text.
    if let found = recent[place], found.sql == sql, !found.statement.isBusy {
      found.statement.reset()
      return found.statement
    }
    if let kept = statements[sql] {
      if kept.isBusy { return try Statement(sql, in: self) }
      recent[place] = Recent(sql: sql, statement: kept)
      kept.reset()
      return kept
    }
    let statement = try Statement(sql, in: self)
    if statements.count >= Self.statementsMax {
      statements.removeAll()
      recent = [Recent?](repeating: nil, count: recent.count)
    }
    statements[sql] = statement
    return statement
  }

  private func place(of sql: String) -> Int {
    let address = unsafe sql.utf8.withContiguousStorageIfAvailable {
      UInt(bitPattern: $0.baseAddress)
    }
    guard let address else { return 0 }
    return Int(truncatingIfNeeded: (address >> 4) ^ (address >> 13)) & (recent.count - 1)
  }

  func error(_ result: Int32, sql: String? = nil) -> SQLiteError {
    unsafe SQLiteError(result, on: handle, sql: sql)
  }

  // MARK: Going on with another database

  /// Whether nothing is going on, once the statements that were kept are at their end.
  func comesToRest() -> Bool {
    for statement in statements.values where statement.isBusy { statement.reset() }
    return unsafe sqlite3_get_autocommit(handle) != 0
      && sqlite3_txn_state(handle, nil) == SQLITE_TXN_NONE
  }

  /// How often its tables have changed.
  func schemaVersion() throws(SQLiteError) -> Int64 {
    let statement = try statement("PRAGMA schema_version")
    defer { statement.reset() }
    return try statement.step() ? statement.int64(0) : 0
  }

  /// The tables and indexes with the pages they start at: what prepared statements rest on.
  func layout() throws(SQLiteError) -> [String] {
    let statement = try statement("SELECT rootpage, sql FROM sqlite_schema")
    defer { statement.reset() }
    var layout: [String] = []
    while try statement.step() { layout.append("\(statement.int64(0)) \(statement.text(1))") }
    return layout
  }

  /// Puts the bytes of another database in the place of the one in memory, which was loaded too.
  ///
  /// What was prepared rests on the tables as they were: see `layout`.
  func replace(with image: [UInt8]) throws(SQLiteError) {
    let result = unsafe image.withUnsafeBytes { bytes in
      unsafe jc_replace_content(handle, bytes.baseAddress, Int32(bytes.count))
    }
    guard result == SQLITE_OK else { throw error(result) }
  }
}
