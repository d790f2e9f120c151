import ReplicaStore
import TestSupport
import Testing

/// A device whose clock is a year ahead neither wins for a year nor is locked out.
@Suite struct QuarantineTests {
  private static let year: Int64 = 365 * 24 * 60 * 60 * 1000

  private let here = TestClock()
  private let ahead = TestClock(TestClock().millis + Self.year)

  private func everyKind(_ tx: WriteTransaction, _ number: Int) throws {
    var sample = try tx.record(Sample.self, first) ?? Sample(id: first)
    sample.title = "title \(number)"
    sample.due = number
    sample.isDone = true
    sample.doneAt = number
    sample.born = 10 - number
    sample.best = number
    try tx.save(sample)
    try tx.increment(\Sample.glasses, of: first, by: number)
  }

  @Test func `what is a year ahead is set aside, and no clock moves`() throws {
    let one = try Replica.test(1, clock: ahead)
    let two = try Replica.test(2, clock: here)
    try two.write { try everyKind($0, 1) }
    let before = (two.digest, two.clock, try two.sample(first))
    try one.write { try everyKind($0, 2) }
    try one.write { try $0.delete(Sample.self, first) }
    let set = try #require(try one.seal()).bytes
    let result = try two.apply(set)
    #expect(result.quarantinedCount > 0)
    #expect(result.changedRecordCount == 0)
    #expect(two.digest == before.0)
    #expect(two.clock == before.1)
    #expect(try two.sample(first) == before.2)
    let listed = try two.quarantined()
    #expect(listed.map(\.device) == [one.device])
    #expect(listed.first?.recordCount == 1)
    #expect(listed.first?.valueCount == result.quarantinedCount)
    #expect(listed.first.map { $0.earliest <= $0.latest && $0.latest <= one.clock } == true)
    try two.write { tx in
      #expect(tx.stamp.clock.millis == here.millis)
      try tx.increment(\Sample.glasses, of: second, by: 1)
    }
    // The same again is no news.
    #expect(try two.apply(set) == AppliedChanges())
    #expect(try two.recomputedDigest() == two.digest)
  }

  @Test func `what was set aside is taken in under its own stamps once its time has come`() throws {
    // A flat battery: this device believes that it is a year earlier than everybody else does.
    let flat = TestClock(here.millis - Self.year)
    let one = try Replica.test(1, clock: here)
    let two = try Replica.test(2, clock: flat)
    try one.write { try everyKind($0, 2) }
    let set = try #require(try one.seal()).bytes
    #expect(try two.apply(set).quarantinedCount > 0)
    #expect(try two.takeInArrived() == 0)
    flat.millis = here.millis
    let heard = Box<[Bool]>([])
    _ = two.observe { heard.value.append($0.isLocal) }
    #expect(try two.takeInArrived() > 0)
    #expect(heard.value == [false])
    #expect(try two.quarantined().isEmpty)
    #expect(try two.contentDigest() == one.contentDigest())
    #expect(try two.recomputedDigest() == two.digest)
    #expect(two.clock >= one.clock)
    // Nothing of it is this device's own.
    #expect(try two.seal() == nil)
    #expect(try two.takeInArrived() == 0)
  }

