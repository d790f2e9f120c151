import CSQLite
import Glibc

/// What SQLite refused, and why.
///
/// The message names the operation and never holds bound values.
public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A result code of SQLite; extended codes compare equal to themselves only.
  ///
  /// Source: https://www.sqlite.org/rescode.html
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number SQLite gives.
    public let rawValue: Int32

    /// Wraps a number.
    public init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The primary code that an extended code refines.
    public var primary: Code { Code(rawValue: rawValue & 0xFF) }

    /// Another process holds the lock, for longer than the busy timeout.
    public static let busy = Code(rawValue: SQLITE_BUSY)
    /// The disk, or a limit set on the file, is full.
    public static let full = Code(rawValue: SQLITE_FULL)
    /// The file or its directory cannot be written.
    public static let readOnly = Code(rawValue: SQLITE_READONLY)
    /// Reading or writing the file failed.
    public static let io = Code(rawValue: SQLITE_IOERR)
    /// The file's contents are damaged.
    public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    /// The file is not a database.
    public static let notADatabase = Code(rawValue: SQLITE_NOTADB)
    /// The file cannot be opened.
    public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    /// A uniqueness or type rule of the schema was broken.
    public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    /// A call at the wrong moment, such as stepping a statement of a closed connection.
    public static let misuse = Code(rawValue: SQLITE_MISUSE)
    /// A value is larger than a limit.
    public static let tooBig = Code(rawValue: SQLITE_TOOBIG)
    /// Anything without a code of its own, such as a syntax error in a statement.
    public static let generic = Code(rawValue: SQLITE_ERROR)
  }

  /// The extended result code.
  public let code: Code
  /// SQLite's own words.
  public let message: String
  /// The statement, without bound values, where one was involved.
  public let sql: String?

  /// Makes an error; callers outside this module need it in tests only.
  public init(code: Code, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error that a connection has just reported.
  ///
  /// - Parameters:
  ///   - result: What the call returned.
  ///   - connection: Where; `nil` if there is none.
  ///   - sql: The statement, where one was involved.
  init(_ result: Int32, on connection: OpaquePointer?, sql: String? = nil) {
    var code = Code(rawValue: result)
    // SQLite calls only ENOSPC a full disk. A quota and a limit on the file's size are the same to
    // whoever has to do something about it. The number is that of the system call that has just
    // failed: SQLite's own note of it is not kept for a COMMIT.
    if Self.writeFailures.contains(result), [ENOSPC, EDQUOT, EFBIG].contains(errno) {
      code = .full
    }
    self.init(code: code, message: unsafe String(cString: sqlite3_errmsg(connection)), sql: sql)
  }

  /// What a failing system call that makes a file longer becomes.
  private static let writeFailures: Set<Int32> = Set(
    // The extended codes of SQLITE_IOERR are macros of expressions, which are not imported:
    // WRITE, FSYNC, DIR_FSYNC, TRUNCATE, SHMSIZE.
    [3, 4, 5, 6, 19].map { SQLITE_IOERR | $0 << 8 })

  /// One line: the words, the code, the statement.
  public var description: String {
    let statement = sql.map { " in: \($0)" } ?? ""
    return "\(message) (SQLite \(code.rawValue))\(statement)"
  }
}
