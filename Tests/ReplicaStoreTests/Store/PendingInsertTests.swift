import ReplicaStore
import SQLite
import TestSupport
import Testing

/// New records are inserted several at once, and nobody can tell.
@Suite struct PendingInsertTests {
  struct Stop: Error {}

  private func id(_ number: Int) -> RecordID {
    // Not in the order of numbers.
    RecordID(high: UInt64(number &* 0x9E37_79B9) << 8, low: UInt64(number))
  }

  private func reading(_ number: Int, _ text: String = "") -> Reading {
    var reading = Reading(id: id(number))
    reading.place = text
    reading.value = Double(number) + 0.5
    reading.lowest = number
    return reading
  }

  private func replica(_ seed: UInt64) throws -> Replica {
    try Replica.test(
      seed, schema: Schema(version: 1, types: [Reading.recordType.erased, Page.recordType.erased]))
  }

  private enum Step {
    case insert(Int, String)
    case save(Int, String)
    case write(Int, String)
    case delete(Int)
    case other(Int)
  }

  private func steps(_ generator: inout SeededGenerator) -> [Step] {
    (0..<Int.random(in: 1...120, using: &generator)).map { index in
      let number = Int.random(in: 0..<60, using: &generator)
      return switch Int.random(in: 0..<20, using: &generator) {
      case 0: .save(number, "saved \(index)")
      case 1: .write(number, "written \(index)")
      case 2: .delete(number)
      case 3: .other(number)
      default: .insert(number, "inserted \(index)")
      }
    }
  }

  private func take(_ step: Step, _ transaction: WriteTransaction) throws {
    switch step {
    case .insert(let number, let text): try transaction.insert(reading(number, text))
    case .save(let number, let text): try transaction.save(reading(number, text))
    case .write(let number, let text): try transaction.write(reading(number, text), \.place)
    case .delete(let number):
      if try transaction.record(Reading.self, id(number)) != nil {
        try transaction.delete(Reading.self, id(number))
      }
    case .other(let number):
      try transaction.insert(Page(address: "page \(number)", text: "text"))
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a replica that is asked after every step ends the same`(seed: UInt64) throws {
    let asked = try replica(1)
    let left = try replica(1)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      let steps = steps(&generator)
      try asked.write { transaction in
        for step in steps {
          try take(step, transaction)
          _ = try transaction.record(Reading.self, id(1000))
          _ = try transaction.record(Page.self, id(1000))
        }
      }
      try left.write { transaction in for step in steps { try take(step, transaction) } }
      #expect(left.digest == asked.digest)
      #expect(try left.contentDigest() == asked.contentDigest())
      #expect(try left.recomputedDigest() == left.digest)
    }
    let sealed = try #require(try left.seal())
    #expect(try asked.seal()?.bytes == sealed.bytes)
  }

  @Test func `whoever looks sees all that was inserted`() throws {
    let one = try replica(1)
    func count(_ transaction: ReadTransaction) throws -> Int {
      try transaction.database.first("SELECT count(*) FROM reading") { _ in
      } row: {
        $0.int(0)
      } ?? 0
    }
    try one.write { transaction in
      for number in 0..<7 { try transaction.insert(reading(number)) }
      #expect(try count(transaction) == 7)
      for number in 7..<9 { try transaction.insert(reading(number)) }
      #expect(try transaction.records(Reading.self).count == 9)
      for number in 9..<40 { try transaction.insert(reading(number)) }
      #expect(try transaction.record(Reading.self, id(39))?.lowest == 39)
      try transaction.insert(reading(40))
      #expect(try transaction.stamp(of: \Reading.lowest, id(40)) == transaction.stamp)
      try transaction.insert(reading(41))
      #expect(try one.read(count) == 42)
      try transaction.insert(reading(42))
      try transaction.database.execute("CREATE TEMP TABLE seen AS SELECT id FROM reading")
      let seen = try transaction.database.rows("SELECT id FROM seen") { _ in
      } row: {
        $0.high128(0)?.low
      }
      #expect(seen.count == 43)
      try transaction.insert(reading(43))
      try transaction.delete(Reading.self, id(43))
    }
    #expect(try one.read(count) == 44)
  }

  @Test func `a bad value among others is refused at once and spoils nothing`() throws {
    let one = try replica(1)
    try one.write { transaction in
      for number in 0..<5 { try transaction.insert(reading(number)) }
      var bad = reading(5)
      bad.value = .nan
      #expect(throws: ReplicaError.self) { try transaction.insert(bad) }
      bad = reading(6)
      bad.lowest = -1
      #expect(throws: ReplicaError.self) { try transaction.insert(bad) }
      try transaction.insert(reading(7))
    }
    #expect(try one.read { try $0.records(Reading.self) }.map(\.lowest).count == 6)
  }

  @Test func `what waited when a transaction failed is gone`() throws {
    let one = try replica(1)
    #expect(throws: Stop.self) {
      try one.write { transaction in
        for number in 0..<5 { try transaction.insert(reading(number)) }
        throw Stop()
      }
    }
    try one.write { try $0.insert(reading(9)) }
    #expect(try one.read { try $0.records(Reading.self) }.map(\.lowest) == [9])
    #expect(try one.recomputedDigest() == one.digest)
  }

  @Test func `a failure to insert what waited is not forgotten`() throws {
    let one = try replica(1)
    try one.write { try $0.insert(reading(0)) }
    #expect(throws: ReplicaError.self) {
      try one.write { transaction in
        for number in 1..<5 { try transaction.insert(reading(number)) }
        // As when a disk is full: nothing more may be written to the file.
        let pages = try transaction.database.first("PRAGMA page_count") { _ in
        } row: {
          $0.int(0)
        }
        try transaction.database.execute("PRAGMA max_page_count = \(pages ?? 1)")
        for number in 5..<5000 {
          try? transaction.insert(reading(number, "a long text, several times"))
        }
      }
    }
    #expect(try one.read { try $0.records(Reading.self).count } == 1)
    #expect(try one.recomputedDigest() == one.digest)
  }
}

/// A record without versions, with values that can be refused.
private struct Reading: Record, Equatable {
  let id: RecordID
  var place = ""
  var value = 0.0
  var lowest: Int?

  init(id: RecordID) { self.id = id }

  static let recordType = RecordType<Reading>(
    "reading",
    [
      Field("place", \.place), Field("value", \.value),
      Field("lowest", \.lowest, merge: .minimum, range: 0...1000),
    ])
}
