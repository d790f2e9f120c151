import SQLite

extension Replica {
  /// Reads every page of a replica's file and says what is wrong with it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most findings to report.
  /// - Returns: SQLite's words, one for each finding; empty if the file is sound.
  /// - Throws: `ReplicaError` if the file cannot be opened.
  public static func integrityProblems(path: String, limit: Int = 10) throws -> [String] {
    try translatingErrors {
      let database = try Database(path: path, mode: .readWrite)
      // The check reads the rules of the tables, which name it.
      try database.addCollation(RecordTable.guardCollation)
      return try database.rows("PRAGMA integrity_check(\(limit))") { _ in
      } row: {
        $0.text(0)
      }.filter { $0 != "ok" }
    }
  }
}
