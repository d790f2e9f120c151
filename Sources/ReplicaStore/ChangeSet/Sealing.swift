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

  /// Seals everything written since the last time into a numbered change set.
  ///
  /// Its bytes are stored with it, so the number has this content for ever, whatever happens
  /// before it is sent. What is too large for one becomes several, with numbers one after the
  /// other, which other devices apply as one.
  ///
  /// - Returns: The change set, or the last of several (`sealed(_:)` has all); `nil` if there is
  ///   nothing to seal.
  /// - Throws: `ReplicaError`; nothing is sealed then.
  public func seal() throws -> SealedChangeSet? {
    try writing { try sealUnsealed() }
  }

  /// What `seal` does, inside a transaction.
  func sealUnsealed() throws -> SealedChangeSet? {
    guard let entries = try unsealedEntries() else { return nil }
    var builder = ChangeSetBuilder(byteCountMax: changeSetByteCountMax)
    for name in entries.runs.keys.sorted() {
      guard let table = tableOfName[name] else { continue }
      try encode(
        entries.normalized(name), of: table, versionsAfter: state.sealedClock.rawValue,
        into: &builder)
    }
    state.sealedSeq = state.seq
    state.sealedClock = state.clock
    try prune()
    return try keep(builder)
  }

  /// What was written here and is not sealed; `nil` if nothing was.
  private func unsealedEntries() throws -> ChangeEntries? {
    let blobs = try database.rows(
      "SELECT entries FROM change WHERE seq > ? AND is_local = 1 ORDER BY seq"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(state.sealedSeq, at: 1)
    } row: {
      $0.blob(0)
    }
    guard !blobs.isEmpty else { return nil }
    var entries = ChangeEntries()
    for blob in blobs { try entries.add(encoded: blob) }
    return entries
  }

  /// The records that were written to here since the latest change set was sealed, by their types.
  func unsealedRecords() throws -> [String: Set<RecordID>] {
    try unsealedEntries().map { try ids(of: $0).mapValues { Set($0) } } ?? [:]
  }

  /// Forgets transactions that are sealed and that every reader has looked at.
  ///
  /// The latest stays, since it holds the clock and the digest, and so do those that hold values
  /// which are still kept: they are passed over from now on, until they are old enough.
  func prune() throws(SQLiteError) {
    let slowest = try database.first("SELECT min(seq) FROM reader") { _ in
    } row: {
      $0.isNull(0) ? nil : $0.int64(0)
    }
    let read = max((slowest ?? nil) ?? state.seq, state.seq - ChangeLog.rowsMax)
    let last = min(read, state.sealedSeq, state.seq - 1)
    if last > state.prunedSeq {
      try database.run("DELETE FROM change WHERE seq > ? AND seq <= ? AND lost IS NULL") {
        (statement) throws(SQLiteError) in
        try statement.bind(state.prunedSeq, at: 1)
        try statement.bind(last, at: 2)
      }
      state.prunedSeq = last
    }
    // The clock only rises along the log, so that the first that is still kept ends the search.
    try database.run(
      """
      DELETE FROM change WHERE seq
        < min(? + 1, (SELECT seq FROM change WHERE clock >= ? ORDER BY seq LIMIT 1))
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(state.prunedSeq, at: 1)
      try statement.bind(Int64(bitPattern: keptSince.rawValue), at: 2)
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

  /// The chains at some of this device's own numbers.
  ///
  /// - Parameter range: The numbers.
  /// - Returns: Those of all that this device sealed, in order.
  /// - Throws: `ReplicaError`.
  package func chains(_ range: Range<UInt64>) throws -> [Chain] {
    try translatingErrors {
      try database.rows(
        "SELECT chain FROM change_set WHERE number >= ? AND number < ? ORDER BY number"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(clamping: range.lowerBound), at: 1)
        try statement.bind(Int64(clamping: range.upperBound), at: 2)
      } row: {
        Chain($0.blob(0)) ?? .zero
      }
    }
  }

  /// Lets go of the bytes of sealed change sets that are safe elsewhere; their chains stay.
  ///
  /// What was let go of before is not looked at again, however much that is.
  ///
  /// - Parameter number: The last of them; everything before it goes too.
  /// - Throws: `ReplicaError`.
  public func forgetSealedBytes(through number: UInt64) throws {
    let isKept = try translatingErrors {
      try database.first("SELECT bytes IS NOT NULL FROM change_set WHERE number = ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(clamping: number), at: 1)
      } row: {
        $0.int(0) != 0
      }
    }
    guard isKept == true else { return }
    try writing {
      // Backwards, as far as bytes are kept.
      let forgotten = try database.first(
        """
        SELECT number FROM change_set WHERE number < ? AND bytes IS NULL
        ORDER BY number DESC LIMIT 1
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(clamping: number), at: 1)
      } row: {
        $0.int64(0)
      }
      try database.run(
        "UPDATE change_set SET bytes = NULL WHERE number > ? AND number <= ?"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(forgotten ?? 0, at: 1)
        try statement.bind(Int64(clamping: number), at: 2)
      }
    }
  }
}
