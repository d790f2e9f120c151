public import SQLite

/// What a replica refused or could not do.
public struct ReplicaError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure; more may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// A stable name.
    public let rawValue: String

    /// Wraps a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// There is no replica at that place.
    public static let missing = Code(rawValue: "missing")
    /// There is a file at that place which is no replica.
    public static let notAReplica = Code(rawValue: "notAReplica")
    /// The file was written by a newer version that this one cannot read.
    public static let newerVersion = Code(rawValue: "newerVersion")
    /// The file is damaged.
    public static let damaged = Code(rawValue: "damaged")
    /// The disk is full.
    public static let full = Code(rawValue: "full")
    /// The file cannot be written.
    public static let readOnly = Code(rawValue: "readOnly")
    /// Another process holds the lock for too long.
    public static let busy = Code(rawValue: "busy")
    /// Reading or writing failed.
    public static let io = Code(rawValue: "io")
    /// A value that cannot be kept: NaN, or outside its plausible range.
    public static let badValue = Code(rawValue: "badValue")
    /// The record is not there.
    public static let notFound = Code(rawValue: "notFound")
    /// Received bytes are not a change set.
    public static let badChangeSet = Code(rawValue: "badChangeSet")
    /// A received change set comes after a reset that cannot be believed.
    public static let otherGeneration = Code(rawValue: "otherGeneration")
    /// The schema took something away that a released one had.
    public static let schemaShrank = Code(rawValue: "schemaShrank")
    /// The database refused a statement: a mistake in the program, such as a bad condition.
    public static let failed = Code(rawValue: "failed")
    /// More devices than local numbers.
    public static let tooManyDevices = Code(rawValue: "tooManyDevices")
  }

  /// The kind of failure.
  public let code: Code
  /// What, why and what to do next, without anybody's data.
  public let message: String
  /// The error below, if there was one.
  public let underlying: SQLiteError?

  /// Makes an error.
  public init(_ code: Code, _ message: String, underlying: SQLiteError? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }

  /// The message.
  public var description: String { message }

  /// Puts a storage failure in the words of this layer.
  public init(_ error: SQLiteError) {
    switch error.code.primary {
    case .full:
      self.init(
        .full, "The disk is full: nothing was changed. Free some space and try again.",
        underlying: error)
    case .readOnly:
      self.init(
        .readOnly, "The replica cannot be written. Check the rights on its file and directory.",
        underlying: error)
    case .busy:
      self.init(
        .busy, "Another program is writing to the replica. Try again in a moment.",
        underlying: error)
    case .corrupt:
      self.init(
        .damaged, "The replica's file is damaged. Run the doctor command.", underlying: error)
    case .notADatabase:
      self.init(.notAReplica, "The file is not a replica.", underlying: error)
    case .cannotOpen:
      self.init(
        .missing,
        "The replica's file cannot be opened. Check that it exists and that its directory may be"
          + " read and written.",
        underlying: error)
    case .io:
      self.init(
        .io, "Reading or writing the replica failed. Check the disk and try again.",
        underlying: error)
    case .generic, .misuse, .constraint:
      self.init(
        .failed, "The replica's database refused: \(error.message). Nothing was changed.",
        underlying: error)
    case .tooBig:
      self.init(.badValue, "A value is too large to be kept.", underlying: error)
    default:
      self.init(.damaged, "The replica could not be read: \(error.message).", underlying: error)
    }
  }
}

/// Runs storage work and puts its failures in the words of this layer.
func translatingErrors<Result: ~Copyable>(_ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let error as SQLiteError {
    throw ReplicaError(error)
  }
}
