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
  public private(set) var authored: [VersionReference] = []

  private var current: HybridTime?
  private var localDevice: UInt16 = 0
  private var nonce: UInt64?

  init(_ replica: Replica, tag: Tag) throws {
    self.tag = tag
    super.init(replica)
    localDevice = try replica.devices.number(replica.state.device.rawValue)
  }

  /// The clock of what is written now; ticks at the first write and after each deletion.
  private func clock() -> HybridTime {
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
  /// If the record is there already, it is written over, group by group.
  ///
  /// - Parameter model: The record.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func insert<Model: Record>(_ model: Model) throws {
    try write(model, mask: authoredMask(model, against: Model(id: model.id)))
  }

  /// Writes the groups in which a record differs from what is stored; makes it if it is missing.
  ///
  /// - Parameter model: The record.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func save<Model: Record>(_ model: Model) throws {
    guard let stored = try record(Model.self, model.id) else { return try insert(model) }
    let mask = differences(model, stored)
    if mask != 0 { try write(model, mask: mask) }
  }

  /// Writes some fields of a record, also with the value they have: a choice made again is newer.
  ///
  /// - Parameters:
  ///   - model: The record with the values to write; makes it if it is missing.
  ///   - paths: The fields; the other fields of their groups are written with them.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func write<Model: Record>(_ model: Model, _ paths: PartialKeyPath<Model>...) throws {
    try write(model, mask: Model.recordType.mask(of: paths))
  }

  /// Writes a record that nobody chose, such as a default: it loses to any authored write.
  ///
  /// Give it a fixed id, so that it is the same record on every device.
  ///
  /// - Parameter model: The record; groups that were written already are left alone.
  /// - Throws: `ReplicaError` with `badValue` and the storage failures.
  public func seed<Model: Record>(_ model: Model) throws {
    try translatingErrors {
      let table = table(Model.self)
      let statement = try table.byID
      try statement.bind(high: model.id.high, low: model.id.low, at: 1)
      let written = try statement.step() ? try table.stamps(statement).written : 0
      statement.reset()
      let mask = authoredMask(model, against: Model(id: model.id)) & ~written
      if mask != 0 { try author(model, table, mask: mask, clock: 0, device: 0, tag: .none) }
    }
  }

  /// Deletes a record; a later write to any of its fields brings everything back.
  ///
  /// - Parameters:
  ///   - model: The type.
  ///   - id: The record.
  /// - Throws: `ReplicaError` with `notFound` if there is none, and the storage failures.
  public func delete<Model: Record>(_ model: Model.Type, _ id: RecordID) throws {
    try translatingErrors {
      let table = table(model)
      current = nil
      let stamp = clock().rawValue
      let select = try table.byID
      defer { select.reset() }
      try select.bind(high: id.high, low: id.low, at: 1)
      guard try select.step(), select.int(6) == RecordTable.Hidden.no else {
        throw ReplicaError(.notFound, "There is no such record to delete.")
      }
      var stamps = try table.stamps(select)
      rewriteDigest(id, table, from: stamps.stamp(of: RecordShape.deletion), to: stamp)
      stamps.setDeleted(clock: stamp, device: localDevice)
      let update = try table.update
      try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: update)
      try copyFields(table, from: select, to: update)
      table.touched.note(row: select.int64(0), mask: 1 << UInt64(RecordShape.deletion))
      try update.bind(select.int64(0), at: 1)
      try update.run()
      // Whatever is written next comes after the deletion, and so brings the record back.
      current = nil
    }
  }

  // MARK: Counters

  /// Adds to a counter; what two devices add, offline, adds up.
  ///
  /// - Parameters:
  ///   - path: A counter field.
  ///   - id: The record, made if it is missing.
  ///   - amount: What to add; may be negative.
  /// - Throws: `ReplicaError`.
  public func increment<Model: Record>(
    _ path: WritableKeyPath<Model, Int>, of id: RecordID, by amount: Int
  ) throws {
    try count(path, id, Int64(amount), isSetting: false)
  }

  /// Sets a counter: increments made before this one is known are set aside.
  ///
  /// - Parameters:
  ///   - path: A counter field.
  ///   - id: The record, made if it is missing.
  ///   - amount: The new value.
  /// - Throws: `ReplicaError`.
  public func set<Model: Record>(
    _ path: WritableKeyPath<Model, Int>, of id: RecordID, to amount: Int
  ) throws {
    try count(path, id, Int64(amount), isSetting: true)
  }

  private func count<Model: Record>(
    _ path: WritableKeyPath<Model, Int>, _ id: RecordID, _ amount: Int64, isSetting: Bool
  ) throws {
    try translatingErrors {
      let type = Model.recordType
      let table = table(Model.self)
      let group = type.shape.groupOfField[type.index(of: path)]
      precondition(type.shape.groups[group].merge == .counter, "\(path) is no counter")
      let time = clock().rawValue
      let row = try authorRow(id, table, mask: 1 << UInt64(group), clock: time, device: localDevice)
      let existing = try replica.increments(table, row: row, group: group)
      let epoch = replica.epoch(existing)
      var increment = StoredIncrement(
        nonce: 0, clock: time, device: localDevice, amount: amount, epochClock: time,
        epochDevice: localDevice)
      if !isSetting {
        // One nonce for each transaction, so that clones of one device add up too.
        let drawn = nonce ?? max(replica.environment.random(), 1)
        nonce = drawn
        increment.nonce = drawn
        increment.epochClock = epoch.clock
        increment.epochDevice = epoch.device
      }
      var stored = existing
      if let index = stored.firstIndex(where: {
        $0.nonce == increment.nonce && $0.clock == time && $0.device == localDevice
      }) {
        // The same transaction counts again: one row holds both.
        if !isSetting {
          increment.amount = Int64(clamping: Int128(amount) + Int128(stored[index].amount))
        }
        stored[index] = increment
        try database.run(
          "DELETE FROM \"\(table.counterTable)\" WHERE row = ? AND field = ? AND nonce = ?"
        ) { (statement) throws(SQLiteError) in
          try statement.bind(row, at: 1)
          try statement.bind(group, at: 2)
          try statement.bind(Int64(bitPattern: increment.nonce), at: 3)
        }
      } else {
        stored.append(increment)
        replica.state.digest.add(
          id, salt: replica.incrementSalt(table, group) ^ increment.nonce, clock: time,
          device: replica.state.device.rawValue)
      }
      _ = try replica.store(increment, table, row: row, group: group)
      try replica.setValue(
        .integer(replica.total(stored)), table, row: row,
        field: type.shape.groups[group].fields[0])
    }
  }

  // MARK: Undoing

  /// Undoes versions as if they had never been written; later versions stay.
  ///
  /// - Parameter references: Versions that some transaction wrote; ones that are gone are passed.
  /// - Throws: `ReplicaError`.
  public func void(_ references: [VersionReference]) throws {
    try translatingErrors {
      for reference in references {
        guard let table = replica.tableOfName[reference.type],
          let group = table.shape.groups.firstIndex(where: { $0.name == reference.group }),
          table.shape.groups[group].merge == .history,
          let row = try table.rows(of: [reference.id]).first, row != 0
        else { continue }
        // Each undoing needs a stamp of its own, or two in one group would be one.
        current = nil
        let time = clock().rawValue
        _ = try authorRow(
          reference.id, table, mask: 1 << UInt64(group), clock: time, device: localDevice)
        let target = reference.stamp
        let version = StoredVersion(
          clock: time, device: localDevice, tag: try replica.tags.number(tag),
          voids: (
            target.clock.rawValue, try replica.devices.number(target.device.rawValue)
          ), values: [])
        _ = try replica.store(version, table, row: row, group: group)
        replica.state.digest.add(
          reference.id, salt: replica.versionSalt(table, group), clock: time,
          device: replica.state.device.rawValue)
        try replica.resolveVersions(table, row: row, group: group)
      }
    }
  }
}

