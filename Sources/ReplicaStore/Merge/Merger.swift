import SQLite

/// Merges one decoded change set into the tables.
///
/// In two passes for each type, which keeps a large store's pages in order: ids are looked up in
/// the order of ids, then records are read and written in the order of rows; new ones are inserted
/// in the order of ids.
final class Merger {
  let replica: Replica
  let changes: DecodedChangeSet
  let bytes: UnsafeRawBufferPointer
  /// The local number of each device in the change set's table.
  let devices: [UInt16]
  /// The local number of each tag in the change set's table.
  let tags: [Int]
  let limit: UInt64
  private(set) var entries = ChangeEntries()
  private(set) var result = AppliedChanges()
  private(set) var largestAccepted = HybridTime.zero

  init(
    _ replica: Replica, _ changes: DecodedChangeSet, _ bytes: UnsafeRawBufferPointer
  ) throws {
    self.replica = replica
    self.changes = changes
    self.bytes = bytes
    devices = try changes.devices.map { try replica.devices.number($0) }
    tags = try changes.tags.map { try replica.tags.number($0) }
    limit =
      replica.environment.driftGuard.limit(nowMillis: replica.environment.nowMillis()).rawValue
  }

  func run() throws {
    for block in changes.blocks {
      var block = block
      if block.clockMax > limit {
        try quarantine(&block)
      }
      largestAccepted = max(largestAccepted, HybridTime(rawValue: block.clockMax))
      if let table = replica.tableOfName[block.name] {
        try merge(block, table)
      } else {
        try keepUnknown(block, groups: block.groups.indices.map { $0 }, keepsDeletion: true)
      }
    }
  }

  // MARK: One type

  private func merge(_ block: RecordBlock, _ table: RecordTable) throws {
    let plan = MergePlan(block, table)
    if !plan.unknown.isEmpty { try keepUnknown(block, groups: plan.unknown, keepsDeletion: false) }
    let order = block.ids.indices.sorted { block.ids[$0] < block.ids[$1] }
    for (left, right) in zip(order, order.dropFirst()) where block.ids[left] == block.ids[right] {
      throw ReplicaError(
        .badChangeSet, "This is no change set that can be read: a record stands in it twice.")
    }
    var known: [(row: Int64, record: Int)] = []
    var new: [Int] = []
    let isEmpty = try table.isEmpty
    if isEmpty {
      new = Array(order)
    } else {
      let lookup = try table.rowOfID
      for record in order {
        let id = block.ids[record]
        try lookup.bind(high: id.high, low: id.low, at: 1)
        if try lookup.step() {
          known.append((lookup.int64(0), record))
        } else {
          new.append(record)
        }
        lookup.reset()
      }
    }
    known.sort { $0.row < $1.row }
    let merger = try RecordMerger(self, plan, block, table)
    var runs: [ChangeEntries.Run] = []
    for (row, record) in known {
      let mask = try merger.merge(record, into: row)
      if mask != 0 { runs.note(row: row, mask: mask) }
    }
    for record in new {
      let (row, mask) = try merger.insert(record)
      if mask != 0 { runs.note(row: row, mask: mask) }
    }
    result.changedRecordCount += runs.reduce(0) { $0 + Int($1.count) }
    entries.append(block.name, runs)
  }

  // MARK: What cannot become part of a record

  private func keepUnknown(
    _ block: RecordBlock, groups: [Int], keepsDeletion: Bool
  ) throws {
    let wanted = groups.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    for record in block.ids.indices {
      for cell in cells(
        block, record, reason: .unknown, mask: wanted, keepsDeletion: keepsDeletion,
        isIncluded: { _ in true })
      {
        guard try ForeignCells.store(cell, in: replica.database) else { continue }
        replica.state.digest.add(cell.digestTerm)
        result.unknownCount += 1
      }
    }
  }

  /// Moves everything with a stamp beyond the limit out of a block.
  private func quarantine(_ block: inout RecordBlock) throws {
    let limit = limit
    for record in block.ids.indices {
      let future = cells(
        block, record, reason: .quarantined, mask: .max, keepsDeletion: true,
        isIncluded: { $0 > limit })
      for cell in future {
        _ = try ForeignCells.store(cell, in: replica.database)
        result.quarantinedCount += 1
      }
    }
    block.removeStamps(after: limit)
  }

