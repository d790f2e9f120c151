import ReplicaStore
import TestSupport
import Testing

/// What a counter is made of.
@Suite struct CounterStepTests {
  private func amounts(_ replica: Replica) throws -> [Int] {
    try replica.read { try $0.steps(of: \Sample.glasses, first) }.map(\.amount)
  }

  @Test func `steps stand in order of stamps, whatever arrived first`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    for (index, replica) in [one, two, two, one].enumerated() {
      clock.millis += 1000
      try replica.write { try $0.increment(\Sample.glasses, of: first, by: index + 1) }
    }
    try two.push(to: one)
    try one.push(to: two)
    for replica in [one, two] { #expect(try amounts(replica) == [1, 2, 3, 4]) }
    let steps = try one.read { try $0.steps(of: \Sample.glasses, first) }
    #expect(steps == (try two.read { try $0.steps(of: \Sample.glasses, first) }))
    #expect(steps.allSatisfy { !$0.isSetting })
  }

  @Test func `a setting comes first and what was counted before it is gone`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    try one.write { try $0.increment(\Sample.glasses, of: first, by: 5) }
    try one.push(to: two)
    clock.millis += 1000
    try two.write { try $0.set(\Sample.glasses, of: first, to: 2) }
    try one.write { try $0.increment(\Sample.glasses, of: first, by: 3) }
    try two.push(to: one)
    clock.millis += 1000
    try one.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
    #expect(try amounts(one) == [2, 1])
    #expect(
      try one.read { try $0.steps(of: \Sample.glasses, first) }.map(\.isSetting) == [true, false])
  }

  @Test func `a counter that nobody counted has no steps`() throws {
    let one = try Replica.test(1)
    #expect(try amounts(one).isEmpty)
    try one.write { tx in
      var sample = Sample(id: first)
      sample.title = "x"
      try tx.insert(sample)
    }
    #expect(try amounts(one).isEmpty)
  }

  @Test(arguments: 0..<20) func `steps add up to the value`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 77)
    let clock = TestClock()
    let replicas = try (1...3).map { try Replica.test(UInt64(seed * 10 + $0), clock: clock) }
    for _ in 0..<30 {
      clock.millis += Int64.random(in: 0...5, using: &random)
      let replica = replicas[Int.random(in: 0..<3, using: &random)]
      let amount = Int.random(in: -3...5, using: &random)
      try replica.write { tx in
        if Int.random(in: 0..<6, using: &random) == 0 {
          try tx.set(\Sample.glasses, of: first, to: amount)
        } else {
          try tx.increment(\Sample.glasses, of: first, by: amount)
        }
      }
      if Bool.random(using: &random) {
        let others = replicas.filter { $0 !== replica }
        try replica.push(to: others[0], others[1])
      }
    }
    for replica in replicas {
      #expect(
        try amounts(replica).reduce(0, +) == replica.sample(first)?.glasses ?? 0, "seed \(seed)")
    }
  }
}
