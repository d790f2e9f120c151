import SQLite

/// The SQL of one record type: its table, and beside it the tables of versions and increments.
///
/// One ordinary table with a real column for each field. `row` is declared, since SQLite may
/// renumber an undeclared one; `id` is unique; `clock`, `device`, `covered` and `stamps` are the
/// record's stamps (`RowStamps`); `hidden` says whether it reads as a record.
final class RecordTable {
  let shape: RecordShape
  let database: Database

  /// Columns before the fields in every SELECT; the first field is the eighth.
  static let firstField: Int32 = 7
  /// Parameters before the fields in INSERT and UPDATE; the first field is the seventh.
  static let firstParameter: Int32 = 7
  static let ownColumns: Set<String> = [
    "row", "id", "clock", "device", "covered", "stamps", "hidden",
  ]

  /// Why a record does not read as one.
  enum Hidden {
    static let no = 0
    static let deleted = 1
    static let keyMissing = 2
  }

  init(_ shape: RecordShape, in database: Database) {
    self.shape = shape
    self.database = database
  }

  /// What the open transaction has touched, in order.
  var touched: [ChangeEntries.Run] = []
  /// The values that the open transaction took the place of.
  var lost = LostValues()
  /// New records of the open transaction that wait for more of them.
  var pending: PendingInserts?

  private enum Own: Int, CaseIterable {
    case byID
    case byRow
    case byRange
    case rowOfID
    case idsInOrder
    case insert
    case insertBatch
    case update
  }

  // Prepared at first use, so that opening a replica of many types stays cheap.
  private var statements = [Statement?](repeating: nil, count: Own.allCases.count)

  @inline(__always)
  private func own(_ name: Own, _ sql: () -> String) throws(SQLiteError) -> Statement {
    // What is put off inserts through these two.
    if let pending, name != .insert, name != .insertBatch { try pending.insert() }
    if let statement = statements[name.rawValue] { return statement }
    let statement = try database.prepare(sql())
    statements[name.rawValue] = statement
    return statement
  }

  private(set) lazy var columnList: String =
    (["row", "id", "clock", "device", "covered", "stamps", "hidden"]
    + shape.fields.map { "\"\($0.name)\"" }).joined(separator: ", ")

  /// SELECT by id.
  var byID: Statement {
    get throws(SQLiteError) {
      try own(.byID) { "SELECT \(columnList) FROM \"\(shape.name)\" WHERE id = ?" }
    }
  }

  /// SELECT by row.
  var byRow: Statement {
    get throws(SQLiteError) {
      try own(.byRow) { "SELECT \(columnList) FROM \"\(shape.name)\" WHERE row = ?" }
    }
  }

  /// SELECT of a range of rows.
  var byRange: Statement {
    get throws(SQLiteError) {
      try own(.byRange) {
        "SELECT \(columnList) FROM \"\(shape.name)\" WHERE row BETWEEN ? AND ? ORDER BY row"
      }
    }
  }

  /// SELECT of the row only, which the index on ids answers alone.
  var rowOfID: Statement {
    get throws(SQLiteError) {
      try own(.rowOfID) { "SELECT row FROM \"\(shape.name)\" WHERE id = ?" }
    }
  }

  /// SELECT of ids from one on with their rows, in the order of ids: the index on ids, end to end.
  var idsInOrder: Statement {
    get throws(SQLiteError) {
      try own(.idsInOrder) { "SELECT id, row FROM \"\(shape.name)\" WHERE id >= ? ORDER BY id" }
    }
  }

  /// INSERT: id, clock, device, covered, stamps, hidden, fields.
  var insert: Statement {
    get throws(SQLiteError) {
      try own(.insert) { "INSERT INTO " + insertion(count: 1) }
    }
  }

  /// INSERT of `batchCount` records at once: the same parameters for each of them.
  ///
  /// It stops at an id that is there already; what would take the records before it back is a
  /// copy of every page, for each batch.
  var insertBatch: Statement {
    get throws(SQLiteError) {
      try own(.insertBatch) { "INSERT OR FAIL INTO " + insertion(count: batchCount) }
    }
  }

  /// How many records are inserted at once: the start of a statement costs a third of an INSERT.
  var batchCount: Int { max(1, min(32, 2048 / Int(parameterCount))) }

