public import SQLite

/// One snapshot of a replica: everything read through it fits together.
public class ReadTransaction {
  let replica: Replica

  init(_ replica: Replica) {
    self.replica = replica
  }

  /// The database, for tables that an application keeps beside its records and never sends.
  package var database: Database { replica.database }

  /// Where records of a type are kept, and how their fields are reached.
  typealias Place = (table: RecordTable, description: RecordDescription)

  // Most writes and reads are of the type of the one before.
  private var latest: (model: any Record.Type, place: Place)?

  func place<Model: Record>(of model: Model.Type) -> Place {
    if let latest, latest.model == model { return latest.place }
    let type = Model.recordType
    guard let table = replica.tableOfName[type.name] else {
      preconditionFailure("'\(type.name)' is not in the schema of this replica")
    }
    let place = (table, type.description)
    latest = (model, place)
    return place
  }

  func table<Model: Record>(_ model: Model.Type) -> RecordTable { place(of: model).table }

  /// Reads one record.
  ///
  /// - Parameters:
  ///   - model: The type.
  ///   - id: The record.
  /// - Returns: `nil` if there is none, or it was deleted.
  /// - Throws: `ReplicaError`.
  public func record<Model: Record>(_ model: Model.Type, _ id: RecordID) throws -> Model? {
    try translatingErrors {
      let table = table(model)
      let statement = try table.byID
      defer { statement.reset() }
      try statement.bind(high: id.high, low: id.low, at: 1)
      guard try statement.step(), statement.int(6) == RecordTable.Hidden.no else { return nil }
      return try load(model, table, statement)
    }
  }

  /// Reads every live record of a type, in no particular order.
  ///
  /// - Parameters:
  ///   - model: The type.
  ///   - condition: An SQL condition on the columns, or `nil` for all.
  ///   - bind: Binds the parameters of the condition, by position from 1.
  /// - Returns: The records.
  /// - Throws: `ReplicaError`.
  public func records<Model: Record>(
    _ model: Model.Type, where condition: String? = nil,
    _ bind: (Statement) throws(SQLiteError) -> Void = { _ in }
  ) throws -> [Model] {
    try translatingErrors {
      let table = table(model)
      let filter = condition.map { " AND (\($0))" } ?? ""
      let statement = try database.prepare(
        "SELECT \(table.columnList) FROM \"\(table.shape.name)\" WHERE hidden = 0\(filter)")
      defer { statement.reset() }
      try bind(statement)
      var result: [Model] = []
      while try statement.step() { result.append(try load(model, table, statement)) }
      return result
    }
  }

  func load<Model: Record>(
    _ model: Model.Type, _ table: RecordTable, _ statement: Statement
  ) throws -> Model {
    guard let id = statement.high128(1) else {
      throw ReplicaError(.damaged, "A record's id is damaged. Run the doctor command.")
    }
    var value = Model(id: RecordID(high: id.high, low: id.low))
    let written = try table.stamps(statement).written
    let groups = table.shape.groupOfField
    let fields = Model.recordType.description.fields
    withUnsafeMutableBytes(of: &value) { model in
      guard let address = model.baseAddress else { return }
      for index in fields.indices where written & 1 << UInt64(groups[index]) != 0 {
        // A value that the type cannot hold reads as the default; the column keeps it.
        _ = fields[index].load(address, statement, RecordTable.firstField + Int32(index))
      }
    }
    return value
  }

  /// The stamp of the write that a field's value comes from.
  ///
  /// - Parameters:
  ///   - path: A field.
  ///   - id: The record, deleted or not.
  /// - Returns: `nil` if nobody ever wrote it.
  /// - Throws: `ReplicaError`.
  public func stamp<Model: Record>(
    of path: PartialKeyPath<Model>, _ id: RecordID
  ) throws -> Stamp? {
    let type = Model.recordType
    return try translatingErrors {
      let table = table(Model.self)
      let statement = try table.byID
      defer { statement.reset() }
      try statement.bind(high: id.high, low: id.low, at: 1)
      guard try statement.step() else { return nil }
      return try table.stamps(statement).stamp(of: type.shape.groupOfField[type.index(of: path)])
        .map { replica.stamp($0.clock, $0.device) }
    }
  }

  /// The records that any transaction after one number touched.
  ///
  /// - Parameter seq: The number of the last transaction that was looked at; 0 for none.
  /// - Returns: For each type's name the ids, deleted records among them, without repeats; `nil`
  ///   if the log no longer reaches back that far and everything has to be looked at.
  /// - Throws: `ReplicaError`.
  package func touched(after seq: Int64) throws -> [String: [RecordID]]? {
    try translatingErrors {
      var entries = ChangeEntries()
      let blobs = try database.rows("SELECT entries FROM change WHERE seq > ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(seq, at: 1)
      } row: {
        $0.blob(0)
      }
      // A number that is not given out yet comes from another file: one restored since then.
      guard seq <= replica.state.seq, Int64(blobs.count) == replica.state.seq - max(seq, 0) else {
        return nil
      }
      for blob in blobs { try entries.add(encoded: blob) }
      return try replica.ids(of: entries)
    }
  }
}

extension Replica {
  func stamp(_ clock: UInt64, _ device: UInt16) -> Stamp {
    Stamp(
      clock: HybridTime(rawValue: clock), device: DeviceID(rawValue: devices.id(device)))
  }

  /// The records that entries of the change log are about, by their types.
  func ids(of entries: ChangeEntries) throws(SQLiteError) -> [String: [RecordID]] {
    var result: [String: [RecordID]] = [:]
    for type in entries.runs.keys {
      guard let table = tableOfName[type] else { continue }
      result[type] = try ids(of: entries.normalized(type), in: table).map(\.0)
    }
    return result
  }

  func ids(
    of runs: [ChangeEntries.Run], in table: RecordTable
  ) throws(SQLiteError) -> [(RecordID, UInt64)] {
    var result: [(RecordID, UInt64)] = []
    for run in runs {
      let found = try database.rows(
        "SELECT id FROM \"\(table.shape.name)\" WHERE row BETWEEN ? AND ? ORDER BY row"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(run.row, at: 1)
        try statement.bind(run.row + run.count - 1, at: 2)
      } row: {
        $0.high128(0)
      }
      for case let id? in found { result.append((RecordID(high: id.high, low: id.low), run.mask)) }
    }
    return result
  }

  /// Runs reads on one snapshot; inside another transaction of this replica, on that one's.
  ///
  /// - Parameter body: What to read.
  /// - Returns: What the body returns.
  /// - Throws: The body's error, or `ReplicaError`.
  public func read<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
    if database.isInTransaction { return try body(ReadTransaction(self)) }
    return try translatingErrors {
      try database.transaction(.deferred) {
        try refresh()
        return try body(ReadTransaction(self))
      }
    }
  }
}
