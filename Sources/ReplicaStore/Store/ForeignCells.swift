import SQLite

/// A stamped thing that cannot be part of a record here, kept whole so that it can travel on.
///
/// Either this version does not know its type or group, or its stamp is too far in the future to
/// be believed. The first kind joins its record after an upgrade; the second waits until its
/// author writes again with a sane clock, or a person decides.
struct ForeignCell {
  enum Kind: Int {
    case value = 0
    case version = 1
    case increment = 2
    case deletion = 3
  }

  enum Reason: Int {
    case unknown = 0
    case quarantined = 1
  }

  var reason: Reason
  var type: String
  var id: RecordID
  var group: WireGroup
  var kind: Kind
  var clock: UInt64
  /// The 64-bit id of its author.
  var device: UInt64
  var nonce: UInt64 = 0
  var tag = Tag.none
  /// The stamp it undoes, for a version; its epoch, for an increment.
  var other: (clock: UInt64, device: UInt64)?
  var values: [Value] = []
  /// For a version of a text the versions that its author saw.
  var bases: [Stamp] = []
}

extension ForeignCell: Equatable {
  static func == (left: ForeignCell, right: ForeignCell) -> Bool {
    left.reason == right.reason && left.type == right.type && left.id == right.id
      && left.group == right.group && left.kind == right.kind && left.clock == right.clock
      && left.device == right.device && left.nonce == right.nonce && left.tag == right.tag
      && left.other?.clock == right.other?.clock && left.other?.device == right.other?.device
      && left.values == right.values && left.bases == right.bases
  }

  /// What stands when a kept cell meets another one of the same place.
  ///
  /// Values and deletions merge as they would in a record; versions and increments, which all
  /// stay, only meet when they have one identity.
  func joined(with other: ForeignCell) -> ForeignCell {
    let (older, newer) =
      (clock, device) < (other.clock, other.device) ? (self, other) : (other, self)
    var result = newer
    let isTie = older.clock == newer.clock && older.device == newer.device
    switch kind {
    case .deletion: break
    case .value:
      switch group.merge {
      case .history, .text, .counter: break
      case .lastWriterWins:
        if isTie, precede(newer.values, older.values) { result.values = older.values }
      case .minimum, .maximum:
        guard let old = older.values.first, let new = newer.values.first else { break }
        if keepsStored(group.merge, old, new) { result.values = [old] }
      }
    case .version:
      if newer.order.lexicographicallyPrecedes(older.order) { result = older }
    case .increment:
      if newer.size < older.size { result = older }
    }
    return result
  }

  private var order: [UInt8] {
    versionOrder(
      voids: other, payload: Replica.payload(values), bases: bases, tag: tag.bytes)
  }

  private var size: (Int64, UInt64, UInt64) {
    guard case .integer(let amount)? = values.first else { return (0, 0, 0) }
    return (amount, other?.clock ?? 0, other?.device ?? 0)
  }

  /// What it adds to the state digest: the same as once it is known.
  var digestTerm: StateDigest {
    let base = nameHash(type, kind == .deletion ? "" : group.name)
    var digest = StateDigest.empty
    digest.add(id, salt: kind.salt(base, nonce: nonce), clock: clock, device: device)
    if kind == .value, group.merge.ignoresStamps, let value = values.first {
      digest.add(extreme: value, id, salt: base)
    }
    return digest
  }
}

extension ForeignCell.Kind {
  /// Tells the terms of a group's stamp, its versions and its increments apart.
  func salt(_ base: UInt64, nonce: UInt64 = 0) -> UInt64 {
    switch self {
    case .value, .deletion: base
    case .version: base &* 0x9E37_79B9_7F4A_7C15
    case .increment: base &* 0xC2B2_AE3D_27D4_EB4F ^ nonce
    }
  }
}

enum ForeignCells {
  static let sql = """
    CREATE TABLE foreign_group (
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      shape BLOB NOT NULL,
      PRIMARY KEY (type, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE foreign_cell (
      reason INTEGER NOT NULL,
      type TEXT NOT NULL,
      id BLOB NOT NULL,
      name TEXT NOT NULL,
      kind INTEGER NOT NULL,
      clock INTEGER NOT NULL,
      device INTEGER NOT NULL,
      nonce INTEGER NOT NULL,
      tag BLOB NOT NULL,
      other_clock INTEGER,
      other_device INTEGER,
      payload BLOB NOT NULL,
      bases BLOB,
      PRIMARY KEY (reason, type, id, name, kind, clock, device, nonce)
    ) STRICT, WITHOUT ROWID;
    """