  @Test func `what is unknown and too early is kept once its time has come`() throws {
    let flat = TestClock(here.millis - Self.year)
    let newer = try Replica.test(1, clock: here, schema: .newer)
    let inTime = try Replica.test(2, clock: here)
    let late = try Replica.test(3, clock: flat)
    for number in 1...3 {
      here.millis += 1000
      try newer.write { tx in
        var sample = try tx.record(NewerSample.self, first) ?? NewerSample(id: first)
        sample.title = "title \(number)"
        sample.color = "color \(number)"
        sample.mood = number
        sample.diary = "diary \(number)"
        sample.firstSeen = 10 - number
        try tx.save(sample)
        try tx.increment(\NewerSample.steps, of: first, by: number)
        var extra = try tx.record(Extra.self, second) ?? Extra(id: second)
        extra.name = "name \(number)"
        extra.seen = number
        try tx.save(extra)
        try tx.increment(\Extra.visits, of: second, by: 1)
      }
      let set = try #require(try newer.seal()).bytes
      try inTime.apply(set)
      try late.apply(set)
    }
    #expect(try late.contentDigest() != inTime.contentDigest())
    flat.millis = here.millis
    #expect(try late.takeInArrived() > 0)
    #expect(try late.quarantined().isEmpty)
    #expect(try late.contentDigest() == inTime.contentDigest())
    #expect(late.digest == inTime.digest)
    #expect(try late.recomputedDigest() == late.digest)
    // And what it hands on is whole.
    let other = try Replica.test(4, clock: here, schema: .newer)
    try other.apply(try late.everything())
    #expect(try other.newerSample(first) == newer.newerSample(first))
    #expect(
      try other.read { try $0.record(Extra.self, second) }
        == newer.read { try $0.record(Extra.self, second) })
  }

  @Test func `what several devices wrote to one place is taken in together`() throws {
    let flat = TestClock(here.millis - Self.year)
    let writers = try (1...3).map { try Replica.test($0, clock: here) }
    let late = try Replica.test(4, clock: flat)
    for (number, writer) in writers.enumerated() {
      here.millis += 1000
      try writer.write { try everyKind($0, number + 1) }
      try writer.write { try $0.save(Sample(id: second)) }
      if number > 0 { try writer.write { try $0.delete(Sample.self, second) } }
      try late.apply(try #require(try writer.seal()).bytes)
    }
    let together = try Replica.test(5, clock: here)
    for writer in writers { try together.apply(try writer.everything()) }
    #expect(try late.sample(first) == nil)
    flat.millis = here.millis
    #expect(try late.takeInArrived() > 0)
    #expect(try late.contentDigest() == together.contentDigest())
    #expect(try late.recomputedDigest() == late.digest)
    #expect(try late.quarantined().isEmpty)
  }

  @Test func `quarantined values are never sent`() throws {
    let one = try Replica.test(1, clock: ahead)
    let two = try Replica.test(2, clock: here)
    try one.write { try everyKind($0, 2) }
    let set = try #require(try one.seal()).bytes
    try two.apply(set)
    let three = try Replica.test(3, clock: here)
    for bytes in [try two.everything(), try two.merged([set])] {
      #expect(try three.apply(bytes) == AppliedChanges())
    }
    #expect(try two.seal() == nil)
  }

  @Test func `accepting writes everything as a write of the accepter`() throws {
    let one = try Replica.test(1, clock: ahead)
    let two = try Replica.test(2, clock: here)
    let three = try Replica.test(3, clock: here)
    for number in 1...3 { try one.write { try everyKind($0, number) } }
    try one.write { tx in
      try everyKind(tx, 4)
      try tx.void(tx.authored)
    }
    try two.apply(try #require(try one.seal()).bytes)
    let heard = Box<[Bool]>([])
    _ = two.observe { heard.value.append($0.isLocal) }
    let count = try two.acceptQuarantined(from: one.device, tag: Tag(bytes: [9]))
    #expect(count > 0)
    #expect(heard.value == [true])
    #expect(try two.quarantined().isEmpty)
    #expect(two.clock.millis <= here.millis + 1)
    let accepted = try #require(try two.sample(first))
    #expect(try accepted == one.sample(first))
    let versions = try two.read { try $0.history(Sample.self, first).versions(of: \Sample.due) }
    #expect(versions.map(\.value) == [1, 2, 3])
    #expect(versions.allSatisfy { $0.stamp.device == two.device && $0.tag.bytes == [9] })
    #expect(try two.recomputedDigest() == two.digest)
    try two.push(to: three)
    #expect(try three.sample(first) == accepted)
    #expect(three.digest == two.digest)
    #expect(try three.contentDigest() == two.contentDigest())
    // A second time there is nothing left.
    #expect(try two.acceptQuarantined(from: one.device) == 0)
    #expect(try two.seal() == nil)
  }

  @Test func `accepting a deletion deletes`() throws {
    let one = try Replica.test(1, clock: ahead)
    let two = try Replica.test(2, clock: here)
    try two.write { try everyKind($0, 1) }
    try two.push(to: one)
    try one.write { try $0.delete(Sample.self, first) }
    try one.push(to: two)
    #expect(try two.sample(first) != nil)
    try two.acceptQuarantined(from: one.device)
    #expect(try two.sample(first) == nil)
    #expect(try two.recomputedDigest() == two.digest)
  }

  @Test func `discarding lets go for good, from a clock on`() throws {
    let one = try Replica.test(1, clock: ahead)
    let two = try Replica.test(2, clock: here)
    try one.write { tx in
      var sample = Sample(id: first)
      sample.due = 1
      try tx.insert(sample)
    }
    let middle = one.clock
    try one.write { tx in
      var sample = Sample(id: second)
      sample.due = 2
      try tx.insert(sample)
    }
    try one.push(to: two)
    #expect(try two.quarantined().first?.recordCount == 2)
    try two.discardQuarantined(
      from: one.device, since: HybridTime(rawValue: middle.rawValue + 1))
    #expect(try two.quarantined().first?.recordCount == 1)
    #expect(try two.discardQuarantined(from: DeviceID(rawValue: 77)) == 0)
    try two.discardQuarantined(from: one.device)
    #expect(try two.quarantined().isEmpty)
    #expect(try two.recomputedDigest() == two.digest)
  }

  @Test func `what lands when its time has come leaves the quarantine`() throws {
    let one = try Replica.test(1, clock: ahead)
    let two = try Replica.test(2, clock: here)
    try one.write { try everyKind($0, 2) }
    let set = try #require(try one.seal()).bytes
    try two.apply(set)
    #expect(try !two.quarantined().isEmpty)
    here.millis += Self.year
    // It never applies by itself.
    try two.write { try $0.increment(\Sample.glasses, of: second, by: 1) }
    #expect(try two.sample(first) == nil)
    try two.apply(set)
    #expect(try two.quarantined().isEmpty)
    #expect(try two.sample(first) == one.sample(first))
    #expect(try two.recomputedDigest() == two.digest)
  }

  @Test(arguments: [5 * 60 * 1000, 60 * 60 * 1000, 24 * 60 * 60 * 1000] as [Int64])
  func `a device a little ahead is believed`(millis: Int64) throws {
    let one = try Replica.test(1, clock: TestClock(here.millis + millis))
    let two = try Replica.test(2, clock: here)
    for number in 1...5 {
      try one.write { try everyKind($0, number) }
      try one.push(to: two)
    }
    #expect(try two.quarantined().isEmpty)
    #expect(two.digest == one.digest)
    // Writing after it still wins: the clock has followed.
    try two.write { tx in
      var sample = try #require(try tx.record(Sample.self, first))
      sample.title = "later"
      try tx.save(sample)
    }
    try two.push(to: one)
    #expect(try one.sample(first)?.title == "later")
  }

  @Test func `only what is ahead is set aside, field by field and version by version`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: here)
    try one.write { try everyKind($0, 1) }
    clock.millis += Self.year
    try one.write { tx in
      var sample = try #require(try tx.record(Sample.self, first))
      sample.due = 9
      sample.notes = "ahead"
      try tx.save(sample)
      try tx.increment(\Sample.glasses, of: first, by: 100)
    }
    try two.apply(try #require(try one.seal()).bytes)
    let sample = try #require(try two.sample(first))
    #expect(sample.title == "title 1")
    #expect(sample.due == 1)
    #expect(sample.glasses == 1)
    #expect(sample.notes == nil)
    #expect(try two.recomputedDigest() == two.digest)
    // What was accepted travels on, whole.
    let three = try Replica.test(3, clock: here)
    try three.apply(try two.everything())
    #expect(try three.sample(first) == sample)
    #expect(three.digest == two.digest)
    try two.acceptQuarantined(from: one.device)
    #expect(try two.sample(first) == one.sample(first))
    #expect(try two.recomputedDigest() == two.digest)
  }

  @Test func `what is ahead and unknown stays until it is known`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("replica.db")
    let one = try Replica.test(1, clock: ahead, schema: .newer)
    try one.write { tx in
      var sample = NewerSample(id: first)
      sample.title = "known"
      sample.color = "unknown"
      try tx.insert(sample)
    }
    do {
      let two = try Replica.test(2, clock: here, path: path)
      try two.apply(try #require(try one.seal()).bytes)
      #expect(try two.acceptQuarantined(from: one.device) == 1)
      #expect(try two.sample(first)?.title == "known")
      #expect(try two.quarantined().first?.valueCount == 1)
    }
    let upgraded = try Replica.test(2, clock: here, schema: .newer, path: path)
    #expect(try upgraded.acceptQuarantined(from: one.device) == 1)
    #expect(try upgraded.newerSample(first)?.color == "unknown")
    #expect(try upgraded.recomputedDigest() == upgraded.digest)
  }

  @Test func `a clock that was a year ahead is put right, and everything lands`() throws {
    let clock = TestClock(here.millis - 10_000)
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: here)
    try one.write { try everyKind($0, 1) }
    try one.push(to: two)
    let former = one.device
    clock.millis = ahead.millis
    try one.write { try everyKind($0, 2) }
    let undone = try one.write { tx in
      try everyKind(tx, 3)
      return tx.authored
    }
    try one.write { try $0.void(undone) }
    try one.write { tx in
      var sample = Sample(id: second)
      sample.title = "short-lived"
      try tx.insert(sample)
      try tx.delete(Sample.self, second)
    }
    try one.push(to: two)
    try one.write { try $0.increment(\Sample.glasses, of: first, by: 5) }
    let before = try #require(try one.sample(first))
    #expect(try two.quarantined().map(\.device) == [former])
    #expect(try one.recoverClock() == nil)
    // The clock is put right.
    clock.millis = here.millis
    let recovery = try #require(try one.recoverClock())
    #expect(recovery.formerDevice == former)
    #expect(recovery.voidSince.millis == ahead.millis)
    #expect(one.device != former)
    #expect(one.clock.millis == here.millis)
    #expect(try one.sample(first) == before)
    #expect(try one.sample(second) == nil)
    #expect(try one.recomputedDigest() == one.digest)
    let versions = try one.read { try $0.history(Sample.self, first).versions(of: \Sample.due) }
    #expect(versions.map(\.value) == [1, 2])
    #expect(versions.map(\.stamp.device) == [former, one.device])
    let sealed = try #require(try one.seal())
    #expect(sealed.number == 1)
    #expect(try two.apply(sealed.bytes).quarantinedCount == 0)
    #expect(try two.quarantined().isEmpty)
    #expect(try two.sample(first) == before)
    #expect(two.digest == one.digest)
    #expect(try two.contentDigest() == one.contentDigest())
    #expect(try one.recoverClock() == nil)
  }

  @Test func `what a device gave up is dropped by everybody who hears of it, also much later`()
    throws
  {
    let clock = TestClock()
    let ahead = TestClock(clock.millis + 400 * 86_400_000)
    let one = try Replica.test(1, clock: ahead)
    let others = try (2...4).map { try Replica.test($0, clock: clock) }
    try one.write { tx in
      var sample = Sample(id: first)
      (sample.title, sample.due, sample.story) = ("from 2028", 1, "story")
      try tx.insert(sample)
      try tx.increment(\Sample.glasses, of: first, by: 1)
    }
    let future = try #require(try one.seal())
    try others[0].apply(future.bytes)
    try others[1].apply(future.bytes)
    ahead.millis = clock.millis
    _ = try #require(try one.recoverClock())
    try one.push(to: others[0])
    #expect(try others[0].quarantined().isEmpty)
    // The second hears of it from the first, who has nothing else to say.
    try others[1].apply(try others[0].sealHeartbeat().bytes)
    #expect(try others[1].quarantined().isEmpty)
    // The third hears of it before what it is about arrives; nothing is left to set aside.
    try others[2].apply(try others[1].sealHeartbeat().bytes)
    #expect(try others[2].apply(future.bytes) == AppliedChanges())
    // When its time has come it does not count either.
    clock.millis += 500 * 86_400_000
    for other in others { #expect(try other.apply(future.bytes) == AppliedChanges()) }
    for set in try one.sealed(1...one.sealedNumber) {
      for other in others { try other.apply(set.bytes) }
    }
    for other in others {
      #expect(other.digest == one.digest)
      #expect(try other.contentDigest() == one.contentDigest())
      #expect(try other.sample(first)?.glasses == 1)
    }
  }
}

/// Something to change inside a closure.
final class Box<Content> {
  var value: Content
  init(_ value: Content) { self.value = value }
}
