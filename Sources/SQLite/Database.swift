import CSQLite

/// One connection to one SQLite file; not for use by two threads at once.
///
/// Statements are prepared once and cached by their text.
@safe
public final class Database {
  /// How a file is opened.
  public enum Mode: Sendable {
    /// Made if it is missing.
    case create
    /// Must exist already.
    case readWrite
    /// Must exist already; nothing is written.
    case readOnly
    /// Must exist already; nobody writes it, not even the files that SQLite keeps beside it.
    case frozen
  }

  let handle: OpaquePointer
  private var cache: [String: Statement] = [:]
  /// What was found last, by where the text lay: most texts are constants, which never move, and
  /// are found here without being gone through.
  private var recent = [Recent?](repeating: nil, count: 512)

  private struct Recent {
    let sql: String
    let statement: Statement
  }

  /// Is called before a statement is handed out or run, for writes that were put off until then.
  package var willBeUsed: (() throws(SQLiteError) -> Void)?

  /// The most statements kept prepared; past it the cache starts anew.
  private static let cachedStatementsMax = 512

  /// Lets SQLite count no memory in this process, which takes a lock shared by all connections at
  /// every allocation.
  ///
  /// For programs alone: it is their process. Refused once SQLite runs; then it counts, and that is
  /// all.
  package static func countNoMemory() { _ = jc_count_no_memory() }

  /// Opens a file, or a private database in memory for the path `:memory:`.
  ///
  /// - Parameters:
  ///   - path: A path of the file system.
  ///   - mode: Whether the file may be made or written.
  ///   - busyTimeoutMillis: How long to wait for another process's lock.
  ///   - fileLayer: The name of one of SQLite's file layers (VFS); `nil` for the system's files.
  /// - Throws: `SQLiteError` with `cannotOpen`, `notADatabase` and the like.
  public init(
    path: String, mode: Mode = .create, busyTimeoutMillis: Int32 = 10_000,
    fileLayer: String? = nil
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

  /// Runs statements that take no values and give no rows.
  ///
  /// - Parameter sql: One or several statements, separated by semicolons.
  /// - Throws: `SQLiteError` of the first statement that fails; earlier ones stay done.
  public func execute(_ sql: String) throws(SQLiteError) {
    try willBeUsed?()
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard result == SQLITE_OK else { throw error(result, sql: sql) }
  }

  /// A statement ready to be bound, from the cache if it is there and idle.
  ///
  /// - Parameter sql: One statement.
  /// - Returns: A statement without bound values.
  /// - Throws: `SQLiteError` if the text is no statement of this schema.
  public func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try willBeUsed?()
    let place = place(of: sql)
    // Compared by their bytes, unless they are the very same text.
    if let found = recent[place], found.sql == sql, !found.statement.isBusy {
      found.statement.reset()
      return found.statement
    }
    if let cached = cache[sql] {
      if cached.isBusy { return try Statement(sql, in: self) }
      recent[place] = Recent(sql: sql, statement: cached)
      cached.reset()
      return cached
    }
    let statement = try Statement(sql, in: self)
    if cache.count >= Self.cachedStatementsMax {
      cache.removeAll()
      recent = [Recent?](repeating: nil, count: recent.count)
    }
    cache[sql] = statement
    return statement
  }

  private func place(of sql: String) -> Int {
    let address = unsafe sql.utf8.withContiguousStorageIfAvailable {
      UInt(bitPattern: $0.baseAddress)
    }
    guard let address else { return 0 }
    return Int(truncatingIfNeeded: (address >> 4) ^ (address >> 13)) & (recent.count - 1)
  }

  /// Runs one statement to its end.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - bind: Binds its parameters, by position from 1.
  /// - Throws: `SQLiteError` if it cannot be prepared or fails.
  @inlinable
  public func run(
    _ sql: String, _ bind: (Statement) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try bind(statement)
    while try statement.step() {}
  }

  /// Reads every row of one statement.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - bind: Binds its parameters, by position from 1.
  ///   - row: Makes a value of the current row, columns counted from 0.
  /// - Returns: One value for each row, in order.
  /// - Throws: `SQLiteError` if it cannot be prepared or fails.
  @inlinable
  public func rows<Row>(
    _ sql: String, _ bind: (Statement) throws(SQLiteError) -> Void = { _ in },
    row: (Statement) throws(SQLiteError) -> Row
  ) throws(SQLiteError) -> [Row] {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try bind(statement)
    var result: [Row] = []
    while try statement.step() { result.append(try row(statement)) }
    return result
  }

  /// Reads the first row of one statement.
  ///
  /// - Parameters:
  ///   - sql: One statement.
  ///   - bind: Binds its parameters, by position from 1.
  ///   - row: Makes a value of the row, columns counted from 0.
  /// - Returns: The value, or `nil` if there is no row.
  /// - Throws: `SQLiteError` if it cannot be prepared or fails.
  @inlinable
  public func first<Row>(
    _ sql: String, _ bind: (Statement) throws(SQLiteError) -> Void = { _ in },
    row: (Statement) throws(SQLiteError) -> Row
  ) throws(SQLiteError) -> Row? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try bind(statement)
    return try statement.step() ? try row(statement) : nil
  }

  /// The row id of the latest insert.
  public var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// How many rows the latest statement changed.
  public var changedRowCount: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// Whether the file cannot be written through this connection.
  public var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  func error(_ result: Int32, sql: String? = nil) -> SQLiteError {
    unsafe SQLiteError(result, on: handle, sql: sql)
  }
}
