import CSQLite

/// A prepared statement: bind by position from 1, step, read columns by position from 0.
///
/// Owned by whoever prepared it and finalized with its last reference. Texts and blobs are copied
/// into an arena of the statement, so a bound value never outlives its bytes; `reset` clears all
/// bindings and the arena.
@safe
public final class Statement {
  // No reference to its `Connection`: that one keeps statements, and a circle of the two would never
  // be closed. SQLite keeps the connection itself for as long as a statement of it is left.
  let handle: OpaquePointer
  // Allocated when first bound to: most statements of a replica only ever see numbers, or nothing.
  private var arena: UnsafeMutableRawPointer?
  private var arenaUsed = 0

  /// Bytes of bound values kept without a further copy by SQLite; longer ones are copied by it.
  private static let arenaByteCount = 4096

  init(_ sql: String, in connection: Connection) throws(SQLiteError) {
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let result = unsafe sqlite3_prepare_v3(connection.handle, sql, -1, flags, &prepared, nil)
    guard result == SQLITE_OK else { throw connection.error(result, sql: sql) }
    guard let statement = unsafe prepared else {
      throw SQLiteError(code: .generic, message: "no statement in the text", sql: sql)
    }
    unsafe handle = statement
  }

  deinit {
    unsafe sqlite3_finalize(handle)
    unsafe arena?.deallocate()
  }

  /// Where bound bytes are kept.
  private func openArena() -> UnsafeMutableRawPointer {
    if let arena = unsafe arena { return unsafe arena }
    let new = UnsafeMutableRawPointer.allocate(byteCount: Self.arenaByteCount, alignment: 16)
    unsafe arena = new
    return unsafe new
  }

  /// Whether it stands on a row that has not been reset.
  public var isBusy: Bool { unsafe sqlite3_stmt_busy(handle) != 0 }

  /// How many parameters it has, which is the largest number of one.
  public var parameterCount: Int32 { unsafe sqlite3_bind_parameter_count(handle) }

  /// Moves to the next row.
  ///
  /// - Returns: `false` when there is none left.
  /// - Throws: `SQLiteError`; the statement is then reset.
  public func step() throws(SQLiteError) -> Bool {
    let result = unsafe sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    if result == SQLITE_DONE { return false }
    throw failure(result)
  }

  /// What went wrong; the statement is reset, so that nothing half bound is left for its next use.
  private func failure(_ result: Int32) -> SQLiteError {
    let error = unsafe SQLiteError(
      result, on: sqlite3_db_handle(handle), sql: String(cString: sqlite3_sql(handle)))
    reset()
    return error
  }

  /// Runs it to its end and resets it.
  ///
  /// - Throws: `SQLiteError`; the statement is then reset.
  public func run() throws(SQLiteError) {
    defer { reset() }
    while try step() {}
  }

  /// Runs an INSERT to its end and resets it.
  ///
  /// - Returns: `false` if a row with the same unique value is there already; nothing has changed, but
  ///   for the rows before it if the conflict was to FAIL (`Database.changedRowCount`).
  /// - Throws: `SQLiteError`; the statement is then reset.
  public func runIfUnique() throws(SQLiteError) -> Bool {
    defer { reset() }
    let result = unsafe sqlite3_step(handle)
    if result == SQLITE_DONE { return true }
    // SQLITE_CONSTRAINT_UNIQUE, a macro that the importer drops.
    if result == SQLITE_CONSTRAINT | 8 << 8 { return false }
    throw failure(result)
  }

  /// Makes it ready to be bound and stepped again.
  public func reset() {
    // The result repeats the error of the last step, which was thrown already.
    _ = unsafe sqlite3_reset(handle)
    _ = unsafe sqlite3_clear_bindings(handle)
    arenaUsed = 0
  }
}

// MARK: - Binding

