import ReplicaStore

/// `Sample` as a later version of a program has it: fields of every merge kind more.
struct NewerSample: Record, Equatable {
  let id: RecordID
  var title = ""
  var notes: String?
  var score = 0.0
  var isDone = false
  var doneAt: Int?
  var due: Int?
  var born: Int?
  var best: Int?
  var glasses = 0
  var data: [UInt8] = []
  var story: String?
  var color = ""
  var place: String?
  var room: Int?
  var mood: Int?
  var firstSeen: Int?
  var record: Int?
  var steps = 0
  var diary: String?

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<NewerSample>(
    "sample",
    [
      Field("title", \.title),
      Field("notes", \.notes),
      Field("score", \.score),
      Field("isDone", \.isDone, merge: .history, group: "completion"),
      Field("doneAt", \.doneAt, merge: .history, group: "completion"),
      Field("due", \.due, merge: .history),
      Field("born", \.born, merge: .minimum, range: 0...9_999_999),
      Field("best", \.best, merge: .maximum),
      Field("glasses", \.glasses, merge: .counter),
      Field("data", \.data),
      Field("story", \.story, merge: .text),
      Field("color", \.color),
      Field("place", \.place, group: "where"),
      Field("room", \.room, group: "where"),
      Field("mood", \.mood, merge: .history),
      Field("firstSeen", \.firstSeen, merge: .minimum),
      Field("record", \.record, merge: .maximum),
      Field("steps", \.steps, merge: .counter),
      Field("diary", \.diary, merge: .text),
    ])
}

/// A record type that only the later version has.
struct Extra: Record, Equatable {
  let id: RecordID
  var name = ""
  var visits = 0
  var seen: Int?

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<Extra>(
    "extra",
    [
      Field("name", \.name), Field("visits", \.visits, merge: .counter),
      Field("seen", \.seen, merge: .history),
    ])
}

extension Schema {
  static let newer = Schema(
    version: 2,
    types: [NewerSample.recordType.erased, Page.recordType.erased, Extra.recordType.erased])
}

extension Replica {
  func newerSample(_ id: RecordID) throws -> NewerSample? {
    try read { try $0.record(NewerSample.self, id) }
  }

  /// Everything it holds, as one change set.
  func everything() throws -> [UInt8] {
    try mergeEverything(
      header: ChangeSetHeader(
        device: device, first: 1, last: 1, chainBefore: .zero, clock: clock,
        generation: generation, isState: true))
  }

  /// Some change sets merged by one that has applied them.
  func merged(_ sets: [[UInt8]]) throws -> [UInt8] {
    try merge(
      sets,
      header: ChangeSetHeader(
        device: device, first: 1, last: UInt64(max(sets.count, 1)), chainBefore: .zero,
        clock: clock, generation: generation, isState: true))
  }
}
