import ReplicaStore
import TestSupport
import Testing

@Suite struct SealingTests {
  private func id(_ number: Int) -> RecordID { RecordID(high: 7, low: UInt64(number)) }

  @Test func `records made together and edited one by one are sealed once each`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    try one.write { tx in
      for number in 1...10 {
        var sample = Sample(id: id(number))
        sample.title = "made \(number)"
        try tx.insert(sample)
      }
    }
    for title in ["first edit", "second edit"] {
      try one.write { tx in
        var sample = try #require(try tx.record(Sample.self, id(3)))
        sample.title = title
        try tx.write(sample, \.title)
      }
    }
    try one.push(to: two)
    #expect(try two.sample(id(3))?.title == "second edit")
    #expect(try two.read { try $0.records(Sample.self).count } == 10)
    #expect(two.digest == one.digest)
  }

  @Test(arguments: 0..<40)
  func `whatever was touched in whatever order, a seal can be applied`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let one = try Replica.test(UInt64(seed) + 10)
    let two = try Replica.test(UInt64(seed) + 1000)
    for _ in 0..<6 {
      for _ in 0..<4 {
        try one.write { tx in
          let start = Int.random(in: 1...20, using: &random)
          let field = Int.random(in: 0..<4, using: &random)
          for number in start..<start + Int.random(in: 1...8, using: &random) {
            var sample = try tx.record(Sample.self, id(number)) ?? Sample(id: id(number))
            switch field {
            case 0: sample.title += "x"
            case 1: sample.score += 1
            case 2: sample.due = number
            default: sample.data.append(1)
            }
            try tx.save(sample)
          }
        }
      }
      try one.push(to: two)
      #expect(two.digest == one.digest, "seed \(seed)")
    }
    #expect(try two.contentDigest() == one.contentDigest(), "seed \(seed)")
  }

  @Test func `nothing unsent makes no change set`() throws {
    let one = try Replica.test(1)
    #expect(try one.seal() == nil)
    try one.write { _ in }
    #expect(try !one.hasUnsealed())
    #expect(try one.seal() == nil)
    #expect(one.sealedNumber == 0)
  }

  @Test func `an undoing alone is sealed`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    var sample = Sample(id: first)
    sample.due = 4
    let written = try one.write { tx in
      try tx.insert(sample)
      return tx.authored
    }
    try one.push(to: two)
    try one.write { try $0.void(written) }
    #expect(try one.hasUnsealed())
    try one.push(to: two)
    #expect(try two.sample(first)?.due == nil)
    #expect(two.digest == one.digest)
  }

  @Test func `numbers rise by one and the chain goes on`() throws {
    let one = try Replica.test(1)
    var chain = Chain.zero
    for number in 1...5 {
      try one.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
      let sealed = try #require(try one.seal())
      #expect(sealed.number == UInt64(number))
      let header = try Replica.header(of: sealed.bytes)
      #expect(header.chainBefore == chain)
      #expect(header.device == one.device)
      chain = sealed.chain
      #expect(try one.chain(at: sealed.number) == chain)
      #expect(try one.sealed(sealed.number...sealed.number).first?.bytes == sealed.bytes)
    }
  }

  @Test func `a merge of change sets whose records were deleted deletes them`() throws {
    let one = try Replica.test(1)
    var sets: [[UInt8]] = []
    try one.write { tx in
      var sample = Sample(id: first)
      sample.title = "short-lived"
      try tx.insert(sample)
    }
    sets.append(try #require(try one.seal()).bytes)
    try one.write { try $0.delete(Sample.self, first) }
    sets.append(try #require(try one.seal()).bytes)
    for part in [sets, [sets[0]], [sets[1]]] {
      let merged = try one.merge(
        part,
        header: ChangeSetHeader(
          device: one.device, first: 1, last: 2, chainBefore: .zero, clock: one.clock,
          isState: true))
      let two = try Replica.test(2)
      for bytes in [merged, sets[0], sets[1]] { try two.apply(bytes) }
      #expect(try two.sample(first) == nil)
      #expect(two.digest == one.digest)
      #expect(try two.contentDigest() == one.contentDigest())
    }
  }
}
