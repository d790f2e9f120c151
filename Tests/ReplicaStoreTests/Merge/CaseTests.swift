import ReplicaStore
import SQLite
import TestSupport
import Testing

/// Small cases distilled from public bug reports against other products.
@Suite struct CaseTests {
  // MARK: Clocks

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

  // MARK: Equal stamps

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

  // MARK: Values

  private static let texts = SampleValues.texts
  private static let reals = SampleValues.reals
  private static let blobs = SampleValues.blobs

  @Test(arguments: SampleValues.all)
  func `a value round-trips and converges bit for bit`(value: Value) throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    func put(_ replica: Replica, _ value: Value, in sample: Sample) throws {
      var sample = sample
      try replica.write { tx in
        switch value {
        case .null:
          sample.notes = nil
          try tx.write(sample, \.notes)
        case .integer(let number):
          sample.due = Int(number)
          try tx.write(sample, \.due)
        case .real(let number):
          sample.score = number
          try tx.write(sample, \.score)
        case .text(let text):
          sample.notes = text
          sample.title = text
          try tx.write(sample, \.notes, \.title)
        case .blob(let bytes):
          sample.data = bytes
          try tx.write(sample, \.data)
        }
      }
    }
    var before = Sample(id: first)
    before.notes = "before"
    before.score = 3
    before.due = 3
    before.data = [3]
    try one.write { try $0.insert(before) }
    try one.push(to: two)
    try put(one, value, in: before)
    try one.push(to: two)
    for replica in [one, two] {
      let sample = try #require(try replica.sample(first))
      switch value {
      case .null: #expect(sample.notes.storedValue == value)
      case .integer: #expect(sample.due.storedValue == value)
      case .real: #expect(sample.score.storedValue == value)
      case .text:
        #expect(sample.notes.storedValue == value)
        #expect(sample.title.storedValue == value)
      case .blob: #expect(sample.data.storedValue == value)
      }
    }
    #expect(try one.contentDigest() == two.contentDigest())
    // Writing the same value is no difference; writing one that looks alike is.
    let sample = try #require(try two.sample(first))
    try two.write { try $0.save(sample) }
    #expect(try two.seal() == nil)
  }

  @Test func `values that look alike are told apart by a save`() throws {
    let pairs: [(String, String)] = [("\u{65}\u{301}", "\u{E9}"), ("", "\0"), ("a", "a ")]
    for (old, new) in pairs {
      let one = try Replica.test(1)
      var sample = Sample(id: first)
      sample.notes = old
      sample.title = old
      sample.score = -0.0
      try one.write { try $0.insert(sample) }
      #expect(try one.read { try $0.stamp(of: \Sample.score, first) } != nil)
      sample.notes = new
      sample.title = new
      sample.score = 0.0
      try one.write { try $0.save(sample) }
      let read = try #require(try one.sample(first))
      #expect(Array(read.title.utf8) == Array(new.utf8))
      #expect(read.notes.map { Array($0.utf8) } == Array(new.utf8))
      #expect(read.score.bitPattern == 0)
    }
  }

  @Test func `a number that is none is refused`() throws {
    let one = try Replica.test(1)
    var sample = Sample(id: first)
    sample.score = .nan
    let error = #expect(throws: ReplicaError.self) { try one.write { try $0.insert(sample) } }
    #expect(error?.code == .badValue)
    #expect(error?.message.contains("'score'") == true)
    #expect(try one.seal() == nil)
  }

  @Test func `what is not plausible is refused at the write`() throws {
    let one = try Replica.test(1)
    for born in [-1, 10_000_000] {
      var sample = Sample(id: first)
      sample.born = born
      let error = #expect(throws: ReplicaError.self) { try one.write { try $0.insert(sample) } }
      #expect(error?.code == .badValue)
    }
    #expect(try one.sample(first) == nil)
  }

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `what is not plausible is ignored in a merge, in every order`(order: [Int]) throws {
    let lax = Schema(version: 1, types: [LaxSample.recordType.erased])
    var sets: [[UInt8]] = []
    for (index, born) in [-5, 7, 3].enumerated() {
      let writer = try Replica.test(UInt64(index) + 20, schema: lax)
      try writer.write { tx in
        var sample = LaxSample(id: first)
        sample.born = born
        try tx.insert(sample)
      }
      sets.append(try #require(try writer.seal()).bytes)
    }
    let reference = try Replica.test(1)
    for set in sets { try reference.apply(set) }
    let replica = try Replica.test(2)
    for index in order { try replica.apply(sets[index]) }
    #expect(try replica.sample(first)?.born == 3)
    #expect(replica.digest == reference.digest)
    #expect(try replica.contentDigest() == reference.contentDigest())
    #expect(try replica.recomputedDigest() == replica.digest)
  }

  // MARK: Paths

  @Test func `a value written alike on two devices reaches a third through either`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    var sample = Sample(id: first)
    sample.title = "same"
    try one.write { try $0.insert(sample) }
    clock.millis += 5
    try two.write { try $0.insert(sample) }
    try one.push(to: two)
    let later = try two.read { try $0.stamp(of: \Sample.title, first) }
    #expect(later?.device == two.device)
    let three = try Replica.test(3, clock: clock)
    try two.push(to: three)
    #expect(try three.sample(first) == sample)
    #expect(try three.read { try $0.stamp(of: \Sample.title, first) } == later)
    let four = try Replica.test(4, clock: clock)
    try four.apply(try one.everything())
    #expect(try four.sample(first) == sample)
    try four.apply(try three.everything())
    #expect(try four.read { try $0.stamp(of: \Sample.title, first) } == later)
  }

  @Test func `two devices make a record with one key and both edits are in it`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    try one.write { try $0.insert(Page(address: "a", text: "one")) }
    clock.millis += 1
    try two.write { try $0.insert(Page(address: "a", text: "two")) }
    try one.push(to: two)
    try two.push(to: one)
    for replica in [one, two] {
      let pages = try replica.read { try $0.records(Page.self) }
      #expect(pages == [Page(address: "a", text: "two")])
    }
    #expect(one.digest == two.digest)
  }

  @Test func `a keyed record whose key has not arrived stays hidden until it does`() throws {
    let one = try Replica.test(1)
    let page = Page(address: "a", text: "text")
    // Only the text is named; the key goes with it all the same.
    try one.write { try $0.write(page, \.text) }
    let two = try Replica.test(2)
    try one.push(to: two)
    for replica in [one, two] { #expect(try replica.read { try $0.records(Page.self) } == [page]) }
    try one.write { tx in
      var changed = page
      changed.text = "changed"
      try tx.write(changed, \.text)
    }
    let three = try Replica.test(3)
    try one.push(to: three)
    #expect(try three.read { try $0.records(Page.self).map(\.address) } == ["a"])
    #expect(try three.recomputedDigest() == three.digest)
  }

  @Test func `a device that was away for two years brings nothing back and loses nothing`() throws {
    let clock = TestClock()
    let home = try Replica.test(1, clock: clock)
    let away = try Replica.test(2, clock: clock)
    var sets: [[UInt8]] = []
    try home.write { tx in
      for number in 1...4 {
        var sample = Sample(id: RecordID(high: 1, low: UInt64(number)))
        sample.title = "old \(number)"
        try tx.insert(sample)
      }
    }
    sets.append(try #require(try home.seal()).bytes)
    try away.apply(sets[0])
    clock.millis += 1000
    try away.write { tx in
      var sample = Sample(id: second)
      sample.title = "written away"
      try tx.insert(sample)
      try tx.increment(\Sample.glasses, of: RecordID(high: 1, low: 2), by: 2)
    }
    clock.millis += 2 * 365 * 24 * 3_600_000
    try home.write { tx in
      for number in 1...3 { try tx.delete(Sample.self, RecordID(high: 1, low: UInt64(number))) }
    }
    sets.append(try #require(try home.seal()).bytes)
    let unsent = try #require(try away.seal()).bytes
    try away.apply(sets[1])
    try home.apply(unsent)
    for replica in [home, away] {
      let titles = try replica.read { try $0.records(Sample.self).map(\.title).sorted() }
      #expect(titles == ["old 4", "written away"])
    }
    #expect(home.digest == away.digest)
    #expect(try home.contentDigest() == away.contentDigest())
  }

  @Test func `last week's backup comes back, hears of everything, and is quiet`() throws {
    let directory = TemporaryDirectory()
    let clock = TestClock()
    let path = directory.file("replica.db")
    var backup: [UInt8] = []
    let peer = try Replica.test(9, clock: clock)
    do {
      let one = try Replica.test(1, clock: clock, path: path)
      try one.write { tx in
        for number in 1...3 {
          var sample = Sample(id: RecordID(high: 1, low: UInt64(number)))
          sample.title = "old"
          try tx.insert(sample)
        }
      }
      try one.push(to: peer)
    }
    backup = fileBytes(path)
    do {
      let one = try Replica.test(1, clock: clock, path: path)
      clock.millis += 7 * 24 * 3_600_000
      try one.write { tx in
        try tx.delete(Sample.self, RecordID(high: 1, low: 1))
        try tx.increment(\Sample.glasses, of: RecordID(high: 1, low: 2), by: 1)
      }
      try one.push(to: peer)
    }
    writeFile(backup, path)
    let restored = try Replica.test(1, clock: clock, path: path)
    for _ in 0..<2 {
      try restored.apply(try peer.everything())
      #expect(restored.digest == peer.digest)
      #expect(try restored.seal() == nil)
    }
    #expect(try restored.read { try $0.records(Sample.self).count } == 2)
    #expect(try restored.contentDigest() == peer.contentDigest())
    try restored.write { #expect($0.stamp.clock > peer.clock) }
  }

  @Test func `done, undone, done on two devices across several syncs stays put`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    for (step, replica) in [one, two, one, two, one].enumerated() {
      clock.millis += 10
      try replica.write { tx in
        var sample = try tx.record(Sample.self, first) ?? Sample(id: first)
        sample.isDone = step % 2 == 0
        sample.doneAt = sample.isDone ? step : nil
        try tx.write(sample, \.isDone)
      }
      if step != 2 {
        try one.push(to: two)
        try two.push(to: one)
      }
    }
    for _ in 0..<3 {
      try one.push(to: two)
      try two.push(to: one)
    }
    for replica in [one, two] {
      #expect(try replica.sample(first)?.isDone == true)
      #expect(try replica.sample(first)?.doneAt == 4)
      #expect(try replica.seal() == nil)
    }
    #expect(try one.contentDigest() == two.contentDigest())
  }

  @Test func `an undoing that arrives before what it undoes still undoes it`() throws {
    let one = try Replica.test(1)
    var sample = Sample(id: first)
    sample.due = 1
    try one.write { try $0.insert(sample) }
    let made = try #require(try one.seal()).bytes
    sample.due = 2
    let changed = try one.write { tx in
      try tx.write(sample, \.due)
      return tx.authored
    }
    let change = try #require(try one.seal()).bytes
    try one.write { try $0.void(changed) }
    let undoing = try #require(try one.seal()).bytes
    let two = try Replica.test(2)
    for set in [undoing, change, made] { try two.apply(set) }
    #expect(try two.sample(first)?.due == 1)
    #expect(two.digest == one.digest)
    #expect(try two.contentDigest() == one.contentDigest())
  }

  // MARK: Whole or not at all

  @Test func `a bad last change leaves clock, data and what was applied as they were`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    try one.write { tx in
      for number in 1...5 {
        var sample = Sample(id: RecordID(high: 1, low: UInt64(number)))
        sample.title = "title"
        try tx.insert(sample)
      }
    }
    let sealed = try #require(try one.seal())
    var bytes = sealed.bytes
    bytes[bytes.count - 30] ^= 0xFF
    let before = (two.clock, two.digest, two.latestChange)
    let error = #expect(throws: ReplicaError.self) { try two.apply(bytes) }
    #expect(error?.code == .badChangeSet)
    #expect(error?.message.contains(one.device.description) == true)
    #expect(two.clock == before.0)
    #expect(two.digest == before.1)
    #expect(two.latestChange == before.2)
    #expect(try two.applied().isEmpty)
    #expect(try two.read { try $0.records(Sample.self).isEmpty })
  }

  @Test func `a set that finds the disk full waits whole, and the next try succeeds`() throws {
    let directory = TemporaryDirectory()
    let one = try Replica.test(1)
    try one.write { tx in
      for number in 1...400 {
        var sample = Sample(id: RecordID(high: 1, low: UInt64(number)))
        sample.title = String(repeating: "long ", count: 100)
        try tx.insert(sample)
      }
    }
    let set = try #require(try one.seal()).bytes
    let two = try Replica.test(2, path: directory.file("replica.db"))
    let pages = try two.database.first("PRAGMA page_count") { _ in
    } row: {
      $0.int(0)
    }
    let before = (two.clock, two.digest)
    for room in [1, 5, 20, 40] {
      try two.database.execute("PRAGMA max_page_count = \((pages ?? 0) + room)")
      let error = #expect(throws: ReplicaError.self) { try two.apply(set) }
      #expect(error?.code == .full)
      #expect(two.clock == before.0)
      #expect(two.digest == before.1)
      #expect(try two.applied().isEmpty)
      #expect(try two.read { try $0.records(Sample.self).isEmpty })
    }
    try two.database.execute("PRAGMA max_page_count = 100000")
    try two.apply(set)
    #expect(two.digest == one.digest)
    #expect(try two.recomputedDigest() == two.digest)
  }
}

/// A sample whose writer checks nothing.
struct LaxSample: Record {
  let id: RecordID
  var born: Int?
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<LaxSample>(
    "sample", [Field("born", \.born, merge: .minimum)])
}