  private func cells(
    _ block: RecordBlock, _ record: Int, reason: ForeignCell.Reason, mask: UInt64,
    keepsDeletion: Bool, isIncluded: (UInt64) -> Bool
  ) -> [ForeignCell] {
    var cells: [ForeignCell] = []
    let id = block.ids[record]
    func keep(_ group: Int, clock: UInt64, device: Int) {
      guard isIncluded(clock) else { return }
      let author = changes.devices[device]
      if group == RecordShape.deletion {
        guard keepsDeletion else { return }
        let none = WireGroup(name: "", merge: .lastWriterWins, isKey: false, fields: [])
        cells.append(
          ForeignCell(
            reason: reason, type: block.name, id: id, group: none, kind: .deletion, clock: clock,
            device: author))
        return
      }
      let wire = block.groups[group]
      guard mask & 1 << UInt64(group) != 0, wire.merge != .history, wire.merge != .counter else {
        return
      }
      let position = block.position(record, group: group)
      cells.append(
        ForeignCell(
          reason: reason, type: block.name, id: id, group: wire, kind: .value, clock: clock,
          device: author, values: block.columns[group].map { $0[position].value(in: bytes) }))
    }
    forEachBit(of: block.covered[record]) {
      keep($0, clock: block.clocks[record], device: Int(block.devices[record]))
    }
    for exception in block.exceptions[record] {
      keep(exception.group, clock: exception.clock, device: exception.device)
    }
    for group in block.groups.indices where mask & 1 << UInt64(group) != 0 {
      for version in block.versions[group][record] where isIncluded(version.clock) {
        cells.append(
          ForeignCell(
            reason: reason, type: block.name, id: id, group: block.groups[group], kind: .version,
            clock: version.clock, device: changes.devices[version.device],
            tag: changes.tags[version.tag],
            other: version.voids.map { ($0.clock, changes.devices[$0.device]) },
            values: version.voids != nil
              ? [] : block.columns[group].map { $0[version.position].value(in: bytes) }))
      }
    }
    for increment in block.increments[record]
    where mask & 1 << UInt64(increment.group) != 0 && isIncluded(increment.clock) {
      cells.append(
        ForeignCell(
          reason: reason, type: block.name, id: id, group: block.groups[increment.group],
          kind: .increment, clock: increment.clock, device: changes.devices[increment.device],
          nonce: increment.nonce,
          other: (increment.epochClock, changes.devices[increment.epochDevice]),
          values: [.integer(increment.amount)]))
    }
    return cells
  }
}

extension RecordBlock {
  /// Takes every stamp beyond a limit away, as if it had not been sent.
  mutating func removeStamps(after limit: UInt64) {
    for record in ids.indices where clocks[record] > limit {
      // The values stay in their columns, where nothing names them any more; the places of the
      // other records' values have to be written down first.
      for group in groups.indices
      where positions[group].isEmpty && groups[group].merge != .history {
        positions[group] = ids.indices.map { Int32($0) }
      }
      covered[record] = 0
      clocks[record] = 0
    }
    exceptions = exceptions.filtered { $0.clock <= limit }
    increments = increments.filtered { $0.clock <= limit }
    versions = versions.map { $0.filtered { $0.clock <= limit } }
    clockMax = min(clockMax, limit)
    let largest = clocks.max() ?? 0
    let others = exceptions.elements.map(\.clock) + increments.elements.map(\.clock)
    let authored = versions.flatMap { $0.elements.map(\.clock) }
    clockMax = max(largest, (others + authored).max() ?? 0)
  }
}

extension RecordBlock.PerRecord {
  func filtered(_ isKept: (Element) -> Bool) -> Self {
    guard !elements.isEmpty else { return self }
    var result = Self()
    for record in 0..<(starts.count - 1) {
      result.starts.append(Int32(result.elements.count))
      result.elements.append(contentsOf: self[record].filter(isKept))
    }
    result.starts.append(Int32(result.elements.count))
    return result
  }
}
