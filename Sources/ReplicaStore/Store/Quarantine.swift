import SQLite

/// What one device wrote with stamps too far in the future to be believed.
///
/// It is kept, and neither wins nor moves any clock, until a person accepts or discards it.
public struct QuarantinedWrites: Hashable, Sendable {
  /// Who wrote it.
  public let device: DeviceID
  /// How many values, deletions, versions and increments.
  public let valueCount: Int
  /// Of how many records.
  public let recordCount: Int
  /// The clock of the first of them: what its author's clock said.
  public let earliest: HybridTime
  /// The clock of the last of them.
  public let latest: HybridTime
}

extension Replica {
  /// What is set aside because its author's clock was ahead, by device.
  ///
  /// - Returns: In order of devices; empty if there is nothing.
  /// - Throws: `ReplicaError`.
  public func quarantined() throws -> [QuarantinedWrites] {
    try read { _ in
      try database.rows(
        """
        SELECT device, count(*), count(DISTINCT type || id), min(clock), max(clock)
        FROM foreign_cell WHERE reason = ? GROUP BY device
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(ForeignCell.Reason.quarantined.rawValue, at: 1)
      } row: {
        QuarantinedWrites(
          device: DeviceID(rawValue: UInt64(bitPattern: $0.int64(0))), valueCount: $0.int(1),
          recordCount: $0.int(2),
          earliest: HybridTime(rawValue: UInt64(bitPattern: $0.int64(3))),
          latest: HybridTime(rawValue: UInt64(bitPattern: $0.int64(4))))
      }.sorted { $0.device < $1.device }
    }
  }

  /// Writes what one device has in quarantine, as writes of this device, in the order they had.
  ///
  /// Values of types or fields that this version does not know stay where they are.
  ///
  /// - Parameters:
  ///   - device: Who wrote it.
  ///   - tag: What the application attaches to versions written here; the author's own tags were
  ///     made by a clock that nobody believes.
  /// - Returns: How many values were written.
  /// - Throws: `ReplicaError`.
  @discardableResult
  public func acceptQuarantined(from device: DeviceID, tag: Tag = .none) throws -> Int {
    var entries = ChangeEntries()
    let count = try writing {
      let cells = try quarantined(from: device).filter(isKnown)
      guard !cells.isEmpty else { return 0 }
      entries = try merge(restamped(cells, tag)).entries
      for cell in cells { try ForeignCells.remove(cell, in: database) }
      try log(entries, isLocal: true)
      return cells.count
    }
    notify(entries, isLocal: true)
    return count
  }

  /// Lets go of what one device has in quarantine, for good.
  ///
  /// - Parameters:
  ///   - device: Who wrote it.
  ///   - clock: The first clock to let go of; a device whose clock was put right declares what it
  ///     wrote from some clock on void, since it has written it again.
  /// - Returns: How many values were let go of.
  /// - Throws: `ReplicaError`.
  @discardableResult
  public func discardQuarantined(
    from device: DeviceID, since clock: HybridTime = .zero
  ) throws -> Int {
    try writing { try dropQuarantined(from: device, since: clock) }
  }

  /// What `discardQuarantined` does, inside a transaction.
  @discardableResult
  func dropQuarantined(from device: DeviceID, since clock: HybridTime) throws -> Int {
    let cells = try quarantined(from: device).filter { $0.clock >= clock.rawValue }
    for cell in cells { try ForeignCells.remove(cell, in: database) }
    return cells.count
  }

  private func quarantined(from device: DeviceID) throws -> [ForeignCell] {
    try ForeignCells.load(
      .quarantined, where: "device = ?",
      { (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: device.rawValue), at: 1)
      }, in: database)
  }

  func isKnown(_ cell: ForeignCell) -> Bool {
    guard let table = tableOfName[cell.type] else { return false }
    return cell.kind == .deletion || table.shape.wireGroups.contains(cell.group)
  }

  /// Whether the schema knows the group of a cell as something else than its author did.
  func isDescribedOtherwise(_ cell: ForeignCell) -> Bool {
    guard cell.kind != .deletion, let groups = tableOfName[cell.type]?.shape.wireGroups else {
      return false
    }
    return groups.contains { $0.name == cell.group.name && $0 != cell.group }
  }

  /// The same cells under stamps of this device, in the same order, references among them kept.
  private func restamped(_ cells: [ForeignCell], _ tag: Tag) -> [ForeignCell] {
    var clock = HybridLogicalClock(latest: state.clock)
    let now = environment.nowMillis()
    var renewed: [UInt64: UInt64] = [:]
    for old in Set(cells.map(\.clock)).sorted() {
      renewed[old] = clock.tick(nowMillis: now).rawValue
    }
    state.clock = clock.latest
    let device = state.device.rawValue
    return cells.map { cell in
      var result = cell
      result.reason = .unknown
      result.clock = renewed[cell.clock] ?? cell.clock
      result.device = device
      if cell.kind == .version { result.tag = tag }
      if let other = cell.other, other.device == cell.device, let new = renewed[other.clock] {
        result.other = (new, device)
      }
      result.bases = cell.bases.map { base in
        guard base.device == DeviceID(rawValue: cell.device),
          let new = renewed[base.clock.rawValue]
        else { return base }
        return Stamp(clock: HybridTime(rawValue: new), device: state.device)
      }.sorted()
      return result
    }
  }

  /// Merges kept cells into their records, as if they had just been received.
  ///
  /// Through the change-set form, so that there is one way only for anything to reach a record.
  func merge(_ cells: [ForeignCell]) throws -> Merger {
    var builder = ChangeSetBuilder()
    var byRecord: [String: [RecordID: [ForeignCell]]] = [:]
    for cell in cells { byRecord[cell.type, default: [:]][cell.id, default: []].append(cell) }
    for (name, records) in byRecord.sorted(by: { $0.key < $1.key }) {
      var block = RecordBlockBuilder(name: name, groups: [])
      Self.encode(records.mapValues(Self.stamped), &block, &builder)
      builder.append(block)
    }
    let bytes = builder.bytes(
      ChangeSetHeader(
        device: state.device, first: 1, last: 1, chainBefore: .zero, clock: state.clock,
        generation: state.generation))
    return try bytes.withUnsafeBytes { buffer in
      let merger = try Merger(
        self, try Self.decoded(buffer), buffer, limit: UInt64(Int64.max))
      try merger.run()
      return merger
    }
  }

  /// Joins what several devices, or one at several times, wrote to one place of a record, and adds
  /// the stamps of lists of which only entries are among the cells.
  private static func stamped(_ cells: [ForeignCell]) -> [ForeignCell] {
    var result: [ForeignCell] = []
    for cell in cells {
      let place = result.firstIndex { $0.kind == cell.kind && $0.group.name == cell.group.name }
      if let place, cell.kind == .value || cell.kind == .deletion {
        result[place] = result[place].joined(with: cell)
      } else {
        result.append(cell)
      }
    }
    for cell in cells where cell.kind == .version || cell.kind == .increment {
      let place = result.firstIndex { $0.kind == .value && $0.group.name == cell.group.name }
      guard let place else {
        var stamp = cell
        stamp.kind = .value
        stamp.nonce = 0
        stamp.other = nil
        stamp.values = []
        stamp.bases = []
        result.append(stamp)
        continue
      }
      if (result[place].clock, result[place].device) < (cell.clock, cell.device) {
        result[place].clock = cell.clock
        result[place].device = cell.device
      }
    }
    return result
  }

  /// Takes in what was kept for fields and types that the schema has now gained.
  ///
  /// - Returns: What changed.
  func takeInUnknown() throws -> ChangeEntries {
    var known: [ForeignCell] = []
    for cell in try ForeignCells.load(.unknown, in: database) {
      if isKnown(cell) {
        known.append(cell)
      } else if !isDescribedOtherwise(cell) {
        continue
      }
      // A cell of a group that the schema describes otherwise can never be shown or sent: no
      // device with this schema would accept it.
      state.digest.remove(cell.digestTerm)
      try ForeignCells.remove(cell, in: database)
    }
    return known.isEmpty ? ChangeEntries() : try merge(known).entries
  }
}
