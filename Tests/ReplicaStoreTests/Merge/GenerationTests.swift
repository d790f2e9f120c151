import ReplicaStore
import TestSupport
import Testing

/// A reset deletes everything everywhere, and what was written without hearing of it is set aside.
@Suite struct GenerationTests {
  private func write(_ replica: Replica, _ id: RecordID, _ title: String) throws {
    try replica.write { tx in
      var sample = try tx.record(Sample.self, id) ?? Sample(id: id)
      (sample.title, sample.due, sample.story) = (title, 1, title)
      try tx.save(sample)
      try tx.increment(\Sample.glasses, of: id, by: 1)
    }
  }

  private func isEmpty(_ replica: Replica) throws -> Bool {
    try replica.read { try $0.records(Sample.self) }.isEmpty
      && replica.digest == .empty && replica.recomputedDigest() == .empty
  }

  @Test func `a reset wins over what others go on writing, which is set aside and reported`() throws
  {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    try write(one, first, "shared")
    try one.push(to: two)
    // Two goes on, offline; some of it is sealed, some not.
    try write(two, second, "sealed before hearing")
    let late = try #require(try two.seal())
    clock.millis += 1000
    try one.reset()
    #expect(try isEmpty(one))
    clock.millis += 1000
    try write(two, first, "written after the reset, unheard")
    #expect(try one.apply(late.bytes).setAsideCount == 1)
    #expect(try isEmpty(one))
    let reset = try #require(try one.seal())
    try two.apply(reset.bytes)
    #expect(try isEmpty(two))
    #expect(two.generation == one.generation)
    // What two had not sealed yet is set aside there, and by everybody who gets it.
    let aside = try two.setAside()
    #expect(aside.map(\.number) == [2])
    #expect(aside.map(\.device) == [two.device])
    #expect(aside.map(\.recordCount) == [1])
    #expect(aside.map(\.generation) == [.zero])
    #expect(try one.apply(try #require(aside.first).bytes).setAsideCount == 1)
    #expect(try one.setAside().map(\.number) == [1, 2])
    #expect(try one.setAsideCount() == 2)
    // Once more is told, and kept once.
    #expect(try one.apply(late.bytes).setAsideCount == 1)
    #expect(try one.setAsideCount() == 2)
    try one.forgetSetAside()
    #expect(try one.setAsideCount() == 0)
    // Life goes on.
    try write(two, first, "new")
    try two.push(to: one)
    #expect(try one.sample(first)?.title == "new")
    #expect(one.digest == two.digest)
    #expect(try one.contentDigest() == two.contentDigest())
  }

