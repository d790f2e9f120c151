import SQLite

extension Replica {
  /// Adds the records of some runs to a change set, each with the groups its run names.
  ///
  /// Runs are in ascending order without overlaps. With a clock, versions and increments up to it
  /// and those of other devices are left out: a part of somebody else's transaction would show
  /// before the rest of it. What nobody chose goes along, whenever that was. Without one, or with
  /// the clock of nothing ever sealed, all are sent.
  func encode(
    _ runs: [ChangeEntries.Run], of table: RecordTable, versionsAfter clock: UInt64?,
    foreign: [RecordID: [ForeignCell]] = [:], into builder: inout ChangeSetBuilder
  ) throws {
    var block = RecordBlockBuilder(name: table.shape.name, groups: table.shape.wireGroups)
    var rest = foreign
    let select = try table.byRange
    let author = (clock ?? 0) == 0 ? nil : try devices.number(state.device.rawValue)
    for run in runs {
      defer { select.reset() }
      try select.bind(run.row, at: 1)
      try select.bind(run.row + run.count - 1, at: 2)
      while try select.step() {
        try encode(
          select, mask: run.mask, table, versionsAfter: clock, by: author, foreign: &rest, &block,
          &builder)
        if builder.cut(after: block) {
          block = RecordBlockBuilder(name: table.shape.name, groups: table.shape.wireGroups)
        }
      }
    }
    // Records of which only unknown values have arrived have no row here.
    Self.encode(rest, &block, &builder)
    builder.append(block)
  }

  private func encode(
    _ select: Statement, mask wanted: UInt64, _ table: RecordTable, versionsAfter clock: UInt64?,
    by author: UInt16?, foreign: inout [RecordID: [ForeignCell]],
    _ block: inout RecordBlockBuilder, _ builder: inout ChangeSetBuilder
  ) throws {
    guard let id = select.high128(1).map({ RecordID(high: $0.high, low: $0.low) }) else {
      throw ReplicaError(.damaged, "A record's id is damaged. Run the doctor command.")
    }
    let shape = table.shape
    let stamps = try table.stamps(select)
    // A delta of a keyed record carries its key, so that it never arrives without a name.
    let mask = (wanted | shape.keyMask) & stamps.written
    block.begin(
      id, covered: stamps.covered & mask, clock: stamps.clock,
      device: builder.device(devices.id(stamps.device)))
    for exception in stamps.exceptions
    where (wanted | mask) & 1 << UInt64(exception.group) != 0 {
      block.exception(
        group: Int(exception.group), clock: exception.clock,
        device: builder.device(devices.id(exception.device)))
    }
    forEachBit(of: mask & ~shape.listMask) { group in
      for place in shape.firstOfGroup[group]..<shape.firstOfGroup[group + 1] {
        block.cell(
          place, select, RecordTable.firstField + Int32(shape.fieldsOfGroups[place]))
      }
    }
    try forEachBit(of: mask & shape.listMask) { group in
      switch shape.groups[group].merge {
      case .lastWriterWins, .minimum, .maximum: break
      case .history, .text:
        let list = try versions(table, row: select.int64(0), group: group, after: clock)
        for version in list
        where version.clock == 0 || author.map({ $0 == version.device }) ?? true {
          block.version(
            group: group, clock: version.clock,
            device: builder.device(devices.id(version.device)),
            tag: builder.tag(try tags.tag(version.tag)),
            voids: version.voids.map { ($0.clock, builder.device(devices.id($0.device))) },
            bases: version.bases.map { builder.stamp($0) }, values: version.values)
        }
      case .counter:
        let list = try increments(table, row: select.int64(0), group: group, after: clock)
        for increment in list where author.map({ $0 == increment.device }) ?? true {
          block.increment(
            group: group, increment, device: builder.device(devices.id(increment.device)),
            epochDevice: builder.device(devices.id(increment.epochDevice)))
        }
      }
    }
    if !foreign.isEmpty, let cells = foreign.removeValue(forKey: id) {
      Self.encode(cells, &block, &builder)
    }
  }

  /// Adds records of nothing but kept cells.
  static func encode(
    _ records: [RecordID: [ForeignCell]], _ block: inout RecordBlockBuilder,
    _ builder: inout ChangeSetBuilder
  ) {
    for (id, cells) in records.sorted(by: { $0.key < $1.key }) {
      block.begin(id, covered: 0, clock: 0, device: builder.device(0))
      encode(cells, &block, &builder)
    }
  }

  /// Adds kept cells to the record that was begun last.
  static func encode(
    _ cells: [ForeignCell], _ block: inout RecordBlockBuilder, _ builder: inout ChangeSetBuilder
  ) {
    for cell in cells {
      let device = builder.device(cell.device)
      switch cell.kind {
      case .deletion:
        block.exception(group: RecordShape.deletion, clock: cell.clock, device: device)
      case .value:
        let group = block.index(of: cell.group)
        block.exception(group: group, clock: cell.clock, device: device)
        for (field, value) in cell.values.enumerated() {
          block.cell(group: group, field: field, value)
        }
      case .version:
        block.version(
          group: block.index(of: cell.group), clock: cell.clock, device: device,
          tag: builder.tag(cell.tag),
          voids: cell.other.map { ($0.clock, builder.device($0.device)) },
          bases: cell.bases.map { builder.stamp($0) }, values: cell.values)
      case .increment:
        guard case .integer(let amount)? = cell.values.first else { continue }
        let epoch = cell.other ?? (0, 0)
        block.increment(
          group: block.index(of: cell.group),
          StoredIncrement(
            nonce: cell.nonce, clock: cell.clock, device: 0, amount: amount,
            epochClock: epoch.clock, epochDevice: 0),
          device: device, epochDevice: builder.device(epoch.device))
      }
    }
  }
}
