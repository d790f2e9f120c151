import ReplicaStore
import TestSupport
import Testing

/// Cases from bug reports against other products: clocks and equal stamps.
@Suite struct StampCaseTests {
  @Test func `seventy thousand local writes within a millisecond have rising stamps`() throws {
    let one = try Replica.test(1)
    var clock = HybridLogicalClock(latest: .zero)
    var latest = HybridTime.zero
    var isRising = true
    for _ in 0..<70_000 {
      let time = clock.tick(nowMillis: 1_800_000_000_000)
      isRising = isRising && time > latest
      latest = time
    }
    #expect(isRising)
    #expect(latest.millis == 1_800_000_000_001)
    // The replica's own clock does the same: each setting of a counter takes a stamp.
    let before = try one.write { $0.stamp }
    try one.write { tx in
      for amount in 0..<300 { try tx.set(\Sample.glasses, of: first, to: amount) }
    }
    #expect(one.clock.rawValue - before.clock.rawValue >= 300)
    #expect(try one.recomputedDigest() == one.digest)
  }

  @Test func `seventy thousand change sets received within a millisecond leave the clock free`()
    throws
  {
    var clock = HybridLogicalClock(latest: HybridTime(millis: 1_800_000_000_000))
    var received = HybridTime(millis: 1_800_000_000_000)
    var isFree = true
    for _ in 0..<70_000 {
      received = HybridTime(rawValue: received.rawValue + 1)
      clock.observe(received)
      let next = clock.tick(nowMillis: 1_800_000_000_000)
      isFree = isFree && next > received
      received = next
    }
    #expect(isFree)
    #expect(clock.latest.millis == 1_800_000_000_002)
  }

  @Test func `change sets received within one millisecond keep stamps unique`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    var stamps: Set<Stamp> = []
    for round in 0..<150 {
      let (writer, reader) = round % 2 == 0 ? (one, two) : (two, one)
      let stamp = try writer.write { tx in
        try tx.increment(\Sample.glasses, of: first, by: 1)
        return tx.stamp
      }
      #expect(stamps.allSatisfy { $0 < stamp })
      stamps.insert(stamp)
      try writer.push(to: reader)
    }
    #expect(try one.sample(first)?.glasses == 150)
    #expect(stamps.count == 150)
  }

  @Test func `the wall clock goes back an hour and the next stamp still rises`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let before = try one.write { $0.stamp }
    clock.millis -= 3_600_000
    let after = try one.write { $0.stamp }
    #expect(after > before)
    // A transaction that wrote nothing took no stamp with it.
    try one.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
    clock.millis -= 3_600_000
    let latest = one.clock
    try one.write { #expect($0.stamp.clock > latest) }
  }

  @Test(arguments: [2, 3], 0..<6)
  func `two writes with equal clock on two devices have one winner`(
    replicas: Int, seed: Int
  ) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let clock = TestClock()
    let writers = try (0..<2).map { try Replica.test(UInt64(seed * 10 + $0), clock: clock) }
    var sets: [[UInt8]] = []
    for (index, writer) in writers.enumerated() {
      try writer.write { tx in
        var sample = Sample(id: first)
        sample.title = "by \(index)"
        sample.due = index
        sample.best = index
        try tx.insert(sample)
      }
      sets.append(try #require(try writer.seal()).bytes)
    }
    let all = try writers + (2..<replicas).map { try Replica.test(UInt64($0) + 90, clock: clock) }
    for replica in all { for set in sets.shuffled(using: &random) { try replica.apply(set) } }
    let winner = writers[0].device > writers[1].device ? 0 : 1
    for replica in all {
      #expect(try replica.sample(first)?.title == "by \(winner)")
      #expect(try replica.sample(first)?.due == winner)
      #expect(replica.digest == all[0].digest)
      #expect(try replica.contentDigest() == all[0].contentDigest())
    }
  }

  /// Two clones of one disk: same device, same clock, same random numbers.
  @Test(arguments: 0..<24)
  func `a cloned device with one stamp and two values has one winner`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let start = try Replica.test(1)
    var due = Sample(id: first)
    due.due = 1
    let written = try start.write { tx in
      try tx.insert(due)
      return tx.authored
    }
    let base = try #require(try start.seal()).bytes
    var sets: [[UInt8]] = []
    for clone in 0..<3 {
      // The same seed is the same device; it has read its own past, as a clone has.
      let replica = try Replica.test(1)
      try replica.apply(base)
      try replica.write(tag: Tag(bytes: [UInt8(clone)])) { tx in
        switch (seed + clone) % 4 {
        case 0: try tx.void(written)
        case 1:
          due.due = clone
          try tx.write(due, \.due)
        case 2: try tx.write(due, \.due, \.title)
        default:
          due.title = "title \(clone)"
          due.data = [UInt8(clone)]
          try tx.write(due, \.title, \.data)
          try tx.set(\Sample.glasses, of: first, to: clone)
          try tx.increment(\Sample.glasses, of: first, by: clone)
        }
      }
      sets.append(try #require(try replica.seal()).bytes)
    }
    let reference = try Replica.test(50)
    for set in [base] + sets { try reference.apply(set) }
    for trial in 0..<4 {
      let replica = try Replica.test(UInt64(60 + trial))
      for set in (sets + [base] + sets.prefix(1)).shuffled(using: &random) {
        try replica.apply(set)
      }
      #expect(try replica.sample(first) == reference.sample(first), "seed \(seed)")
      #expect(replica.digest == reference.digest, "seed \(seed)")
      #expect(try replica.contentDigest() == reference.contentDigest(), "seed \(seed)")
      #expect(try replica.recomputedDigest() == replica.digest, "seed \(seed)")
    }
    // The twins show: one number of one device with two chains.
    let chains = try reference.applied().filter { $0.device == start.device && $0.number == 1 }
    #expect(chains.count > 1)
  }
}
