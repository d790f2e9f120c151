import ReplicaStore
import TestSupport
import Testing

/// What was believed before its author said that it is void.
@Suite struct VoidedTests {
  private static let day: Int64 = 86_400_000

  /// A device four days ahead writes over what another one wrote, and is put right.
  private struct Story {
    let clock = TestClock()
    let late = TestClock()
    let one: Replica
    let two: Replica
    let before: [UInt8]
    let future: [UInt8]
    let after: [UInt8]

    init() throws {
      let ahead = TestClock(clock.millis)
      late.millis = clock.millis + 5 * VoidedTests.day
      two = try Replica.test(2, clock: clock)
      try two.write { tx in
        var sample = Sample(id: first)
        (sample.title, sample.due, sample.story) = ("two", 1, "one line")
        (sample.born, sample.best, sample.isDone) = (5, 5, true)
        try tx.insert(sample)
        try tx.increment(\Sample.glasses, of: first, by: 1)
      }
      before = try #require(try two.seal()).bytes
      one = try Replica.test(1, clock: ahead)
      try one.apply(before)
      ahead.millis += 4 * VoidedTests.day
      try one.write { tx in
        var sample = try #require(try tx.record(Sample.self, first))
        (sample.title, sample.due, sample.story) = ("ahead", 2, "another line")
        (sample.born, sample.best) = (3, 7)
        try tx.save(sample)
        try tx.increment(\Sample.glasses, of: first, by: 2)
        var other = Sample(id: second)
        other.title = "only ahead"
        try tx.insert(other)
      }
      future = try #require(try one.seal()).bytes
      ahead.millis = clock.millis
      _ = try #require(try one.recoverClock())
      after = try #require(try one.seal()).bytes
    }
  }

  @Test(arguments: [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 1, 1, 2, 1],
  ])
  func `who reads void stamps when their time has come ends like everybody else`(
    order: [Int]
  ) throws {
    let story = try Story()
    let late = try Replica.test(3, clock: story.late)
    let sets = [story.before, story.future, story.after]
    for place in order { try late.apply(sets[place]) }
    #expect(late.digest == story.one.digest)
    #expect(try late.recomputedDigest() == late.digest)
    #expect(try late.contentDigest() == story.one.contentDigest())
    #expect(try late.sample(first) == story.one.sample(first))
    #expect(try late.sample(first)?.glasses == 3)
    #expect(try late.takeInArrived() == 0)
  }

  @Test func `what void stamps had beaten is back as soon as they are known to be void`() throws {
    let story = try Story()
    let late = try Replica.test(3, clock: story.late)
    try late.apply(story.before)
    let own = try #require(try late.sample(first))
    try late.apply(story.future)
    #expect(try late.sample(first)?.title == "ahead")
    #expect(try late.sample(second)?.title == "only ahead")
    // It hears of it from somebody who has nothing else to say.
    let teller = try Replica.test(4, clock: story.clock)
    try teller.apply(story.after)
    try late.apply(try teller.sealHeartbeat().bytes)
    let back = try #require(try late.sample(first))
    #expect(back.title == own.title)
    #expect(back.due == own.due)
    #expect(back.story == own.story)
    #expect(back.glasses == own.glasses)
    #expect(try late.sample(second) == nil)
    #expect(try late.recomputedDigest() == late.digest)
    try late.apply(story.after)
    #expect(try late.contentDigest() == story.one.contentDigest())
  }

  @Test func `void stamps that were set aside do not come back when their time has come`() throws {
    let story = try Story()
    let clock = TestClock(story.clock.millis)
    let waiting = try Replica.test(3, clock: clock)
    try waiting.apply(story.before)
    #expect(try waiting.apply(story.future).quarantinedCount > 0)
    try waiting.apply(story.after)
    clock.millis += 10 * Self.day
    #expect(try waiting.takeInArrived() == 0)
    try waiting.apply(story.future)
    #expect(try waiting.contentDigest() == story.one.contentDigest())
    #expect(try waiting.sample(second)?.title == "only ahead")
  }
}
