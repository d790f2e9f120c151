import ReplicaStore
import TestSupport
import Testing

/// Texts in which everybody's lines survive.
@Suite struct TextTests {
  private func write(_ replica: Replica, _ text: String?) throws {
    try replica.write { tx in
      var sample = try tx.record(Sample.self, first) ?? Sample(id: first)
      sample.story = text
      try tx.save(sample)
    }
  }

  private func text(_ replica: Replica) throws -> String? { try replica.sample(first)?.story }

  /// Replicas that all hold one text, and one of nobody's to merge into.
  private func replicas(_ count: Int, _ text: String) throws -> [Replica] {
    let clock = TestClock()
    let replicas = try (0..<count).map { try Replica.test(UInt64($0) + 1, clock: clock) }
    try write(replicas[0], text)
    let sealed = try #require(try replicas[0].seal())
    for replica in replicas.dropFirst() { try replica.apply(sealed.bytes) }
    clock.millis += 1000
    return replicas
  }

  private func exchange(_ replicas: [Replica]) throws {
    let sets = try replicas.compactMap { try $0.seal()?.bytes }
    for replica in replicas {
      for set in sets { try replica.apply(set) }
    }
  }

  @Test func `edits of different lines of one note both survive`() throws {
    let all = try replicas(2, "milk\nbread\neggs")
    try write(all[0], "oat milk\nbread\neggs")
    try write(all[1], "milk\nbread\neggs, six")
    try exchange(all)
    for replica in all { #expect(try text(replica) == "oat milk\nbread\neggs, six") }
    #expect(all[0].digest == all[1].digest)
  }

  @Test func `edits of one line keep both lines, and the next edit settles them`() throws {
    let all = try replicas(2, "milk\nbread")
    try write(all[0], "oat milk\nbread")
    try write(all[1], "soy milk\nbread")
    try exchange(all)
    let merged = try #require(try text(all[0]))
    #expect(Set(merged.split(separator: "\n")) == ["oat milk", "soy milk", "bread"])
    #expect(merged.hasSuffix("bread"))
    #expect(try text(all[1]) == merged)
    try write(all[1], "soy milk\nbread")
    try exchange(all)
    for replica in all { #expect(try text(replica) == "soy milk\nbread") }
  }

  @Test func `a text made on two devices at once is both`() throws {
    let clock = TestClock()
    let all = try (1...2).map { try Replica.test($0, clock: clock) }
    try write(all[0], "from one")
    clock.millis += 1
    try write(all[1], "from two")
    try exchange(all)
    for replica in all { #expect(try text(replica) == "from one\nfrom two") }
  }

  @Test func `taking a text away meets an edit, and the edited line stays`() throws {
    let all = try replicas(2, "milk\nbread")
    try write(all[0], nil)
    try write(all[1], "milk\nrye bread")
    try exchange(all)
    for replica in all { #expect(try text(replica) == "rye bread") }
  }

  @Test func `an undone edit counts as never written, and later edits stay`() throws {
    let all = try replicas(2, "milk\nbread")
    let undone = try all[0].write { tx in
      var sample = try #require(try tx.record(Sample.self, first))
      sample.story = "oat milk\nbread"
      try tx.save(sample)
      return tx.authored
    }
    try write(all[1], "milk\nrye bread")
    try exchange(all)
    try all[1].write { try $0.void(undone) }
    #expect(try text(all[1]) == "milk\nrye bread")
    try exchange(all)
    #expect(try text(all[0]) == "milk\nrye bread")
    #expect(try all[0].recomputedDigest() == all[0].digest)
  }

  @Test func `a version on top of an undone one still builds on what that one saw`() throws {
    let all = try replicas(2, "milk\nbread")
    let undone = try all[0].write { tx in
      var sample = try #require(try tx.record(Sample.self, first))
      sample.story = "milk\nbread\neggs"
      try tx.save(sample)
      return tx.authored
    }
    try write(all[0], "milk\nbread\neggs, six")
    try all[0].write { try $0.void(undone) }
    try write(all[1], "oat milk\nbread")
    try exchange(all)
    for replica in all { #expect(try text(replica) == "oat milk\nbread\neggs, six") }
  }

  @Test func `what came in while a text was open in an editor stays`() throws {
    let all = try replicas(2, "milk\nbread")
    let (seen, shown) = try all[0].read { tx in
      (
        try tx.heads(of: \Sample.story, first),
        try #require(try tx.record(Sample.self, first)).story
      )
    }
    #expect(seen.count == 1)
    try write(all[1], "milk\nrye bread")
    try all[1].push(to: all[0])
    let typed = try #require(shown).replacing("milk", with: "oat milk")
    try all[0].write { try $0.write(typed, to: \Sample.story, of: first, seen: seen) }
    #expect(try text(all[0]) == "oat milk\nrye bread")
    try exchange(all)
    #expect(try text(all[1]) == "oat milk\nrye bread")
    #expect(all[0].digest == all[1].digest)
  }

  @Test func `writing twice in one transaction is one version, and the last word stands`() throws {
    let all = try replicas(2, "milk")
    try all[0].write { tx in
      var sample = try #require(try tx.record(Sample.self, first))
      for text in ["oat milk", "soy milk"] {
        sample.story = text
        try tx.save(sample)
      }
    }
    #expect(try text(all[0]) == "soy milk")
    try exchange(all)
    for replica in all { #expect(try text(replica) == "soy milk") }
    let versions = try all[1].read {
      try $0.history(Sample.self, first).versions(of: \Sample.story).map(\.value)
    }
    #expect(versions == ["milk", "soy milk"])
  }

  @Test(arguments: 0..<40)
  func `every order of every history shows one text`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let writers = 2 + seed % 3
    let clock = TestClock()
    let all = try (0..<writers).map { try Replica.test(UInt64($0) + 1, clock: clock) }
    var sets: [[UInt8]] = []
    var authored: [VersionReference] = []
    while sets.count < 5 {
      clock.millis += Int64.random(in: 0...1, using: &random)
      let writer = all[Int.random(in: 0..<writers, using: &random)]
      for set in sets where Bool.random(using: &random) { try writer.apply(set) }
      let target =
        Int.random(in: 0..<5, using: &random) == 0 ? authored.randomElement(using: &random) : nil
      if let target {
        try writer.write { try $0.void([target]) }
      } else {
        authored += try writer.write { tx in
          var sample = try tx.record(Sample.self, first) ?? Sample(id: first)
          sample.story = RandomHistory.edited(sample.story, &random)
          try tx.write(sample, \.story)
          return tx.authored
        }
      }
      if let sealed = try writer.seal() { sets.append(sealed.bytes) }
    }
    let reference = try Replica.test(50)
    for set in sets { try reference.apply(set) }
    for order in permutations(of: sets.count) {
      let replica = try Replica.test(51)
      for index in order { try replica.apply(sets[index]) }
      #expect(try text(replica) == text(reference), "seed \(seed), order \(order)")
      #expect(replica.digest == reference.digest, "seed \(seed), order \(order)")
      #expect(try replica.contentDigest() == reference.contentDigest(), "seed \(seed)")
    }
    #expect(try reference.recomputedDigest() == reference.digest, "seed \(seed)")
  }

  @Test func `a clock put right keeps what builds on what`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    try write(one, "milk\nbread")
    try one.push(to: two)
    clock.millis += 400 * 86_400_000
    try write(one, "oat milk\nbread")
    try write(one, "oat milk\nbread\neggs")
    clock.millis -= 400 * 86_400_000
    try write(two, "milk\nrye bread")
    _ = try #require(try one.recoverClock())
    try exchange([one, two])
    for replica in [one, two] { #expect(try text(replica) == "oat milk\nrye bread\neggs") }
    #expect(try one.recomputedDigest() == one.digest)
  }

  @Test func `accepting from quarantine keeps what builds on what`() throws {
    let clock = TestClock()
    let late = TestClock(clock.millis + 400 * 86_400_000)
    let one = try Replica.test(1, clock: late)
    let two = try Replica.test(2, clock: clock)
    try write(one, "milk")
    try write(one, "milk\nbread")
    try one.push(to: two)
    #expect(try two.sample(first) == nil)
    try two.acceptQuarantined(from: one.device)
    #expect(try text(two) == "milk\nbread")
    #expect(try two.read { try $0.heads(of: \Sample.story, first) }.count == 1)
  }
}

/// Every order of the numbers below a count.
func permutations(of count: Int) -> [[Int]] {
  guard count > 0 else { return [[]] }
  return permutations(of: count - 1).flatMap { order in
    (0...order.count).map { place in
      var order = order
      order.insert(count - 1, at: place)
      return order
    }
  }
}
