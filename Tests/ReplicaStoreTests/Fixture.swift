import ReplicaStore
import SQLite
import TestSupport

/// A record with a field of every merge kind and storage.
struct Sample: Record, Equatable {
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

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<Sample>(
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
    ])
}

/// A record whose id is made from its key.
struct Page: Record, Equatable {
  let id: RecordID
  var address = ""
  var text = ""

  init(id: RecordID) {
    self.id = id
  }

  init(address: String, text: String) {
    self.init(id: .named("page", .text(address)))
    self.address = address
    self.text = text
  }

  static let recordType = RecordType<Page>(
    "page", [Field("address", \.address, isKey: true), Field("text", \.text)])
}

/// A wall clock that tests move by hand.
final class TestClock {
  var millis: Int64

  init(_ millis: Int64 = 1_800_000_000_000) {
    self.millis = millis
  }
}

extension Schema {
  static let test = Schema(version: 1, types: [Sample.recordType.erased, Page.recordType.erased])
}

extension Replica {
  /// A replica in memory with its own random numbers.
  static func test(
    _ seed: UInt64, clock: TestClock = TestClock(), schema: Schema = .test,
    path: String = ":memory:", mode: Database.Mode = .create, busyTimeoutMillis: Int32 = 10_000,
    fileLayer: String? = nil, image: [UInt8]? = nil
  ) throws -> Replica {
    final class Box {
      var generator: SeededGenerator
      init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }
    }
    let box = Box(seed)
    let environment = ReplicaEnvironment(
      nowMillis: { clock.millis }, random: { box.generator.next() }, fileLayer: fileLayer)
    if let image {
      return try Replica(image: image, schema: schema, environment: environment)
    }
    return try Replica(
      path: path, schema: schema, mode: mode, busyTimeoutMillis: busyTimeoutMillis,
      environment: environment)
  }

  /// Seals, and gives what was sealed to another replica.
  func push(to others: Replica...) throws {
    guard let sealed = try seal() else { return }
    for other in others { try other.apply(sealed.bytes) }
  }

  func sample(_ id: RecordID) throws -> Sample? {
    try read { try $0.record(Sample.self, id) }
  }
}

let first = RecordID(high: 0x1111_1111_1111_4111, low: 0x8111_1111_1111_1111)
let second = RecordID(high: 0x2222_2222_2222_4222, low: 0x8222_2222_2222_2222)
