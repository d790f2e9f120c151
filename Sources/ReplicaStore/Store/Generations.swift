import SQLite

/// A change set that was written on the older side of a reset: kept, and part of nothing.
public struct SetAsideChangeSet: Hashable, Sendable {
  /// Who sealed it.
  public let device: DeviceID
  /// Its number, or the last of a merge.
  public let number: UInt64
  /// The reset that its author knew of; zero for none.
  public let generation: Stamp
  /// The author's clock when it was sealed.
  public let clock: HybridTime
  /// How many records stand in it.
  public let recordCount: Int
  /// The change set itself.
  public let bytes: [UInt8]
}

extension Replica {
  static let setAsideSQL = """
    CREATE TABLE set_aside (
      device INTEGER NOT NULL,
      number INTEGER NOT NULL,
      checksum BLOB NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (device, number, checksum)
    ) STRICT, WITHOUT ROWID;
    """

  /// Deletes everything, here and on every device that hears of it.
  ///
  /// A new generation begins: what anybody wrote before hearing of it, or writes without having
  /// heard, is set aside. Of two resets the one with the larger stamp stands. A replica that has
  /// never met another one just becomes empty.
  ///
  /// - Throws: `ReplicaError`; nothing is deleted then.
  public func reset() throws {
    try writing {
      var clock = HybridLogicalClock(latest: state.clock)
      state.clock = clock.tick(nowMillis: environment.nowMillis())
      let hasMet = try state.hasSealed || hasApplied()
      if hasMet { state.generation = Stamp(clock: state.clock, device: state.device) }
      try wipe()
      try database.execute("DELETE FROM set_aside; DELETE FROM part;")
      // A change set of the new generation has to be sealed, though nothing stands in it.
      try log(ChangeEntries(), isLocal: hasMet)
      try state.save(database)
    }
    notifyReset()
  }

  /// What was written on the older side of a reset.
  ///
  /// - Returns: In the order of devices and numbers.
  /// - Throws: `ReplicaError`.
  public func setAside() throws -> [SetAsideChangeSet] {
    try read { _ in
      try database.rows("SELECT bytes FROM set_aside") { _ in
      } row: {
        $0.blob(0)
      }.map { bytes in
        try bytes.withUnsafeBytes { buffer in
          let changes = try Self.decoded(buffer)
          return SetAsideChangeSet(
            device: changes.header.device, number: changes.header.last,
            generation: changes.header.generation, clock: changes.header.clock,
            recordCount: changes.blocks.reduce(0) { $0 + $1.ids.count }, bytes: bytes)
        }
      }.sorted { ($0.device, $0.number) < ($1.device, $1.number) }
    }
  }

  /// How many change sets were written on the older side of a reset; cheaper than `setAside`.
  ///
  /// - Returns: 0 if there is nothing.
  /// - Throws: `ReplicaError`.
  public func setAsideCount() throws -> Int {
    try translatingErrors {
      try database.first("SELECT count(*) FROM set_aside") { _ in
      } row: {
        $0.int(0)
      } ?? 0
    }
  }

  /// Lets go of everything that was set aside, for good.
  ///
  /// - Throws: `ReplicaError`.
  public func forgetSetAside() throws {
    try writing { try database.execute("DELETE FROM set_aside") }
  }

  /// Keeps a change set of an older generation.
  func setAside(_ bytes: [UInt8], _ header: ChangeSetHeader) throws(SQLiteError) {
    try database.run("INSERT OR IGNORE INTO set_aside VALUES(?, ?, ?, ?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int64(bitPattern: header.device.rawValue), at: 1)
      try statement.bind(Int64(clamping: header.last), at: 2)
      try statement.bind(
        Array(bytes.suffix(ChangeSetHeader.checksumByteCount)), at: 3)
      try statement.bind(bytes, at: 4)
    }
  }

  /// Goes over to a later generation that another device has begun.
  ///
  /// What was written here and is not sealed yet is set aside, unless this replica has never sealed
  /// anything: then it has just joined, and its own records become part of the new generation. Those
  /// that others had written to as well were theirs to delete: they are set aside, with what hangs
  /// together with them.
  ///
  /// - Parameter generation: The generation; later than this replica's.
  /// - Throws: `ReplicaError` and the storage failures.
  func adopt(_ generation: Stamp) throws {
    var own: (bytes: [UInt8], records: [String: Set<RecordID>])?
    if state.hasSealed {
      if let sealed = try sealUnsealed() {
        for sealed in try self.sealed(ownGroup(endingAt: sealed.number)) {
          try setAside(sealed.bytes, Self.header(of: sealed.bytes))
        }
      }
    } else {
      let header = ChangeSetHeader(
        device: state.device, first: 1, last: 1, chainBefore: .zero, clock: state.clock,
        generation: state.generation)
      own = (try mergeAll(header), try unsealedRecords())
    }
    for bytes in try pendingParts() { try setAside(bytes, Self.header(of: bytes)) }
    try database.execute("DELETE FROM part")
    try wipe()
    state.generation = generation
    state.clock = max(state.clock, generation.clock)
    var entries = ChangeEntries()
    if let own {
      try own.bytes.withUnsafeBytes { buffer in
        var changes = try Self.decoded(buffer)
        let authors = try ownIdentities()
        if changes.removeShared(by: authors, in: own.records) > 0 {
          try setAside(own.bytes, changes.header)
        }
        let merger = try Merger(
          self, changes, buffer, limit: UInt64(Int64.max), keepsLost: false,
          onlyFrom: authors)
        try merger.run()
        entries = merger.entries
      }
    }
    try log(entries, isLocal: !entries.isEmpty)
    try state.save(database)
  }

  /// The numbers of the parts that end with one of this device's own change sets.
  private func ownGroup(endingAt number: UInt64) throws -> ClosedRange<UInt64> {
    guard let last = try sealed(number...number).first else { return number...number }
    return number - UInt64((try Self.header(of: last.bytes).part?.index ?? 1) - 1)...number
  }

  private func pendingParts() throws(SQLiteError) -> [[UInt8]] {
    try database.rows("SELECT bytes FROM part") { _ in
    } row: {
      $0.blob(0)
    }
  }

  private func hasApplied() throws(SQLiteError) -> Bool {
    try database.first("SELECT 1 FROM applied LIMIT 1") { _ in
    } row: { _ in
      true
    } ?? false
  }

  /// Empties every table of facts, and the change log, whose rows name theirs.
  private func wipe() throws {
    for table in tables {
      for name in [table.shape.name] + table.lists {
        try database.execute("DELETE FROM \"\(name)\"")
      }
    }
    try database.execute("DELETE FROM foreign_cell; DELETE FROM foreign_group; DELETE FROM change;")
    state.digest = .empty
    // A number that is missing tells every reader of the log to look at everything.
    state.seq += 1
    state.sealedSeq = state.seq
    state.sealedClock = .zero
  }
}