  /// How many parameters a record has in INSERT.
  var parameterCount: Int32 { Self.firstParameter - 1 + Int32(shape.fields.count) }

  private func insertion(count: Int) -> String {
    let columns = columnList.dropFirst("row, ".count)
    let marks = [String](repeating: "?", count: Int(parameterCount)).joined(separator: ", ")
    let rows = [String](repeating: "(\(marks))", count: count).joined(separator: ", ")
    return "\"\(shape.name)\"(\(columns)) VALUES \(rows)"
  }

  /// UPDATE: row, clock, device, covered, stamps, hidden, fields.
  var update: Statement {
    get throws(SQLiteError) {
      try own(.update) {
        var sets = ["clock = ?2", "device = ?3", "covered = ?4", "stamps = ?5", "hidden = ?6"]
        for (index, field) in shape.fields.enumerated() {
          sets.append("\"\(field.name)\" = ?\(Int(Self.firstParameter) + index)")
        }
        return "UPDATE \"\(shape.name)\" SET \(sets.joined(separator: ", ")) WHERE row = ?1"
      }
    }
  }

  /// Reads the stamps of the row that a SELECT stands on.
  func stamps(_ statement: Statement) throws -> RowStamps {
    var stamps = RowStamps(
      clock: UInt64(bitPattern: statement.int64(2)),
      device: UInt16(truncatingIfNeeded: statement.int64(3)),
      covered: UInt64(bitPattern: statement.int64(4)))
    if !statement.isNull(5) {
      guard let exceptions = statement.withBytes(5, RowStamps.decodeExceptions) else {
        throw ReplicaError(.damaged, "A record's stamps are damaged. Run the doctor command.")
      }
      stamps.exceptions = exceptions
    }
    guard stamps.written & ~shape.allGroups == 0,
      stamps.exceptions.allSatisfy({ $0.group <= RecordShape.deletion })
    else {
      throw ReplicaError(.damaged, "A record's stamps are damaged. Run the doctor command.")
    }
    return stamps
  }

  /// Binds the stamps to INSERT or UPDATE, after the parameters of other records.
  @inline(__always)
  func bind(
    _ stamps: RowStamps, hidden: Int, to statement: Statement, after base: Int32 = 0
  ) throws(SQLiteError) {
    try statement.bind(Int64(bitPattern: stamps.clock), at: base + 2)
    try statement.bind(Int64(stamps.device), at: base + 3)
    try statement.bind(Int64(bitPattern: stamps.covered), at: base + 4)
    if let exceptions = stamps.encodedExceptions {
      try statement.bind(exceptions, at: base + 5)
    }
    try statement.bind(Int64(hidden), at: base + 6)
  }

  /// Whether a record with these stamps reads as one.
  func hidden(_ stamps: RowStamps, _ devices: DeviceTable) -> Int {
    if shape.keyMask & ~stamps.written != 0 { return Hidden.keyMissing }
    guard let deleted = stamps.stamp(of: RecordShape.deletion) else { return Hidden.no }
    let limit = (deleted.clock, devices.id(deleted.device))
    if stamps.covered != 0, limit < (stamps.clock, devices.id(stamps.device)) { return Hidden.no }
    for exception in stamps.exceptions where Int(exception.group) != RecordShape.deletion {
      if limit < (exception.clock, devices.id(exception.device)) { return Hidden.no }
    }
    return Hidden.deleted
  }

  /// Rows of every id given, in the same order; 0 where there is none.
  func rows(of ids: [RecordID]) throws(SQLiteError) -> [Int64] {
    let statement = try rowOfID
    var rows: [Int64] = []
    rows.reserveCapacity(ids.count)
    for id in ids {
      try statement.bind(high: id.high, low: id.low, at: 1)
      rows.append(try statement.step() ? statement.int64(0) : 0)
      statement.reset()
    }
    return rows
  }

  /// The largest row, which is how many there are, since none is ever taken away; 0 for none.
  var largestRow: Int64 {
    get throws(SQLiteError) {
      try database.first("SELECT max(row) FROM \"\(shape.name)\"") { _ in
      } row: {
        $0.int64(0)
      } ?? 0
    }
  }
}
