import ReplicaStore
import TestSupport
import Testing

/// A label whose name can change, with a field of every merge kind.
private struct Label: Record, Equatable {
  let id: RecordID
  var name = ""
  var color = ""
  var isArchived = false
  var made: Int?
  var best: Int?
  var uses = 0
  var about: String?
  var mood: Int?

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<Label>(
    "label",
    [
      Field("name", \.name, formsClasses: true), Field("color", \.color),
      Field("isArchived", \.isArchived), Field("made", \.made, merge: .minimum),
      Field("best", \.best, merge: .maximum), Field("uses", \.uses, merge: .counter),
      Field("about", \.about, merge: .text), Field("mood", \.mood, merge: .history),
    ], classOrder: \.made)
}

/// Something that refers to a label.
private struct Note: Record {
  let id: RecordID
  var label: RecordID?

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<Note>(
    "note", [Field("label", \.label, references: "label")])
}

private let schema = Schema(version: 1, types: [Label.recordType.erased, Note.recordType.erased])

/// Records whose changeable keys are equal read as one.
@Suite struct ClassTests {
  private let clock = TestClock()

  private func replicas(_ count: UInt64) throws -> [Replica] {
    try (1...count).map { try Replica.test($0, clock: clock, schema: schema) }
  }

  private func add(
    _ replica: Replica, _ name: String, id: RecordID, _ edit: (inout Label) -> Void = { _ in }
  ) throws {
    clock.millis += 1
    try replica.write { tx in
      var label = Label(id: id)
      label.name = name
      edit(&label)
      try tx.insert(label)
    }
  }

  private func exchange(_ all: [Replica]) throws {
    let sets = try all.compactMap { try $0.seal()?.bytes }
    for replica in all { for set in sets { try replica.apply(set) } }
  }

  private func classes(_ replica: Replica) throws -> RecordClasses<Label> {
    try replica.read { try $0.classes(Label.self) }
  }