  private static let columns = """
    reason, type, id, name, kind, clock, device, nonce, tag, other_clock, other_device, payload,
    bases
    """

  // MARK: Groups

  /// Remembers how a group is described; a type's groups must fit together to be sent on.
  ///
  /// - Parameters:
  ///   - group: A group that cells are kept of.
  ///   - type: The name of its type.
  ///   - known: The groups of its type that this version knows.
  ///   - database: Where to remember it.
  /// - Throws: `ReplicaError` with `badChangeSet` if the group was described otherwise before.
  static func register(
    _ group: WireGroup, of type: String, beside known: [WireGroup], in database: Database
  ) throws {
    let kept = try groups(of: type, in: database)
    if kept.contains(group) { return }
    let all = known + kept.filter { !known.contains($0) }
    let fieldCount = (all + [group]).reduce(0) { $0 + $1.fields.count }
    let fits =
      !all.contains { $0.name == group.name } && all.count < RecordShape.groupsMax
      && fieldCount <= RecordBlockDecoder.fieldsMax
    guard fits || known.contains(group) else {
      throw ReplicaError(
        .badChangeSet,
        "This change set describes '\(group.name)' of '\(type)' in another way than this replica"
          + " knows it. Nothing was changed.")
    }
    try database.run("INSERT INTO foreign_group(type, name, shape) VALUES(?, ?, ?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(type, at: 1)
      try statement.bind(group.name, at: 2)
      try statement.bind(encode(group), at: 3)
    }
  }

  private static func groups(of type: String, in database: Database) throws -> [WireGroup] {
    try database.rows("SELECT name, shape FROM foreign_group WHERE type = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(type, at: 1)
    } row: {
      ($0.text(0), $0.blob(1))
    }.map { name, shape in
      guard let group = decode(shape, name: name) else { throw damaged }
      return group
    }
  }

  // MARK: Cells

  /// What keeping a cell did.
  enum Outcome {
    case unchanged
    case added
    /// The cell that was there gave way to what stands now.
    case changed(from: ForeignCell, to: ForeignCell)
  }

  /// Keeps a cell, joined with what is kept of its place.
  static func store(_ cell: ForeignCell, in database: Database) throws -> Outcome {
    guard let old = try existing(cell, in: database) else {
      try insert(cell, in: database)
      return .added
    }
    let new = old.joined(with: cell)
    guard new != old else { return .unchanged }
    try remove(old, in: database)
    try insert(new, in: database)
    return .changed(from: old, to: new)
  }

  /// What is kept of the place of a cell: of values and deletions the latest, each author's in
  /// quarantine; of versions and increments the one with its identity.
  private static func existing(
    _ cell: ForeignCell, in database: Database
  ) throws -> ForeignCell? {
    var condition = "type = ?1 AND id = ?2 AND name = ?3 AND kind = ?4"
    if cell.kind == .version || cell.kind == .increment {
      condition += " AND clock = ?5 AND device = ?6 AND nonce = ?7"
    } else if cell.reason == .quarantined {
      condition += " AND device = ?6"
    }
    return try load(
      cell.reason, where: condition,
      { (statement) throws(SQLiteError) in
        try statement.bind(cell.type, at: 1)
        try statement.bind(high: cell.id.high, low: cell.id.low, at: 2)
        try statement.bind(cell.group.name, at: 3)
        try statement.bind(cell.kind.rawValue, at: 4)
        guard statement.parameterCount > 4 else { return }
        try statement.bind(Int64(bitPattern: cell.device), at: 6)
        guard statement.parameterCount > 6 else { return }
        try statement.bind(Int64(bitPattern: cell.clock), at: 5)
        try statement.bind(Int64(bitPattern: cell.nonce), at: 7)
      }, in: database
    ).first
  }

  private static func insert(_ cell: ForeignCell, in database: Database) throws(SQLiteError) {
    try database.run(
      "INSERT INTO foreign_cell(\(columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ) { (statement) throws(SQLiteError) in
      try bindKey(statement, cell)
      try statement.bind(cell.tag.bytes, at: 9)
      if let other = cell.other {
        try statement.bind(Int64(bitPattern: other.clock), at: 10)
        try statement.bind(Int64(bitPattern: other.device), at: 11)
      }
      try statement.bind(Replica.payload(cell.values), at: 12)
      if !cell.bases.isEmpty { try statement.bind(encodedStamps(cell.bases), at: 13) }
    }
  }

