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

  let connection: Connection
  /// The connection's own, kept here for the calls that everything is made of.
  let handle: OpaquePointer
  /// Where the connection goes when it is no longer needed; `nil` closes it.
  var pool: ConnectionPool?

  /// Is called before a statement is handed out or run, for writes that were put off until then.
  package var willBeUsed: (() throws(SQLiteError) -> Void)?

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
    connection = try Connection(
      path: path, mode: mode, busyTimeoutMillis: busyTimeoutMillis, fileLayer: fileLayer)
    unsafe handle = connection.handle
  }

  /// Goes on with a connection that is open already.
  init(_ connection: Connection) {
    self.connection = connection
    unsafe handle = connection.handle
  }

  deinit { pool?.takeBack(connection) }

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
    return try connection.statement(sql)
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
    connection.error(result, sql: sql)
  }
}
