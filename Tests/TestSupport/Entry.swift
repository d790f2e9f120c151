public import ReplicaStore

/// What child processes write: two records and a counter in each transaction.
public struct Entry: Record, Equatable {
  /// Its number, twice over.
  public let id: RecordID
  /// The number of the transaction.
  public var number = 0
  /// Long enough to fill pages.
  public var text = ""
  /// A number that is kept with its history.
  public var turn: Int?
  /// How often its writer has written.
  public var count = 0

  /// An entry with nothing in it.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored.
  public static let recordType = RecordType<Entry>(
    "entry",
    [
      Field("number", \.number), Field("text", \.text), Field("turn", \.turn, merge: .history),
      Field("count", \.count, merge: .counter),
    ])

  /// A schema of nothing else.
  public static let schema = Schema(version: 1, types: [recordType.erased])

  /// The record that every writer counts in.
  public static let shared = RecordID(high: 0, low: 1)

  /// The entry of one transaction.
  ///
  /// - Parameters:
  ///   - number: The transaction.
  ///   - writer: Who writes.
  ///   - half: The first or second record of the transaction.
  /// - Returns: Its id.
  public static func id(_ number: Int, of writer: Int, half: Int) -> RecordID {
    RecordID(high: UInt64(writer) + 1, low: UInt64(number) << 1 | UInt64(half))
  }

  /// Writes one transaction.
  ///
  /// - Parameters:
  ///   - number: The transaction.
  ///   - writer: Who writes.
  ///   - replica: Where.
  /// - Returns: The stamp it had.
  /// - Throws: `ReplicaError`.
  @discardableResult
  public static func write(_ number: Int, of writer: Int, in replica: Replica) throws -> Stamp {
    try replica.write { tx in
      for half in 0...1 {
        var entry = Entry(id: id(number, of: writer, half: half))
        entry.number = number
        entry.text = String(repeating: "entry \(number) ", count: 20)
        entry.turn = number
        try tx.insert(entry)
        if half == 0 { try tx.increment(\Entry.count, of: shared, by: 1) }
      }
      return tx.stamp
    }
  }
}
