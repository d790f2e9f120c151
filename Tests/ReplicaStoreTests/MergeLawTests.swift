import ReplicaStore
import TestSupport
import Testing

/// Merging commutes, associates and is idempotent, for every merge kind and whole change sets.
@Suite struct MergeLawTests {
  /// Some devices write at random into few records; returns every change set they sealed.
  private func history(seed: UInt64, devices: Int, acts: Int) throws -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    let clock = TestClock()
    let replicas = try (0..<devices).map {
      try Replica.test(seed &* 100 &+ UInt64($0), clock: clock)
    }
    var sealed: [[UInt8]] = []
    for _ in 0..<acts {
      clock.millis += Int64.random(in: -2...3, using: &random)
      let replica = replicas[Int.random(in: 0..<devices, using: &random)]
      try randomAct(replica, &random)
      if Int.random(in: 0..<3, using: &random) == 0, let set = try replica.seal() {
        sealed.append(set.bytes)
      }
      if Int.random(in: 0..<4, using: &random) == 0, let set = sealed.randomElement(using: &random)
      {
        try replica.apply(set)
      }
    }
    for replica in replicas {
      if let set = try replica.seal() { sealed.append(set.bytes) }
    }
    return sealed
  }

  private func randomAct(_ replica: Replica, _ random: inout SeededGenerator) throws {
    let id = [first, second].randomElement(using: &random) ?? first
    let number = Int.random(in: 0..<4, using: &random)
    let choice = Int.random(in: 0..<14, using: &random)
    var versions: [VersionReference] = []
    try replica.write(tag: Tag(bytes: [UInt8(number)])) { tx in
      var sample = try tx.record(Sample.self, id) ?? Sample(id: id)
      switch choice {
      case 0:
        sample.title = "title \(number)"
        sample.score = number == 0 ? -0.0 : Double(number)
        try tx.write(sample, \.title, \.score)
      case 1:
        sample.notes = number == 0 ? nil : "note \(number)"
        try tx.save(sample)
      case 2, 3:
        sample.isDone = number % 2 == 0
        sample.doneAt = sample.isDone ? number : nil
        try tx.write(sample, \.isDone)
        versions = tx.authored
      case 4:
        sample.due = number
        try tx.write(sample, \.due)
        versions = tx.authored
      case 5:
        sample.born = number
        try tx.write(sample, \.born)
      case 6:
        sample.best = number
        try tx.write(sample, \.best)
      case 7: try tx.increment(\Sample.glasses, of: id, by: number - 1)
      case 8: try tx.set(\Sample.glasses, of: id, to: number)
      case 9:
        if try tx.record(Sample.self, id) != nil { try tx.delete(Sample.self, id) }
      case 11, 12:
        sample.story = RandomHistory.edited(sample.story, &random)
        try tx.save(sample)
        versions = tx.authored
      case 10: try tx.insert(Page(address: "a\(number % 2)", text: "text \(number)"))
      default:
        sample.data = [UInt8(number), 0, 255]
        try tx.save(sample)
      }
    }
    if !versions.isEmpty, number == 3 { try replica.write { try $0.void(versions) } }
  }

  @Test(arguments: 0..<60)
  func `every order, with repeats, gives the same state`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 7777)
    let sets = try history(seed: UInt64(seed), devices: 2 + seed % 3, acts: 40)
    let reference = try Replica.test(1)
    for set in sets { try reference.apply(set) }
    for trial in 0..<4 {
      let replica = try Replica.test(UInt64(trial) + 2)
      var order = sets.shuffled(using: &random)
      order += order.prefix(3)
      for set in order { try replica.apply(set) }
      #expect(replica.digest == reference.digest, "seed \(seed)")
      #expect(try replica.contentDigest() == reference.contentDigest(), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<24)
  func `every permutation of few change sets gives the same state`(seed: Int) throws {
    let sets = try history(seed: UInt64(seed) + 300, devices: 2 + seed % 2, acts: 16).prefix(5)
    let reference = try Replica.test(1)
    for set in sets { try reference.apply(set) }
    for order in permutations(of: sets.count) {
      let replica = try Replica.test(2)
      for index in order { try replica.apply(sets[index]) }
      #expect(replica.digest == reference.digest, "seed \(seed), order \(order)")
      #expect(try replica.contentDigest() == reference.contentDigest(), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<30)
  func `merging change sets first gives the same state`(seed: Int) throws {
    let sets = try history(seed: UInt64(seed) + 500, devices: 3, acts: 40)
    let reference = try Replica.test(1)
    for set in sets { try reference.apply(set) }
    let whole = try reference.mergeEverything(
      header: ChangeSetHeader(
        device: reference.device, first: 1, last: 1, chainBefore: .zero, clock: reference.clock,
        isState: true))
    let fresh = try Replica.test(2)
    try fresh.apply(whole)
    #expect(fresh.digest == reference.digest, "seed \(seed)")
    #expect(try fresh.contentDigest() == reference.contentDigest(), "seed \(seed)")
    // Old news on top of the merge changes nothing.
    for set in sets {
      #expect(try fresh.apply(set) == AppliedChanges(), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<30)
  func `the running digest equals one worked out from nothing`(seed: Int) throws {
    let sets = try history(seed: UInt64(seed) + 900, devices: 3, acts: 50)
    let replica = try Replica.test(1)
    for set in sets { try replica.apply(set) }
    #expect(try replica.recomputedDigest() == replica.digest, "seed \(seed)")
  }
}
