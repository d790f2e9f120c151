import ReplicaStore
import SQLite
import TestSupport
import Testing

/// What a replica remembers of the change sets of others, and of its own that are safe elsewhere.
@Suite struct AppliedTests {
  private func seal(_ replica: Replica, _ count: Int) throws -> [SealedChangeSet] {
    try (0..<count).map { _ in
      try replica.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
      return try #require(try replica.seal())
    }
  }

  @Test func `it tells the last number of each device, and what was applied at one number`() throws
  {
    let reader = try Replica.test(1)
    #expect(try reader.lastApplied().isEmpty)
    var expected: [Replica.Applied] = []
    for (seed, count) in [(2, 5), (3, 1), (4, 12)] {
      let author = try Replica.test(UInt64(seed))
      let sets = try seal(author, count)
      // Whatever the order, gaps included.
      for set in sets.reversed() where set.number != 2 { try reader.apply(set.bytes) }
      let last = Replica.Applied(
        device: author.device, number: UInt64(count), chain: author.chain)
      expected.append(last)
      #expect(try reader.applied(of: author.device, at: UInt64(count)) == [last])
      #expect(try reader.applied(of: author.device, at: 2).isEmpty)
      #expect(try reader.applied(of: author.device, at: UInt64(count) + 1).isEmpty)
      #expect(try reader.applied(of: author.device, at: .max).isEmpty)
    }
    #expect(try reader.lastApplied() == expected.sorted { $0.device < $1.device })
    #expect(try reader.applied().count == 4 + 1 + 11)
  }

  @Test func `twins have two change sets at one number`() throws {
    let reader = try Replica.test(1)
    // The same seed gives the same device id; what they write differs.
    let twins = [try Replica.test(2), try Replica.test(2)]
    for (index, twin) in twins.enumerated() {
      try twin.write { try $0.increment(\Sample.glasses, of: first, by: index + 1) }
      try reader.apply(try #require(try twin.seal()).bytes)
    }
    let device = twins[0].device
    #expect(
      try reader.applied(of: device, at: 1).map(\.chain).sorted { "\($0)" < "\($1)" }
        == twins.map(\.chain).sorted { "\($0)" < "\($1)" })
    #expect(try reader.lastApplied().map(\.number) == [1])
  }

  @Test func `what is asked of a long history takes no more steps than of a short one`() throws {
    let reader = try Replica.test(1)
    let author = try Replica.test(2)
    func steps() throws -> Int {
      func ask() throws {
        _ = try reader.lastApplied()
        _ = try reader.applied(of: author.device, at: author.sealedNumber)
      }
      try ask()
      let before = try reader.read { $0.database.stepCount }
      try ask()
      return try reader.read { $0.database.stepCount } - before
    }
    for set in try seal(author, 5) { try reader.apply(set.bytes) }
    let short = try steps()
    for set in try seal(author, 500) { try reader.apply(set.bytes) }
    #expect(try steps() == short)
    #expect(short > 0)
  }

  @Test func `bytes that are safe elsewhere go, from the first to the one named`() throws {
    let replica = try Replica.test(1)
    let all = try seal(replica, 20)
    func kept() throws -> [UInt64] { try replica.sealed(1...20).map(\.number) }
    for (through, left) in [(0, 1...20), (3, 4...20), (3, 4...20), (2, 4...20), (10, 11...20)] {
      try replica.forgetSealedBytes(through: UInt64(through))
      #expect(try kept() == left.map { UInt64($0) })
    }
    // There is no such number yet: nothing is let go of by mistake.
    try replica.forgetSealedBytes(through: 21)
    #expect(try kept() == (11...20).map { UInt64($0) })
    for set in all { #expect(try replica.chain(at: set.number) == set.chain) }
  }
}
