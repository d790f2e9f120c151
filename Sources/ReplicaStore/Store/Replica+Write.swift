import SQLite

extension Replica {
  /// Runs writes as one atomic unit, here and on every other device.
  ///
  /// - Parameters:
  ///   - tag: What the application attaches to versions written here.
  ///   - body: What to write; an error thrown by it undoes everything and is thrown on. So does a
  ///     storage failure inside it, even if the body catches it.
  /// - Returns: What the body returns, once it is safe on disk.
  /// - Throws: The body's error, or `ReplicaError`.
  public func write<Result>(
    tag: Tag = .none, _ body: (WriteTransaction) throws -> Result
  ) throws -> Result {
    var entries = ChangeEntries()
    let result = try writing {
      let transaction = try WriteTransaction(self, tag: tag)
      defer { transaction.end() }
      let result = try body(transaction)
      try transaction.insertPending()
      if let failure = transaction.failure { throw failure }
      for table in tables { entries.append(table.shape.name, table.touched) }
      if !entries.isEmpty { try log(entries, isLocal: true) }
      return result
    }
    notify(entries, isLocal: true)
    return result
  }

  /// Runs work with the write lock held; what it throws puts everything back, memory included.
  func writing<Result>(_ work: () throws -> Result) throws -> Result {
    precondition(!database.isInTransaction, "a write inside another transaction of this replica")
    let before = state
    do {
      return try translatingErrors {
        try database.transaction {
          try refresh()
          for table in tables {
            if !table.touched.isEmpty { table.touched = [] }
            if !table.lost.isEmpty { table.lost = LostValues() }
          }
          return try work()
        }
      }
    } catch {
      state = before
      // Whatever the tables hold in memory may name rows that were rolled back.
      try? devices.rolledBack()
      tags.rolledBack()
      dataVersion = -1
      throw error
    }
  }

  /// Changes tables that an application keeps beside its records; nothing of it is ever sent.
  ///
  /// - Parameter body: What to read and to change.
  /// - Returns: What the body returns.
  /// - Throws: The body's error, or `ReplicaError`.
  package func writeLocally<Result>(
    _ body: (ReadTransaction) throws -> Result
  ) throws -> Result {
    try writing { try body(ReadTransaction(self)) }
  }

  /// Adds one transaction to the change log, with the clock and the digest as they now stand.
  ///
  /// What it took the place of comes with it; of more than one piece of each type, the rest has
  /// rows of its own before it.
  func log(_ entries: ChangeEntries, isLocal: Bool) throws(SQLiteError) {
    var lost: [[UInt8]] = []
    for table in tables where !table.lost.isEmpty {
      lost += table.lost.finish().map { LostValues.encoded(table.shape.name, $0) }
      table.lost = LostValues()
    }
    while lost.count > tables.count { try addRow(ChangeEntries(), false, lost.removeFirst()) }
    try addRow(entries, isLocal, lost.isEmpty ? nil : lost.reduce(into: []) { $0 += $1 })
    if state.seq % Self.agingInterval == 0 { try forgetOldValues() }
  }

  private func addRow(
    _ entries: ChangeEntries, _ isLocal: Bool, _ lost: [UInt8]?
  ) throws(SQLiteError) {
    state.seq += 1
    try database.run(
      "INSERT INTO change(seq, clock, digest, is_local, entries, lost) VALUES(?, ?, ?, ?, ?, ?)"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(state.seq, at: 1)
      try statement.bind(Int64(bitPattern: state.clock.rawValue), at: 2)
      try statement.bind(high: state.digest.high, low: state.digest.low, at: 3)
      try statement.bind(isLocal ? 1 : 0, at: 4)
      try statement.bind(entries.encoded(), at: 5)
      if let lost { try statement.bind(lost, at: 6) }
    }
  }

  /// What people call this device; told to the others with the next push.
  ///
  /// - Parameter name: Any text; blank for none.
  /// - Throws: `ReplicaError`.
  public func rename(_ name: String) throws {
    try writing {
      state.name = name
      try state.save(database)
    }
  }

  func versionSalt(_ table: RecordTable, _ group: Int) -> UInt64 {
    ForeignCell.Kind.version.salt(table.shape.salts[group])
  }

  func incrementSalt(_ table: RecordTable, _ group: Int) -> UInt64 {
    ForeignCell.Kind.increment.salt(table.shape.salts[group])
  }

  /// Stores the value that a record's versions amount to.
  func resolveVersions(_ table: RecordTable, row: Int64, group: Int) throws {
    let values = try resolved(table, row: row, group: group)
    for (field, value) in zip(table.shape.groups[group].fields, values) {
      try setValue(value, table, row: row, field: field)
    }
  }

  func setValue(
    _ value: Value, _ table: RecordTable, row: Int64, field: Int
  ) throws(SQLiteError) {
    try database.run(
      """
      UPDATE "\(table.shape.name)" SET "\(table.shape.fields[field].name)" = ? WHERE row = ?
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(value, at: 1)
      try statement.bind(row, at: 2)
    }
  }
}
