import SQLite

/// Merges the records of one block, one at a time.
final class RecordMerger {
  let merger: Merger
  let replica: Replica
  let plan: MergePlan
  let block: RecordBlock
  let table: RecordTable
  let shape: RecordShape
  let hasLists: Bool
  let plainMask: UInt64
  let update: Statement
  let insertion: Statement
  let select: Statement

  init(
    _ merger: Merger, _ plan: MergePlan, _ block: RecordBlock, _ table: RecordTable
  ) throws(SQLiteError) {
    self.merger = merger
    replica = merger.replica
    self.plan = plan
    self.block = block
    self.table = table
    shape = table.shape
    hasLists =
      !block.increments.elements.isEmpty || block.versions.contains { !$0.elements.isEmpty }
    plainMask = table.shape.plainMask
    update = try table.update
    insertion = try table.insert
    select = try table.byRow
  }

  // MARK: A record that is not there yet

  /// Inserts a record; the mask is empty if nothing of it is known here.
  func insert(_ record: Int) throws -> (row: Int64, mask: UInt64) {
    let id = block.ids[record]
    let stamps = incomingStamps(record)
    let written = stamps.written
    let isDeletion = stamps.stamp(of: RecordShape.deletion) != nil
    guard written != 0 || isDeletion || (hasLists && hasEntries(record)) else { return (0, 0) }
    var resolved: [Int: Value] = [:]
    for index in shape.fields.indices {
      let group = shape.groupOfField[index]
      guard written & 1 << UInt64(group) != 0, let source = plan.sources[index] else { continue }
      let merge = shape.groups[group].merge
      guard !merge.keepsList else { continue }
      let position = block.position(record, group: source.group)
      let cell = block.columns[source.group][source.column][position]
      if isPlausible(cell, index) {
        try bind(cell, to: insertion, RecordTable.firstParameter + Int32(index))
      }
    }
    try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: insertion)
    try insertion.bind(high: id.high, low: id.low, at: 1)
    try insertion.run()
    let row = replica.database.lastInsertedRow
    var mask = written
    forEachBit(of: written) { group in
      guard let stamp = stamps.stamp(of: group) else { return }
      replica.state.digest.add(
        id, salt: shape.salts[group], clock: stamp.clock, device: replica.devices.id(stamp.device))
    }
    if let deleted = stamps.stamp(of: RecordShape.deletion) {
      replica.state.digest.add(
        id, salt: shape.salts[shape.groups.count], clock: deleted.clock,
        device: replica.devices.id(deleted.device))
      mask |= 1 << UInt64(RecordShape.deletion)
    }
    if hasLists {
      mask |= try mergeLists(record, row: row, &resolved)
      for (field, value) in resolved {
        try replica.setValue(value, table, row: row, field: field)
      }
    }
    return (row, mask)
  }

  // MARK: A record that is there

  /// Merges a record into a row.
  ///
  /// - Returns: The groups that changed, deletion among them.
  func merge(_ record: Int, into row: Int64) throws -> UInt64 {
    defer { select.reset() }
    try select.bind(row, at: 1)
    guard try select.step() else { return 0 }
    let old = try table.stamps(select)
    let covered = plan.localMask(block.covered[record])
    let exceptions = block.exceptions[record]
    if old.exceptions.isEmpty, exceptions.isEmpty, covered == old.covered,
      covered & ~plainMask == 0, !hasLists || !hasEntries(record)
    {
      return try mergeWhole(record, row, old)
    }
    return try mergeGroups(record, row, old)
  }

  /// The common case: one stamp on either side, for the same groups, and the later one wins.
  private func mergeWhole(_ record: Int, _ row: Int64, _ old: RowStamps) throws -> UInt64 {
    let clock = block.clocks[record]
    let device = merger.devices[Int(block.devices[record])]
    let ours = (old.clock, replica.devices.id(old.device))
    let theirs = (clock, replica.devices.id(device))
    guard theirs >= ours else {
      keepLate(record, row, mask: old.covered, clock: clock, device: device)
      return 0
    }
    if theirs == ours {
      let taken = try differing(record, old.covered)
      keepBeaten(record, row, old, mask: taken)
      keepLate(record, row, mask: old.covered & ~taken, clock: clock, device: device)
      if taken != 0 { try write(record, row, old, taken: taken, resolved: [:]) }
      return taken
    }
    var stamps = old
    stamps.clock = clock
    stamps.device = device
    forEachBit(of: old.covered) { group in
      changeDigest(
        block.ids[record], group, from: (old.clock, old.device), to: (clock, device))
    }
    keepBeaten(record, row, old, mask: old.covered)
    try write(record, row, stamps, taken: old.covered, resolved: [:])
    return old.covered
  }

  private func mergeGroups(_ record: Int, _ row: Int64, _ old: RowStamps) throws -> UInt64 {
    var stamps = old
    var taken: UInt64 = 0
    var changed: UInt64 = 0
    var rowMask: UInt64 = 0
    var offers: [Offer] = []
    let id = block.ids[record]
    let rowStamp = (block.clocks[record], merger.devices[Int(block.devices[record])])
    func join(_ group: Int, _ clock: UInt64, _ device: UInt16, isRow: Bool) throws {
      let bit: UInt64 = 1 << UInt64(group)
      let current = old.stamp(of: group)
      let theirs = (clock, replica.devices.id(device))
      let ours = current.map { ($0.clock, replica.devices.id($0.device)) }
      let isLater = ours.map { theirs > $0 } ?? true
      let isSame = ours.map { theirs == $0 } ?? false
      if group != RecordShape.deletion {
        if !shape.groups[group].merge.keepsList {
          offers.append(Offer(group: group, clock: clock, device: device))
        }
        switch shape.groups[group].merge {
        case .lastWriterWins:
          if isLater {
            taken |= bit
          } else if isSame {
            taken |= try differing(record, bit)
          }
        case .minimum, .maximum:
          taken |= try improving(record, group)
        case .history, .text, .counter: break
        }
      }
      if isLater {
        changed |= bit
        if isRow {
          rowMask |= bit
        } else if group == RecordShape.deletion {
          stamps.setDeleted(clock: clock, device: device)
        } else {
          stamps.set(bit, clock: clock, device: device)
        }
        changeDigest(id, group, from: current, to: (clock, device))
      }
    }
    for exception in block.exceptions[record] {
      guard let group = localGroup(exception.group) else { continue }
      try join(group, exception.clock, merger.devices[exception.device], isRow: false)
    }
    try forEachBit(of: plan.localMask(block.covered[record])) {
      try join($0, rowStamp.0, rowStamp.1, isRow: true)
    }
    keepLost(record, row, old, taken: taken, offers: offers)
    if rowMask != 0 { stamps.set(rowMask, clock: rowStamp.0, device: rowStamp.1) }
    var resolved: [Int: Value] = [:]
    if hasLists { changed |= try mergeLists(record, row: row, &resolved) }
    changed |= taken
    if changed != 0 { try write(record, row, stamps, taken: taken, resolved: resolved) }
    return changed
  }

  // MARK: Stamps

  private func localGroup(_ group: Int) -> Int? {
    group == RecordShape.deletion ? group : plan.local[group]
  }

  private func incomingStamps(_ record: Int) -> RowStamps {
    var stamps = RowStamps(
      clock: block.clocks[record], device: merger.devices[Int(block.devices[record])],
      covered: plan.localMask(block.covered[record]))
    for exception in block.exceptions[record] {
      guard let group = localGroup(exception.group) else { continue }
      stamps.exceptions.append(
        RowStamps.Exception(
          group: UInt8(group), clock: exception.clock, device: merger.devices[exception.device]))
    }
    return stamps
  }

  @inline(__always)
  private func changeDigest(
    _ id: RecordID, _ group: Int, from old: (clock: UInt64, device: UInt16)?,
    to new: (clock: UInt64, device: UInt16)
  ) {
    let salt = shape.salts[group == RecordShape.deletion ? shape.groups.count : group]
    if let old {
      replica.state.digest.remove(
        id, salt: salt, clock: old.clock, device: replica.devices.id(old.device))
    }
    replica.state.digest.add(
      id, salt: salt, clock: new.clock, device: replica.devices.id(new.device))
  }

  // MARK: Writing

  private func write(
    _ record: Int, _ row: Int64, _ stamps: RowStamps, taken: UInt64, resolved: [Int: Value]
  ) throws {
    try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: update)
    for index in shape.fields.indices {
      let parameter = RecordTable.firstParameter + Int32(index)
      if taken & 1 << UInt64(shape.groupOfField[index]) != 0, let source = plan.sources[index] {
        let position = block.position(record, group: source.group)
        try bind(block.columns[source.group][source.column][position], to: update, parameter)
      } else if let value = resolved[index] {
        try update.bind(value, at: parameter)
      } else {
        try update.bind(
          columnOf: select, at: RecordTable.firstField + Int32(index), to: parameter)
      }
    }
    try update.bind(row, at: 1)
    try update.run()
  }

  @inline(__always)
  private func bind(
    _ cell: Cell, to statement: Statement, _ parameter: Int32
  ) throws(SQLiteError) {
    switch cell.kind {
    case .null: break
    case .integer: try statement.bind(Int64(bitPattern: cell.bits), at: parameter)
    case .real: try statement.bind(Double(bitPattern: cell.bits), at: parameter)
    case .text: try statement.bindText(borrowing: cell.slice(of: merger.bytes), at: parameter)
    case .blob: try statement.bindBlob(borrowing: cell.slice(of: merger.bytes), at: parameter)
    }
  }
}
