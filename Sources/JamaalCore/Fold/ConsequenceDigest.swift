import ReplicaStore
import SQLite

extension Planner {
  /// Everything that follows from the facts here, as a hash: for one zone and instant equal on all
  /// devices that hold the same facts, and equal to that of a rebuild.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: 32 bytes.
  /// - Throws: `ReplicaError`.
  public func consequences(_ context: DayContext) throws -> [UInt8] {
    let moment = try tick(context)
    return try replica.read { transaction in
      var hash = BLAKE2b(digestByteCount: 32)
      for table in Consequences.parts.flatMap({ $0.tables }) {
        let statement = try transaction.database.prepare(
          "SELECT * FROM \(table.name) ORDER BY \(table.order)")
        defer { statement.reset() }
        while try statement.step() { hash.update(Array(statement.rowText.utf8)) }
        hash.update([0])
      }
      // Worked out when they are read, and kept in no table.
      for anchor in try AnchorFold(transaction, moment).lived() {
        hash.update(Array(anchor.digestText.utf8))
      }
      return hash.finish()
    }
  }
}

extension Statement {
  /// The current row in a form in which no two rows look alike.
  fileprivate var rowText: String {
    (0..<columnCount).map { column in
      switch kind(column) {
      case .null: "-"
      case .integer: "i\(int64(column))"
      case .real: "r\(double(column).bitPattern)"
      case .text: "t\(text(column).utf8.count):\(text(column))"
      case .blob: "b\(blob(column))"
      }
    }.joined(separator: " ")
  }
}
