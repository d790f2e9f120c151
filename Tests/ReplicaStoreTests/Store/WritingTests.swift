import ReplicaStore
import TestSupport
import Testing

/// Odd orders within one transaction and around a failed one.
@Suite struct WritingTests {
  struct Stop: Error {}

  private func check(_ replica: Replica, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try replica.recomputedDigest() == replica.digest, sourceLocation: sourceLocation)
    let peer = try Replica.test(99)
    try peer.apply(
      replica.mergeEverything(
        header: ChangeSetHeader(
          device: replica.device, first: 1, last: 1, chainBefore: .zero, clock: replica.clock,
          isState: true)))
    #expect(peer.digest == replica.digest, sourceLocation: sourceLocation)
    #expect(
      try peer.contentDigest() == replica.contentDigest(), sourceLocation: sourceLocation)
  }

  @Test func `a write after an undoing in one transaction stands beside it`() throws {
    let one = try Replica.test(1)
    var sample = Sample(id: first)
    sample.due = 1
    let written = try one.write { tx in
      try tx.insert(sample)
      return tx.authored
    }
    try one.write { tx in
      try tx.void(written)
      sample.due = 2
      try tx.write(sample, \.due)
      #expect(tx.authored.count == 1)
    }
    let history = try one.read { try $0.history(Sample.self, first).versions(of: \Sample.due) }
    #expect(history.map(\.value) == [2])
    try check(one)
  }

  @Test func `an undoing of a version of the same transaction leaves nothing of it`() throws {
    let one = try Replica.test(1)
    var sample = Sample(id: first)
    sample.title = "kept"
    sample.due = 1
    try one.write { tx in
      try tx.insert(sample)
      try tx.void(tx.authored)
      try tx.void(tx.authored)
    }
    #expect(try one.sample(first)?.due == nil)
    #expect(try one.sample(first)?.title == "kept")
    try check(one)
  }

  @Test func `undoing what was never there is passed over`() throws {
    let one = try Replica.test(1)
    try one.write { tx in
      try tx.void([
        VersionReference(type: "sample", id: first, group: "due", stamp: .zero),
        VersionReference(type: "nothing", id: first, group: "due", stamp: .zero),
        VersionReference(type: "sample", id: first, group: "title", stamp: .zero),
        VersionReference(type: "sample", id: first, group: "nothing", stamp: .zero),
      ])
    }
    #expect(try one.sample(first) == nil)
    #expect(try one.seal() == nil)
  }

  @Test(
    arguments: [
      ([("add", 1), ("set", 5), ("add", 1)], 6), ([("set", 5), ("add", 1), ("set", 3)], 3),
      ([("set", 5), ("set", 3)], 3), ([("add", 1), ("add", 2), ("add", -4)], -1),
      ([("set", 9), ("add", 1), ("add", 1)], 11), ([("set", 0), ("add", 2)], 2),
      ([("add", 7), ("set", 7)], 7), ([("set", 2), ("set", 2), ("add", 1)], 3),
    ] as [([(String, Int)], Int)])
  func `counting and setting in one transaction is as in several`(
    acts: [(String, Int)], total: Int
  ) throws {
    let together = try Replica.test(1)
    let apart = try Replica.test(2)
    func act(_ tx: WriteTransaction, _ name: String, _ amount: Int) throws {
      if name == "set" {
        try tx.set(\Sample.glasses, of: first, to: amount)
      } else {
        try tx.increment(\Sample.glasses, of: first, by: amount)
      }
    }
    try together.write { tx in for (name, amount) in acts { try act(tx, name, amount) } }
    for (name, amount) in acts { try apart.write { try act($0, name, amount) } }
    #expect(try together.sample(first)?.glasses == total)
    #expect(try apart.sample(first)?.glasses == total)
    try check(together)
    try check(apart)
  }

  @Test func `a failed transaction leaves nothing in memory either`() throws {
    let one = try Replica.test(1)
    try one.write(tag: Tag(bytes: [1])) { tx in
      var sample = Sample(id: first)
      sample.due = 1
      try tx.insert(sample)
    }
    let before = (one.digest, one.latestChange, try one.contentDigest())
    #expect(throws: Stop.self) {
      try one.write(tag: Tag(bytes: [2])) { tx in
        var sample = Sample(id: second)
        sample.due = 2
        sample.title = "never"
        try tx.insert(sample)
        try tx.delete(Sample.self, first)
        try tx.increment(\Sample.glasses, of: second, by: 3)
        throw Stop()
      }
    }
    #expect(one.digest == before.0)
    #expect(one.latestChange == before.1)
    #expect(try one.contentDigest() == before.2)
    try one.write(tag: Tag(bytes: [3])) { tx in
      var sample = Sample(id: first)
      sample.due = 3
      try tx.write(sample, \.due)
    }
    let versions = try one.read { try $0.history(Sample.self, first).versions(of: \Sample.due) }
    #expect(versions.map(\.tag.bytes) == [[1], [3]])
    #expect(try one.sample(second) == nil)
    try check(one)
  }

  @Test func `a caught refusal inside a transaction spoils nothing`() throws {
    let one = try Replica.test(1)
    try one.write { tx in
      var sample = Sample(id: first)
      sample.title = "good"
      sample.score = .nan
      #expect(throws: ReplicaError.self) { try tx.insert(sample) }
      #expect(throws: ReplicaError.self) { try tx.delete(Sample.self, first) }
      sample.score = 1
      sample.born = -1
      #expect(throws: ReplicaError.self) { try tx.insert(sample) }
      sample.born = 1
      try tx.insert(sample)
    }
    #expect(try one.sample(first)?.title == "good")
    try check(one)
  }

  @Test func `seeding twice, and after a delete, changes nothing`() throws {
    let one = try Replica.test(1)
    var sample = Sample(id: first)
    sample.title = "default"
    sample.due = 9
    for _ in 0..<3 { try one.write { try $0.seed(sample) } }
    try check(one)
    let digest = one.digest
    try one.write { try $0.seed(sample) }
    #expect(one.digest == digest)
    try one.write { try $0.delete(Sample.self, first) }
    try one.write { try $0.seed(sample) }
    #expect(try one.sample(first) == nil)
    try check(one)
  }

  @Test func `what is seeded after something was sent is sent whole`() throws {
    let one = try Replica.test(1)
    try one.write { try $0.insert(Sample(id: second)) }
    let before = try #require(try one.seal()).bytes
    var sample = Sample(id: first)
    sample.title = "default"
    sample.due = 9
    sample.isDone = true
    try one.write { try $0.seed(sample) }
    let seeds = try #require(try one.seal()).bytes
    // One device that has chosen something of it meanwhile, and one that has nothing.
    for hasChosen in [false, true] {
      let two = try Replica.test(hasChosen ? 2 : 3)
      if hasChosen {
        try two.write { tx in
          var chosen = Sample(id: first)
          chosen.doneAt = 5
          try tx.write(chosen, \.doneAt)
        }
      }
      for bytes in [before, seeds] { try two.apply(bytes) }
      #expect(try two.sample(first)?.due == 9)
      if !hasChosen { #expect(try two.contentDigest() == one.contentDigest()) }
      #expect(try two.recomputedDigest() == two.digest)
    }
  }

  @Test func `a type whose first field is a counter is kept and sent like any other`() throws {
    let schema = Schema(version: 1, types: [Tally.recordType.erased, Counts.recordType.erased])
    let one = try Replica.test(1, schema: schema)
    let two = try Replica.test(2, schema: schema)
    try one.write { tx in
      try tx.insert(Tally(id: first))
      var tally = Tally(id: second)
      tally.count = 7
      try tx.insert(tally)
      try tx.insert(Counts(id: first))
    }
    try one.push(to: two)
    #expect(two.digest == one.digest)
    #expect(try two.contentDigest() == one.contentDigest())
    for replica in [one, two] {
      #expect(try replica.read { try $0.records(Tally.self).map(\.count) } == [0, 0])
      #expect(try replica.read { try $0.records(Counts.self).count } == 1)
    }
  }

  @Test func `a read inside a transaction sees what the transaction wrote`() throws {
    let one = try Replica.test(1)
    try one.write { tx in
      var sample = Sample(id: first)
      sample.title = "inside"
      try tx.insert(sample)
      #expect(try one.sample(first)?.title == "inside")
    }
    let nested = try one.read { _ in try one.sample(first) }
    #expect(nested?.title == "inside")
    try check(one)
  }

  @Test func `a write inside a write is a mistake that traps`() async {
    await #expect(processExitsWith: .failure) {
      let one = try Replica.test(1)
      try one.write { _ in try one.write { _ in } }
    }
  }

  @Test func `a transaction that was kept and is over refuses to write`() throws {
    let one = try Replica.test(1)
    var kept: WriteTransaction?
    try one.write { kept = $0 }
    let over = try #require(kept)
    var sample = Sample(id: first)
    sample.title = "too late"
    #expect(throws: ReplicaError.self) { try over.insert(sample) }
    #expect(throws: ReplicaError.self) {
      try over.increment(\Sample.glasses, of: first, by: 1)
    }
    #expect(try one.sample(first) == nil)
    try check(one)
  }

  @Test func `an observer that stops another is heeded at once`() throws {
    let one = try Replica.test(1)
    var heard: [String] = []
    var later = 0
    _ = one.observe { [weak one] _ in
      heard.append("first")
      one?.stopObserving(later)
    }
    later = one.observe { _ in heard.append("later") }
    try one.write { try $0.increment(\Sample.glasses, of: first, by: 1) }
    #expect(heard == ["first"])
  }

  @Test func `an observer hears what changed, and may write`() throws {
    let one = try Replica.test(1)
    var heard: [[String]] = []
    _ = one.observe { [weak one] notice in
      let records = (try? notice.records(of: "sample")) ?? []
      heard.append(records.flatMap(\.fields))
      #expect(notice.isLocal)
      if heard.count == 1 {
        // A failure here would show in what was heard.
        try? one?.write { try $0.increment(\Sample.glasses, of: second, by: 1) }
      }
    }
    try one.write { tx in
      var sample = Sample(id: first)
      sample.isDone = true
      try tx.insert(sample)
    }
    #expect(heard == [["isDone", "doneAt"], ["glasses"]])
  }

  @Test func `counting at the ends of 64 bits stops there, and comes back from there`() throws {
    let one = try Replica.test(1)
    let two = try Replica.test(2)
    for amount in [Int.max, 5, -10, 3] {
      try one.write { tx in
        try tx.increment(\Sample.glasses, of: first, by: amount)
        try tx.increment(\Sample.glasses, of: first, by: 0)
      }
    }
    try one.push(to: two)
    #expect(try one.sample(first)?.glasses == Int.max - 2)
    #expect(try two.sample(first)?.glasses == Int.max - 2)
    #expect(one.digest == two.digest)
  }
}

/// A record that begins with a counter.
struct Tally: Record {
  let id: RecordID
  var count = 0
  var note = ""
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<Tally>(
    "tally", [Field("count", \.count, merge: .counter), Field("note", \.note)])
}

/// A record of nothing but a counter.
struct Counts: Record {
  let id: RecordID
  var count = 0
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<Counts>(
    "counts", [Field("count", \.count, merge: .counter)])
}
