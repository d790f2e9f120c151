import SQLite

extension WriteTransaction {
  /// The groups of a new record that somebody chose; at least one, or it would have no stamp.
  func authoredMask<Model: Record>(_ model: Model, _ place: Place) -> UInt64 {
    let shape = place.table.shape
    let mask = differences(model, Model(id: model.id), place.description) | shape.keyMask
    return mask != 0 ? mask : shape.firstMask
  }

  func differences<Model: Record>(
    _ left: Model, _ right: Model, _ description: RecordDescription
  ) -> UInt64 {
    withUnsafeBytes(of: left) { left in
      withUnsafeBytes(of: right) { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return 0 }
        return description.differences(left, right)
      }
    }
  }

  /// What is stored under an id, hidden or not.
  func stored<Model: Record>(
    _ id: RecordID, _ table: RecordTable, as model: Model.Type
  ) throws -> (model: Model, stamps: RowStamps)? {
    let select = try table.byID
    defer { select.reset() }
    try select.bind(high: id.high, low: id.low, at: 1)
    guard try select.step() else { return nil }
    return (try load(model, table, select), try table.stamps(select))
  }

  func write<Model: Record>(_ model: Model, mask: UInt64) throws {
    try attempt {
      try author(
        model, place(of: Model.self), mask: mask, clock: clock().rawValue, device: localDevice,
        tag: tag)
    }
  }

  func author<Model: Record>(
    _ model: Model, _ place: Place, mask: UInt64, isWhole: Bool = false, clock: UInt64,
    device: UInt16, tag: Tag, bases: [Stamp]? = nil
  ) throws {
    let (table, description) = place
    let id = model.id
    try withUnsafeBytes(of: model) { bytes in
      guard let address = bytes.baseAddress else { return }
      let authoring = Authoring(
        id: id, table: table, description: description, address: address,
        // A record that is made carries its key, whatever else is written to it.
        mask: mask | table.shape.keyMask, clock: clock, device: device)
      try author(authoring, tag: tag, bases: bases, wanted: mask, isWhole: isWhole) {
        // Asked only of a record that is there although it was to be made.
        try stored(id, table, as: Model.self).map { differences(model, $0.model, description) }
      }
    }
  }

  /// Writes one record, whatever its Swift type is.
  ///
  /// What was tried first costs no search for the other: a record that is made is inserted, any
  /// other is looked for.
  private func author(
    _ new: Authoring, tag: Tag, bases: [Stamp]?, wanted: UInt64, isWhole: Bool,
    differing: () throws -> UInt64?
  ) throws {
    var authoring = new
    let shape = authoring.table.shape
    try check(authoring)
    var before = RowStamps()
    var row = isWhole ? try insert(authoring) : nil
    if row == nil {
      if isWhole, let differing = try differing() {
        authoring.mask = wanted | differing
        try check(authoring)
      } else {
        authoring.mask = wanted
      }
      row = try update(&authoring, &before)
    }
    if row == nil, !isWhole {
      authoring.mask = new.mask
      row = try insert(authoring)
    }
    guard let row else {
      throw ReplicaError(.damaged, "The index of ids is damaged. Run the doctor command.")
    }
    note(authoring, row: row, before: before)
    try forEachBit(of: authoring.mask & shape.versionMask) { group in
      let values = shape.groups[group].fields.map {
        authoring.description.fields[$0].value(authoring.address)
      }
      try keepVersion(
        values, of: authoring.id, authoring.table, row: row, group: group,
        clock: authoring.clock, device: authoring.device, tag: tag, bases: bases)
    }
  }

  /// Inserts a record; `nil` if one with its id is there already.
  private func insert(_ authoring: Authoring) throws -> Int64? {
    let insert = try authoring.table.insert
    try bind(authoring, to: insert)
    guard try insert.runIfUnique() else { return nil }
    noteExtremes(authoring)
    return database.lastInsertedRow
  }

  /// Counts the smallest and largest values of a record that was made.
  func noteExtremes(_ authoring: Authoring) {
    let shape = authoring.table.shape
    forEachBit(of: authoring.mask & shape.extremeMask) { group in
      for field in shape.groups[group].fields {
        replica.state.digest.add(
          extreme: authoring.description.fields[field].value(authoring.address), authoring.id,
          salt: shape.salts[group])
      }
    }
  }

  /// Binds a new record to the parameters of an INSERT that follow those of other records.
  func bind(
    _ authoring: Authoring, to insert: Statement, after base: Int32 = 0
  ) throws {
    let table = authoring.table
    let stamps = RowStamps(
      clock: authoring.clock, device: authoring.device, covered: authoring.mask)
    try table.bind(
      stamps, hidden: table.hidden(stamps, replica.devices), to: insert, after: base)
    let groups = table.shape.groupOfField
    let values = authoring.mask & ~table.shape.counterMask
    for index in authoring.description.fields.indices
    where values & 1 << UInt64(groups[index]) != 0 {
      try authoring.description.fields[index].bind(
        authoring.address, insert, base + RecordTable.firstParameter + Int32(index))
    }
    try insert.bind(high: authoring.id.high, low: authoring.id.low, at: base + 1)
  }

  /// Writes over a record; `nil` if there is none with its id.
  ///
  /// Groups of its key that are missing are written too.
  private func update(
    _ authoring: inout Authoring, _ before: inout RowStamps
  ) throws -> Int64? {
    let table = authoring.table
    let select = try table.byID
    defer { select.reset() }
    try select.bind(high: authoring.id.high, low: authoring.id.low, at: 1)
    guard try select.step() else { return nil }
    var stamps = try table.stamps(select)
    before = stamps
    authoring.mask |= table.shape.keyMask & ~stamps.written
    keepOverwritten(authoring, before, select)
    stamps.set(authoring.mask, clock: authoring.clock, device: authoring.device)
    let update = try table.update
    try table.bind(stamps, hidden: table.hidden(stamps, replica.devices), to: update)
    let shape = table.shape
    let values = authoring.mask & ~shape.counterMask
    for (index, field) in authoring.description.fields.enumerated() {
      let parameter = RecordTable.firstParameter + Int32(index)
      let column = RecordTable.firstField + Int32(index)
      let group = shape.groupOfField[index]
      let merge = shape.groups[group].merge
      let keeps =
        values & 1 << UInt64(group) == 0
        || merge.ignoresStamps
          && keepsStored(merge, select.value(column), field.value(authoring.address))
      if keeps {
        try update.bind(columnOf: select, at: column, to: parameter)
      } else {
        try field.bind(authoring.address, update, parameter)
        guard merge.ignoresStamps else { continue }
        let salt = shape.salts[group]
        replica.state.digest.remove(extreme: select.value(column), authoring.id, salt: salt)
        replica.state.digest.add(
          extreme: field.value(authoring.address), authoring.id, salt: salt)
      }
    }
    // Columns that a newer version made, and this one has no fields for.
    for index in authoring.description.fields.count..<shape.fields.count {
      try update.bind(
        columnOf: select, at: RecordTable.firstField + Int32(index),
        to: RecordTable.firstParameter + Int32(index))
    }
    let row = select.int64(0)
    try update.bind(row, at: 1)
    try update.run()
    return row
  }

  /// Keeps what the write takes the place of; lists keep everything anyway.
  private func keepOverwritten(_ authoring: Authoring, _ before: RowStamps, _ select: Statement) {
    let table = authoring.table
    let mask = authoring.mask & before.written & ~table.shape.listMask
    func keep(_ mask: UInt64, _ clock: UInt64, _ device: UInt16) {
      // What this transaction wrote itself was there for nobody.
      guard mask != 0, (clock, device) != (authoring.clock, authoring.device) else { return }
      table.lost.begin(
        row: select.int64(0), .overwritten, mask: mask, clock: clock, device: device)
      forEachBit(of: mask) { group in
        for field in table.shape.groups[group].fields {
          table.lost.value(select, RecordTable.firstField + Int32(field))
        }
      }
    }
    keep(mask & before.covered, before.clock, before.device)
    for exception in before.exceptions where Int(exception.group) != RecordShape.deletion {
      keep(mask & 1 << UInt64(exception.group), exception.clock, exception.device)
    }
  }

  private func keepVersion(
    _ values: [Value], of id: RecordID, _ table: RecordTable, row: Int64, group: Int,
    clock: UInt64, device: UInt16, tag: Tag, bases: [Stamp]?
  ) throws {
    var version = StoredVersion(
      clock: clock, device: device, tag: try replica.tags.number(tag), voids: nil, values: values)
    if table.shape.groups[group].merge == .text {
      version.bases =
        try bases
        ?? replica.textHeads(
          table, row: row, group: group, before: replica.stamp(clock, device))
    }
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
  func authorRow(
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

  func copyFields(
    _ table: RecordTable, from select: Statement, to update: Statement
  ) throws(SQLiteError) {
    for index in 0..<Int32(table.shape.fields.count) {
      try update.bind(
        columnOf: select, at: RecordTable.firstField + index,
        to: RecordTable.firstParameter + index)
    }
  }

  func note(_ authoring: Authoring, row: Int64, before: RowStamps) {
    note(
      authoring.id, authoring.table, row: row, mask: authoring.mask, before: before,
      clock: authoring.clock, device: authoring.device)
  }

  private func note(
    _ id: RecordID, _ table: RecordTable, row: Int64, mask: UInt64, before: RowStamps,
    clock: UInt64, device: UInt16
  ) {
    table.touched.note(row: row, mask: mask)
    let shape = table.shape
    let devices = replica.devices
    func remove(_ mask: UInt64, _ clock: UInt64, _ device: UInt16) {
      guard mask != 0 else { return }
      replica.state.digest.remove(
        id, salt: shape.salts(of: mask), clock: clock, device: devices.id(device))
    }
    remove(mask & before.covered, before.clock, before.device)
    for exception in before.exceptions where Int(exception.group) != RecordShape.deletion {
      remove(mask & 1 << UInt64(exception.group), exception.clock, exception.device)
    }
    replica.state.digest.add(
      id, salt: shape.salts(of: mask), clock: clock, device: devices.id(device))
  }

  func check(_ authoring: Authoring) throws {
    let shape = authoring.table.shape
    for index in shape.checkedFields
    where authoring.mask & 1 << UInt64(shape.groupOfField[index]) != 0 {
      switch authoring.description.fields[index].value(authoring.address) {
      case .real(let number) where number.isNaN:
        throw ReplicaError(
          .badValue, "'\(shape.fields[index].name)' is not a number; nothing was written.")
      case .integer(let number):
        if let range = shape.fields[index].range, !range.contains(number) {
          throw ReplicaError(
            .badValue,
            "'\(shape.fields[index].name)' is not plausible (\(number)); nothing was written.")
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

/// One record on its way into its table.
struct Authoring {
  let id: RecordID
  let table: RecordTable
  let description: RecordDescription
  /// Where the model is, valid for the one call.
  let address: UnsafeRawPointer
  var mask: UInt64
  let clock: UInt64
  let device: UInt16
}