// Every binding that fails throws `SQLiteError`; the statement is then reset.
extension Statement {
  /// Binds an integer.
  public func bind(_ value: Int64, at index: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(handle, index, value))
  }

  /// Binds an integer.
  public func bind(_ value: Int, at index: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(handle, index, Int64(value)))
  }

  /// Binds a real number; NaN would become NULL and is the caller's to refuse.
  public func bind(_ value: Double, at index: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_double(handle, index, value))
  }

  /// Binds a text, NUL characters included.
  public func bind(_ value: String, at index: Int32) throws(SQLiteError) {
    var value = value
    let result = value.withUTF8 { unsafe bindText(UnsafeRawBufferPointer($0), at: index) }
    try check(result)
  }

  /// Binds a blob.
  public func bind(_ value: [UInt8], at index: Int32) throws(SQLiteError) {
    try check(unsafe value.withUnsafeBytes { unsafe bindBlob($0, at: index) })
  }

  /// Binds sixteen bytes: two numbers, most significant byte first.
  public func bind(high: UInt64, low: UInt64, at index: Int32) throws(SQLiteError) {
    let bytes = (high.bigEndian, low.bigEndian)
    let result = unsafe withUnsafeBytes(of: bytes) { unsafe bindBlob($0, at: index) }
    try check(result)
  }

  /// Binds NULL.
  public func bindNull(at index: Int32) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_null(handle, index))
  }

  /// Binds the value of another statement's current row, whatever its type.
  public func bind(
    columnOf other: Statement, at column: Int32, to index: Int32
  ) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_value(handle, index, sqlite3_column_value(other.handle, column)))
  }

  /// Binds a text whose bytes stay valid until the statement is stepped and reset.
  @unsafe
  public func bindText(
    borrowing bytes: UnsafeRawBufferPointer, at index: Int32
  ) throws(SQLiteError) {
    let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(openArena())
    try check(
      unsafe jc_bind_text_static(
        handle, index, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count)))
  }

  /// Binds a blob whose bytes stay valid until the statement is stepped and reset.
  @unsafe
  public func bindBlob(
    borrowing bytes: UnsafeRawBufferPointer, at index: Int32
  ) throws(SQLiteError) {
    let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(openArena())
    try check(unsafe jc_bind_blob_static(handle, index, start, Int32(bytes.count)))
  }

  private func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    if let kept = unsafe keep(bytes) {
      return unsafe jc_bind_text_static(
        handle, index, kept.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard let start = bytes.baseAddress, bytes.count <= Int(Int32.max) else {
      return SQLITE_TOOBIG
    }
    return unsafe jc_bind_text_transient(
      handle, index, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
  }

  private func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32) -> Int32 {
    if let kept = unsafe keep(bytes) {
      return unsafe jc_bind_blob_static(handle, index, kept, Int32(bytes.count))
    }
    guard let start = bytes.baseAddress, bytes.count <= Int(Int32.max) else {
      return SQLITE_TOOBIG
    }
    return unsafe jc_bind_blob_transient(handle, index, start, Int32(bytes.count))
  }

  /// Copies bytes into the arena, or returns `nil` if they do not fit.
  private func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard bytes.count <= Self.arenaByteCount - arenaUsed else { return nil }
    let start = unsafe openArena() + arenaUsed
    if let source = bytes.baseAddress {
      unsafe start.copyMemory(from: source, byteCount: bytes.count)
    }
    arenaUsed += bytes.count
    return UnsafeRawPointer(start)
  }

  private func check(_ result: Int32) throws(SQLiteError) {
    guard result == SQLITE_OK else { throw failure(result) }
  }
}

// MARK: - Reading

extension Statement {
  /// The kinds of value SQLite stores.
  public enum ColumnKind: Sendable {
    case null
    case integer
    case real
    case text
    case blob

    @inline(__always)
    init(_ type: Int32) {
      switch type {
      case SQLITE_INTEGER: self = .integer
      case SQLITE_FLOAT: self = .real
      case SQLITE_TEXT: self = .text
      case SQLITE_BLOB: self = .blob
      default: self = .null
      }
    }
  }

  /// How many columns a row has.
  public var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

  /// What kind of value the column holds in this row.
  public func kind(_ column: Int32) -> ColumnKind {
    ColumnKind(unsafe sqlite3_column_type(handle, column))
  }

  /// Whether the column is NULL in this row.
  public func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  /// The integer in the column; 0 for NULL.
  public func int64(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  /// The integer in the column; 0 for NULL.
  public func int(_ column: Int32) -> Int { Int(unsafe sqlite3_column_int64(handle, column)) }

  /// The real number in the column; 0 for NULL.
  public func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

  /// The text in the column, NUL characters included; empty for NULL.
  public func text(_ column: Int32) -> String {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes in the column; empty for NULL.
  public func blob(_ column: Int32) -> [UInt8] {
    unsafe withBytes(column) { unsafe Array($0) }
  }

  /// Sixteen bytes as two numbers, most significant byte first; `nil` for any other length.
  public func high128(_ column: Int32) -> (high: UInt64, low: UInt64)? {
    unsafe withBytes(column) { bytes in
      guard bytes.count == 16 else { return nil }
      return (
        unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }

  /// Lends the bytes of a text or blob, valid inside the closure only.
  public func withBytes<Result>(
    _ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    // For a text this gives its UTF-8 bytes; for NULL and for no bytes at all it gives nil.
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe start == nil ? 0 : Int(unsafe sqlite3_column_bytes(handle, column))
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }
}
