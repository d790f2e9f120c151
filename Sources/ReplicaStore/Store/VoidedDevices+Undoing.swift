import SQLite

/// What to do about stamps that were believed before anybody said that they are void.
///
/// A replica that reads the log of a device whose clock was ahead only when that time has come takes
/// its stamps for good ones. Once it hears that they are void it has to be as if it had never seen
/// them: their author has written the same things again under another id.
extension Replica {
  /// Takes back everything that has a void stamp.
  ///
  /// Values of last writers go back to the latest one that is known to have been there before; the
  /// smallest and the largest stay, since what their author wrote again says no less; versions and
  /// increments are gone.
  ///
  /// - Parameter voided: Who gave up stamps, and from which clock on.
  /// - Returns: What changed.
  /// - Throws: `ReplicaError` and the storage failures.
  func takeBack(_ voided: VoidedDevice) throws -> ChangeEntries {
    var entries = ChangeEntries()
    let span = VoidSpan(
      device: devices.known(voided.device.rawValue), since: voided.since.rawValue)
    try database.run("DELETE FROM foreign_cell WHERE device = ? AND clock >= ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int64(bitPattern: voided.device.rawValue), at: 1)
      try statement.bind(Int64(bitPattern: span.since), at: 2)
    }
    guard span.device != 0 else { return entries }
    for table in tables {
      let listed = try removeEntries(of: table, span)
      var changed: [(row: Int64, old: RowStamps, lost: UInt64)] = []
      try forEachRow(of: table) { _, row, stamps, _ in
        let lost = span.groups(of: stamps)
        if lost != 0 || listed[row] != nil { changed.append((row, stamps, lost)) }
      }
      var runs: [ChangeEntries.Run] = []
      for (row, old, lost) in changed {
        let mask = lost | (listed[row] ?? 0)
        try takeBack(table, row, old, lost: lost, mask: mask, span)
        runs.append(ChangeEntries.Run(row: row, count: 1, mask: mask))
      }
      if !runs.isEmpty { entries.append(table.shape.name, runs) }
    }
    return entries
  }

  /// Removes versions and increments; tells of which groups of which rows.
  private func removeEntries(
    of table: RecordTable, _ span: VoidSpan
  ) throws(SQLiteError) -> [Int64: UInt64] {
    var listed: [Int64: UInt64] = [:]
    for list in table.lists {
      let bind: (Statement) throws(SQLiteError) -> Void = { (statement) throws(SQLiteError) in
        try statement.bind(Int(span.device), at: 1)
        try statement.bind(Int64(bitPattern: span.since), at: 2)
      }
      let found = try database.rows(
        "SELECT DISTINCT row, field FROM \"\(list)\" WHERE device = ? AND clock >= ?", bind
      ) {
        (row: $0.int64(0), group: $0.int(1))
      }
      for (row, group) in found { listed[row, default: 0] |= 1 << UInt64(group) }
      try database.run("DELETE FROM \"\(list)\" WHERE device = ? AND clock >= ?", bind)
    }
    return listed
  }

  /// Takes the void stamps of one record back.
  private func takeBack(
    _ table: RecordTable, _ row: Int64, _ old: RowStamps, lost: UInt64, mask: UInt64,
    _ span: VoidSpan
  ) throws {
    let shape = table.shape
    var stamps = span.remaining(of: old)
    var values: [Int: Value] = [:]
    let before = lost & ~shape.listMask == 0 ? [:] : try latestLost(table, row, span)
    try forEachBit(of: mask & ~(1 << UInt64(RecordShape.deletion))) { group in
      let bit: UInt64 = 1 << UInt64(group)
      switch shape.groups[group].merge {
      case .minimum, .maximum: break
      case .lastWriterWins:
        guard shape.keyMask & bit == 0 else { return }
        let entry = before[group]
        if let entry { stamps.set(bit, clock: entry.clock, device: entry.device) }
        for (position, field) in shape.groups[group].fields.enumerated() {
          values[field] = entry?.values[position] ?? .null
        }
      case .history, .text:
        let left = try versions(table, row: row, group: group)
        if lost & bit != 0, let last = left.last {
          stamps.set(bit, clock: last.clock, device: last.device)
        }
        let resolved = left.isEmpty ? nil : try resolved(table, row: row, group: group)
        for (position, field) in shape.groups[group].fields.enumerated() {
          values[field] = resolved?[position] ?? .null
        }
      case .counter:
        let left = try increments(table, row: row, group: group)
        let last = left.max {
          ($0.clock, devices.id($0.device)) < ($1.clock, devices.id($1.device))
        }
        if lost & bit != 0, let last { stamps.set(bit, clock: last.clock, device: last.device) }
        values[shape.groups[group].fields[0]] = left.isEmpty ? .null : .integer(total(left))
      }
    }
    for (field, value) in values { try setValue(value, table, row: row, field: field) }
    // Nothing is left of a record that only the void stamps had made.
    let isEmpty = stamps.written == 0
    try database.run(
      """
      UPDATE "\(shape.name)" SET clock = ?2, device = ?3, covered = ?4, stamps = ?5,
        hidden = ?6 WHERE row = ?1
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(row, at: 1)
      let hidden = isEmpty ? RecordTable.Hidden.keyMissing : table.hidden(stamps, devices)
      try table.bind(stamps, hidden: hidden, to: statement)
    }
  }

  /// Of each group the latest value that was there before and is not void, as far as it is kept.
  private func latestLost(
    _ table: RecordTable, _ row: Int64, _ span: VoidSpan
  ) throws -> [Int: LostValues.Entry] {
    var latest: [Int: LostValues.Entry] = [:]
    let select = try database.prepare("SELECT lost FROM change WHERE lost IS NOT NULL")
    defer { select.reset() }
    while try select.step() {
      let entries: [LostValues.Entry]
      do {
        entries = try select.withBytes(0) { bytes in
          try LostValues.entries(of: row, table.shape, in: bytes)
        }
      } catch is DecodingFailure {
        throw ReplicaError(.damaged, "The change log is damaged. Run the doctor command.")
      }
      for entry in entries where !span.contains(entry.clock, entry.device) {
        let isLater =
          latest[entry.group].map {
            ($0.clock, devices.id($0.device)) < (entry.clock, devices.id(entry.device))
          } ?? true
        if isLater { latest[entry.group] = entry }
      }
    }
    return latest
  }
}

/// The stamps of one device from some clock on.
private struct VoidSpan {
  let device: UInt16
  let since: UInt64

  func contains(_ clock: UInt64, _ device: UInt16) -> Bool {
    device == self.device && clock >= since
  }

  /// The groups of a record that have such a stamp, deletion among them.
  func groups(of stamps: RowStamps) -> UInt64 {
    let own = contains(stamps.clock, stamps.device) ? stamps.covered : 0
    return stamps.exceptions.reduce(own) { mask, exception in
      contains(exception.clock, exception.device) ? mask | 1 << UInt64(exception.group) : mask
    }
  }

  /// What is left of a record's stamps without them.
  func remaining(of stamps: RowStamps) -> RowStamps {
    var left = stamps
    if contains(stamps.clock, stamps.device) {
      (left.clock, left.device, left.covered) = (0, 0, 0)
    }
    left.exceptions.removeAll { contains($0.clock, $0.device) }
    return left
  }
}
