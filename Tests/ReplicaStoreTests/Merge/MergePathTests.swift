import ReplicaStore
import TestSupport
import Testing

/// A merge finds records by going along the index or one by one, reads rows in a sweep or singly,
/// and inserts many at once: whichever it takes, the outcome is that of merging one by one.
@Suite struct MergePathTests {
  /// How many records are there already, and how many of them and beside them are merged.
  struct Sizes: CustomTestStringConvertible {
    var there: Int
    var changed: Int
    var new: Int

    var testDescription: String { "\(changed) and \(new) into \(there)" }
  }

  static let sizes = [
    Sizes(there: 0, changed: 0, new: 1), Sizes(there: 0, changed: 0, new: 16),
    Sizes(there: 0, changed: 0, new: 17), Sizes(there: 1, changed: 1, new: 0),
    Sizes(there: 300, changed: 1, new: 0), Sizes(there: 300, changed: 0, new: 1),
    Sizes(there: 300, changed: 20, new: 3), Sizes(there: 300, changed: 30, new: 30),
    Sizes(there: 300, changed: 60, new: 5), Sizes(there: 300, changed: 300, new: 40),
    Sizes(there: 40, changed: 7, new: 400),
  ]

  @Test(arguments: sizes, [1, 2, 3] as [UInt64])
  func `many merged at once end as merged one by one`(_ sizes: Sizes, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let clock = TestClock()
    let writer = try Replica.test(seed, clock: clock)
    var ids = (0..<sizes.there).map { _ in RecordID.random(using: &random) }
    try writer.write { tx in
      for id in ids { try tx.insert(Self.sample(id, &random)) }
    }
    let base = try writer.seal()?.bytes
    // Two of one seed are the same device with the same writes of its own.
    let atOnce = try Self.receiver(of: base, ids.prefix(12), seed)
    let oneByOne = try Self.receiver(of: base, ids.prefix(12), seed)
    let other = try Replica.test(seed + 20, clock: clock)
    if let base { try other.apply(base) }
    ids.shuffle(using: &random)
    let touched = ids.prefix(sizes.changed) + (0..<sizes.new).map { _ in .random(using: &random) }
    for id in touched.shuffled(using: &random) {
      clock.millis += Int64.random(in: -1...2, using: &random)
      try Self.change(id, on: other, &random)
      if let single = try other.seal() { try oneByOne.apply(single.bytes) }
    }
    try atOnce.apply(
      other.mergeEverything(
        header: ChangeSetHeader(
          device: other.device, first: 1, last: 1, chainBefore: .zero, clock: other.clock,
          generation: other.generation, isState: true)))
    #expect(try atOnce.contentDigest() == oneByOne.contentDigest(), "seed \(seed)")
    #expect(atOnce.digest == oneByOne.digest, "seed \(seed)")
    #expect(try atOnce.recomputedDigest() == atOnce.digest, "seed \(seed)")
    // The device's own writes are there, and so is what it received.
    let count = try atOnce.read { try $0.records(Sample.self).count }
    #expect(count >= sizes.new, "seed \(seed)")
  }

  /// A device that has what was there, and wrote to some of it at about the time of the others.
  private static func receiver(
    of base: [UInt8]?, _ ids: ArraySlice<RecordID>, _ seed: UInt64
  ) throws -> Replica {
    var random = SeededGenerator(seed: seed + 1)
    let clock = TestClock()
    let replica = try Replica.test(seed + 10, clock: clock)
    if let base { try replica.apply(base) }
    for id in ids {
      clock.millis += Int64.random(in: 0...2, using: &random)
      try change(id, on: replica, &random)
    }
    return replica
  }

  private static func sample(_ id: RecordID, _ random: inout SeededGenerator) -> Sample {
    var sample = Sample(id: id)
    sample.title = "title \(Int.random(in: 0..<100, using: &random))"
    sample.score = Double(Int.random(in: 0..<9, using: &random))
    return sample
  }

  private static func change(
    _ id: RecordID, on replica: Replica, _ random: inout SeededGenerator
  ) throws {
    var sample = sample(id, &random)
    let choice = Int.random(in: 0..<6, using: &random)
    try replica.write { tx in
      switch choice {
      case 0 where try tx.record(Sample.self, id) != nil: try tx.delete(Sample.self, id)
      case 1:
        sample.isDone = true
        try tx.write(sample, \.isDone)
      case 2: try tx.increment(\Sample.glasses, of: id, by: 2)
      case 3: try tx.write(sample, \.title)
      default: try tx.write(sample, \.title, \.score, \.notes)
      }
    }
  }
}
