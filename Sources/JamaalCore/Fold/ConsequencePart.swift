import ReplicaStore
import SQLite

/// One part of what follows from the facts: its local tables, and how they are kept up to date.
///
/// A part is made for one catching up and forgotten after it. What it writes is a function of the
/// facts, the moment's zone and the last ended day alone, so that catching up step by step and
/// working everything out from nothing give the same rows.
protocol ConsequencePart: SendableMetatype {
  /// Its tables.
  static var tables: [ConsequenceTable] { get }
  /// Makes its tables and their indexes.
  static var sql: String { get }

  /// A part for one catching up.
  init(_ planner: Planner, _ transaction: ReadTransaction, _ moment: PlannerMoment)

  /// Works out again what new facts touched and what ended days change.
  ///
  /// - Parameter touched: The records that facts touched; a part may add some for later parts.
  /// - Throws: `ReplicaError`.
  func catchUp(_ touched: inout TouchedRecords) throws

  /// Works out everything; its tables are empty.
  ///
  /// - Throws: `ReplicaError`.
  func rebuild() throws
}

/// A local table, and the order in which its rows are compared.
struct ConsequenceTable {
  let name: String
  let order: String

  init(_ name: String, order: String) {
    self.name = name
    self.order = order
  }
}

/// The records whose consequences have to be looked at again.
struct TouchedRecords {
  private var idsOfType: [String: Set<RecordID>]

  init(_ touched: [String: [RecordID]]) {
    idsOfType = touched.mapValues { Set($0) }
  }

  /// The touched records of one type, ascending.
  func ids<Model: Record>(_ model: Model.Type) -> [RecordID] {
    (idsOfType[model.recordType.name] ?? []).sorted()
  }

  /// Has a record looked at by the parts that come later.
  mutating func insert<Model: Record>(_ model: Model.Type, _ id: RecordID) {
    idsOfType[model.recordType.name, default: []].insert(id)
  }
}

extension ReadTransaction {
  /// Every record of a type, deleted ones too, ascending.
  func allIDs<Model: Record>(_ model: Model.Type) throws -> [RecordID] {
    try database.rows("SELECT id FROM \"\(model.recordType.name)\" ORDER BY id") { _ in
    } row: {
      $0.recordID(0)
    }
  }
}
