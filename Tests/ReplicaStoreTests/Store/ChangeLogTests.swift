import ReplicaStore
import SQLite
import TestSupport
import Testing

/// Readers that follow the change log, and what may be forgotten.
@Suite struct ChangeLogTests {
  private func write(_ replica: Replica, _ number: Int) throws {
    try replica.write { tx in
      var sample = Sample(id: RecordID(high: 1, low: UInt64(number)))
      sample.title = "title"
      try tx.insert(sample)
    }
  }

  private func rowCount(_ replica: Replica) throws -> Int {
    try replica.database.first("SELECT count(*) FROM change") { _ in
    } row: {
      $0.int(0)
    } ?? 0
  }

  private func touched(_ replica: Replica, after seq: Int64) throws -> [UInt64]? {
    try replica.read { try $0.touched(after: seq) }.map { $0["sample"]?.map(\.low) ?? [] }
  }

  @Test func `a reader sees every later transaction once, local and merged`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    try one.advance(reader: "fold", to: 0)
    try write(one, 1)
    let middle = one.latestChange
    try write(one, 2)
    try write(two, 3)
    try two.push(to: one)
    #expect(try touched(one, after: 0) == [1, 2, 3])
    #expect(try touched(one, after: middle) == [2, 3])
    #expect(try touched(one, after: one.latestChange) == [])
  }

  @Test func `nothing is forgotten that is unsent or unread`() throws {
    let one = try Replica.test(1)
    try one.advance(reader: "fold", to: 0)
    for number in 1...5 { try write(one, number) }
    _ = try one.seal()
    #expect(try touched(one, after: 0) == [1, 2, 3, 4, 5])
    try one.advance(reader: "fold", to: 3)
    try write(one, 6)
    _ = try one.seal()
    #expect(try touched(one, after: 3) == [4, 5, 6])
    #expect(try touched(one, after: 1) == nil)
    try one.advance(reader: "fold", to: one.latestChange)
    for number in 7...9 { try write(one, number) }
    try one.advance(reader: "fold", to: one.latestChange)
    let two = try Replica.test(2)
    try write(two, 10)
    try two.push(to: one)
    // Unsent: rows 7 to 9 are still the journal.
    let sealed = try #require(try one.seal())
    try two.apply(sealed.bytes)
    #expect(try two.read { try $0.records(Sample.self).count } == 4)
  }

  @Test func `the log of a device that only receives stays short`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    for number in 1...20 {
      try write(one, number)
      try one.push(to: two)
    }
    #expect(try rowCount(two) == 1)
    #expect(try rowCount(one) == 1)
    #expect(try two.recomputedDigest() == two.digest)
    #expect(try two.seal() == nil)
  }

  @Test func `a reader that is ahead of the file looks at everything`() throws {
    let one = try Replica.test(1)
    try write(one, 1)
    #expect(try touched(one, after: one.latestChange + 1) == nil)
  }

  @Test func `what a failed transaction interned is not there`() throws {
    struct Stop: Error {}
    let directory = try TemporaryDirectory()
    let path = directory.file("replica.db")
    let one = try Replica.test(1, path: path)
    let peer = try Replica.test(2)
    try write(peer, 1)
    var versions: [VersionReference] = []
    try peer.write(tag: Tag(bytes: [7])) { tx in
      var sample = Sample(id: first)
      sample.due = 1
      try tx.insert(sample)
      versions = tx.authored
    }
    let set = try #require(try peer.seal()).bytes
    try write(one, 2)
    // A device and a tag are new to this file, and the transaction that made them is undone.
    #expect(throws: Stop.self) {
      try one.write(tag: Tag(bytes: [9])) { tx in
        var sample = Sample(id: second)
        sample.due = 3
        try tx.insert(sample)
        try tx.void(versions)
        throw Stop()
      }
    }
    try one.write(tag: Tag(bytes: [8])) { tx in
      var sample = Sample(id: second)
      sample.due = 4
      try tx.insert(sample)
    }
    try one.apply(set)
    let fresh = try Replica.test(1, path: path)
    for replica in [one, fresh] {
      let tags = try replica.read { tx in
        try [first, second].map {
          try tx.history(Sample.self, $0).versions(of: \Sample.due).map(\.tag.bytes)
        }
      }
      #expect(tags == [[[7]], [[8]]])
      #expect(try replica.read { try $0.stamp(of: \Sample.due, first)?.device } == peer.device)
    }
    #expect(try fresh.recomputedDigest() == one.digest)
  }

  @Test func `values that are kept do not make later change sets dearer`() throws {
    let replica = try Replica.test(1)
    // Each write takes the place of the one before, which is kept for 90 days.
    func stepsToSeal(_ number: Int) throws -> Int {
      try replica.write { tx in
        var sample = Sample(id: first)
        sample.title = "title \(number)"
        try tx.write(sample, \.title)
      }
      let before = replica.database.stepCount
      _ = try replica.seal()
      return replica.database.stepCount - before
    }
    var steps: [Int] = []
    for number in 0..<400 { steps.append(try stepsToSeal(number)) }
    #expect(steps[399] <= steps[39] + 8, "\(steps[39]), then \(steps[399])")
    // The first write took nothing's place.
    #expect(try rowCount(replica) == 399)
  }

  @Test func `values are let go of with the first change set after 90 days`() throws {
    let clock = TestClock()
    let replica = try Replica.test(1, clock: clock)
    for number in 0..<20 {
      try replica.write { tx in
        var sample = Sample(id: first)
        sample.title = "title \(number)"
        try tx.write(sample, \.title)
      }
      _ = try replica.seal()
      clock.millis += 1000
    }
    // The first write took nothing's place.
    #expect(try rowCount(replica) == 19)
    clock.millis += 90 * 24 * 60 * 60 * 1000 - 10_000
    try write(replica, 1)
    _ = try replica.seal()
    // What the first seconds took the place of is too old.
    #expect(try rowCount(replica) < 15)
    #expect(try rowCount(replica) > 5)
  }
}
