import SQLite

/// Records that are not there yet.
extension RecordMerger {
  /// Inserts records; those of which nothing is known here are passed over.
  ///
  /// - Parameters:
  ///   - records: Which, in the order of ids.
  ///   - note: Gets the row of each with its groups, deletion among them.
  /// - Throws: `ReplicaError` and the storage failures.
  func insert(_ records: [Int], _ note: (Int64, UInt64) -> Void) throws {
    var batch: [(record: Int, stamps: RowStamps)] = []
    for record in records {
      let stamps = incomingStamps(record)
      let hasNews =
        stamps.covered != 0 || !stamps.exceptions.isEmpty || hasLists && hasEntries(record)
      if hasNews { batch.append((record, stamps)) }
      if batch.count == table.batchCount {
        try insert(batch[...], with: table.insertBatch, note)
        batch.removeAll(keepingCapacity: true)
      }
    }
    for place in batch.indices { try insert(batch[place...place], with: table.insert, note) }
  }

  private func insert(
    _ batch: ArraySlice<(record: Int, stamps: RowStamps)>, with statement: Statement,
    _ note: (Int64, UInt64) -> Void
  ) throws {
    var base: Int32 = 0
    for (record, stamps) in batch {
      try bind(record, stamps, to: statement, after: base)
      base += table.parameterCount
    }
    try statement.run()
    // Rows are numbered one after the other.
    var row = replica.database.lastInsertedRow - Int64(batch.count)
    for (record, stamps) in batch {
      row += 1
      replica.state.digest.add(block.ids[record], stamps, shape, replica.devices)
      noteExtremes(record, stamps.written & shape.extremeMask, replaces: false)
      var mask = stamps.written
      if stamps.stamp(of: RecordShape.deletion) != nil {
        mask |= 1 << UInt64(RecordShape.deletion)
      }
      if hasLists {
        var resolved: [Int: Value] = [:]
        mask |= try mergeLists(record, row: row, &resolved)
        for (field, value) in resolved {
          try replica.setValue(value, table, row: row, field: field)
        }
      }
      if mask != 0 { note(row, mask) }
    }
  }

  /// Binds a record to the parameters of an INSERT that follow some others.
  private func bind(
    _ record: Int, _ stamps: RowStamps, to statement: Statement, after base: Int32
  ) throws {
    let id = block.ids[record]
    try statement.bind(high: id.high, low: id.low, at: base + 1)
    try table.bind(
      stamps, hidden: table.hidden(stamps, replica.devices), to: statement, after: base)
    let written = stamps.written & ~shape.listMask
    for index in shape.fields.indices
    where written & 1 << UInt64(shape.groupOfField[index]) != 0 {
      guard let cell = plan.cell(index, record), isPlausible(cell, index) else { continue }
      try bind(cell, to: statement, base + RecordTable.firstParameter + Int32(index))
    }
  }
}
