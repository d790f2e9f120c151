import SQLite

/// A numbered change set: its content never changes once it is sealed.
public struct SealedChangeSet: Sendable {
  /// Its number; a device counts from 1.
  public let number: UInt64
  /// The chain after it.
  public let chain: Chain
  /// The change set itself.
  public let bytes: [UInt8]

  /// Makes one; what seals is `Replica.seal`.
  public init(number: UInt64, chain: Chain, bytes: [UInt8]) {
    self.number = number
    self.chain = chain
    self.bytes = bytes
  }
}

extension Replica {
  /// Whether anything was written that no change set holds yet.
  ///
  /// - Returns: `true` if `seal` would make one.
  /// - Throws: `ReplicaError`.
  public func hasUnsealed() throws -> Bool {
    try read { _ in
      try database.first(
        "SELECT 1 FROM change WHERE seq > ? AND is_local = 1 LIMIT 1"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(state.sealedSeq, at: 1)
      } row: { _ in
        true
      } ?? false
    }
  }

  /// How many transactions made here no change set holds yet.
  ///
  /// - Returns: 0 if `seal` would make none.
  /// - Throws: `ReplicaError`.
  public func unsealedCount() throws -> Int {
    try translatingErrors {
      try refresh()
      return try database.first(
        "SELECT count(*) FROM change WHERE seq > ? AND is_local = 1"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(state.sealedSeq, at: 1)
      } row: {
        $0.int(0)
      } ?? 0
    }
  }

  /// Seals everything written since the last time into one numbered change set.
  ///
  /// Its bytes are stored with it, so the number has this content for ever, whatever happens
  /// before it is sent.
  ///
  /// - Returns: `nil` if there is nothing to seal.
  /// - Throws: `ReplicaError`; nothing is sealed then.
  public func seal() throws -> SealedChangeSet? {
    try writing {
      var entries = ChangeEntries()
      let blobs = try database.rows(
        "SELECT entries FROM change WHERE seq > ? AND is_local = 1 ORDER BY seq"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(state.sealedSeq, at: 1)
      } row: {
        $0.blob(0)
      }
      guard !blobs.isEmpty else { return nil }
      for blob in blobs { try entries.add(encoded: blob) }
      var builder = ChangeSetBuilder()
      for name in entries.runs.keys.sorted() {
        guard let table = tableOfName[name] else { continue }
        try encode(
          entries.normalized(name), of: table, versionsAfter: state.sealedClock.rawValue,
          into: &builder)
      }
      let number = state.sealedNumber + 1
      let bytes = builder.bytes(
        ChangeSetHeader(
          device: state.device, first: number, last: number, chainBefore: state.chain,
          clock: state.clock, generation: state.generation))
      let chain = state.chain.extended(
        by: Array(bytes.suffix(ChangeSetHeader.checksumByteCount)))
      try database.run("INSERT INTO change_set(number, chain, bytes) VALUES(?, ?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: number), at: 1)
        try statement.bind(chain.bytes, at: 2)
        try statement.bind(bytes, at: 3)
      }
      state.sealedNumber = number
      state.chain = chain
      state.sealedSeq = state.seq
      state.sealedClock = state.clock
      try prune()
      try state.save(database)
      return SealedChangeSet(number: number, chain: chain, bytes: bytes)
    }
  }

  /// Forgets transactions that are sealed and that every reader has looked at.
  ///
  /// The latest stays, since it holds the clock and the digest, and so do those that hold values
  /// which are still kept.
  func prune() throws(SQLiteError) {
    let slowest = try database.first("SELECT min(seq) FROM reader") { _ in
    } row: {
      $0.isNull(0) ? nil : $0.int64(0)
    }
    let read = max((slowest ?? nil) ?? state.seq, state.seq - ChangeLog.rowsMax)
    try database.run(
      "DELETE FROM change WHERE seq <= ? AND seq < ? AND (lost IS NULL OR clock < ?)"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(min(read, state.sealedSeq), at: 1)
      try statement.bind(state.seq, at: 2)
      try statement.bind(Int64(bitPattern: keptSince.rawValue), at: 3)
    }
  }

  /// Says how far a reader of the change log has come; the log is kept from there on.
  ///
  /// - Parameters:
  ///   - reader: A name of the application's own.
  ///   - seq: The number of the latest transaction it has looked at.
  /// - Throws: `ReplicaError`.
  package func advance(reader: String, to seq: Int64) throws {
    try translatingErrors {
      try database.run(
        "INSERT INTO reader VALUES(?, ?) ON CONFLICT DO UPDATE SET seq = excluded.seq"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(reader, at: 1)
        try statement.bind(seq, at: 2)
      }
    }
  }

  /// Reads sealed change sets again.
  ///
  /// - Parameter range: Their numbers.
  /// - Returns: Those whose bytes are still kept, in order.
  /// - Throws: `ReplicaError`.
  public func sealed(_ range: ClosedRange<UInt64>) throws -> [SealedChangeSet] {
    try translatingErrors {
      try database.rows(
        """
        SELECT number, chain, bytes FROM change_set
        WHERE number BETWEEN ? AND ? AND bytes IS NOT NULL ORDER BY number
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(clamping: range.lowerBound), at: 1)
        try statement.bind(Int64(clamping: range.upperBound), at: 2)
      } row: { row in
        SealedChangeSet(
          number: UInt64(bitPattern: row.int64(0)), chain: Chain(row.blob(1)) ?? .zero,
          bytes: row.blob(2))
      }
    }
  }

  /// The chain at one of this device's own numbers.
  ///
  /// - Parameter number: A number; 0 is before the first.
  /// - Returns: `nil` if this device never sealed it.
  /// - Throws: `ReplicaError`.
  public func chain(at number: UInt64) throws -> Chain? {
    if number == 0 { return .zero }
    return try translatingErrors {
      try database.first("SELECT chain FROM change_set WHERE number = ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(clamping: number), at: 1)
      } row: {
        Chain($0.blob(0)) ?? .zero
      }
    }
  }

  /// Lets go of the bytes of sealed change sets that are safe elsewhere; their chains stay.
  ///
  /// - Parameter range: Their numbers.
  /// - Throws: `ReplicaError`.
  public func forgetSealedBytes(_ range: ClosedRange<UInt64>) throws {
    try writing {
      try database.run("UPDATE change_set SET bytes = NULL WHERE number BETWEEN ? AND ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(clamping: range.lowerBound), at: 1)
        try statement.bind(Int64(clamping: range.upperBound), at: 2)
      }
    }
  }

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
            for block in try decoded(buffer).blocks { note(block, in: &named) }
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
        var builder = ChangeSetBuilder()
        var foreign = try unknownCells()
        for table in tables {
          let all = ChangeEntries.Run(row: 1, count: Int64.max - 1, mask: .max)
          try encode(
            [all], of: table, versionsAfter: nil, foreign: foreign[table.shape.name] ?? [:],
            into: &builder)
          foreign[table.shape.name] = nil
        }
        try encodeUnknownTypes(foreign, into: &builder)
        return builder.bytes(header)
      }
    }
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
