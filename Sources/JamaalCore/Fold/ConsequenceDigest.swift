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
  /// - Parameters:
  ///   - context: The moment and the place.
  ///   - look: Reads more, as it would be after a rebuild, from this planner.
  /// - Returns: The hash, the last day that would have ended, and what was read.
  /// - Throws: `ReplicaError`, and what `look` throws.
  package func consequencesAnew<More>(
    _ context: DayContext, _ look: () throws -> More
  ) throws -> (digest: [UInt8], lastEnded: LogicalDate, more: More) {
    try EngineTick(self, context).tryAnew { transaction, moment in
      (try ConsequenceDigest.digest(transaction, moment), moment.lastEnded, try look())
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
  /// The current row in a form in which no two rows look alike; put together byte by byte, since
  /// the texts of so many blobs would take longer than the rest of a rebuild.
  fileprivate var rowBytes: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ letter: Unicode.Scalar, _ rest: String = "") {
      bytes.append(UInt8(ascii: letter))
      bytes.append(contentsOf: rest.utf8)
    }
    for column in 0..<columnCount {
      if column > 0 { add(" ") }
      switch kind(column) {
      case .null: add("-")
      case .integer: add("i", String(int64(column)))
      case .real: add("r", String(double(column).bitPattern))
      case .text:
        withBytes(column) { text in
          add("t", String(text.count))
          add(":")
          bytes.append(contentsOf: text)
        }
      case .blob:
        withBytes(column) { blob in
          add("b", "[")
          for (index, byte) in blob.enumerated() {
            if index > 0 { add(",", " ") }
            if byte >= 100 { bytes.append(48 + byte / 100) }
            if byte >= 10 { bytes.append(48 + byte / 10 % 10) }
            bytes.append(48 + byte % 10)
          }
          add("]")
        }
      }
    }
    return bytes
  }
}