// MARK: - How a write reaches the tables

extension WriteTransaction {
  /// The groups of a new record that somebody chose; at least one, or it would have no stamp.
  private func authoredMask<Model: Record>(_ model: Model, against defaults: Model) -> UInt64 {
    let shape = Model.recordType.shape
    let mask = (differences(model, defaults) | shape.keyMask) & ~shape.counterMask
    return mask != 0 ? mask : 1
  }

  private func differences<Model: Record>(_ left: Model, _ right: Model) -> UInt64 {
    let description = Model.recordType.description
    return withUnsafeBytes(of: left) { left in
      withUnsafeBytes(of: right) { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
        return description.differences(left, right)
      }
    }
  }

  private func write<Model: Record>(_ model: Model, mask: UInt64) throws {
    try translatingErrors {
      try author(
        model, table(Model.self), mask: mask & ~Model.recordType.shape.counterMask,
        clock: clock().rawValue, device: localDevice, tag: tag)
    }
  }

  private func author<Model: Record>(
    _ model: Model, _ table: RecordTable, mask: UInt64, clock: UInt64, device: UInt16, tag: Tag
  ) throws {
    try withUnsafeBytes(of: model) { bytes in
      guard let address = bytes.baseAddress else { return }
      let authoring = Authoring(
        id: model.id, table: table, description: Model.recordType.description, address: address,
        mask: mask,
        clock: clock, device: device)
      try check(authoring)
      var before = RowStamps()
      let row = try insert(authoring) ?? update(authoring, &before)
      note(
        model.id, table, row: row, mask: mask, before: before, clock: clock, device: device)
      let shape = table.shape
      try forEachBit(of: mask & shape.historyMask) { group in
        let values = shape.groups[group].fields.map {
          authoring.description.fields[$0].value(address)
        }
        try keepVersion(
          values, of: model.id, table, row: row, group: group, clock: clock, device: device,
          tag: tag)
      }
    }
  }

