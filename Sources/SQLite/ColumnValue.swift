import CSQLite

/// The value in a column of the row that a statement stands on; valid until that moves.
///
/// Reading several things of one value through this takes a third of the time that it takes to ask
/// the statement for each. Connections here have no mutex, so it need not be protected by one
/// (https://www.sqlite.org/c3ref/value.html).
@safe
public struct ColumnValue {
  private let handle: OpaquePointer

  init?(_ handle: OpaquePointer?) {
    guard let handle = unsafe handle else { return nil }
    unsafe self.handle = handle
  }

  /// What kind of value it is.
  @inline(__always)
  public var kind: Statement.ColumnKind {
    Statement.ColumnKind(unsafe sqlite3_value_type(handle))
  }

  /// The integer; 0 for NULL.
  @inline(__always)
  public var int64: Int64 { unsafe sqlite3_value_int64(handle) }

  /// The real number; 0 for NULL.
  @inline(__always)
  public var double: Double { unsafe sqlite3_value_double(handle) }

  /// The bytes of a text or blob.
  @unsafe
  public var bytes: UnsafeRawBufferPointer {
    let start = unsafe sqlite3_value_blob(handle)
    let count = unsafe start == nil ? 0 : Int(unsafe sqlite3_value_bytes(handle))
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }
}

extension Statement {
  /// The value in a column of this row; `nil` if there is no row.
  public func value(at column: Int32) -> ColumnValue? {
    unsafe ColumnValue(sqlite3_column_value(handle, column))
  }
}
