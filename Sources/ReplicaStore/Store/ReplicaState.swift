import SQLite

/// The part of a replica that changes with every transaction and is read at every opening.
struct ReplicaState: Equatable {
  /// Who writes here.
  var device = DeviceID.none
  /// The latest reading of the clock.
  var clock = HybridTime.zero
  /// The sum over everything replicated.
  var digest = StateDigest.empty
  /// The number of the latest transaction in the change log.
  var seq: Int64 = 0
  /// The number of the latest transaction that is sealed.
  var sealedSeq: Int64 = 0
  /// Up to here the change log holds nothing but what is kept for the values in it.
  var prunedSeq: Int64 = 0
  /// The clock when the latest change set was sealed: versions above it may be unsent.
  var sealedClock = HybridTime.zero
  /// The number of the latest sealed change set.
  var sealedNumber: UInt64 = 0
  /// The chain at the latest sealed change set.
  var chain = Chain.zero
  /// The stamp of the latest reset: writes of another generation are set aside.
  var generation = Stamp.zero
  /// Whether it ever sealed anything, under this id or a former one.
  var hasSealed = false
  /// What people call this device.
  var name = ""
  /// The schema that the file has been brought up to.
  var schemaVersion = 0
}

/// The hash that ties a change set to all before it: BLAKE2b of the previous chain and its digest.
public struct Chain: Hashable, Sendable, CustomStringConvertible {
  /// Sixteen bytes.
  public let bytes: [UInt8]

  /// The chain before the first change set.
  public static let zero = Chain(bytes: [UInt8](repeating: 0, count: 16))

  static let byteCount = 16

  init(bytes: [UInt8]) {
    precondition(bytes.count == Self.byteCount, "a chain has 16 bytes")
    self.bytes = bytes
  }

  /// Wraps sixteen bytes.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// A chain of which only the first four bytes are known, read as a big-endian number.
  package init(start: UInt32) {
    self.init(
      bytes: (0..<4).map { UInt8(truncatingIfNeeded: start >> (24 - 8 * $0)) }
        + [UInt8](repeating: 0, count: Self.byteCount - 4))
  }

  /// Whether this may be the chain of which the first half is known.
  ///
  /// Of a chain that starts like this and is not known any further only four bytes can speak against it.
  ///
  /// - Parameter prefix: Sixteen hexadecimal digits, as file names have them.
  /// - Returns: `true` if nothing speaks against it.
  package func agrees(with prefix: String) -> Bool {
    self == Chain(start: start)
      ? prefix.hasPrefix(self.prefix.prefix(8)) : prefix == self.prefix
  }

