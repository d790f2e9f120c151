import SQLite

/// Making the tables of a record type.
extension RecordTable {
  /// The name of the table of versions.
  var versionTable: String { "\(shape.name).version" }

  /// The name of the table of increments.
  var counterTable: String { "\(shape.name).counter" }

  /// The names of those of the two that it has.
  var lists: [String] {
    (shape.versionMask != 0 ? [versionTable] : [])
      + (shape.counterMask != 0 ? [counterTable] : [])
  }

  /// Makes what is missing: the tables, or columns beside the existing ones.
  func create() throws(SQLiteError) {
    let existing = try database.rows("SELECT name FROM pragma_table_info(?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(shape.name, at: 1)
    } row: {
      $0.text(0)
    }
    let columns = shape.fields.map { "\"\($0.name)\" \(Self.columnType($0.storage))" }
    if existing.isEmpty {
      try database.execute(
        """
        CREATE TABLE "\(shape.name)" (
          row INTEGER PRIMARY KEY,
          id BLOB NOT NULL UNIQUE,
          clock INTEGER NOT NULL,
          device INTEGER NOT NULL,
          covered INTEGER NOT NULL,
          stamps BLOB,
          hidden INTEGER NOT NULL,
          \(columns.joined(separator: ",\n  ")),
          \(Self.guarded("hidden", shape.fields.map(\.name) + Self.ownColumns.sorted()))
        ) STRICT;
        CREATE TRIGGER "\(shape.name).kept" BEFORE DELETE ON "\(shape.name)"
        WHEN '' COLLATE \(Self.guardCollation) <> '' BEGIN SELECT 1; END
        """)
    } else {
      for (field, column) in zip(shape.fields, columns) where !existing.contains(field.name) {
        let check = Self.guarded("hidden", [field.name])
        try database.execute("ALTER TABLE \"\(shape.name)\" ADD COLUMN \(column) \(check)")
      }
    }
    if shape.versionMask != 0 {
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS "\(versionTable)" (
          row INTEGER NOT NULL,
          field INTEGER NOT NULL,
          clock INTEGER NOT NULL,
          device INTEGER NOT NULL,
          tag INTEGER NOT NULL,
          voids_clock INTEGER,
          voids_device INTEGER,
          bases BLOB,
          payload BLOB NOT NULL,
          PRIMARY KEY (row, field, clock, device),
          \(Self.guarded("clock", ["row", "field", "device", "tag", "voids_clock", "bases", "payload"]))
        ) STRICT, WITHOUT ROWID
        """)
    }
    if shape.counterMask != 0 {
      try database.execute(
        """
        CREATE TABLE IF NOT EXISTS "\(counterTable)" (
          row INTEGER NOT NULL,
          field INTEGER NOT NULL,
          nonce INTEGER NOT NULL,
          clock INTEGER NOT NULL,
          device INTEGER NOT NULL,
          amount INTEGER NOT NULL,
          epoch_clock INTEGER NOT NULL,
          epoch_device INTEGER NOT NULL,
          PRIMARY KEY (row, field, nonce, clock, device),
          \(Self.guarded("clock", ["row", "field", "nonce", "device", "amount", "epoch_clock"]))
        ) STRICT, WITHOUT ROWID
        """)
    }
  }

  /// A collation that only this library's connections know.
  ///
  /// Named so that the refusal explains itself: whoever changes a row by other means would leave
  /// its stamps behind, and the difference
  /// would never be sent. Comparing numbers never calls it, so it costs nothing.
  static let guardCollation = "only_the_replica_store_may_write_here"

  /// A condition for CHECK that only connections with the collation can evaluate.
  ///
  /// SQLite checks it when a column it names is written, so it names them all; it never looks at
  /// the others, since the first part is always true.
  private static func guarded(_ column: String, _ others: [String]) -> String {
    let named = others.map { " OR \"\($0)\" IS 0" }.joined()
    return "CHECK (\(column) COLLATE \(guardCollation) IS \(column)\(named))"
  }

  private static func columnType(_ storage: Storage) -> String {
    switch storage {
    case .integer: "INTEGER"
    case .text: "TEXT"
    case .blob: "BLOB"
    // A REAL column would turn -0.0 into 0; ANY keeps every bit.
    case .real: "ANY"
    }
  }
}
