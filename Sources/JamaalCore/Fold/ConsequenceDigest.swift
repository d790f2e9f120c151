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
    return try replica.read { try ConsequenceDigest.digest($0, moment) }
  }

  /// What `consequences` would be after `rebuild`, worked out beside what is kept, which stays.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The hash, and the last day that would have ended.
  /// - Throws: `ReplicaError`.
  package func consequencesAnew(
    _ context: DayContext
  ) throws -> (digest: [UInt8], lastEnded: LogicalDate) {
    try EngineTick(self, context).tryAnew { transaction, moment in
      (try ConsequenceDigest.digest(transaction, moment), moment.lastEnded)
    }
  }
}

/// The hash of everything that follows from the facts.
private enum ConsequenceDigest {
  static func digest(_ transaction: ReadTransaction, _ moment: PlannerMoment) throws -> [UInt8] {
    var hash = BLAKE2b(digestByteCount: 32)
    for table in Consequences.parts.flatMap({ $0.tables }) {
      let statement = try transaction.database.prepare(
        "SELECT * FROM \(table.name) ORDER BY \(table.order)")
      defer { statement.reset() }
      while try statement.step() { hash.update(statement.rowBytes) }
      hash.update([0])
    }
    // Worked out when they are read, and kept in no table.
    for anchor in try AnchorFold(transaction, moment).lived() {
      hash.update(Array(anchor.digestText.utf8))
    }
    return hash.finish()
  }
}

extension Statement {
  /// The current row in a form in which no two rows look alike: for each column what kind of value
  /// it is, then eight bytes, which are a length and come before its bytes for a text or a blob.
  fileprivate var rowBytes: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ kind: UInt8, _ word: UInt64) {
      bytes.append(kind)
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    for column in 0..<columnCount {
      switch kind(column) {
      case .null: add(1, 0)
      case .integer: add(2, UInt64(bitPattern: int64(column)))
      case .real: add(3, double(column).bitPattern)
      case .text, .blob:
        let isText = kind(column) == .text
        withBytes(column) { value in
          add(isText ? 4 : 5, UInt64(value.count))
          bytes.append(contentsOf: value)
        }
      }
    }
    return bytes
  }
}
