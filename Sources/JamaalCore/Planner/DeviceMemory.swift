import SQLite

/// What a device remembers for itself, beside the facts and what follows from them: its last act,
/// its choices of Carry, the offers it put away, where it was.
///
/// Nobody else's business, so it is never sent; a rebuild leaves it alone.
enum DeviceMemory {
  private static let tables: [(name: String, sql: String)] = [
    (LastAct.table, LastAct.sql), (CarryChoices.table, CarryChoices.sql),
    (DismissedPickUps.table, DismissedPickUps.sql), (DeviceMark.table, DeviceMark.sql),
  ]

  /// Makes the tables that are missing.
  ///
  /// All at once and ahead of their use: a table that is made later has SQLite read every table
  /// again and prepare every statement anew.
  static func make(_ database: Database) throws(SQLiteError) {
    for table in tables { try database.execute(table.sql) }
  }

  /// Forgets everything.
  static func forget(_ database: Database) throws(SQLiteError) {
    for table in tables { try database.run("DELETE FROM \(table.name)") }
  }
}
