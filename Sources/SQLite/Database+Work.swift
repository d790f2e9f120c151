import CSQLite

extension Database {
  /// How many steps of SQLite's virtual machine the statements kept prepared have taken so far.
  ///
  /// The same work always takes the same steps, whatever else the machine is doing: the difference
  /// of two readings tells how work grows where a clock would only guess. Statements that were not
  /// kept are missing, so what is measured must have run once before.
  public var stepCount: Int {
    var count = 0
    var next = unsafe sqlite3_next_stmt(handle, nil)
    while let statement = unsafe next {
      count += Int(unsafe sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
      unsafe next = unsafe sqlite3_next_stmt(handle, statement)
    }
    return count
  }
}
