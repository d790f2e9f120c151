import SQLite

/// A version that was written, to be undone later.
public struct VersionReference: Hashable, Sendable {
  /// The name of the record type.
  public var type: String
  /// The record.
  public var id: RecordID
  /// The name of the group of fields.
  public var group: String
  /// The stamp of the version.
  public var stamp: Stamp

  /// Names a version.
  public init(type: String, id: RecordID, group: String, stamp: Stamp) {
    self.type = type
    self.id = id
    self.group = group
    self.stamp = stamp
  }
}

/// One atomic unit of writing: kept and sent as a whole, or not at all.
public final class WriteTransaction: ReadTransaction {
  /// What the application attaches to versions written here.
  public let tag: Tag
  /// Versions written so far, in order; hand them to `void` later to undo this transaction.
  public internal(set) var authored: [VersionReference] = []

  private var current: HybridTime?
  private(set) var localDevice: UInt16 = 0
  private var nonce: UInt64?
  private var isOver = false
  /// The first failure that may have left a record half written.
  private(set) var failure: (any Error)?

  init(_ replica: Replica, tag: Tag) throws {
    self.tag = tag
    super.init(replica)
    localDevice = try replica.devices.number(replica.state.device.rawValue)
  }

  /// Runs one write; if it fails half-way, the transaction can no longer be kept.
  ///
  /// A body that catches the failure and goes on would otherwise keep half a record. What was
  /// refused before anything was touched spoils nothing.
  func attempt<Result>(_ work: () throws -> Result) throws -> Result {
    try requireOpen()
    do {
      return try translatingErrors(work)
    } catch {
      let refusal = error as? ReplicaError
      let isHarmless =
        refusal?.underlying == nil && (refusal?.code == .badValue || refusal?.code == .notFound)
      if !isHarmless, failure == nil { failure = error }
      throw error
    }
  }

  /// Refuses writes that would not be part of one whole transaction.
  private func requireOpen() throws {
    if let failure { throw failure }
    guard !isOver, database.isInTransaction else {
      throw ReplicaError(
        .io, "This transaction is over, or an earlier failure undid it. Begin a new one.")
    }
  }

  /// Nothing may be written through this object any more.
  func end() {
    isOver = true
    dropPending()
  }

  /// One nonce for each transaction, so that clones of one device add up too.
  func drawnNonce() -> UInt64 {
    let drawn = nonce ?? max(replica.environment.random(), 1)
    nonce = drawn
    return drawn
  }

  /// What is written next has a later stamp than all before.
  func endStamp() {
    current = nil
  }

  /// The clock of what is written now; ticks at the first write and after `endStamp`.
  func clock() -> HybridTime {
    if let current { return current }
    var clock = HybridLogicalClock(latest: replica.state.clock)
    let time = clock.tick(nowMillis: replica.environment.nowMillis())
    replica.state.clock = time
    current = time
    return time
  }

  /// The stamp that this transaction's writes carry now.
  public var stamp: Stamp { Stamp(clock: clock(), device: replica.state.device) }

  /// A new random id.
  public func newID() -> RecordID {
    var generator = EnvironmentGenerator(environment: replica.environment)
    return .random(using: &generator)
  }

  // MARK: Writing records

  /// Writes a new record: every group in which any field differs from its default.
  ///
  /// If the record is there already, deleted or not, it then reads as this one: groups in which
  /// it differs are written over, with defaults too.
  ///
  /// - Parameter model: The record.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func insert<Model: Record>(_ model: Model) throws {
    try attempt {
      let place = place(of: Model.self)
      try insertSoon(model, place, mask: authoredMask(model, place))
    }
  }

  /// Writes the groups in which a record differs from what is stored; makes it if it is missing.
  ///
  /// - Parameter model: The record.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func save<Model: Record>(_ model: Model) throws {
    guard let stored = try record(Model.self, model.id) else { return try insert(model) }
    let mask = differences(model, stored, place(of: Model.self).description)
    if mask != 0 { try write(model, mask: mask) }
  }

  /// Writes some fields of a record, also with the value they have: a choice made again is newer.
  ///
  /// - Parameters:
  ///   - model: The record with the values to write; makes it if it is missing.
  ///   - paths: The fields; the other fields of their groups are written with them. Naming a
  ///     counter is a programmer's error and traps: `increment` and `set` change it.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func write<Model: Record>(_ model: Model, _ paths: PartialKeyPath<Model>...) throws {
    let mask = Model.recordType.mask(of: paths)
    precondition(
      mask & Model.recordType.shape.counterMask == 0, "increment and set change a counter")
    if mask != 0 { try write(model, mask: mask) }
  }

  /// Writes a record that nobody chose, such as a default: it loses to any authored write.
  ///
  /// Give it a fixed id, so that it is the same record on every device.
  ///
  /// - Parameter model: The record; groups that were written already are left alone.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func seed<Model: Record>(_ model: Model) throws {
    try attempt {
      let place = place(of: Model.self)
      let written = try stored(model.id, place.table, as: Model.self)?.stamps.written ?? 0
      let mask = authoredMask(model, place) & ~written
      if mask != 0 { try author(model, place, mask: mask, clock: 0, device: 0, tag: .none) }
    }
  }

  /// Deletes a record; a later write to any of its fields brings everything back.
  ///
  /// - Parameters:
  ///   - model: The type.
  ///   - id: The record.
  /// - Throws: `ReplicaError` with `notFound` if there is none, and the storage failures.
  public func delete<Model: Record>(_ model: Model.Type, _ id: RecordID) throws {
    try attempt {
      let table = table(model)
      endStamp()
      let stamp = clock().rawValue
      let select = try table.byID
      defer { select.reset() }
      try select.bind(high: id.high, low: id.low, at: 1)
      guard try select.step(), select.int(6) == RecordTable.Hidden.no else {
        throw ReplicaError(.notFound, "There is no such record to delete.")
      }
      var stamps = try table.stamps(select)
      replica.state.digest.replace(
        id, salt: table.shape.deletionSalt, stamps.stamp(of: RecordShape.deletion),
        by: (stamp, localDevice), replica.devices)
      stamps.setDeleted(clock: stamp, device: localDevice)
      let update = try table.update
      try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: update)
      try copyFields(table, from: select, to: update)
      table.touched.note(row: select.int64(0), mask: 1 << UInt64(RecordShape.deletion))
      try update.bind(select.int64(0), at: 1)
      try update.run()
      // Whatever is written next comes after the deletion, and so brings the record back.
      endStamp()
    }
  }
}

/// Draws from the replica's own source of randomness.
private struct EnvironmentGenerator: RandomNumberGenerator {
  let environment: ReplicaEnvironment

  func next() -> UInt64 { environment.random() }
}