  @Test func `two devices make a label of one name, and it is one with everything in it`() throws {
    let all = try replicas(2)
    try add(all[0], "Fitness", id: first) {
      ($0.color, $0.made, $0.best, $0.about, $0.mood) = ("red", 5, 1, "run\nswim", 1)
    }
    try add(all[1], "fitness ", id: second) {
      ($0.color, $0.made, $0.best, $0.about, $0.mood) = ("blue", 3, 2, "swim\nrow", 2)
    }
    for (replica, id) in [(all[0], first), (all[1], second)] {
      try replica.write { try $0.increment(\Label.uses, of: id, by: 2) }
    }
    try exchange(all)
    for replica in all {
      let classes = try classes(replica)
      #expect(classes.all.count == 1)
      let label = try #require(classes.all.first)
      // Made first, so it stands for both.
      #expect(label.members == [second, first])
      #expect(label.record.id == second)
      #expect(label.record.color == "blue")
      #expect((label.record.made, label.record.best) == (3, 2))
      #expect(label.record.uses == 4)
      #expect(label.record.about == "run\nswim\nrow")
      #expect(label.record.mood == 2)
      #expect(classes.with(key: .text("FITNESS"))?.members == label.members)
    }
    // A later edit of either shows.
    clock.millis += 10
    try all[0].write { tx in
      var label = try #require(try tx.record(Label.self, first))
      label.color = "green"
      try tx.save(label)
    }
    try exchange(all)
    for replica in all { #expect(try classes(replica).all.map(\.record.color) == ["green"]) }
  }

  @Test(arguments: [
    ("caf\u{E9}", "cafe\u{301}"), ("Work", "WORK"), ("home ", "home"), ("Izmir", "izmir"),
    ("\u{130}zmir", "izmir"), ("\u{131}rmak", "irmak"), ("stra\u{DF}e", "STRASSE"),
  ])
  func `a name typed in another way is one label`(left: String, right: String) throws {
    let all = try replicas(2)
    try add(all[0], left, id: first)
    try add(all[1], right, id: second)
    try exchange(all)
    for replica in all { #expect(try classes(replica).all.map(\.members.count) == [2]) }
  }

  @Test func `renaming and archiving go to every member, and no old name comes back`() throws {
    let all = try replicas(3)
    try add(all[0], "Fitness", id: first)
    try add(all[1], "fitness", id: second)
    try exchange(all)
    clock.millis += 10
    try all[0].write { tx in
      var label = try #require(try tx.classes(Label.self).with(second))
      (label.record.name, label.record.isArchived) = ("Sport", true)
      try tx.write(label, \.name, \.isArchived)
    }
    try exchange(all)
    for replica in all {
      let classes = try classes(replica)
      #expect(classes.all.map(\.record.name) == ["Sport"])
      #expect(classes.all.map(\.record.isArchived) == [true])
      #expect(classes.with(key: .text("fitness")) == nil)
      #expect(classes.with(first)?.members.count == 2)
      #expect(classes.with(second)?.members.count == 2)
    }
  }

  @Test func `deleting goes to every member, and neither comes back by itself`() throws {
    let all = try replicas(2)
    try add(all[0], "Fitness", id: first)
    try add(all[1], "fitness", id: second)
    try exchange(all)
    clock.millis += 10
    try all[1].write { tx in
      let label = try #require(try tx.classes(Label.self).with(first))
      try tx.delete(label)
      let error = #expect(throws: ReplicaError.self) { try tx.delete(label) }
      #expect(error?.code == .notFound)
    }
    try exchange(all)
    for replica in all { #expect(try classes(replica).all.isEmpty) }
  }

  @Test func `a member deleted meanwhile stays deleted when the class is renamed`() throws {
    let all = try replicas(1)
    try add(all[0], "Fitness", id: first)
    try add(all[0], "fitness", id: second)
    var label = try #require(try classes(all[0]).with(first))
    try all[0].write { try $0.delete(Label.self, second) }
    label.record.name = "Sport"
    try all[0].write { try $0.write(label, \.name) }
    #expect(try classes(all[0]).all.map(\.members) == [[first]])
  }

  @Test func `a reference to any member shows the class, also from a device that has not heard`()
    throws
  {
    let all = try replicas(3)
    try add(all[0], "Fitness", id: first)
    try add(all[1], "fitness", id: second)
    // The third knows only the second's label, and refers to it.
    try all[1].push(to: all[2])
    let note = RecordID(high: 9, low: 9)
    try all[2].write { tx in
      var record = Note(id: note)
      record.label = second
      try tx.insert(record)
    }
    try all[0].push(to: all[1], all[2])
    clock.millis += 10
    try all[0].write { tx in
      var label = try #require(try tx.classes(Label.self).with(first))
      label.record.name = "Sport"
      try tx.write(label, \.name)
    }
    let sets = try all.compactMap { try $0.seal()?.bytes }
    for replica in all {
      for set in sets { try replica.apply(set) }
      if let known = try all[1].sealed(1...1).first { try replica.apply(known.bytes) }
    }
    for replica in all {
      let shown = try replica.read { tx in
        try tx.classes(Label.self).with(tx.record(Note.self, note)?.label)
      }
      #expect(shown?.members.contains(second) == true)
      #expect(replica.digest == all[0].digest)
    }
  }

  @Test(arguments: 0..<20)
  func `classes are the same whatever the order`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let all = try replicas(3)
    var sets: [[UInt8]] = []
    for number in 0..<5 {
      let replica = all[Int.random(in: 0..<3, using: &random)]
      for set in sets where Bool.random(using: &random) { try replica.apply(set) }
      if var label = try classes(replica).all.randomElement(using: &random), number > 1 {
        label.record.name = ["a", "A ", "b"].randomElement(using: &random) ?? ""
        clock.millis += 1
        try replica.write { try $0.write(label, \.name) }
      } else {
        let id = RecordID(high: 1, low: UInt64(number))
        try add(replica, ["a", "B"].randomElement(using: &random) ?? "", id: id) {
          ($0.color, $0.made) = ("color \(number)", Int.random(in: 0..<3, using: &random))
        }
      }
      sets.append(try #require(try replica.seal()).bytes)
    }
    func shown(_ replica: Replica) throws -> [[String]] {
      try classes(replica).all.map { ["\($0.record)"] + $0.members.map(\.description) }
    }
    let reference = try Replica.test(50, clock: clock, schema: schema)
    for set in sets { try reference.apply(set) }
    for order in permutations(of: sets.count) {
      let replica = try Replica.test(51, clock: clock, schema: schema)
      for index in order { try replica.apply(sets[index]) }
      #expect(try shown(replica) == shown(reference), "seed \(seed), order \(order)")
    }
  }

  @Test func `a key that refers to what forms classes is a mistake that traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = Schema(version: 1, types: [Label.recordType.erased, Use.recordType.erased])
    }
  }
}

/// A record whose key is a label, which may become part of a class.
private struct Use: Record {
  let id: RecordID
  var label = RecordID(high: 0, low: 0)
  init(id: RecordID) { self.id = id }
  static let recordType = RecordType<Use>(
    "use", [Field("label", \.label, isKey: true, references: "label")])
}
