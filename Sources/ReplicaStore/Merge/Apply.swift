import SQLite

/// What applying a change set did.
public struct AppliedChanges: Equatable, Sendable {
  /// Records that were made or changed.
  public var changedRecordCount = 0
  /// Values set aside because their stamps are too far in the future.
  public var quarantinedCount = 0
  /// Values kept for a later version, unknown to this one.
  public var unknownCount = 0
  /// Change sets set aside because they were written on the older side of a reset.
  public var setAsideCount = 0
  /// Parts kept until the others are there, of something too large for one change set.
  public var pendingPartCount = 0

  /// Nothing done.
  public init() {}

  mutating func add(_ other: AppliedChanges) {
    changedRecordCount += other.changedRecordCount
    quarantinedCount += other.quarantinedCount
    unknownCount += other.unknownCount
    setAsideCount += other.setAsideCount
    pendingPartCount += other.pendingPartCount
  }
}

extension Replica {
  /// Reads what a change set says about itself, and nothing else of it.
  ///
  /// - Parameter bytes: A change set.
  /// - Returns: Its header, checked against the checksum; what follows can still be malformed.
  /// - Throws: `ReplicaError` with `badChangeSet`.
  public static func header(of bytes: [UInt8]) throws -> ChangeSetHeader {
    try bytes.withUnsafeBytes { buffer in
      try naming(buffer) { () throws(DecodingFailure) in try ChangeSetDecoder.open(buffer).header }
    }
  }

  static func decoded(_ bytes: UnsafeRawBufferPointer) throws -> DecodedChangeSet {
    try naming(bytes) { () throws(DecodingFailure) in try ChangeSetDecoder.decode(bytes) }
  }