  /// Inserts a record, which costs no search; `nil` if one with its id is there already.
  private func insert(_ authoring: Authoring) throws -> Int64? {
    let table = authoring.table
    let insert = try table.insertIfNew
    var stamps = RowStamps()
    stamps.set(authoring.mask, clock: authoring.clock, device: authoring.device)
    try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: insert)
    let groups = table.shape.groupOfField
    for index in authoring.description.fields.indices
    where authoring.mask & 1 << UInt64(groups[index]) != 0 {
      try authoring.description.fields[index].bind(
        authoring.address, insert, RecordTable.firstParameter + Int32(index))
    }
    try insert.bind(high: authoring.id.high, low: authoring.id.low, at: 1)
    try insert.run()
    return database.changedRowCount == 1 ? database.lastInsertedRow : nil
  }

  private func update(_ authoring: Authoring, _ before: inout RowStamps) throws -> Int64 {
    let table = authoring.table
    let select = try table.byID
    defer { select.reset() }
    try select.bind(high: authoring.id.high, low: authoring.id.low, at: 1)
    guard try select.step() else {
      throw ReplicaError(.damaged, "The index of ids is damaged. Run the doctor command.")
    }
    var stamps = try table.stamps(select)
    before = stamps
    stamps.set(authoring.mask, clock: authoring.clock, device: authoring.device)
    let update = try table.update
    try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: update)
    let shape = table.shape
    for (index, field) in authoring.description.fields.enumerated() {
      let parameter = RecordTable.firstParameter + Int32(index)
      let column = RecordTable.firstField + Int32(index)
      let group = shape.groupOfField[index]
      let merge = shape.groups[group].merge
      let keeps =
        authoring.mask & 1 << UInt64(group) == 0
        || merge.ignoresStamps
          && keepsStored(merge, select.value(column), field.value(authoring.address))
      if keeps {
        try update.bind(columnOf: select, at: column, to: parameter)
      } else {
        try field.bind(authoring.address, update, parameter)
      }
    }
    let row = select.int64(0)
    try update.bind(row, at: 1)
    try update.run()
    return row
  }

  private func keepVersion(
    _ values: [Value], of id: RecordID, _ table: RecordTable, row: Int64, group: Int,
    clock: UInt64, device: UInt16, tag: Tag
  ) throws {
    let version = StoredVersion(
      clock: clock, device: device, tag: try replica.tags.number(tag), voids: nil, values: values)
    try database.run(
      """
      DELETE FROM "\(table.versionTable)"
      WHERE row = ? AND field = ? AND clock = ? AND device = ?
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(row, at: 1)
      try statement.bind(group, at: 2)
      try statement.bind(Int64(bitPattern: clock), at: 3)
      try statement.bind(Int64(device), at: 4)
    }
    let wasThere = database.changedRowCount > 0
    _ = try replica.store(version, table, row: row, group: group)
    let reference = VersionReference(
      type: table.shape.name, id: id, group: table.shape.groups[group].name,
      stamp: replica.stamp(clock, device))
    guard !wasThere else { return }
    authored.append(reference)
    replica.state.digest.add(
      id, salt: replica.versionSalt(table, group), clock: clock,
      device: replica.devices.id(device))
  }

  /// Stamps groups of a record without touching its fields; makes the record if it is missing.
  private func authorRow(
    _ id: RecordID, _ table: RecordTable, mask: UInt64, clock: UInt64, device: UInt16
  ) throws -> Int64 {
    let select = try table.byID
    defer { select.reset() }
    try select.bind(high: id.high, low: id.low, at: 1)
    let exists = try select.step()
    var stamps = exists ? try table.stamps(select) : RowStamps()
    let before = stamps
    stamps.set(mask, clock: clock, device: device)
    let statement = exists ? try table.update : try table.insert
    try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: statement)
    if exists {
      try copyFields(table, from: select, to: statement)
      try statement.bind(select.int64(0), at: 1)
    } else {
      try statement.bind(high: id.high, low: id.low, at: 1)
    }
    let existing = select.int64(0)
    try statement.run()
    let row = exists ? existing : database.lastInsertedRow
    note(id, table, row: row, mask: mask, before: before, clock: clock, device: device)
    return row
  }

  private func copyFields(
    _ table: RecordTable, from select: Statement, to update: Statement
  ) throws(SQLiteError) {
    for index in 0..<Int32(table.shape.fields.count) {
      try update.bind(
        columnOf: select, at: RecordTable.firstField + index,
        to: RecordTable.firstParameter + index)
    }
  }

  private func note(
    _ id: RecordID, _ table: RecordTable, row: Int64, mask: UInt64, before: RowStamps,
    clock: UInt64, device: UInt16
  ) {
    table.touched.note(row: row, mask: mask)
    let author = replica.devices.id(device)
    forEachBit(of: mask) { group in
      let salt = table.shape.salts[group]
      if let old = before.stamp(of: group) {
        replica.state.digest.remove(
          id, salt: salt, clock: old.clock, device: replica.devices.id(old.device))
      }
      replica.state.digest.add(id, salt: salt, clock: clock, device: author)
    }
  }

  private func rewriteDigest(
    _ id: RecordID, _ table: RecordTable, from old: (clock: UInt64, device: UInt16)?,
    to clock: UInt64
  ) {
    let salt = table.shape.salts[table.shape.groups.count]
    if let old {
      replica.state.digest.remove(
        id, salt: salt, clock: old.clock, device: replica.devices.id(old.device))
    }
    replica.state.digest.add(
      id, salt: salt, clock: clock, device: replica.state.device.rawValue)
  }

  private func check(_ authoring: Authoring) throws {
    let shape = authoring.table.shape
    for index in shape.checkedFields
    where authoring.mask & 1 << UInt64(shape.groupOfField[index]) != 0 {
      let field = shape.fields[index]
      switch authoring.description.fields[index].value(authoring.address) {
      case .real(let number) where number.isNaN:
        throw ReplicaError(.badValue, "'\(field.name)' is not a number; nothing was written.")
      case .integer(let number):
        if let range = field.range, !range.contains(number) {
          throw ReplicaError(
            .badValue, "'\(field.name)' is not plausible (\(number)); nothing was written.")
        }
      default: break
      }
    }
  }
}

extension RecordDescription {
  /// The groups in which two models differ, counters aside.
  func differences(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> UInt64 {
    var mask: UInt64 = 0
    for index in fields.indices where !fields[index].isEqual(left, right) {
      mask |= 1 << UInt64(shape.groupOfField[index])
    }
    return mask & ~shape.counterMask
  }
}

/// Draws from the replica's own source of randomness.
private struct EnvironmentGenerator: RandomNumberGenerator {
  let environment: ReplicaEnvironment

  func next() -> UInt64 { environment.random() }
}

/// One record on its way into its table.
private struct Authoring {
  let id: RecordID
  let table: RecordTable
  let description: RecordDescription
  /// Where the model is, valid for the one call.
  let address: UnsafeRawPointer
  let mask: UInt64
  let clock: UInt64
  let device: UInt16
}
