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
    return try replica.read { try ConsequenceBytes.digest($0, moment) }
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
      (try ConsequenceBytes.digest(transaction, moment), moment.lastEnded, try look())
    }
  }
}

/// What is hashed of everything that follows from the facts.
struct ConsequenceBytes {
  private var bytes: [UInt8] = []

  static func digest(_ transaction: ReadTransaction, _ moment: PlannerMoment) throws -> [UInt8] {
    var hash = BLAKE2b(digestByteCount: 32)
    for table in Consequences.parts.flatMap({ $0.tables }) {
      let statement = try transaction.database.prepare(
        "SELECT * FROM \(table.name) ORDER BY \(table.order)")
      defer { statement.reset() }
      var rows = ConsequenceBytes()
      while try statement.step() { rows.addRow(of: statement) }
      hash.update(rows.bytes)
      hash.update([0])
    }
    // Worked out when they are read, and kept in no table.
    var anchors = ConsequenceBytes()
    for anchor in try AnchorFold(transaction, moment).lived() { anchor.add(to: &anchors) }
    hash.update(anchors.bytes)
    return hash.finish()
  }

  /// Adds a value: what kind it is, which is never 0, and eight bytes.
  mutating func add(_ kind: UInt8, _ word: UInt64) {
    bytes.append(kind)
    withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a text, its length first.
  mutating func add(_ text: String) {
    add(4, UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func addRow(of statement: Statement) {
    for column in 0..<statement.columnCount {
      let kind = statement.kind(column)
      switch kind {
      case .null: add(1, 0)
      case .integer: add(2, UInt64(bitPattern: statement.int64(column)))
      case .real: add(3, statement.double(column).bitPattern)
      case .text, .blob:
        statement.withBytes(column) { value in
          add(kind == .text ? 4 : 5, UInt64(value.count))
          bytes.append(contentsOf: value)
        }
      }
    }
  }
}
