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
  /// Stands on the row that is merged into.
  private(set) var select: Statement

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
    select = try table.byRow
  }

  // MARK: A record that is there

  /// Merges records into the rows that hold them.
  ///
  /// Rows that lie close together are read in one go, others each for itself.
  ///
  /// - Parameters:
  ///   - known: The rows and their records, in the order of rows.
  ///   - note: Gets each row that changed with its groups, deletion among them.
  /// - Throws: `ReplicaError` and the storage failures.
  func merge(
    _ known: [(row: Int64, record: Int)], _ note: (Int64, UInt64) -> Void
  ) throws {
    guard let first = known.first?.row, let last = known.last?.row else { return }
    defer { select.reset() }
    let isDense = last - first < Int64(known.count) * Merger.passedOverCount / 2
    if isDense {
      select = try table.byRange
      try select.bind(first, at: 1)
      try select.bind(last, at: 2)
      guard try select.step() else { return }
    }
    let select = select
    for (row, record) in known {
      var there = row
      if isDense {
        there = select.int64(0)
        while there < row {
          guard try select.step() else { return }
          there = select.int64(0)
        }
      } else {
        select.reset()
        try select.bind(row, at: 1)
        guard try select.step() else { continue }
      }
      guard there == row else { continue }
      let mask = try merge(record, into: row)
      if mask != 0 { note(row, mask) }
    }
  }

  private func merge(_ record: Int, into row: Int64) throws -> UInt64 {
    let old = try table.stamps(select)
    let covered = plan.localMask(block.covered[record])
    if old.exceptions.isEmpty, block.exceptions.hasNone(record), covered == old.covered,
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
      let different = differences(record, old.covered)
      guard different != 0 else { return 0 }
      let taken = try differing(record, different)
      keepBeaten(record, row, old, mask: taken)
      keepLate(record, row, mask: old.covered & ~taken, clock: clock, device: device)
      if taken != 0 { try write(record, row, old, taken: taken, resolved: [:]) }
      return taken
    }
    var stamps = old
    stamps.clock = clock
    stamps.device = device
    replica.state.digest.replace(
      block.ids[record], salt: shape.salts(of: old.covered), (old.clock, old.device),
      by: (clock, device), replica.devices)
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
        replica.state.digest.replace(
          id, salt: shape.salt(of: group), current, by: (clock, device), replica.devices)
      }
    }
    for exception in block.exceptions[record] {
      guard let group = localGroup(exception.group) else { continue }
      try join(group, exception.clock, merger.devices[exception.device], isRow: false)
    }
    try forEachBit(of: plan.localMask(block.covered[record])) {
      try join($0, rowStamp.0, rowStamp.1, isRow: true)
    }
    noteExtremes(record, taken & shape.extremeMask, replaces: true)
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

  func incomingStamps(_ record: Int) -> RowStamps {
    var stamps = RowStamps(
      clock: block.clocks[record], device: merger.devices[Int(block.devices[record])],
      covered: plan.localMask(block.covered[record]))
    if block.exceptions.hasNone(record) { return stamps }
    for exception in block.exceptions[record] {
      guard let group = localGroup(exception.group) else { continue }
      stamps.exceptions.append(
        RowStamps.Exception(
          group: UInt8(group), clock: exception.clock, device: merger.devices[exception.device]))
    }
    return stamps
  }

  // MARK: Writing

  private func write(
    _ record: Int, _ row: Int64, _ stamps: RowStamps, taken: UInt64, resolved: [Int: Value]
  ) throws {
    try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: update)
    for index in shape.fields.indices {
      let parameter = RecordTable.firstParameter + Int32(index)
      if taken & 1 << UInt64(shape.groupOfField[index]) != 0, let cell = plan.cell(index, record) {
        try bind(cell, to: update, parameter)
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
  func bind(
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