  /// Does some reading, and names the change set that cannot be read.
  private static func naming<Result>(
    _ bytes: UnsafeRawBufferPointer, _ read: () throws(DecodingFailure) -> Result
  ) throws -> Result {
    do {
      return try read()
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

  /// Merges a change set: the whole of it, or nothing.
  ///
  /// Idempotent, commutative and associative: order, gaps and repeats make no difference. One of an
  /// older generation is set aside; with one of a later generation everything here gives way to it.
  /// A part of something larger is kept until the others are there.
  ///
  /// - Parameters:
  ///   - bytes: A change set of any device, this one's own included.
  ///   - chain: The chain at its last number, remembered with it; worked out for a single one.
  /// - Returns: What it did.
  /// - Throws: `ReplicaError` with `badChangeSet`, with `otherGeneration` if it comes after a reset
  ///   from the far future, and the storage failures; clock, data and what is remembered as applied are then as before.
  @discardableResult
  public func apply(_ bytes: [UInt8], chain: Chain? = nil) throws -> AppliedChanges {
    try bytes.withUnsafeBytes { buffer in
      let opened = try Self.naming(buffer) { () throws(DecodingFailure) in
        try ChangeSetDecoder.open(buffer)
      }
      if try isRepeat(opened.header, opened.checksum, chain) { return AppliedChanges() }
      let changes = try Self.naming(buffer) { () throws(DecodingFailure) in
        try ChangeSetDecoder.decode(opened)
      }
      return try apply(changes, buffer, chain)
    }
  }

  /// Merges a change set that was read before: the whole of it, or nothing.
  ///
  /// - Parameters:
  ///   - changeSet: A change set of any device, this one's own included.
  ///   - chain: The chain at its last number, remembered with it; worked out for a single one.
  /// - Returns: What it did.
  /// - Throws: As for bytes.
  @discardableResult
  public func apply(_ changeSet: CheckedChangeSet, chain: Chain? = nil) throws -> AppliedChanges {
    try apply(changeSet, chain: chain, inside: [])
  }

  /// Merges a change set that was read before, and remembers the chain at every number in it.
  ///
  /// - Parameters:
  ///   - changeSet: A change set of any device.
  ///   - chain: The chain at its last number.
  ///   - inside: Of a merge, how the chain begins at each number from its first to before its last.
  /// - Returns: What it did.
  /// - Throws: As for bytes.
  @discardableResult
  package func apply(
    _ changeSet: CheckedChangeSet, chain: Chain?, inside: [UInt32]
  ) throws -> AppliedChanges {
    let changes = changeSet.decoded
    if try isRepeat(changes.header, changes.checksum, chain) { return AppliedChanges() }
    return try changeSet.bytes.withUnsafeBytes { try apply(changes, $0, chain, inside) }
  }

  /// What `apply` does with what was read.
  private func apply(
    _ changes: DecodedChangeSet, _ buffer: UnsafeRawBufferPointer, _ chain: Chain?,
    _ inside: [UInt32] = []
  ) throws -> AppliedChanges {
    var entries = ChangeEntries()
    let before = state.generation
    let result = try writing {
      try markInside(changes.header, inside)
      return try receive(changes, buffer, chain: chain ?? changes.chain, &entries)
    }
    if state.generation != before { notifyReset() }
    notify(entries, isLocal: false)
    return result
  }

  /// Whether this very change set was applied before, so that nothing in it can be news.
  ///
  /// One number of one chain has one content for ever. That says nothing of a merge, which ends at
  /// the same number and holds more, nor of one that waits for its other parts.
  private func isRepeat(
    _ header: ChangeSetHeader, _ checksum: [UInt8], _ chain: Chain?
  ) throws -> Bool {
    guard !header.isState, header.first == header.last, header.part == nil else { return false }
    let own = header.chainBefore.extended(by: checksum)
    guard chain == nil || chain == own else { return false }
    return try read { _ in
      try header.generation == state.generation && isApplied(header, own) && !keepsQuarantined()
    }
  }

  /// Whether anything waits for its time, which may have come.
  private func keepsQuarantined() throws(SQLiteError) -> Bool {
    try database.first("SELECT 1 FROM foreign_cell WHERE reason = ? LIMIT 1") {
      (statement) throws(SQLiteError) in
      try statement.bind(ForeignCell.Reason.quarantined.rawValue, at: 1)
    } row: { _ in
      true
    } ?? false
  }

  /// What `apply` does, inside a transaction.
  private func receive(
    _ changes: DecodedChangeSet, _ buffer: UnsafeRawBufferPointer, chain: Chain?,
    _ entries: inout ChangeEntries
  ) throws -> AppliedChanges {
    let header = changes.header
    var result = AppliedChanges()
    let isNew = try chain.map { try !isApplied(header, $0) } ?? true
    if let chain { try markApplied(header.device, header.last, chain) }
    for (type, runs) in try note(header.voided).runs.sorted(by: { $0.key < $1.key }) {
      entries.append(type, runs)
    }
    if header.generation < state.generation {
      if isNew { try setAside(Array(buffer), header) }
      result.setAsideCount = 1
      return result
    }
    if header.generation > state.generation {
      if try isGivenUp(header.generation) {
        if isNew { try setAside(Array(buffer), header) }
        result.setAsideCount = 1
        return result
      }
      try requireBelievable(header)
      try adopt(header.generation)
    }
    guard let part = header.part, let chain else {
      try merge([(changes, buffer)], keepsLost: isNew, &result, &entries)
      return result
    }
    // A part that was applied before is either still waiting or long in its place.
    guard isNew else { return result }
    let whole = try PendingParts.add(Array(buffer), header, part, chain, in: database)
    guard let whole else {
      result.pendingPartCount = 1
      return result
    }
    try withDecoded(whole[...], []) {
      try merge($0, keepsLost: true, &result, &entries)
    }
    return result
  }

  /// Decodes change sets whose bytes have to stay where they are until all are merged.
  private func withDecoded(
    _ rest: ArraySlice<[UInt8]>, _ done: [(DecodedChangeSet, UnsafeRawBufferPointer)],
    _ body: ([(DecodedChangeSet, UnsafeRawBufferPointer)]) throws -> Void
  ) throws {
    guard let next = rest.first else { return try body(done) }
    try next.withUnsafeBytes { buffer in
      try withDecoded(rest.dropFirst(), done + [(try Self.decoded(buffer), buffer)], body)
    }
  }

  /// Whether a reset was made by a clock that was far ahead and has been put right since; whoever made
  /// it has made it again.
  private func isGivenUp(_ generation: Stamp) throws -> Bool {
    try voidedDevices().contains {
      $0.device == generation.device && $0.since <= generation.clock
    }
  }

  /// Refuses a reset from the far future: it would stand above every other one for as long.
  private func requireBelievable(_ header: ChangeSetHeader) throws {
    let limit = environment.driftGuard.limit(nowMillis: environment.nowMillis())
    guard header.generation.clock > limit else { return }
    throw ReplicaError(
      .otherGeneration,
      "Change set \(header.last) of device \(header.device) comes after a reset by a device whose"
        + " clock is far ahead. Nothing was changed. Put that clock right, and sync there again.")
  }

  /// Merges change sets as one, and takes notice of their clocks.
  private func merge(
    _ sets: [(changes: DecodedChangeSet, bytes: UnsafeRawBufferPointer)], keepsLost: Bool,
    _ result: inout AppliedChanges, _ entries: inout ChangeEntries
  ) throws {
    let before = state.clock
    var clock = HybridLogicalClock(latest: state.clock)
    for set in sets {
      let merger = try Merger(self, set.changes, set.bytes, keepsLost: keepsLost)
      try merger.run()
      result.add(merger.result)
      for (type, runs) in merger.entries.runs.sorted(by: { $0.key < $1.key }) {
        entries.append(type, runs)
      }
      clock.observe(merger.largestAccepted)
    }
    state.clock = clock.latest
    // What was there already leaves no trace, so that devices that agree become quiet.
    let hasNews =
      !entries.isEmpty || result != AppliedChanges() || state.clock != before
      || tables.contains { !$0.lost.isEmpty }
    guard hasNews else { return }
    try log(entries, isLocal: false)
    try passOverMerged()
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

  /// Remembers what a merge leads through, so that another branch of the same log is told apart.
  private func markInside(
    _ header: ChangeSetHeader, _ inside: [UInt32]
  ) throws(SQLiteError) {
    for (index, start) in inside.enumerated() {
      try database.run(
        """
        INSERT INTO applied SELECT ?1, ?2, ?3 WHERE NOT EXISTS (
          SELECT 1 FROM applied
          WHERE device = ?1 AND number = ?2 AND substr(chain, 1, 4) = substr(?3, 1, 4))
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: header.device.rawValue), at: 1)
        try statement.bind(Int64(bitPattern: header.first) + Int64(index), at: 2)
        try statement.bind(Chain(start: start).bytes, at: 3)
      }
    }
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
}
