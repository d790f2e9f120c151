import SQLite

extension Replica {
  /// Works out clock and digest again from the records alone, and sends everything once more.
  ///
  /// For a replica whose books do not fit its records: `recomputedDigest` differs from `digest`, or
  /// the change log is lost. What was written is as it stands, what comes from a list of versions
  /// or increments as the list says; sending it again harms nobody.
  ///
  /// - Throws: `ReplicaError`; nothing is changed then.
  public func rebuildLog() throws {
    try writing { try rebuild() }
  }

  /// What `rebuildLog` does, inside a transaction.
  func rebuild() throws {
    let slowest = try database.first("SELECT max(seq) FROM reader") { _ in
    } row: {
      $0.int64(0)
    }
    state.seq = max(state.seq, state.sealedSeq, slowest ?? 0)
    for table in tables { try resolveLists(of: table) }
    state.clock = max(state.clock, try largestClock())
    state.digest = try digestOfTables()
    state.sealedClock = .zero
    var entries = ChangeEntries()
    for table in tables {
      let last = try database.first("SELECT max(row) FROM \"\(table.shape.name)\"") { _ in
      } row: {
        $0.int64(0)
      }
      guard let last, last > 0 else { continue }
      entries.append(table.shape.name, [.init(row: 1, count: last, mask: .max)])
    }
    try log(entries, isLocal: true)
    try state.save(database)
  }

  private func resolveLists(of table: RecordTable) throws {
    let shape = table.shape
    guard shape.versionMask | shape.counterMask != 0 else { return }
    var written: [(row: Int64, mask: UInt64)] = []
    try forEachRow(of: table) { _, row, stamps, _ in written.append((row, stamps.written)) }
    for (row, mask) in written {
      try forEachBit(of: mask & shape.versionMask) {
        try resolveVersions(table, row: row, group: $0)
      }
      try forEachBit(of: mask & shape.counterMask) { group in
        let list = try increments(table, row: row, group: group)
        let total = list.isEmpty ? Value.null : .integer(total(list))
        try setValue(total, table, row: row, field: shape.groups[group].fields[0])
      }
    }
  }

  /// Rebuilds the log if it is lost although there are records; the next stamp is above theirs.
  func restoreLog() throws {
    for table in tables where try table.largestRow > 0 { return try rebuildLog() }
  }

  /// The largest clock of anything kept that is believed.
  private func largestClock() throws -> HybridTime {
    var largest: UInt64 = 0
    for table in tables {
      try forEachRow(of: table) { _, _, stamps, _ in
        if stamps.covered != 0 { largest = max(largest, stamps.clock) }
        largest = max(largest, stamps.exceptions.map(\.clock).max() ?? 0)
      }
      for list in table.lists { largest = max(largest, try clockMax(list)) }
    }
    for cell in try ForeignCells.load(.unknown, in: database) { largest = max(largest, cell.clock) }
    return HybridTime(rawValue: largest)
  }

  private func clockMax(_ table: String) throws(SQLiteError) -> UInt64 {
    try database.first("SELECT max(clock) FROM \"\(table)\"") { _ in
    } row: {
      UInt64(bitPattern: $0.int64(0))
    } ?? 0
  }
}
