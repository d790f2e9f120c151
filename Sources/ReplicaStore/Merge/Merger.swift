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
  /// Whether values that lose are kept: not again of a change set that was applied before.
  let keepsLost: Bool
  /// Stamps that do not count: for each place in the change set's table of devices from which
  /// clock on.
  private let uncounted: [UInt64?]
  private(set) var entries = ChangeEntries()
  var result = AppliedChanges()
  private(set) var largestAccepted = HybridTime.zero

  /// Prepares a merge; needs an open write transaction.
  ///
  /// - Parameters:
  ///   - replica: Where to.
  ///   - changes: What.
  ///   - bytes: The bytes it was decoded from.
  ///   - limit: The largest clock that is believed; `nil` for what the drift guard says.
  ///   - keepsLost: Whether values that lose are kept.
  ///   - authors: Whose stamps count; `nil` for everybody but those voided.
  /// - Throws: `ReplicaError` and the storage failures.
  init(
    _ replica: Replica, _ changes: DecodedChangeSet, _ bytes: UnsafeRawBufferPointer,
    limit: UInt64? = nil, keepsLost: Bool = true,
    onlyFrom authors: Set<DeviceID>? = nil
  ) throws {
    self.replica = replica
    self.changes = changes
    self.bytes = bytes
    self.keepsLost = keepsLost
    devices = try changes.devices.map { try replica.devices.number($0) }
    let voided = Dictionary(
      try replica.voidedDevices().map { ($0.device.rawValue, $0.since.rawValue) },
      uniquingKeysWith: min)
    uncounted = changes.devices.map { device in
      guard let authors else { return voided[device] }
      return authors.contains(DeviceID(rawValue: device)) ? nil : 0
    }
    tags = try changes.tags.map { try replica.tags.number($0) }
    let environment = replica.environment
    self.limit =
      limit ?? environment.driftGuard.limit(nowMillis: environment.nowMillis()).rawValue
  }

  func run() throws {
    let quarantined = try QuarantinedPlaces(replica.database)
    for block in changes.blocks {
      var block = block
      if uncounted.contains(where: { $0.map { $0 <= block.clockMax } ?? false }) {
        block.removeStamps { _, clock, device in
          uncounted[device].map { clock >= $0 } ?? false
        }
      }
      if block.clockMax > limit {
        try quarantine(&block)
      }
      largestAccepted = max(largestAccepted, HybridTime(rawValue: block.clockMax))
      if let table = replica.tableOfName[block.name] {
        try merge(block, table)
      } else {
        try keepUnknown(block, groups: block.groups.indices.map { $0 }, keepsDeletion: true)
      }
      try quarantined.release(block, changes.devices, in: replica.database)
    }
  }

  // MARK: One type

  private func merge(_ block: RecordBlock, _ table: RecordTable) throws {
    let plan = MergePlan(block, table)
    if !plan.unknown.isEmpty { try keepUnknown(block, groups: plan.unknown, keepsDeletion: false) }
    let sorted = order(of: block.ids)
    for (left, right) in zip(sorted, sorted.dropFirst()) where left.id == right.id {
      throw ReplicaError(
        .badChangeSet,
        "This is no change set that can be read: a record stands in it twice. It calls itself"
          + " number \(changes.header.last) of device \(changes.header.device)."
          + " Nothing was changed.")
    }
    var (known, new) = try find(sorted, in: table)
    known.sort { $0.row < $1.row }
    let merger = try RecordMerger(self, plan, block, table)
    var runs: [ChangeEntries.Run] = []
    try merger.merge(known) { row, mask in runs.note(row: row, mask: mask) }
    try merger.insert(new) { row, mask in runs.note(row: row, mask: mask) }
    result.changedRecordCount += runs.reduce(0) { $0 + Int($1.count) }
    entries.append(block.name, runs)
  }

  /// The records of a block in the order of ids.
  private func order(of ids: [RecordID]) -> [(id: RecordID, record: Int)] {
    // Halves are sorted faster than wholes, and hardly any two ids begin alike.
    var halves = ids.enumerated().map { (half: $1.high, record: Int32($0)) }
    halves.sort {
      $0.half == $1.half ? ids[Int($0.record)] < ids[Int($1.record)] : $0.half < $1.half
    }
    return halves.map { (ids[Int($0.record)], Int($0.record)) }
  }

  /// How many entries are passed over in the time that it takes to look for one.
  static let passedOverCount: Int64 = 8

  /// The rows of the records that are there already, and the records that are not, both in the
  /// order of ids, as the records are given.
  ///
  /// Many are found by going along the index of ids once, few by looking for each.
  private func find(
    _ records: [(id: RecordID, record: Int)], in table: RecordTable
  ) throws -> (known: [(row: Int64, record: Int)], new: [Int]) {
    let rowCount = try table.largestRow
    guard rowCount > 0, let first = records.first?.id else { return ([], records.map(\.record)) }
    var known: [(row: Int64, record: Int)] = []
    var new: [Int] = []
    func note(_ row: Int64?, _ record: Int) {
      if let row { known.append((row, record)) } else { new.append(record) }
    }
    guard Int64(records.count) * Self.passedOverCount >= rowCount else {
      let lookup = try table.rowOfID
      for (id, record) in records {
        defer { lookup.reset() }
        try lookup.bind(high: id.high, low: id.low, at: 1)
        note(try lookup.step() ? lookup.int64(0) : nil, record)
      }
      return (known, new)
    }
    let scan = try table.idsInOrder
    defer { scan.reset() }
    try scan.bind(high: first.high, low: first.low, at: 1)
    func next() throws -> RecordID? {
      guard try scan.step() else { return nil }
      guard let id = scan.high128(0) else {
        throw ReplicaError(.damaged, "A record's id is damaged. Run the doctor command.")
      }
      return RecordID(high: id.high, low: id.low)
    }
    var there = try next()
    for (id, record) in records {
      while let passed = there, passed < id { there = try next() }
      note(there == id ? scan.int64(1) : nil, record)
    }
    return (known, new)
  }
}