  /// Lets go of a kept cell.
  static func remove(_ cell: ForeignCell, in database: Database) throws(SQLiteError) {
    try database.run(
      """
      DELETE FROM foreign_cell WHERE reason = ? AND type = ? AND id = ? AND name = ? AND kind = ?
        AND clock = ? AND device = ? AND nonce = ?
      """
    ) { (statement) throws(SQLiteError) in
      try bindKey(statement, cell)
    }
  }

  private static func bindKey(
    _ statement: Statement, _ cell: ForeignCell
  ) throws(SQLiteError) {
    try statement.bind(cell.reason.rawValue, at: 1)
    try statement.bind(cell.type, at: 2)
    try statement.bind(high: cell.id.high, low: cell.id.low, at: 3)
    try statement.bind(cell.group.name, at: 4)
    try statement.bind(cell.kind.rawValue, at: 5)
    try statement.bind(Int64(bitPattern: cell.clock), at: 6)
    try statement.bind(Int64(bitPattern: cell.device), at: 7)
    try statement.bind(Int64(bitPattern: cell.nonce), at: 8)
  }

  /// Reads kept cells, in the order of type, id and name.
  static func load(
    _ reason: ForeignCell.Reason, where condition: String = "1",
    _ bind: (Statement) throws(SQLiteError) -> Void = { _ in }, in database: Database
  ) throws -> [ForeignCell] {
    let statement = try database.prepare(
      """
      SELECT \(columns), (SELECT shape FROM foreign_group AS kept
        WHERE kept.type = foreign_cell.type AND kept.name = foreign_cell.name)
      FROM foreign_cell WHERE reason = \(reason.rawValue) AND (\(condition))
      ORDER BY type, id, name, kind, clock, device, nonce
      """)
    defer { statement.reset() }
    try bind(statement)
    var cells: [ForeignCell] = []
    while try statement.step() { cells.append(try cell(statement, reason)) }
    return cells
  }

  private static func cell(
    _ row: Statement, _ reason: ForeignCell.Reason
  ) throws -> ForeignCell {
    guard let id = row.high128(2), let kind = ForeignCell.Kind(rawValue: row.int(4)),
      let group = kind == .deletion ? WireGroup.none : decode(row.blob(13), name: row.text(3))
    else { throw damaged }
    let other =
      row.isNull(9) ? nil : (UInt64(bitPattern: row.int64(9)), UInt64(bitPattern: row.int64(10)))
    let valueCount =
      switch kind {
      case .deletion: 0
      case .increment: 1
      case .version: other == nil ? group.fields.count : 0
      case .value: group.merge.keepsList ? 0 : group.fields.count
      }
    return ForeignCell(
      reason: reason, type: row.text(1), id: RecordID(high: id.high, low: id.low), group: group,
      kind: kind, clock: UInt64(bitPattern: row.int64(5)),
      device: UInt64(bitPattern: row.int64(6)), nonce: UInt64(bitPattern: row.int64(7)),
      tag: Tag(bytes: Array(row.blob(8).prefix(Tag.byteCountMax))), other: other,
      values: try Replica.values(row.blob(11), count: valueCount),
      bases: try Replica.bases(row.blob(12)))
  }

  private static let damaged = ReplicaError(
    .damaged, "A kept value is damaged. Run the doctor command.")

  private static func decode(_ bytes: [UInt8], name: String) -> WireGroup? {
    bytes.withUnsafeBytes { buffer in
      var reader = ByteReader(buffer)
      do {
        guard let merge = MergeKind(rawValue: try reader.byte()) else { return nil }
        var group = WireGroup(
          name: name, merge: merge, isKey: try reader.byte() == 1, fields: [])
        for _ in 0..<(try reader.count(leastByteCount: 2)) {
          let field = try reader.text()
          guard let storage = Storage(rawValue: try reader.byte()) else { return nil }
          group.fields.append(WireField(name: field, storage: storage))
        }
        return group
      } catch {
        // Damage, which the caller reports.
        return nil
      }
    }
  }

  private static func encode(_ group: WireGroup) -> [UInt8] {
    var writer = ByteWriter()
    group.writeShape(to: &writer)
    return writer.bytes
  }
}
