import SQLite

/// Change sets made of what this replica holds, rather than of what is unsent.
extension Replica {
  /// Merges change sets of this device into one: for every value they name, the one that stands.
  ///
  /// Versions and increments are all there, whoever made them; quarantined values never are.
  ///
  /// - Parameters:
  ///   - changeSets: Neighbours in number, each a single change set or a merge.
  ///   - header: What the merge says about itself.
  /// - Returns: The bytes of the merge.
  /// - Throws: `ReplicaError` with `badChangeSet` if one cannot be read.
  public func merge(
    _ changeSets: [[UInt8]], header: ChangeSetHeader
  ) throws -> [UInt8] {
    try translatingErrors {
      try database.transaction(.deferred) {
        try refresh()
        var named: [String: [RecordID: UInt64]] = [:]
        for bytes in changeSets {
          try bytes.withUnsafeBytes { buffer in
            for block in try Self.decoded(buffer).blocks { note(block, in: &named) }
          }
        }
        return try standing(named, header)
      }
    }
  }

  /// Everything this replica holds, whoever wrote it, as one change set.
  ///
  /// - Parameter header: What it says about itself.
  /// - Returns: Its bytes.
  /// - Throws: `ReplicaError`.
  public func mergeEverything(header: ChangeSetHeader) throws -> [UInt8] {
    try translatingErrors {
      try database.transaction(.deferred) {
        try refresh()
        return try mergeAll(header)
      }
    }
  }

  /// What `mergeEverything` does, inside a transaction.
  func mergeAll(_ header: ChangeSetHeader) throws -> [UInt8] {
    var builder = ChangeSetBuilder()
    try encodeEverything(into: &builder)
    return builder.bytes(header)
  }

  func encodeEverything(into builder: inout ChangeSetBuilder) throws {
    var foreign = try unknownCells()
    for table in tables {
      let all = ChangeEntries.Run(row: 1, count: Int64.max - 1, mask: .max)
      try encode(
        [all], of: table, versionsAfter: nil, foreign: foreign[table.shape.name] ?? [:],
        into: &builder)
      foreign[table.shape.name] = nil
    }
    try encodeUnknownTypes(foreign, into: &builder)
  }

  private func note(_ block: RecordBlock, in named: inout [String: [RecordID: UInt64]]) {
    let local = tableOfName[block.name]?.shape.wireGroups ?? []
    let mapping = block.groups.map { local.firstIndex(of: $0) }
    for (record, id) in block.ids.enumerated() {
      var mask: UInt64 = 0
      forEachBit(of: block.mask(record)) { group in
        if let index = mapping[group] { mask |= 1 << UInt64(index) }
      }
      if block.exceptions[record].contains(where: { $0.group == RecordShape.deletion }) {
        mask |= 1 << UInt64(RecordShape.deletion)
      }
      named[block.name, default: [:]][id, default: 0] |= mask
    }
  }

  private func standing(
    _ named: [String: [RecordID: UInt64]], _ header: ChangeSetHeader
  ) throws -> [UInt8] {
    var builder = ChangeSetBuilder()
    let foreign = try unknownCells()
    for (name, records) in named.sorted(by: { $0.key < $1.key }) {
      let kept = (foreign[name] ?? [:]).filter { records[$0.key] != nil }
      guard let table = tableOfName[name] else {
        try encodeUnknownTypes([name: kept], into: &builder)
        continue
      }
      let ids = records.keys.sorted()
      var runs: [ChangeEntries.Run] = []
      for (id, row) in zip(ids, try table.rows(of: ids)) where row != 0 {
        runs.append(.init(row: row, count: 1, mask: records[id] ?? 0))
      }
      var entries = ChangeEntries()
      entries.append(name, runs)
      try encode(
        entries.normalized(name), of: table, versionsAfter: nil, foreign: kept, into: &builder)
    }
    return builder.bytes(header)
  }

  private func unknownCells() throws -> [String: [RecordID: [ForeignCell]]] {
    var result: [String: [RecordID: [ForeignCell]]] = [:]
    for cell in try ForeignCells.load(.unknown, in: database) {
      result[cell.type, default: [:]][cell.id, default: []].append(cell)
    }
    return result
  }

  private func encodeUnknownTypes(
    _ cells: [String: [RecordID: [ForeignCell]]], into builder: inout ChangeSetBuilder
  ) throws {
    for (name, records) in cells.sorted(by: { $0.key < $1.key }) where !records.isEmpty {
      var block = RecordBlockBuilder(name: name, groups: [])
      Self.encode(records, &block, &builder)
      builder.append(block)
    }
  }
}
