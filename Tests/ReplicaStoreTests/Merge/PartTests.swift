import ReplicaStore
import SQLite
import TestSupport
import Testing

/// A transaction larger than one change set travels in parts and appears whole.
@Suite struct PartTests {
  private let ids = (0..<20).map { RecordID(high: 1, low: UInt64($0) + 1) }

  /// A device whose change sets hold little, with one transaction of many records sealed.
  private func sealed(_ clock: TestClock = TestClock()) throws -> (Replica, [SealedChangeSet]) {
    let one = try Replica.test(1, clock: clock)
    one.changeSetByteCountMax = 2000
    try one.write { tx in
      for id in ids {
        var sample = Sample(id: id)
        (sample.notes, sample.due) = (String(repeating: "x", count: 500), 1)
        try tx.insert(sample)
        try tx.insert(Page(address: "page \(id)", text: "text"))
      }
    }
    let last = try #require(try one.seal())
    let all = try one.sealed(1...one.sealedNumber)
    #expect(all.last?.number == last.number)
    #expect(all.count > 3)
    return (one, all)
  }

  private func count(_ replica: Replica) throws -> Int {
    try replica.read { try $0.records(Sample.self).count + $0.records(Page.self).count }
  }

  @Test func `parts have numbers one after the other, and the chain ties them`() throws {
    let (one, parts) = try sealed()
    #expect(parts.map(\.number) == Array(1...UInt64(parts.count)))
    for (index, part) in parts.enumerated() {
      let header = try Replica.header(of: part.bytes)
      #expect(header.part == .init(index: index + 1, count: parts.count))
      #expect(header.chainBefore == (index == 0 ? .zero : parts[index - 1].chain))
      #expect(part.bytes.count < 4000)
    }
    #expect(try !one.hasUnsealed())
    #expect(try one.seal() == nil)
  }

  @Test(arguments: 0..<12)
  func `nothing shows before the last part is there, in whatever order they come`(seed: Int) throws
  {
    var random = SeededGenerator(seed: UInt64(seed))
    let (one, parts) = try sealed()
    let two = try Replica.test(2)
    var heard = 0
    let observation = two.observe { _ in heard += 1 }
    let order = parts.shuffled(using: &random)
    for part in order.dropLast() {
      #expect(try two.apply(part.bytes).pendingPartCount == 1)
      #expect(try two.apply(part.bytes) == AppliedChanges())
    }
    #expect(try count(two) == 0)
    #expect(two.digest == .empty)
    #expect(heard == 0)
    let result = try two.apply(try #require(order.last).bytes)
    two.stopObserving(observation)
    #expect(result.changedRecordCount == 2 * ids.count)
    #expect(result.pendingPartCount == 0)
    #expect(heard == 1)
    #expect(try count(two) == 2 * ids.count)
    #expect(two.digest == one.digest)
    #expect(try two.contentDigest() == one.contentDigest())
    #expect(try two.applied().map(\.number) == parts.map(\.number))
    for part in parts { #expect(try two.apply(part.bytes) == AppliedChanges()) }
    #expect(two.digest == one.digest)
  }

  @Test func `parts that are there survive a restart`() throws {
    let (one, parts) = try sealed()
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/replica.db"
    for part in parts {
      let two = try Replica.test(2, path: path)
      try two.apply(part.bytes)
    }
    let two = try Replica.test(2, path: path)
    #expect(two.digest == one.digest)
    #expect(try two.contentDigest() == one.contentDigest())
  }

  @Test func `a pull that stopped after the first part goes on with the second`() throws {
    let (_, parts) = try sealed()
    let two = try Replica.test(2)
    try two.apply(parts[0].bytes)
    // The cursor stands at the part that is safely here, not past the missing ones.
    #expect(try two.applied().map(\.number) == [1])
    #expect(try count(two) == 0)
    for part in parts.dropFirst() { try two.apply(part.bytes) }
    #expect(try count(two) == 2 * ids.count)
  }

  @Test func `everything sealed anew is in parts too`() throws {
    let (one, parts) = try sealed()
    let last = try one.sealEverything()
    let all = try one.sealed(UInt64(parts.count) + 1...last.number)
    #expect(all.count > 3)
    let two = try Replica.test(2)
    for set in all { try two.apply(set.bytes) }
    #expect(two.digest == one.digest)
  }

  @Test func `a copy that goes its own way between parts seals the whole again`() throws {
    let (one, _) = try sealed()
    let digest = one.digest
    try one.takeNewIdentity(resealingAfter: 2)
    _ = try one.seal()
    let two = try Replica.test(2)
    for set in try one.sealed(1...one.sealedNumber) { try two.apply(set.bytes) }
    #expect(try count(two) == 2 * ids.count)
    #expect(two.digest == digest)
  }

  @Test func `parts of an older generation are set aside`() throws {
    let clock = TestClock()
    let (_, parts) = try sealed(clock)
    clock.millis += 1000
    let two = try Replica.test(2, clock: clock)
    try two.apply(parts[0].bytes)
    let three = try Replica.test(3, clock: clock)
    _ = try three.sealHeartbeat()
    try three.reset()
    try two.apply(try #require(try three.seal()).bytes)
    for part in parts.dropFirst() { #expect(try two.apply(part.bytes).setAsideCount == 1) }
    #expect(try two.setAsideCount() == parts.count)
    #expect(try count(two) == 0)
  }
}
