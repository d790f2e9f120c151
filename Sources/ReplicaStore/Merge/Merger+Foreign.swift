import SQLite

/// What cannot become part of a record: kept whole, byte for byte.
extension Merger {
  /// Keeps groups that this version does not know.
  func keepUnknown(_ block: RecordBlock, groups: [Int], keepsDeletion: Bool) throws {
    let known = replica.tableOfName[block.name]?.shape.wireGroups ?? []
    for group in groups {
      try ForeignCells.register(
        block.groups[group], of: block.name, beside: known, in: replica.database)
    }
    let wanted = groups.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
    for record in block.ids.indices {
      for cell in cells(
        block, record, reason: .unknown, mask: wanted, keepsDeletion: keepsDeletion,
        isIncluded: { _ in true })
      {
        switch try ForeignCells.store(cell, in: replica.database) {
        case .unchanged: continue
        case .added: replica.state.digest.add(cell.digestTerm)
        case .changed(let old, let new):
          replica.state.digest.remove(old.digestTerm)
          replica.state.digest.add(new.digestTerm)
        }
        result.unknownCount += 1
      }
    }
  }

  /// Moves everything with a stamp beyond the limit out of a block.
  func quarantine(_ block: inout RecordBlock) throws {
    let known = replica.tableOfName[block.name]?.shape.wireGroups ?? []
    let limit = limit
    for record in block.ids.indices {
      let future = cells(
        block, record, reason: .quarantined, mask: .max, keepsDeletion: true,
        isIncluded: { $0 > limit })
      for cell in future {
        if cell.kind != .deletion {
          try ForeignCells.register(
            cell.group, of: block.name, beside: known, in: replica.database)
        }
        if case .unchanged = try ForeignCells.store(cell, in: replica.database) { continue }
        result.quarantinedCount += 1
      }
    }
    block.removeStamps { _, clock, _ in clock > limit }
  }

  private func cells(
    _ block: RecordBlock, _ record: Int, reason: ForeignCell.Reason, mask: UInt64,
    keepsDeletion: Bool, isIncluded: (UInt64) -> Bool
  ) -> [ForeignCell] {
    var cells: [ForeignCell] = []
    func cell(
      _ group: WireGroup, _ kind: ForeignCell.Kind, _ clock: UInt64, _ device: Int
    ) -> ForeignCell {
      ForeignCell(
        reason: reason, type: block.name, id: block.ids[record], group: group, kind: kind,
        clock: clock, device: changes.devices[device])
    }
    func keep(_ group: Int, clock: UInt64, device: Int) {
      guard isIncluded(clock) else { return }
      if group == RecordShape.deletion {
        if keepsDeletion { cells.append(cell(.none, .deletion, clock, device)) }
        return
      }
      guard mask & 1 << UInt64(group) != 0 else { return }
      var value = cell(block.groups[group], .value, clock, device)
      if !value.group.merge.keepsList {
        let position = block.position(record, group: group)
        value.values = block.columns[group].map { $0[position].value(in: bytes) }
      }
      cells.append(value)
    }
    forEachBit(of: block.covered[record]) {
      keep($0, clock: block.clocks[record], device: Int(block.devices[record]))
    }
    for exception in block.exceptions[record] {
      keep(exception.group, clock: exception.clock, device: exception.device)
    }
    for group in block.groups.indices where mask & 1 << UInt64(group) != 0 {
      for version in block.versions[group][record] where isIncluded(version.clock) {
        var kept = cell(block.groups[group], .version, version.clock, version.device)
        kept.tag = changes.tags[version.tag]
        kept.other = version.voids.map { ($0.clock, changes.devices[$0.device]) }
        if version.voids == nil {
          kept.values = block.columns[group].map { $0[version.position].value(in: bytes) }
        }
        kept.bases = version.bases.map { changes.stamp($0.clock, $0.device) }.sorted()
        cells.append(kept)
      }
    }
    for increment in block.increments[record]
    where mask & 1 << UInt64(increment.group) != 0 && isIncluded(increment.clock) {
      var kept = cell(
        block.groups[increment.group], .increment, increment.clock, increment.device)
      kept.nonce = increment.nonce
      kept.other = (increment.epochClock, changes.devices[increment.epochDevice])
      kept.values = [.integer(increment.amount)]
      cells.append(kept)
    }
    return cells
  }
}

extension RecordBlock {
  /// Takes some stamps away, as if they had not been sent.
  ///
  /// - Parameter isRemoved: Given a clock and the place of a device in the change set's table.
  mutating func removeStamps(where isRemoved: (_ record: Int, UInt64, Int) -> Bool) {
    let before = self
    for record in ids.indices where isRemoved(record, clocks[record], Int(devices[record])) {
      // The values stay in their columns, where nothing names them any more; the places of the
      // other records' values have to be written down first.
      for group in groups.indices
      where positions[group].isEmpty && !groups[group].merge.keepsVersions {
        positions[group] = ids.indices.map { Int32($0) }
      }
      covered[record] = 0
      clocks[record] = 0
    }
    exceptions = exceptions.filtered { !isRemoved($0, $1.clock, $1.device) }
    increments = increments.filtered { !isRemoved($0, $1.clock, $1.device) }
    versions = versions.map { $0.filtered { !isRemoved($0, $1.clock, $1.device) } }
    restampLists(before)
    let others = exceptions.elements.map(\.clock) + increments.elements.map(\.clock)
    let authored = versions.flatMap { $0.elements.map(\.clock) }
    clockMax = max(clocks.max() ?? 0, (others + authored).max() ?? 0)
  }

  /// Gives lists that lost their group's stamp, but not all their entries, that of the latest left.
  private mutating func restampLists(_ before: RecordBlock) {
    guard groups.contains(where: \.merge.keepsList) else { return }
    var result = PerRecord<Exception>()
    for record in ids.indices {
      result.starts.append(Int32(result.elements.count))
      result.elements.append(contentsOf: exceptions[record])
      forEachBit(of: before.mask(record) & ~mask(record)) { group in
        let left =
          versions[group][record].map { ($0.clock, $0.device) }
          + increments[record].filter { $0.group == group }.map { ($0.clock, $0.device) }
        guard let latest = left.max(by: <) else { return }
        result.elements.append(Exception(group: group, clock: latest.0, device: latest.1))
      }
    }
    result.starts.append(Int32(result.elements.count))
    if !result.elements.isEmpty { exceptions = result }
  }
}

extension RecordBlock.PerRecord {
  func filtered(_ isKept: (_ record: Int, Element) -> Bool) -> Self {
    guard !elements.isEmpty else { return self }
    var result = Self()
    for record in 0..<(starts.count - 1) {
      result.starts.append(Int32(result.elements.count))
      result.elements.append(contentsOf: self[record].filter { isKept(record, $0) })
    }
    result.starts.append(Int32(result.elements.count))
    return result
  }
}
