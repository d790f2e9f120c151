import ReplicaStore
import TestSupport
import Testing

/// A newer version sends fields and record types that an older one does not know.
@Suite struct UnknownFieldTests {
  private let id = first

  private func newer(_ seed: UInt64) throws -> Replica { try .test(seed, schema: .newer) }

  /// Writes everything a newer version can write, several times over.
  private func write(_ replica: Replica, _ number: Int) throws {
    try replica.write(tag: Tag(bytes: [UInt8(number)])) { tx in
      var sample = try tx.record(NewerSample.self, id) ?? NewerSample(id: id)
      sample.title = "title \(number)"
      sample.color = "color \(number)"
      sample.place = number % 2 == 0 ? nil : "place \(number)"
      sample.room = number
      sample.mood = number
      sample.firstSeen = 10 - number
      sample.record = number
      try tx.save(sample)
      try tx.increment(\NewerSample.steps, of: id, by: number)
      var extra = Extra(id: second)
      extra.name = "extra \(number)"
      extra.seen = number
      try tx.save(extra)
      try tx.increment(\Extra.visits, of: second, by: 1)
    }
  }

  private func history(_ seed: UInt64) throws -> (Replica, [[UInt8]]) {
    let newer = try newer(seed)
    var sets: [[UInt8]] = []
    for number in 1...3 {
      try write(newer, number)
      sets.append(try #require(try newer.seal()).bytes)
    }
    return (newer, sets)
  }

  @Test func `the older keeps what it knows, and digests are equal`() throws {
    let (newer, sets) = try history(1)
    let older = try Replica.test(2)
    for set in sets { try older.apply(set) }
    #expect(try older.sample(id)?.title == "title 3")
    #expect(older.digest == newer.digest)
    #expect(try older.recomputedDigest() == older.digest)
    let digest = older.digest
    for set in sets.reversed() { #expect(try older.apply(set) == AppliedChanges()) }
    #expect(older.digest == digest)
  }

  @Test(arguments: 0..<12)
  func `the older passes everything on, in whatever order it came`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (newer, sets) = try history(1)
    let older = try Replica.test(2)
    for set in sets.shuffled(using: &random) + sets.prefix(seed % 3) { try older.apply(set) }
    let other = try Replica.test(3)
    try other.apply(try older.everything())
    let through = try self.newer(4)
    try through.apply(try other.merged(sets))
    let expected = try newer.newerSample(id)
    #expect(try through.newerSample(id) == expected, "seed \(seed)")
    #expect(through.digest == newer.digest, "seed \(seed)")
    #expect(try through.contentDigest() == newer.contentDigest(), "seed \(seed)")
    #expect(try older.contentDigest() == other.contentDigest(), "seed \(seed)")
  }

  @Test func `a record of which only unknown fields came makes no empty record, and travels`()
    throws
  {
    let newer = try newer(1)
    try newer.write { tx in
      var sample = NewerSample(id: id)
      sample.mood = 7
      sample.color = "red"
      try tx.write(sample, \.mood, \.color)
    }
    let set = try #require(try newer.seal()).bytes
    let older = try Replica.test(2)
    try older.apply(set)
    #expect(try older.read { try $0.records(Sample.self).isEmpty })
    for bytes in [try older.everything(), try older.merged([set])] {
      let through = try self.newer(3)
      try through.apply(bytes)
      #expect(try through.newerSample(id)?.mood == 7)
      #expect(try through.newerSample(id)?.color == "red")
      #expect(try through.contentDigest() == newer.contentDigest())
    }
  }

  @Test func `after the upgrade everything is shown, and nothing is sent again`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("replica.db")
    let (newer, sets) = try history(1)
    let before: Int64
    do {
      let older = try Replica.test(2, path: path)
      for set in sets { try older.apply(set) }
      // What the older version does meanwhile stays too.
      try older.write { tx in
        var sample = try #require(try tx.record(Sample.self, id))
        sample.notes = "by the older"
        try tx.write(sample, \.notes)
      }
      try newer.apply(try #require(try older.seal()).bytes)
      before = older.latestChange
    }
    let upgraded = try Replica.test(2, schema: .newer, path: path)
    let seen = try upgraded.read { try $0.touched(after: before) }.map { $0.keys.sorted() } ?? []
    #expect(seen == ["extra", "sample"])
    #expect(try upgraded.newerSample(id) == newer.newerSample(id))
    #expect(
      try upgraded.read { try $0.records(Extra.self) } == newer.read { try $0.records(Extra.self) })
    #expect(upgraded.digest == newer.digest)
    #expect(try upgraded.recomputedDigest() == upgraded.digest)
    #expect(try upgraded.contentDigest() == newer.contentDigest())
    #expect(try !upgraded.hasUnsealed())
    let moods = try upgraded.read {
      try $0.history(NewerSample.self, id).versions(of: \NewerSample.mood)
    }
    #expect(moods.map(\.value) == [1, 2, 3])
    #expect(moods.map(\.tag.bytes) == [[1], [2], [3]])
  }