  @Test func `a device that never joined brings its own facts into the generation`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let other = try Replica.test(2, clock: clock)
    try write(one, first, "old")
    let old = try #require(try one.seal())
    try other.apply(old.bytes)
    try write(other, second, "old too")
    let oldToo = try #require(try other.seal())
    clock.millis += 1000
    try one.reset()
    let reset = try #require(try one.seal())
    for order in permutations(of: 3) {
      let phone = try Replica.test(3, clock: clock)
      let id = RecordID(high: 3, low: 3)
      try write(phone, id, "mine")
      try phone.write { try $0.void([]) }
      for index in order { try phone.apply([old, oldToo, reset][index].bytes) }
      #expect(phone.generation == one.generation)
      #expect(try phone.read { try $0.records(Sample.self) }.map(\.title) == ["mine"])
      #expect(try phone.sample(id)?.glasses == 1)
      #expect(try phone.sample(id)?.story == "mine")
      #expect(try phone.recomputedDigest() == phone.digest)
      let sealed = try #require(try phone.seal())
      let reader = try Replica.test(4, clock: clock)
      try reader.apply(reset.bytes)
      try reader.apply(sealed.bytes)
      #expect(try reader.sample(id)?.title == "mine")
      #expect(reader.digest == phone.digest)
    }
  }

  @Test func `what it wrote under a former id is its own as well`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    try write(one, first, "old")
    _ = try one.seal()
    clock.millis += 1000
    try one.reset()
    let reset = try #require(try one.seal())
    for isClock in [false, true] {
      let own = TestClock(clock.millis)
      let phone = try Replica.test(2, clock: own)
      try write(phone, second, "mine")
      if isClock {
        own.millis += 400 * 86_400_000
        try phone.write { try $0.insert(Page(address: "a", text: "in the future")) }
        own.millis = clock.millis
        _ = try #require(try phone.recoverClock())
      } else {
        // Somebody has put a damaged file of its name into the folder.
        try phone.takeNewIdentity(resealingAfter: 0)
      }
      try phone.apply(reset.bytes)
      #expect(phone.generation == one.generation)
      #expect(try phone.sample(second)?.title == "mine")
      #expect(try phone.sample(second)?.glasses == 1)
      #expect(try phone.sample(second)?.story == "mine")
      #expect(try phone.read { try $0.records(Page.self) }.count == (isClock ? 1 : 0))
      #expect(try phone.setAside().isEmpty)
      #expect(try phone.recomputedDigest() == phone.digest)
      try phone.push(to: one)
      #expect(try one.sample(second)?.title == "mine")
      #expect(one.digest == phone.digest)
    }
  }

  @Test func `what a copy goes on writing under the former id is somebody else's`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    try write(one, first, "old")
    _ = try one.seal()
    let phone = try Replica.test(2, clock: clock)
    let copy = try Replica.test(3, clock: clock, image: phone.image())
    try write(copy, second, "the copy's")
    clock.millis += 1000
    try write(phone, first, "mine")
    try phone.takeNewIdentity(resealingAfter: 0)
    try copy.push(to: phone)
    #expect(try phone.sample(second)?.title == "the copy's")
    clock.millis += 1000
    try one.reset()
    try one.push(to: phone, copy)
    #expect(try phone.sample(first)?.title == "mine")
    #expect(try phone.sample(second) == nil)
  }

  @Test
  func `a record of others goes with the reset, also where a device that just joined wrote to it`()
    throws
  {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    try write(one, first, "family")
    let old = try #require(try one.seal())
    let phone = try Replica.test(2, clock: clock)
    try phone.apply(old.bytes)
    clock.millis += 1000
    try write(phone, second, "mine")
    try phone.write { tx in
      var sample = try #require(try tx.record(Sample.self, first))
      sample.score = 3
      try tx.save(sample)
      // One act, of which no half may be left.
      try tx.insert(Page(address: "a", text: "about the family"))
    }
    try one.reset()
    let reset = try #require(try one.seal())
    try phone.apply(reset.bytes)
    // Nothing half is left of what was deleted, and nothing is lost.
    #expect(try phone.read { try $0.records(Sample.self) }.map(\.title) == ["mine"])
    #expect(try phone.sample(first) == nil)
    #expect(try phone.read { try $0.records(Page.self) }.isEmpty)
    let aside = try phone.setAside()
    #expect(aside.map(\.device) == [phone.device])
    #expect(aside.map(\.generation) == [.zero])
    #expect(try phone.recomputedDigest() == phone.digest)
  }

  @Test func `a reset before ever meeting anybody is nobody else's business`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let phone = try Replica.test(2, clock: clock)
    try write(one, first, "family")
    let sealed = try #require(try one.seal())
    clock.millis += 1000
    try write(phone, second, "a try")
    try phone.reset()
    #expect(try isEmpty(phone))
    #expect(try !phone.hasUnsealed())
    try phone.apply(sealed.bytes)
    #expect(try phone.sample(first)?.title == "family")
  }

  @Test func `of two resets the later stands`() throws {
    let clock = TestClock()
    let all = try (1...3).map { try Replica.test($0, clock: clock) }
    try write(all[0], first, "shared")
    try all[0].push(to: all[1], all[2])
    for index in 0...1 {
      try all[index].reset()
      try write(all[index], first, "after reset \(index)")
      clock.millis += 1
    }
    let sets = try all[0...1].map { try #require(try $0.seal()).bytes }
    for replica in all { for set in sets + sets { try replica.apply(set) } }
    for replica in all {
      #expect(try replica.sample(first)?.title == "after reset 1")
      #expect(replica.digest == all[0].digest)
      #expect(replica.generation == all[1].generation)
    }
  }

  @Test func `readers of the log and observers learn that everything is gone`() throws {
    let one = try Replica.test(1)
    try write(one, first, "old")
    _ = try one.seal()
    try write(one, first, "new")
    let seen = one.latestChange
    try one.advance(reader: "fold", to: seen)
    var resets = 0
    let observation = one.observe { if $0.isReset { resets += 1 } }
    try one.reset()
    one.stopObserving(observation)
    #expect(resets == 1)
    #expect(try one.read { try $0.touched(after: seen) } == nil)
    #expect(try one.read { try $0.changes(Sample.self, first) }.isEmpty)
    try write(one, second, "next")
    let next = one.latestChange - 1
    #expect(try one.read { try $0.touched(after: next) }?["sample"] == [second])
  }

  @Test func `a reset from the far future is not believed, and lands once its clock is right`()
    throws
  {
    let clock = TestClock()
    let late = TestClock(clock.millis + 400 * 86_400_000)
    let one = try Replica.test(1, clock: late)
    let two = try Replica.test(2, clock: clock)
    try write(two, first, "shared")
    try two.push(to: one)
    _ = try one.sealHeartbeat()
    try one.reset()
    let reset = try #require(try one.seal())
    let error = #expect(throws: ReplicaError.self) { try two.apply(reset.bytes) }
    #expect(error?.code == .otherGeneration)
    #expect(try two.sample(first)?.title == "shared")
    #expect(try two.applied().isEmpty)
    late.millis = clock.millis
    #expect(one.isClockAhead)
    _ = try #require(try one.recoverClock())
    #expect(!one.isClockAhead)
    try two.apply(try #require(try one.seal()).bytes)
    #expect(try isEmpty(two))
    // The reset that was given up keeps nobody waiting, and shows nowhere.
    let generation = two.generation
    #expect(try two.apply(reset.bytes).setAsideCount == 1)
    #expect(two.generation == generation)
    #expect(two.digest == one.digest)
  }

  @Test(arguments: 0..<30)
  func `every order of writes and resets gives the same state`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let clock = TestClock()
    let writers = try (1...3).map { try Replica.test(UInt64($0), clock: clock) }
    for writer in writers { _ = try writer.sealHeartbeat() }
    var sets: [[UInt8]] = []
    while sets.count < 8 {
      clock.millis += Int64.random(in: 0...2, using: &random)
      let writer = writers[Int.random(in: 0..<3, using: &random)]
      for set in sets where Int.random(in: 0..<3, using: &random) == 0 { try writer.apply(set) }
      if Int.random(in: 0..<5, using: &random) == 0 {
        try writer.reset()
      } else {
        try write(
          writer, Bool.random(using: &random) ? first : second, "title \(sets.count)")
      }
      sets.append(try #require(try writer.seal()).bytes)
    }
    let reference = try Replica.test(10, clock: clock)
    for set in sets { try reference.apply(set) }
    for trial in 0..<6 {
      let replica = try Replica.test(UInt64(trial) + 20, clock: clock)
      let order = sets.shuffled(using: &random)
      for set in order + order.prefix(3) { try replica.apply(set) }
      #expect(replica.digest == reference.digest, "seed \(seed)")
      #expect(try replica.contentDigest() == reference.contentDigest(), "seed \(seed)")
      #expect(replica.generation == reference.generation, "seed \(seed)")
      #expect(try replica.recomputedDigest() == replica.digest, "seed \(seed)")
    }
  }
}
