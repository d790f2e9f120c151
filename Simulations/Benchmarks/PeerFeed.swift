import CommandLineKit
import ReplicaStore

/// What other implementations are given to work on, a JSON document a line.
enum PeerFeed {
  /// Prints the records that every store is measured with.
  ///
  /// - Parameter count: How many; for a count of N the first N of one endless list.
  static func printRecords(_ count: Int) {
    var generator = RecordGenerator(seed: 42)
    for _ in 0..<count {
      let record = generator.next()
      printLine([
        "id": .string("\(record.id)"), "title": .string(record.title),
        "notes": .string(record.notes), "place": .string(record.place),
        "created": JSON(record.created), "due": JSON(record.due), "effort": JSON(record.effort),
        "rank": JSON(record.rank), "weight": JSON(record.weight),
      ])
    }
  }

  /// Prints a random history of three replicas that hear of each other now and then: every write
  /// with its stamp, and last what all of them agree on.
  ///
  /// - Parameter seed: Chooses the history; the same one each time.
  /// - Throws: `ReplicaError`.
  static func printHistory(seed: UInt64) throws {
    var history = try PeerHistory(seed: seed)
    try history.live()
  }

  fileprivate static func printLine(_ json: JSON) {
    print(json.compactText)
  }
}

/// A record with the merge kinds that another implementation has as well.
private struct PeerItem: Record {
  let id: RecordID
  var title = ""
  var rank = 0
  var glasses = 0

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<PeerItem>(
    "item",
    [
      Field("title", \.title), Field("rank", \.rank),
      Field("glasses", \.glasses, merge: .counter),
    ])
}

/// Three replicas, each with a wall clock of its own that runs wrong by up to a minute.
private struct PeerHistory {
  private final class Wall {
    var millis: Int64 = 1_800_000_000_000
  }

  private var random: SplitMix
  private let wall = Wall()
  private let replicas: [Replica]
  private let ids: [RecordID]
  private var written = 0

  init(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let wall = wall
    replicas = try (0..<3).map { _ in
      var own = SplitMix(state: random.next())
      let skew = Int64.random(in: -60_000...60_000, using: &random)
      return try Replica(
        path: ":memory:", schema: Schema(version: 1, types: [PeerItem.recordType.erased]),
        environment: ReplicaEnvironment(
          nowMillis: { wall.millis + skew }, random: { own.next() }))
    }
    ids = (0..<5).map { _ in RecordID.random(using: &random) }
    self.random = random
  }

  mutating func live() throws {
    for _ in 0..<120 {
      // Often none at all, so that counters of clocks are put to use.
      wall.millis += Int64.random(in: 0...3, using: &random) * 500
      let index = Int.random(in: 0..<3, using: &random)
      if Int.random(in: 0..<6, using: &random) == 0 {
        try tell(from: index, to: (index + Int.random(in: 1...2, using: &random)) % 3)
      } else {
        try write(replicas[index])
      }
    }
    for from in 0..<3 {
      for to in 0..<3 where from != to { try tell(from: from, to: to) }
    }
    precondition(Set(replicas.map(\.digest)).count == 1, "the replicas differ")
    var state: [JSON.Member] = []
    try replicas[0].read { transaction in
      for id in ids {
        guard let item = try transaction.record(PeerItem.self, id) else { continue }
        state.append(
          JSON.Member(
            "item:\(id)",
            [
              "title": .string(item.title), "rank": JSON(item.rank),
              "glasses": JSON(item.glasses),
            ]))
      }
    }
    PeerFeed.printLine(["state": .object(state)])
  }

  private func tell(from: Int, to: Int) throws {
    _ = try replicas[from].seal()
    for set in try replicas[from].sealed(1...UInt64.max) { try replicas[to].apply(set.bytes) }
  }

  private mutating func write(_ replica: Replica) throws {
    let id = ids[Int.random(in: 0..<ids.count, using: &random)]
    let kind = Int.random(in: 0..<3, using: &random)
    let amount = Int.random(in: -2...3, using: &random)
    var item = PeerItem(id: id)
    item.title = "title \(random.next() % 100)"
    item.rank = Int(random.next() % 10)
    try replica.write { transaction in
      switch kind {
      case 0: try transaction.write(item, \.title)
      case 1: try transaction.write(item, \.rank)
      default: try transaction.increment(\PeerItem.glasses, of: id, by: amount)
      }
    }
    written += 1
    let fields = ["title", "rank", "glasses"]
    let clock = replica.clock
    let value: [JSON.Member] =
      switch kind {
      case 0: [JSON.Member("kind", "assign"), JSON.Member("value", .string(item.title))]
      case 1: [JSON.Member("kind", "assign"), JSON.Member("value", JSON(item.rank))]
      default: [JSON.Member("kind", "inc"), JSON.Member("by", JSON(amount))]
      }
    let counter = String(clock.counter)
    let padded = String(repeating: "0", count: 5 - counter.count) + counter
    PeerFeed.printLine(
      .object(
        [
          JSON.Member("op_id", .string("\(replica.device):\(written)")),
          JSON.Member("record", .string("item:\(id)")),
          JSON.Member("field", .string(fields[kind])),
          JSON.Member("hlc", .string("\(clock.millis):\(padded):\(replica.device)")),
          JSON.Member("deps", []),
        ] + value))
  }
}
