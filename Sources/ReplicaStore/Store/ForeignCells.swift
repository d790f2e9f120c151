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
}

extension ForeignCell {
  /// What it adds to the state digest: the same as once it is known.
  var digestTerm: StateDigest {
    let base = nameHash(type, kind == .deletion ? "" : group.name)
    var digest = StateDigest.empty
    digest.add(id, salt: kind.salt(base, nonce: nonce), clock: clock, device: device)
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
    CREATE TABLE foreign_cell (
      reason INTEGER NOT NULL,
      type TEXT NOT NULL,
      id BLOB NOT NULL,
      name TEXT NOT NULL,
      kind INTEGER NOT NULL,
      clock INTEGER NOT NULL,
      device INTEGER NOT NULL,
      nonce INTEGER NOT NULL,
      shape BLOB NOT NULL,
      tag BLOB NOT NULL,
      other_clock INTEGER,
      other_device INTEGER,
      payload BLOB NOT NULL,
      PRIMARY KEY (reason, type, id, name, kind, clock, device, nonce)
    ) STRICT, WITHOUT ROWID;
    """

  private static let columns = """
    reason, type, id, name, kind, clock, device, nonce, shape, tag, other_clock, other_device,
    payload
    """

  /// Keeps a cell; of two with one identity and different values the larger encoding stays.
  ///
  /// - Returns: Whether it is new.
  static func store(_ cell: ForeignCell, in database: Database) throws(SQLiteError) -> Bool {
    try database.run(
      """
      INSERT INTO foreign_cell(\(columns)) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET payload = excluded.payload WHERE excluded.payload > payload
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(cell.reason.rawValue, at: 1)
      try statement.bind(cell.type, at: 2)
      try statement.bind(high: cell.id.high, low: cell.id.low, at: 3)
      try statement.bind(cell.group.name, at: 4)
      try statement.bind(cell.kind.rawValue, at: 5)
      try statement.bind(Int64(bitPattern: cell.clock), at: 6)
      try statement.bind(Int64(bitPattern: cell.device), at: 7)
      try statement.bind(Int64(bitPattern: cell.nonce), at: 8)
      try statement.bind(encode(cell.group), at: 9)
      try statement.bind(cell.tag.bytes, at: 10)
      if let other = cell.other {
        try statement.bind(Int64(bitPattern: other.clock), at: 11)
        try statement.bind(Int64(bitPattern: other.device), at: 12)
      }
      try statement.bind(Replica.payload(cell.values), at: 13)
    }
    return database.changedRowCount > 0
  }

  /// Reads kept cells, in the order of type, id and name.
  static func load(
    _ reason: ForeignCell.Reason, where condition: String = "1",
    _ bind: (Statement) throws(SQLiteError) -> Void = { _ in }, in database: Database
  ) throws -> [ForeignCell] {
    let statement = try database.prepare(
      """
      SELECT \(columns) FROM foreign_cell WHERE reason = \(reason.rawValue) AND (\(condition))
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
      let group = decode(row.blob(8), name: row.text(3))
    else { throw ReplicaError(.damaged, "A kept value is damaged. Run the doctor command.") }
    let hasValues = kind == .value || (kind == .version && row.isNull(10))
    let other =
      row.isNull(10) ? nil : (UInt64(bitPattern: row.int64(10)), UInt64(bitPattern: row.int64(11)))
    let valueCount = kind == .increment ? 1 : hasValues ? group.fields.count : 0
    return ForeignCell(
      reason: reason, type: row.text(1), id: RecordID(high: id.high, low: id.low), group: group,
      kind: kind, clock: UInt64(bitPattern: row.int64(5)),
      device: UInt64(bitPattern: row.int64(6)), nonce: UInt64(bitPattern: row.int64(7)),
      tag: Tag(bytes: Array(row.blob(9).prefix(Tag.byteCountMax))), other: other,
      values: try Replica.values(row.blob(12), count: valueCount))
  }

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
    writer.byte(group.merge.rawValue)
    writer.byte(group.isKey ? 1 : 0)
    writer.count(group.fields.count)
    for field in group.fields {
      writer.text(field.name)
      writer.byte(field.storage.rawValue)
    }
    return writer.bytes
  }
}
