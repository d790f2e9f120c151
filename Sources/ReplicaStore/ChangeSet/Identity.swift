import SQLite

extension Replica {
  static let formerSQL = """
    CREATE TABLE former (
      device INTEGER PRIMARY KEY
    ) STRICT;
    """

  /// Seals everything this replica holds, whoever wrote it, under new numbers.
  ///
  /// Stamps stay as they are, so that nothing changes but where it can be had.
  ///
  /// - Returns: The change set, or the last of several.
  /// - Throws: `ReplicaError`.
  public func sealEverything() throws -> SealedChangeSet {
    try writing {
      _ = try sealUnsealed()
      var builder = ChangeSetBuilder(byteCountMax: changeSetByteCountMax)
      try encodeEverything(into: &builder)
      return try keep(builder)
    }
  }

  /// Seals a change set with nothing in it, to carry news of this device.
  ///
  /// - Returns: The change set, or that of what was unsent, if there was anything.
  /// - Throws: `ReplicaError`.
  public func sealHeartbeat() throws -> SealedChangeSet {
    try writing { try sealUnsealed() ?? keep(ChangeSetBuilder()) }
  }

  /// Stores what a builder has become under the next numbers.
  func keep(_ builder: ChangeSetBuilder) throws -> SealedChangeSet {
    let parts = builder.parts
    let voided = try voidedDevices()
    var last = SealedChangeSet(number: state.sealedNumber, chain: state.chain, bytes: [])
    for (index, part) in parts.enumerated() {
      let number = state.sealedNumber + 1
      let bytes = part.bytes(
        ChangeSetHeader(
          device: state.device, first: number, last: number, chainBefore: state.chain,
          clock: state.clock, generation: state.generation,
          part: parts.count == 1 ? nil : .init(index: index + 1, count: parts.count),
          voided: voided))
      let chain = state.chain.extended(bySealed: bytes)
      try database.run("INSERT INTO change_set(number, chain, bytes) VALUES(?, ?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(clamping: number), at: 1)
        try statement.bind(chain.bytes, at: 2)
        try statement.bind(bytes, at: 3)
      }
      state.sealedNumber = number
      state.chain = chain
      last = SealedChangeSet(number: number, chain: chain, bytes: bytes)
    }
    state.hasSealed = true
    try state.save(database)
    return last
  }

  /// Becomes another device, because this replica is a copy or came back from a backup.
  ///
  /// What was sealed after the fork is unsent again and will be sealed under the new id, with its
  /// original stamps; what the old id sealed up to the fork counts as applied from a peer.
  ///
  /// - Parameter number: The last number that the two branches share; 0 for none.
  /// - Throws: `ReplicaError`; the identity is then as before.
  public func takeNewIdentity(resealingAfter number: UInt64) throws {
    try writing {
      let shared = try sealedChains(through: number)
      var entries = ChangeEntries()
      if try hasForgottenBytes(after: number) {
        for table in tables { entries.append(table.shape.name, try everyRow(of: table)) }
      } else {
        for bytes in try sealedBytes(after: wholeNumber(number)) {
          try bytes.withUnsafeBytes { buffer in
            for block in try Self.decoded(buffer).blocks {
              guard let table = tableOfName[block.name] else { continue }
              for row in try table.rows(of: block.ids) where row != 0 {
                entries.append(block.name, [.init(row: row, count: 1, mask: .max)])
              }
            }
          }
        }
      }
      for (number, chain) in shared {
        try database.run("INSERT OR IGNORE INTO applied VALUES(?, ?, ?)") {
          (statement) throws(SQLiteError) in
          try statement.bind(Int64(bitPattern: state.device.rawValue), at: 1)
          try statement.bind(number, at: 2)
          try statement.bind(chain, at: 3)
        }
      }
      try becomeAnother()
      state.sealedClock = .zero
      if !entries.isEmpty { try log(entries, isLocal: true) }
      try state.save(database)
    }
  }

  /// Takes a new id, under which nothing is sealed yet.
  func becomeAnother() throws(SQLiteError) {
    try database.run("INSERT OR IGNORE INTO former VALUES(?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int64(bitPattern: state.device.rawValue), at: 1)
    }
    try database.run("DELETE FROM change_set")
    state.device = Self.newDevice(environment)
    state.sealedNumber = 0
    state.chain = .zero
  }

  /// The ids under which this replica has written; a copy of it may have as well.
  func ownIdentities() throws(SQLiteError) -> Set<DeviceID> {
    let former = try database.rows("SELECT device FROM former") { _ in
    } row: {
      DeviceID(rawValue: UInt64(bitPattern: $0.int64(0)))
    }
    return Set(former + [state.device])
  }

  /// The last number up to another that is no part of something that goes on after it.
  ///
  /// Half of such a thing shows nowhere, so all of it has to be sealed again.
  private func wholeNumber(_ number: UInt64) throws -> UInt64 {
    guard let next = try sealedBytes(after: number).first else { return number }
    return number - UInt64((try Self.header(of: next).part?.index ?? 1) - 1)
  }

  private func sealedChains(
    through number: UInt64
  ) throws(SQLiteError) -> [(number: Int64, chain: [UInt8])] {
    try database.rows("SELECT number, chain FROM change_set WHERE number <= ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int64(clamping: number), at: 1)
    } row: {
      ($0.int64(0), $0.blob(1))
    }
  }

  private func sealedBytes(after number: UInt64) throws(SQLiteError) -> [[UInt8]] {
    try database.rows("SELECT bytes FROM change_set WHERE number > ? ORDER BY number") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int64(clamping: number), at: 1)
    } row: {
      $0.blob(0)
    }
  }

  private func hasForgottenBytes(after number: UInt64) throws(SQLiteError) -> Bool {
    try database.first("SELECT 1 FROM change_set WHERE number > ? AND bytes IS NULL LIMIT 1") {
      (statement) throws(SQLiteError) in
      try statement.bind(Int64(clamping: number), at: 1)
    } row: { _ in
      true
    } ?? false
  }

  private func everyRow(of table: RecordTable) throws(SQLiteError) -> [ChangeEntries.Run] {
    let last = try database.first("SELECT max(row) FROM \"\(table.shape.name)\"") { _ in
    } row: {
      $0.int64(0)
    }
    return (last ?? 0) == 0 ? [] : [.init(row: 1, count: last ?? 0, mask: .max)]
  }
}
