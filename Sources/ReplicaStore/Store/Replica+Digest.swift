import SQLite

extension Replica {
  /// The state digest worked out from the tables alone, to check the running one.
  ///
  /// - Returns: What `digest` must be; differs if somebody changed the file by other means.
  /// - Throws: `ReplicaError`.
  public func recomputedDigest() throws -> StateDigest {
    try read { _ in try digestOfTables() }
  }

  func digestOfTables() throws -> StateDigest {
    var digest = StateDigest.empty
    for table in tables { try addTerms(of: table, to: &digest) }
    for cell in try ForeignCells.load(.unknown, in: database) { digest.add(cell.digestTerm) }
    return digest
  }

  /// A hash of everything replicated, values included; reads it all.
  ///
  /// - Returns: 32 bytes, equal on replicas that hold the same state.
  /// - Throws: `ReplicaError`.
  public func contentDigest() throws -> [UInt8] {
    try read { _ in
      var sum = [UInt64](repeating: 0, count: 4)
      func add(_ term: [UInt64]) {
        for (index, word) in term.enumerated() { sum[index] &+= word }
      }
      for table in tables {
        try forEachRow(of: table) { id, row, stamps, select in
          add(try content(table, id, row, stamps, select))
        }
      }
      for cell in try ForeignCells.load(.unknown, in: database) { add(Self.content(cell)) }
      var writer = ByteWriter()
      for word in sum { writer.fixed64(word) }
      return writer.bytes
    }
  }

  func forEachRow(
    of table: RecordTable,
    _ body: (RecordID, Int64, RowStamps, Statement) throws -> Void
  ) throws {
    let select = try database.prepare(
      "SELECT \(table.columnList) FROM \"\(table.shape.name)\" ORDER BY row")
    defer { select.reset() }
    while try select.step() {
      guard let id = select.high128(1) else {
        throw ReplicaError(.damaged, "A record's id is damaged. Run the doctor command.")
      }
      try body(
        RecordID(high: id.high, low: id.low), select.int64(0), try table.stamps(select), select)
    }
  }

  private func addTerms(of table: RecordTable, to digest: inout StateDigest) throws {
    let shape = table.shape
    try forEachRow(of: table) { id, row, stamps, select in
      digest.add(id, stamps, shape, devices)
      // Also without a stamp, where that was void and is taken back.
      forEachBit(of: shape.extremeMask) { group in
        for field in shape.groups[group].fields {
          let value = select.value(RecordTable.firstField + Int32(field))
          digest.add(extreme: value, id, salt: shape.salts[group])
        }
      }
      let versions = shape.versionMask == 0 ? [:] : try versions(table, row: row)
      forEachBit(of: shape.versionMask) { group in
        for version in versions[group] ?? [] {
          digest.add(
            id, salt: versionSalt(table, group), clock: version.clock,
            device: devices.id(version.device))
        }
      }
      try forEachBit(of: shape.counterMask) { group in
        for increment in try increments(table, row: row, group: group) {
          digest.add(
            id, salt: incrementSalt(table, group) ^ increment.nonce, clock: increment.clock,
            device: devices.id(increment.device))
        }
      }
    }
  }

  /// One record with its stamps, values, versions and increments as four words of a hash.
  private func content(
    _ table: RecordTable, _ id: RecordID, _ row: Int64, _ stamps: RowStamps, _ select: Statement
  ) throws -> [UInt64] {
    let shape = table.shape
    let versions = shape.versionMask == 0 ? [:] : try versions(table, row: row)
    var writer = ByteWriter()
    writer.text(shape.name)
    writer.id(id)
    for group in [RecordShape.deletion] + Array(shape.groups.indices) {
      guard let stamp = stamps.stamp(of: group) else { continue }
      writer.count(group)
      writer.fixed64(stamp.clock)
      writer.fixed64(devices.id(stamp.device))
      guard group != RecordShape.deletion else { continue }
      for field in shape.groups[group].fields {
        writer.value(select.value(RecordTable.firstField + Int32(field)))
      }
      switch shape.groups[group].merge {
      case .history, .text:
        for version in versions[group] ?? [] {
          writer.fixed64(version.clock)
          writer.fixed64(devices.id(version.device))
          writer.blob(try tags.tag(version.tag).bytes)
          writer.fixed64(version.voids?.clock ?? 0)
          writer.fixed64(version.voids.map { devices.id($0.device) } ?? 0)
          for value in version.values { writer.value(value) }
          writer.raw(encodedStamps(version.bases))
        }
      case .counter:
        let list = try increments(table, row: row, group: group).map {
          ($0.clock, devices.id($0.device), $0.nonce, $0.amount)
        }
        for increment in list.sorted(by: <) {
          writer.fixed64(increment.0)
          writer.fixed64(increment.1)
          writer.fixed64(increment.2)
          writer.zigzag(increment.3)
        }
      case .lastWriterWins, .minimum, .maximum: break
      }
    }
    return Self.words(writer.bytes)
  }

  /// One value that this version does not know, as four words of a hash.
  private static func content(_ cell: ForeignCell) -> [UInt64] {
    var writer = ByteWriter()
    writer.text(cell.type)
    writer.id(cell.id)
    writer.text(cell.group.name)
    writer.count(cell.kind.rawValue)
    for number in [
      cell.clock, cell.device, cell.nonce, cell.other?.clock ?? 0, cell.other?.device ?? 0,
    ] {
      writer.fixed64(number)
    }
    writer.blob(cell.tag.bytes)
    for value in cell.values { writer.value(value) }
    writer.raw(encodedStamps(cell.bases))
    return words(writer.bytes)
  }

  private static func words(_ bytes: [UInt8]) -> [UInt64] {
    let hash = BLAKE2b.hash(bytes, digestByteCount: 32)
    return stride(from: 0, to: 32, by: 8).map { start in
      hash[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

extension StateDigest {
  /// Adds the terms of one record's stamps.
  @inline(__always)
  mutating func add(
    _ id: RecordID, _ stamps: RowStamps, _ shape: RecordShape, _ devices: DeviceTable
  ) {
    add(
      id, salt: shape.salts(of: stamps.covered), clock: stamps.clock,
      device: devices.id(stamps.device))
    for exception in stamps.exceptions {
      add(
        id, salt: shape.salt(of: Int(exception.group)), clock: exception.clock,
        device: devices.id(exception.device))
    }
  }

  /// Puts the term of some groups under one stamp in the place of that under another, if any.
  @inline(__always)
  mutating func replace(
    _ id: RecordID, salt: UInt64, _ old: (clock: UInt64, device: UInt16)?,
    by new: (clock: UInt64, device: UInt16), _ devices: DeviceTable
  ) {
    if let old { remove(id, salt: salt, clock: old.clock, device: devices.id(old.device)) }
    add(id, salt: salt, clock: new.clock, device: devices.id(new.device))
  }
}
