import ReplicaStore
import TestSupport
import Testing

@Suite struct DeletionTests {
  private func sample(_ title: String, notes: String? = nil) -> Sample {
    var sample = Sample(id: first)
    sample.title = title
    sample.notes = notes
    return sample
  }

  @Test func `a record deleted and inserted again is the new one, in one transaction`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    try one.write { try $0.insert(sample("old", notes: "old notes")) }
    try one.push(to: two)
    try one.write { tx in
      try tx.delete(Sample.self, first)
      try tx.insert(sample("new"))
    }
    try one.push(to: two)
    for replica in [one, two] { #expect(try replica.sample(first) == sample("new")) }
    #expect(two.digest == one.digest)
  }

  @Test func `a record deleted and inserted again is the new one, in two transactions`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    try one.write { try $0.insert(sample("old", notes: "old notes")) }
    try one.write { try $0.delete(Sample.self, first) }
    try one.write { try $0.insert(sample("new")) }
    try one.push(to: two)
    for replica in [one, two] { #expect(try replica.sample(first) == sample("new")) }
  }

  @Test func `a record deleted and inserted again is the new one, with a sync between`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    try one.write { try $0.insert(sample("old", notes: "old notes")) }
    try one.write { try $0.delete(Sample.self, first) }
    try one.push(to: two)
    #expect(try two.sample(first) == nil)
    try two.write { try $0.save(sample("new")) }
    try two.push(to: one)
    for replica in [one, two] { #expect(try replica.sample(first) == sample("new")) }
  }

  @Test func `inserting over a record that is there writes over all of it`() throws {
    let one = try Replica.test(1)
    try one.write { try $0.insert(sample("old", notes: "old notes")) }
    try one.write { try $0.insert(sample("new")) }
    #expect(try one.sample(first) == sample("new"))
  }

  @Test(arguments: ["older", "newer", "equal"], [[0, 1, 2], [0, 2, 1]])
  func `a delete meets an update, in both orders`(update: String, order: [Int]) throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    try one.write { try $0.insert(sample("start")) }
    let made = try #require(try one.seal()).bytes
    try two.apply(made)
    clock.millis += 1000
    // Both clocks stand still at the same millisecond, so the two stamps have equal clocks.
    let (deleter, updater) = (one, two)
    if update == "newer" { try deleter.write { try $0.delete(Sample.self, first) } }
    if update != "equal" { clock.millis += 1000 }
    try updater.write { try $0.write(sample("updated"), \.title) }
    if update == "older" { clock.millis += 1000 }
    if update != "newer" { try deleter.write { try $0.delete(Sample.self, first) } }
    let deleted = try #require(try deleter.seal()).bytes
    let updated = try #require(try updater.seal()).bytes
    let isAlive: Bool
    switch update {
    case "newer": isAlive = true
    case "older": isAlive = false
    // Equal clocks: the larger device id decides, as everywhere.
    default: isAlive = updater.device > deleter.device
    }
    let third = try Replica.test(3, clock: clock)
    let sets = [made, deleted, updated]
    for index in order { try third.apply(sets[index]) }
    try one.apply(updated)
    try two.apply(deleted)
    for replica in [one, two, third] {
      #expect(try replica.sample(first)?.title == (isAlive ? "updated" : nil))
      #expect(replica.digest == third.digest)
      #expect(try replica.contentDigest() == third.contentDigest())
    }
  }

  @Test func `a write that loses still keeps a record alive that was deleted before it`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    let three = try Replica.test(3, clock: clock)
    try one.write { try $0.insert(sample("start")) }
    try one.push(to: two, three)
    clock.millis += 10
    try one.write { try $0.delete(Sample.self, first) }
    clock.millis += 10
    try two.write { tx in
      var best = sample("start")
      best.best = 1
      try tx.write(best, \.best)
    }
    clock.millis += 10
    let deleted = try #require(try one.seal()).bytes
    let touched = try #require(try two.seal()).bytes
    try three.apply(touched)
    try three.apply(deleted)
    try one.apply(touched)
    try two.apply(deleted)
    for replica in [one, two, three] {
      #expect(try replica.sample(first)?.best == 1)
      #expect(replica.digest == three.digest)
    }
  }

  @Test func `deleting what is not there says so`() throws {
    let one = try Replica.test(1)
    let error = #expect(throws: ReplicaError.self) {
      try one.write { try $0.delete(Sample.self, first) }
    }
    #expect(error?.code == .notFound)
    #expect(try one.seal() == nil)
  }
}
