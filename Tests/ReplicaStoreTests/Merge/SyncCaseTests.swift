import ReplicaStore
import SQLite
import TestSupport
import Testing

/// Cases from bug reports against other products: paths, and whole or not at all.
@Suite struct SyncCaseTests {
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
    let directory = try TemporaryDirectory()
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
    let directory = try TemporaryDirectory()
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
