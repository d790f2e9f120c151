import SQLite

extension Replica {
  static func open(
    _ path: String, _ mode: Database.Mode, _ schema: Schema, _ environment: ReplicaEnvironment
  ) throws -> Database {
    let database = try Database(path: path, mode: mode)
    try database.execute("PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;")
    // Looked at before anything is set: a file of something else stays as it is.
    let stored = try storedVersion(database)
    if let stored {
      guard stored.format <= format else {
        throw ReplicaError(
          .newerVersion,
          "This replica was written by a newer version (layout \(stored.format), this one reads"
            + " \(format)). Update this program; nothing was changed.")
      }
    } else if mode != .create {
      throw ReplicaError(.missing, "There is no replica in this file yet.")
    }
    if mode != .readOnly {
      // An acknowledged write survives a power cut: WAL with a sync at every commit.
      try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
    }
    if let stored, stored.schema >= schema.version { return database }
    if mode != .readOnly {
      try database.transaction {
        // Looked at again inside the lock: another process may have been faster.
        let stored = try storedVersion(database)
        if stored == nil { try create(database, environment) }
        if (stored?.schema ?? 0) < schema.version { try grow(database, schema) }
      }
    }
    return database
  }

  private static func storedVersion(
    _ database: Database
  ) throws -> (format: Int, schema: Int)? {
    let tables = try database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { _ in
    } row: {
      $0.text(0)
    }
    guard tables.contains("replica") else {
      guard tables.isEmpty else {
        throw ReplicaError(
          .notAReplica, "This file is a database of something else. Choose another place.")
      }
      return nil
    }
    return try database.first("SELECT format, schema_version FROM replica") { _ in
    } row: {
      ($0.int(0), $0.int(1))
    }
  }

  private static func create(_ database: Database, _ environment: ReplicaEnvironment) throws {
    try database.execute(ReplicaState.sql)
    try database.execute(ChangeLog.sql)
    try database.execute(DeviceTable.sql)
    try database.execute(TagTable.sql)
    try database.execute(ForeignCells.sql)
    let device = newDevice(environment)
    try database.run(
      "INSERT INTO replica VALUES(1, ?, 0, ?, '', 0, 0, 0, 0, ?, 0, 0)"
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

  /// Makes tables and columns that the schema has gained, and refuses one that lost any.
  private static func grow(_ database: Database, _ schema: Schema) throws {
    for shape in schema.shapes {
      let existing = try database.rows("SELECT name FROM pragma_table_info(?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(shape.name, at: 1)
      } row: {
        $0.text(0)
      }
      let declared = Set(shape.fields.map(\.name))
      let lost = existing.filter { !RecordTable.ownColumns.contains($0) && !declared.contains($0) }
      guard lost.isEmpty else {
        throw ReplicaError(
          .schemaShrank,
          "The schema no longer has '\(lost[0])' of '\(shape.name)'. A released field stays.")
      }
      try RecordTable(shape, in: database).create(existing: existing)
    }
    try database.run("UPDATE replica SET schema_version = ?") { (statement) throws(SQLiteError) in
      try statement.bind(schema.version, at: 1)
    }
  }
}
