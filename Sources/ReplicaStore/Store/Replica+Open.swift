import Glibc
import SQLite

extension Replica {
  /// Marks the file as a replica: what `file` and SQLite call the application id.
  private static let applicationID: Int64 = 0x4A43_5231

  /// Opens a file, making an empty replica of it if it may; record types come later (`grow`).
  static func open(
    _ path: String, _ mode: Database.Mode, busyTimeoutMillis: Int32,
    _ environment: ReplicaEnvironment
  ) throws -> Database {
    let (database, format) = try connect(path, mode, busyTimeoutMillis, environment.fileLayer)
    if let format, format > Self.format {
      throw ReplicaError(
        .newerVersion,
        "This replica was written by a newer version (layout \(format), this one reads"
          + " \(Self.format)). Update this program; nothing was changed.")
    }
    guard format != nil || mode == .create else {
      throw ReplicaError(.missing, "There is no replica in this file yet.")
    }
    try database.addCollation(RecordTable.guardCollation)
    try database.execute("PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;")
    guard !database.isReadOnly else { return database }
    // An acknowledged write survives a power cut: WAL with a sync at every commit. EXTRA is FULL
    // for a log, and also syncs the removal of the journal under which the log is switched on: one
    // that came back after a power cut would undo the file. Only now that the file is known to be
    // a replica, or nothing yet: somebody else's file is left as it is.
    try database.execute("PRAGMA synchronous = EXTRA; PRAGMA journal_mode = WAL;")
    if format == nil {
      try database.transaction {
        // Looked at again inside the lock: another process may have been faster.
        if try storedFormat(database) == nil { try create(database, environment) }
      }
    }
    return database
  }

  /// Opens the file and reads its format.
  ///
  /// A file in a directory that may not be written can still be read as it stands if no process
  /// left a log beside it.
  private static func connect(
    _ path: String, _ mode: Database.Mode, _ busyTimeoutMillis: Int32, _ fileLayer: String?
  ) throws -> (Database, format: Int?) {
    // SQLite takes a file of a few bytes for an empty one, and would write over it. (With a
    // journal beside it, it is one whose making was cut off.)
    guard
      !(1..<databaseByteCountMin).contains(byteCount(path)) || byteCount(path + "-journal") > 0
    else {
      throw SQLiteError(code: .notADatabase, message: "file is not a database")
    }
    do {
      let database = try Database(
        path: path, mode: mode, busyTimeoutMillis: busyTimeoutMillis, fileLayer: fileLayer)
      return (database, try storedFormat(database))
    } catch let error as SQLiteError {
      guard error.code.primary == .cannotOpen || error.code.primary == .readOnly,
        byteCount(path) > 0, byteCount(path + "-wal") == 0
      else { throw error }
      let database = try Database(path: path, mode: .frozen, fileLayer: fileLayer)
      return (database, try storedFormat(database))
    }
  }

  /// The size of one page of the smallest kind.
  private static let databaseByteCountMin = 512

  private static func byteCount(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The format of a replica; `nil` if the file is empty.
  private static func storedFormat(_ database: Database) throws -> Int? {
    // In this order: a process that makes the replica meanwhile commits both at once.
    let holdsTables = try database.first("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in
    } row: { _ in
      true
    }
    guard holdsTables != nil else { return nil }
    let application = try database.first("PRAGMA application_id") { _ in
    } row: {
      $0.int64(0)
    }
    guard application == applicationID else {
      throw ReplicaError(
        .notAReplica, "This file is a database of something else. Choose another place.")
    }
    return try database.first("SELECT format FROM replica") { _ in
    } row: {
      $0.int(0)
    }
  }

  private static func create(_ database: Database, _ environment: ReplicaEnvironment) throws {
    try database.execute("PRAGMA application_id = \(applicationID)")
    for sql in [
      ReplicaState.sql, StoredSchema.sql, ChangeLog.sql, DeviceTable.sql, TagTable.sql,
      ForeignCells.sql, PendingParts.sql, voidedSQL, setAsideSQL, formerSQL,
    ] {
      try database.execute(sql)
    }
    let device = newDevice(environment)
    try database.run(
      "INSERT INTO replica VALUES(1, ?, 0, ?, '', 0, 0, 0, 0, 0, ?, 0, 0, 0)"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(format, at: 1)
      try statement.bind(Int64(bitPattern: device.rawValue), at: 2)
      try statement.bind(Chain.zero.bytes, at: 3)
    }
  }

  static func newDevice(_ environment: ReplicaEnvironment) -> DeviceID {
    while true {
      let device = DeviceID(rawValue: environment.random())
      if device != .none { return device }
    }
  }

  /// Makes tables and columns that the schema has gained, and takes in what was kept for them.
  func grow() throws {
    guard !database.isReadOnly else {
      throw ReplicaError(
        .readOnly,
        "This replica is of an older version. Open it once where it can be written.")
    }
    var entries = ChangeEntries()
    try writing {
      // Looked at again inside the lock: another process may have been faster.
      let stored = try StoredSchema.load(database, like: schema)
      guard try stored.joined(with: schema).needsGrowth else { return }
      for table in tables { try table.create() }
      let grown = StoredSchema(
        version: max(stored.version, schema.version), shapes: tables.map(\.shape))
      try grown.save(database)
      state.schemaVersion = grown.version
      entries = try takeInUnknown()
      if !entries.isEmpty { try log(entries, isLocal: false) }
    }
  }
}
