import ReplicaStore
import TestSupport
import Testing

/// A record that keeps no versions, so that many new ones are inserted together.
private struct Sighting: Record {
  let id: RecordID
  var first: Int?
  var name: String?
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<Sighting>(
    "sighting",
    [Field("first", \.first, merge: .minimum), Field("name", \.name, merge: .maximum)])
}

/// Smallest and largest values in the state digest, which sees no other values.
@Suite struct ExtremeDigestTests {
  private static func sample(_ id: RecordID, born: Int?, best: Int?) -> Sample {
    var sample = Sample(id: id)
    sample.born = born
    sample.best = best
    return sample
  }

  @Test func `who lacks a smaller value with an older stamp has another digest`() throws {
    let clock = TestClock()
    let early = try Replica.test(1, clock: clock)
    let late = try Replica.test(2, clock: clock)
    let reader = try Replica.test(3, clock: clock)
    try early.write { try $0.insert(Self.sample(first, born: 3, best: 9)) }
    let small = try #require(try early.seal())
    clock.millis += 1000
    try late.write { try $0.insert(Self.sample(first, born: 5, best: 7)) }
    let large = try #require(try late.seal())
    for changes in [small, large] { try reader.apply(changes.bytes) }
    #expect(try reader.sample(first)?.born == 3)
    #expect(late.digest != reader.digest, "the stamps are the same, the values are not")
    try late.apply(small.bytes)
    #expect(late.digest == reader.digest)
    #expect(try late.contentDigest() == reader.contentDigest())
    #expect(try late.recomputedDigest() == late.digest)
  }

  @Test(arguments: [1, 2, 17, 40])
  func `records that are inserted together are counted as those inserted alone`(
    count: Int
  ) throws {
    let schema = Schema(version: 1, types: [Sighting.recordType.erased])
    let writer = try Replica.test(1, schema: schema)
    let reader = try Replica.test(2, schema: schema)
    try writer.write { transaction in
      for number in 0..<count {
        var sighting = Sighting(id: RecordID(high: 9, low: UInt64(number)))
        sighting.first = number
        if number % 3 == 0 { sighting.name = "number \(number)" }
        try transaction.insert(sighting)
      }
    }
    #expect(try writer.recomputedDigest() == writer.digest)
    try writer.push(to: reader)
    #expect(reader.digest == writer.digest)
    #expect(try reader.recomputedDigest() == reader.digest)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `equal digests mean equal values, whatever has arrived so far`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let clock = TestClock()
    let replicas = try (0..<3).map { try Replica.test(seed * 10 + $0, clock: clock) }
    var sets: [[UInt8]] = []
    var equalCount = 0
    for step in 0..<300 {
      clock.millis += Int64.random(in: 0...1, using: &random)
      let replica = replicas[Int.random(in: 0..<3, using: &random)]
      if Bool.random(using: &random) || sets.isEmpty {
        let id = Bool.random(using: &random) ? first : second
        let number = Int?.some(.random(in: 0..<20, using: &random))
        try replica.write { transaction in
          var sample = try transaction.record(Sample.self, id) ?? Sample(id: id)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: sample.born = number
          case 1: sample.best = number
          case 2: sample.born = nil
          default: (sample.born, sample.best, sample.title) = (number, number, "\(step)")
          }
          try transaction.save(sample)
        }
        if let sealed = try replica.seal() { sets.append(sealed.bytes) }
      } else if let changes = sets.randomElement(using: &random) {
        try replica.apply(changes)
      }
      #expect(try replica.recomputedDigest() == replica.digest, "seed \(seed), step \(step)")
      let contents = try replicas.map { try $0.contentDigest() }
      for (left, right) in [(0, 1), (1, 2), (0, 2)] {
        let isEqual = replicas[left].digest == replicas[right].digest
        #expect(isEqual == (contents[left] == contents[right]), "seed \(seed), step \(step)")
        if isEqual { equalCount += 1 }
      }
    }
    for replica in replicas { for changes in sets { try replica.apply(changes) } }
    #expect(Set(replicas.map(\.digest)).count == 1, "seed \(seed)")
    #expect(equalCount > 0, "seed \(seed)")
  }
}
