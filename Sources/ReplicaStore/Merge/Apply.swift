import SQLite

/// What applying a change set did.
public struct AppliedChanges: Equatable, Sendable {
  /// Records that were made or changed.
  public var changedRecordCount = 0
  /// Values set aside because their stamps are too far in the future.
  public var quarantinedCount = 0
  /// Values kept for a later version, unknown to this one.
  public var unknownCount = 0

  /// Nothing done.
  public init() {}
}

extension Replica {
  /// Reads what a change set says about itself.
  ///
  /// - Parameter bytes: A change set.
  /// - Returns: Its header, checked against the checksum.
  /// - Throws: `ReplicaError` with `badChangeSet`.
  public static func header(of bytes: [UInt8]) throws -> ChangeSetHeader {
    try bytes.withUnsafeBytes { try decoded($0).header }
  }

  static func decoded(_ bytes: UnsafeRawBufferPointer) throws -> DecodedChangeSet {
    do {
      return try ChangeSetDecoder.decode(bytes)
    } catch {
      var reader = ByteReader(bytes)
      var name = ""
      // Without a readable header there is nothing to name it by.
      if let header = try? ChangeSetDecoder.header(&reader) {
        name = " It calls itself number \(header.last) of device \(header.device)."
      }
      throw ReplicaError(
        .badChangeSet,
        "This is no change set that can be read: \(error.reason).\(name) Nothing was changed.")
    }
  }

  func decoded(_ bytes: UnsafeRawBufferPointer) throws -> DecodedChangeSet {
    try Self.decoded(bytes)
  }

  /// Merges a change set: the whole of it, or nothing.
  ///
  /// Idempotent, commutative and associative: order, gaps and repeats make no difference.
  ///
  /// - Parameters:
  ///   - bytes: A change set of any device, this one's own included.
  ///   - chain: The chain at its last number, remembered with it; worked out for a single one.
  /// - Returns: What it did.
  /// - Throws: `ReplicaError` with `badChangeSet` or `otherGeneration`, before anything is touched,
  ///   and the storage failures; clock, data and what is remembered as applied are then as before.
  @discardableResult
  public func apply(_ bytes: [UInt8], chain: Chain? = nil) throws -> AppliedChanges {
    try bytes.withUnsafeBytes { buffer in
      let changes = try decoded(buffer)
      var entries = ChangeEntries()
      let result = try writing {
        guard changes.header.generation == state.generation else {
          throw ReplicaError(
            .otherGeneration,
            "Change set \(changes.header.last) of device \(changes.header.device) was written on"
              + " the other side of a reset. Nothing was changed.")
        }
        let single =
          changes.header.isState
          ? nil : changes.header.chainBefore.extended(by: changes.checksum)
        let chain = chain ?? single
        let isNew = try chain.map { try !isApplied(changes.header, $0) } ?? true
        let merger = try Merger(self, changes, buffer, keepsLost: isNew)
        try merger.run()
        entries = merger.entries
        let before = state
        var clock = HybridLogicalClock(latest: state.clock)
        clock.observe(merger.largestAccepted)
        state.clock = clock.latest
        // What was there already leaves no trace, so that devices that agree become quiet.
        let hasNews =
          !entries.isEmpty || merger.result != AppliedChanges() || state.clock != before.clock
          || tables.contains { !$0.lost.isEmpty }
        if hasNews {
          try log(entries, isLocal: false)
          try passOverMerged()
        }
        if let chain {
          try markApplied(changes.header.device, changes.header.last, chain)
        }
        return merger.result
      }
      notify(entries, isLocal: false)
      return result
    }
  }

  /// Lets the log be shortened on a device that only receives.
  private func passOverMerged() throws {
    let unsealed = try database.first(
      "SELECT 1 FROM change WHERE seq > ? AND is_local = 1 LIMIT 1"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(state.sealedSeq, at: 1)
    } row: { _ in
      true
    }
    guard unsealed == nil else { return }
    state.sealedSeq = state.seq
    state.sealedClock = state.clock
    try prune()
    try state.save(database)
  }

  private func isApplied(
    _ header: ChangeSetHeader, _ chain: Chain
  ) throws(SQLiteError) -> Bool {
    try database.first(
      "SELECT 1 FROM applied WHERE device = ? AND number = ? AND chain = ?"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(Int64(bitPattern: header.device.rawValue), at: 1)
      try statement.bind(Int64(bitPattern: header.last), at: 2)
      try statement.bind(chain.bytes, at: 3)
    } row: { _ in
      true
    } ?? false
  }

  private func markApplied(
    _ device: DeviceID, _ number: UInt64, _ chain: Chain
  ) throws(SQLiteError) {
    try database.run("INSERT OR IGNORE INTO applied VALUES(?, ?, ?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int64(bitPattern: device.rawValue), at: 1)
      try statement.bind(Int64(bitPattern: number), at: 2)
      try statement.bind(chain.bytes, at: 3)
    }
  }

  /// The numbers and chains of everything applied, by device and number.
  ///
  /// - Returns: In order of device, then number.
  /// - Throws: `ReplicaError`.
  public func applied() throws -> [(device: DeviceID, number: UInt64, chain: Chain)] {
    try translatingErrors {
      try database.rows("SELECT device, number, chain FROM applied") { _ in
      } row: { row in
        (
          DeviceID(rawValue: UInt64(bitPattern: row.int64(0))),
          UInt64(bitPattern: row.int64(1)), Chain(row.blob(2)) ?? .zero
        )
      }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }
  }
}
