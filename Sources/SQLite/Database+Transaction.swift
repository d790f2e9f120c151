extension Database {
  /// How a transaction takes its locks.
  public enum TransactionKind: String, Sendable {
    /// Takes the write lock at once, so that it never fails half-way for want of it.
    case immediate = "BEGIN IMMEDIATE"
    /// Takes a read lock at the first read: one snapshot for everything inside.
    case deferred = "BEGIN"
  }

  /// Runs work as one transaction: all of it is kept, or nothing.
  ///
  /// - Parameters:
  ///   - kind: How it takes its locks.
  ///   - work: What to do; an error thrown by it undoes everything and is thrown on.
  /// - Returns: What the work returns.
  /// - Throws: The error of `work`, or `SQLiteError` from beginning or committing.
  @inlinable
  public func transaction<Result: ~Copyable>(
    _ kind: TransactionKind = .immediate, _ work: () throws -> Result
  ) throws -> Result {
    try run(kind.rawValue)
    do {
      let result = try work()
      try run("COMMIT")
      return result
    } catch {
      if isInTransaction {
        // SQLite may have rolled back by itself; a failing ROLLBACK leaves nothing to undo.
        try? run("ROLLBACK")
      }
      throw error
    }
  }
}