  @Test func `an unknown write brings a deleted record back after the upgrade`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("replica.db")
    let newer = try newer(1)
    try write(newer, 1)
    let made = try #require(try newer.seal()).bytes
    do {
      let older = try Replica.test(2, path: path)
      try older.apply(made)
      try older.write { try $0.delete(Sample.self, id) }
      try newer.apply(try #require(try older.seal()).bytes)
      #expect(try newer.newerSample(id) == nil)
      try newer.write { tx in
        var sample = NewerSample(id: id)
        sample.color = "back"
        try tx.write(sample, \.color)
      }
      try older.apply(try #require(try newer.seal()).bytes)
    }
    let upgraded = try Replica.test(2, schema: .newer, path: path)
    #expect(try upgraded.newerSample(id)?.color == "back")
    #expect(try upgraded.newerSample(id) == newer.newerSample(id))
    #expect(upgraded.digest == newer.digest)
  }

  @Test func `an older program on a newer program's file works and loses nothing`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("replica.db")
    do {
      let newer = try Replica.test(1, schema: .newer, path: path)
      try write(newer, 1)
    }
    let sealed: [UInt8]
    do {
      let older = try Replica.test(2, path: path)
      #expect(try older.sample(id)?.title == "title 1")
      try older.write { tx in
        var sample = try #require(try tx.record(Sample.self, id))
        sample.title = "by the older"
        try tx.insert(sample)
        try tx.increment(\Sample.glasses, of: id, by: 1)
      }
      #expect(try older.recomputedDigest() == older.digest)
      // What the newer one wrote was not sent yet; the older one sends all of it.
      sealed = try #require(try older.seal()).bytes
    }
    let peer = try newer(3)
    try peer.apply(sealed)
    let newer = try Replica.test(1, schema: .newer, path: path)
    #expect(try newer.newerSample(id)?.title == "by the older")
    #expect(try newer.newerSample(id)?.color == "color 1")
    #expect(try newer.newerSample(id)?.steps == 1)
    #expect(try peer.newerSample(id) == newer.newerSample(id))
    #expect(peer.digest == newer.digest)
    #expect(try peer.contentDigest() == newer.contentDigest())
  }

  @Test func `a group described in two ways is refused, and nothing is changed`() throws {
    let older = try Replica.test(1)
    let odd = try Replica.test(2, schema: Schema(version: 1, types: [OddPage.recordType.erased]))
    try odd.write { tx in
      var page = OddPage(id: first)
      page.text = 5
      try tx.insert(page)
    }
    let set = try #require(try odd.seal())
    let before = (older.digest, older.clock)
    let error = #expect(throws: ReplicaError.self) { try older.apply(set.bytes) }
    #expect(error?.code == .badChangeSet)
    #expect(error?.message.contains("'text' of 'page'") == true)
    #expect(older.digest == before.0)
    #expect(older.clock == before.1)
    #expect(try older.applied().isEmpty)
  }

  /// A status that only a newer version knows is kept, and never rewritten by what it is not about.
  @Test func `a value that this version cannot hold reads as the default and stays`() throws {
    let schema = Schema(version: 1, types: [Trip.recordType.erased])
    let newerSchema = Schema(version: 1, types: [NewerTrip.recordType.erased])
    let newer = try Replica.test(1, schema: newerSchema)
    let older = try Replica.test(2, schema: schema)
    try newer.write { tx in
      var trip = NewerTrip(id: first)
      trip.name = "north"
      trip.status = "teleported"
      try tx.insert(trip)
    }
    try newer.push(to: older)
    try older.write { tx in
      var trip = try #require(try tx.record(Trip.self, first))
      #expect(trip.status == .planned)
      trip.name = "north by the older"
      try tx.save(trip)
      try tx.insert(trip)
    }
    try older.push(to: newer)
    let through = try Replica.test(3, schema: newerSchema)
    try through.apply(try older.everything())
    for replica in [newer, through] {
      let trip = try replica.read { try $0.record(NewerTrip.self, first) }
      #expect(trip?.status == "teleported")
      #expect(trip?.name == "north by the older")
      #expect(replica.digest == older.digest)
    }
  }
}

/// A record with a status of few values.
struct Trip: Record {
  enum Status: String, FieldValue {
    case planned
    case done
    static var storage: Storage { .text }
    var storedValue: Value { .text(rawValue) }
    init?(storedValue: Value) {
      guard case .text(let text) = storedValue else { return nil }
      self.init(rawValue: text)
    }
  }
  let id: RecordID
  var name = ""
  var status = Status.planned
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<Trip>(
    "trip", [Field("name", \.name), Field("status", \.status)])
}

/// The same with any status.
struct NewerTrip: Record {
  let id: RecordID
  var name = ""
  var status = "planned"
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<NewerTrip>(
    "trip", [Field("name", \.name), Field("status", \.status)])
}

/// A page whose text is a number: a mistake that no released schema makes.
struct OddPage: Record {
  let id: RecordID
  var text = 0
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<OddPage>("page", [Field("text", \.text)])
}