  /// The first four bytes as a big-endian number.
  package var start: UInt32 { bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) } }

  /// The chain after one more change set.
  ///
  /// - Parameter checksum: The BLAKE2b checksum at the end of the change set.
  /// - Returns: The hash of this chain and that checksum.
  func extended(by checksum: [UInt8]) -> Chain {
    Chain(bytes: BLAKE2b.hash(bytes + checksum, digestByteCount: Self.byteCount))
  }

  /// The chain after one more change set.
  ///
  /// - Parameter bytes: A change set as sealed.
  /// - Returns: The hash of this chain and the change set's checksum.
  package func extended(bySealed bytes: [UInt8]) -> Chain {
    extended(by: Array(bytes.suffix(ChangeSetHeader.checksumByteCount)))
  }

  /// The first eight bytes as sixteen lower-case hexadecimal digits, as file names have them.
  public var prefix: String {
    hexadecimal(bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Thirty-two lower-case hexadecimal digits.
  public var description: String {
    prefix + hexadecimal(bytes[8...].reduce(0) { $0 << 8 | UInt64($1) })
  }
}

extension ReplicaState {
  static let sql = """
    CREATE TABLE replica (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      format INTEGER NOT NULL,
      schema_version INTEGER NOT NULL,
      device INTEGER NOT NULL,
      name TEXT NOT NULL,
      clock INTEGER NOT NULL,
      sealed_seq INTEGER NOT NULL,
      pruned_seq INTEGER NOT NULL,
      sealed_clock INTEGER NOT NULL,
      sealed_number INTEGER NOT NULL,
      chain BLOB NOT NULL,
      generation_clock INTEGER NOT NULL,
      generation_device INTEGER NOT NULL,
      has_sealed INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE change_set (
      number INTEGER PRIMARY KEY,
      chain BLOB NOT NULL,
      bytes BLOB
    ) STRICT;
    CREATE TABLE applied (
      device INTEGER NOT NULL,
      number INTEGER NOT NULL,
      chain BLOB NOT NULL,
      PRIMARY KEY (device, number, chain)
    ) STRICT, WITHOUT ROWID;
    """

  /// Reads the state as the last committed transaction left it.
  static func load(_ database: Database) throws -> ReplicaState {
    let stored = try database.first(
      """
      SELECT device, name, clock, sealed_seq, sealed_clock, sealed_number, chain,
        generation_clock, generation_device, schema_version, has_sealed, pruned_seq FROM replica
      """
    ) { _ in
    } row: { row in
      var state = ReplicaState()
      state.device = DeviceID(rawValue: UInt64(bitPattern: row.int64(0)))
      state.name = row.text(1)
      state.clock = HybridTime(rawValue: UInt64(bitPattern: row.int64(2)))
      state.sealedSeq = row.int64(3)
      state.sealedClock = HybridTime(rawValue: UInt64(bitPattern: row.int64(4)))
      state.sealedNumber = UInt64(bitPattern: row.int64(5))
      state.generation = Stamp(
        clock: HybridTime(rawValue: UInt64(bitPattern: row.int64(7))),
        device: DeviceID(rawValue: UInt64(bitPattern: row.int64(8))))
      state.schemaVersion = row.int(9)
      state.hasSealed = row.int(10) != 0
      state.prunedSeq = row.int64(11)
      return (state, Chain(row.blob(6)))
    }
    guard case (var state, let chain?)? = stored else {
      throw ReplicaError(.damaged, "The replica has lost its identity. Run the doctor command.")
    }
    state.chain = chain
    let latest = try database.first(
      "SELECT seq, clock, digest FROM change ORDER BY seq DESC LIMIT 1"
    ) { _ in
    } row: { row in
      (row.int64(0), HybridTime(rawValue: UInt64(bitPattern: row.int64(1))), row.high128(2))
    }
    if let (seq, clock, digest) = latest {
      guard let digest else {
        throw ReplicaError(.damaged, "The change log is damaged. Run the doctor command.")
      }
      state.seq = seq
      state.clock = max(state.clock, clock)
      state.digest = StateDigest(high: digest.high, low: digest.low)
    }
    // A log that was lost begins anew, maybe below where it once was.
    state.prunedSeq = min(state.prunedSeq, state.seq)
    guard state.device != .none, state.clock.rawValue <= Int64.max, state.seq >= 0 else {
      throw ReplicaError(.damaged, "The replica's clock is damaged. Run the doctor command.")
    }
    return state
  }

  /// Stores what sealing and identity changed; the clock and digest live in the change log.
  func save(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      UPDATE replica SET device = ?, name = ?, clock = ?, sealed_seq = ?, sealed_clock = ?,
        sealed_number = ?, chain = ?, generation_clock = ?, generation_device = ?, has_sealed = ?,
        pruned_seq = ?
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(Int64(bitPattern: device.rawValue), at: 1)
      try statement.bind(name, at: 2)
      try statement.bind(Int64(bitPattern: clock.rawValue), at: 3)
      try statement.bind(sealedSeq, at: 4)
      try statement.bind(Int64(bitPattern: sealedClock.rawValue), at: 5)
      try statement.bind(Int64(bitPattern: sealedNumber), at: 6)
      try statement.bind(chain.bytes, at: 7)
      try statement.bind(Int64(bitPattern: generation.clock.rawValue), at: 8)
      try statement.bind(Int64(bitPattern: generation.device.rawValue), at: 9)
      try statement.bind(hasSealed ? 1 : 0, at: 10)
      try statement.bind(prunedSeq, at: 11)
    }
  }
}
