import ReplicaStore
import SQLite
import TestSupport
import Testing

/// What changed, when, on which device and what it said before; and putting it back.
@Suite struct FieldChangeTests {
  private func changes(_ replica: Replica, _ field: String? = "title") throws -> [FieldChange] {
    try replica.read { try $0.changes(Sample.self, first) }.filter { $0.field == field }
  }

  private func write(_ replica: Replica, _ edit: (inout Sample) -> Void) throws {
    try replica.write { tx in
      var sample = try tx.record(Sample.self, first) ?? Sample(id: first)
      edit(&sample)
      try tx.save(sample)
    }
  }

  private func keptRowCount(_ replica: Replica) throws -> Int {
    try replica.database.first("SELECT count(*) FROM change WHERE lost IS NOT NULL") { _ in
    } row: {
      $0.int(0)
    } ?? 0
  }

  @Test func `what was overwritten here is listed with what it said before`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    for title in ["milk", "oat milk", "soy milk"] {
      try write(one) { $0.title = title }
      clock.millis += 1000
    }
    let changes = try changes(one)
    #expect(changes.map(\.value) == [.text("milk"), .text("oat milk"), .text("soy milk")])
    #expect(changes.map(\.before) == [nil, .text("milk"), .text("oat milk")])
    #expect(changes.map(\.fate) == [.replaced, .replaced, .stands])
    #expect(changes.map(\.stamp.device) == [one.device, one.device, one.device])
    #expect(changes[1].stamp.clock.millis - changes[0].stamp.clock.millis == 1000)
  }

  @Test func `what lost a merge is known on both sides`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    try write(one) { $0.title = "from one" }
    clock.millis += 1
    try write(two) { $0.title = "from two" }
    let sets = try [one, two].map { try #require(try $0.seal()).bytes }
    try one.apply(sets[1])
    try two.apply(sets[0])
    #expect(try changes(one).map(\.fate) == [.replaced, .stands])
    #expect(try changes(two).map(\.fate) == [.lost, .stands])
    for replica in [one, two] {
      #expect(try changes(replica).map(\.value) == [.text("from one"), .text("from two")])
      #expect(try changes(replica).map(\.stamp.device) == [one.device, two.device])
    }
    // Once more is no news, and is not kept once more.
    try two.apply(sets[0])
    #expect(try keptRowCount(two) == 1)
  }

  @Test func `what changed nothing is no change, and what never counted came before nothing`()
    throws
  {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    try write(two) { $0.title = "late" }
    clock.millis += 10
    try write(one) { $0.title = "milk" }
    try one.write { tx in try tx.write(try #require(try tx.record(Sample.self, first)), \.title) }
    try two.push(to: one)
    try write(one) { $0.title = "oat milk" }
    let changes = try changes(one)
    #expect(changes.map(\.value) == [.text("late"), .text("milk"), .text("oat milk")])
    #expect(changes.map(\.before) == [nil, nil, .text("milk")])
    #expect(changes.map(\.fate) == [.lost, .replaced, .stands])
  }

  @Test func `an old value is put back as a new write, and travels`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    try write(one) { $0.title = "mine" }
    clock.millis += 1
    try write(two) { $0.title = "yours" }
    try two.push(to: one)
    let mine = try #require(try changes(one).first)
    try one.write { try $0.restore(mine, as: Sample.self) }
    try one.push(to: two)
    for replica in [one, two] { #expect(try replica.sample(first)?.title == "mine") }
    #expect(try changes(one).map(\.value) == [.text("mine"), .text("yours"), .text("mine")])
    #expect(try changes(one).map(\.fate) == [.replaced, .replaced, .stands])
  }

  @Test func `every kind of field is listed and can be put back`() throws {
    let one = try Replica.test(1)
    try write(one) {
      ($0.isDone, $0.doneAt, $0.due, $0.score, $0.data) = (true, 5, 1, -0.0, [1])
      ($0.born, $0.best, $0.story) = (7, 7, "a\nb")
    }
    try one.write { try $0.increment(\Sample.glasses, of: first, by: 2) }
    let before = try #require(try one.sample(first))
    try write(one) {
      ($0.isDone, $0.doneAt, $0.due, $0.score, $0.data) = (false, nil, 2, 1, [2])
      ($0.born, $0.best, $0.story) = (3, 9, "a")
    }
    try one.write { try $0.increment(\Sample.glasses, of: first, by: 3) }
    for field in ["doneAt", "due", "score", "data", "story", "glasses"] {
      let listed = try changes(one, field)
      #expect(listed.count == 2, "\(field)")
      #expect(listed.last?.before == listed.first?.value, "\(field)")
      try one.write { try $0.restore(listed[0], as: Sample.self) }
    }
    var after = try #require(try one.sample(first))
    #expect(try changes(one, "glasses").map(\.value) == [.integer(2), .integer(5), .integer(2)])
    // The smaller and the larger value stand, whoever puts another back.
    (after.born, after.best) = (before.born, before.best)
    #expect(after == before)
    #expect(try one.recomputedDigest() == one.digest)
  }

  @Test func `an undone version says so`() throws {
    let one = try Replica.test(1)
    try write(one) { $0.due = 1 }
    let undone = try one.write { tx in
      var sample = try #require(try tx.record(Sample.self, first))
      sample.due = 2
      try tx.save(sample)
      return tx.authored
    }
    try one.write { try $0.void(undone) }
    #expect(try changes(one, "due").map(\.fate) == [.stands, .undone])
    #expect(try changes(one, "due").map(\.value) == [.integer(1), .integer(2)])
  }

  @Test func `a deletion is listed, and putting back what was deleted brings everything back`()
    throws
  {
    let one = try Replica.test(1)
    try write(one) { ($0.title, $0.notes) = ("milk", "two litres") }
    try one.write { try $0.delete(Sample.self, first) }
    let deletion = try #require(try changes(one, nil).first)
    #expect(deletion.fate == .stands)
    #expect(deletion.stamp.device == one.device)
    try one.write { try $0.restore(deletion, as: Sample.self) }
    #expect(try one.sample(first)?.title == "milk")
    #expect(try one.sample(first)?.notes == "two litres")
    #expect(try changes(one, nil).map(\.fate) == [.replaced])
  }

  @Test func `a change of another type, or of nothing, is not found`() throws {
    let one = try Replica.test(1)
    try write(one) { $0.title = "milk" }
    let change = try #require(try changes(one).first)
    let other = try Replica.test(2)
    for work in [
      { try one.write { try $0.restore(change, as: Page.self) } },
      { try other.write { try $0.restore(change, as: Sample.self) } },
    ] {
      let error = #expect(throws: ReplicaError.self) { try work() }
      #expect(error?.code == .notFound)
    }
  }

  @Test(arguments: [false, true])
  func `what was kept for 90 days is let go of`(seals: Bool) throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    try write(one) { $0.title = "milk" }
    try write(one) { $0.title = "oat milk" }
    if seals { _ = try one.seal() }
    clock.millis += 89 * 86_400_000
    try write(one) { $0.title = "soy milk" }
    #expect(try changes(one).count == 3)
    if seals { _ = try one.seal() }
    #expect(try keptRowCount(one) == 2)
    clock.millis += 2 * 86_400_000
    try write(one) { $0.title = "rye milk" }
    #expect(
      try changes(one).map(\.value) == [.text("oat milk"), .text("soy milk"), .text("rye milk")])
    if seals {
      _ = try one.seal()
    } else {
      for number in 0..<Int(Replica.agingInterval) { try write(one) { $0.score = Double(number) } }
    }
    let old = try one.database.first(
      "SELECT count(*) FROM change WHERE lost IS NOT NULL AND clock < ?"
    ) {
      (statement) throws(SQLiteError) in
      try statement.bind(HybridTime(millis: clock.millis - 90 * 86_400_000).bits, at: 1)
    } row: {
      $0.int(0)
    }
    #expect(old == 0)
    #expect(try keptRowCount(one) > 0)
  }

  @Test func `very many lost values of one merge are all kept, in pieces`() throws {
    let clock = TestClock()
    let one = try Replica.test(1, clock: clock)
    let two = try Replica.test(2, clock: clock)
    let ids = (0..<60).map { RecordID(high: 1, low: UInt64($0) + 1) }
    for (replica, letter) in [(one, "a"), (two, "b")] {
      try replica.write { tx in
        for id in ids {
          var sample = Sample(id: id)
          sample.notes = String(repeating: letter, count: 200_000)
          try tx.insert(sample)
        }
      }
      clock.millis += 1
    }
    let before = one.latestChange
    try two.push(to: one)
    #expect(one.latestChange > before + 1)
    #expect(try one.read { try $0.touched(after: before) }?["sample"]?.count == ids.count)
    #expect(try one.unsealedCount() == 1)
    for id in ids {
      let changes = try one.read { try $0.changes(Sample.self, id) }
      #expect(
        changes.map { $0.value == .text(String(repeating: "a", count: 200_000)) } == [true, false])
    }
    #expect(try one.recomputedDigest() == one.digest)
  }

  @Test(arguments: 0..<30)
  func `whatever the order, every write that was received is known`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let clock = TestClock()
    let writers = try (1...3).map { try Replica.test(UInt64($0), clock: clock) }
    var sets: [[UInt8]] = []
    for number in 0..<8 {
      clock.millis += Int64.random(in: 0...2, using: &random)
      let writer = writers[Int.random(in: 0..<3, using: &random)]
      for set in sets where Int.random(in: 0..<3, using: &random) == 0 { try writer.apply(set) }
      try write(writer) {
        if Bool.random(using: &random) { $0.title = "title \(number)" }
        $0.score = Double(number) + 1
      }
      sets.append(try #require(try writer.seal()).bytes)
    }
    func known(_ replica: Replica) throws -> [String] {
      try replica.read { try $0.changes(Sample.self, first) }.map {
        "\($0.field ?? "") \($0.stamp.clock.rawValue) \($0.stamp.device) \($0.value)"
      }
    }
    let reference = try Replica.test(10, clock: clock)
    for set in sets { try reference.apply(set) }
    let expected = try known(reference)
    #expect(expected.count(where: { $0.hasPrefix("score") }) == 8)
    for trial in 0..<6 {
      let replica = try Replica.test(UInt64(trial) + 20, clock: clock)
      let order = sets.shuffled(using: &random)
      for set in order + order.prefix(3) { try replica.apply(set) }
      #expect(try known(replica) == expected, "seed \(seed)")
      let stands = try changes(replica, "score").filter { $0.fate == .stands }
      #expect(stands.map(\.value) == [.real(try #require(try replica.sample(first)).score)])
    }
  }
}

extension HybridTime {
  fileprivate var bits: Int64 { Int64(bitPattern: rawValue) }
}
