import ReplicaStore
import TestSupport

/// Some devices of both versions that write at random into few records.
struct RandomHistory {
  var random: SeededGenerator
  let clock = TestClock()
  private(set) var sets: [[UInt8]] = []
  private var authored: [VersionReference] = []
  private let replicas: [Replica]

  init(seed: UInt64, devices: Int) throws {
    random = SeededGenerator(seed: seed)
    let clock = clock
    replicas = try (0..<devices).map {
      try Replica.test(seed &* 1000 &+ UInt64($0), clock: clock, schema: .newer)
    }
  }

  /// Lets them act, seal and hear of each other; in the end all is sealed.
  mutating func run(_ acts: Int) throws {
    for _ in 0..<acts {
      clock.millis += Int64.random(in: -2...3, using: &random)
      let replica = replicas[Int.random(in: 0..<replicas.count, using: &random)]
      try act(replica)
      if Int.random(in: 0..<3, using: &random) == 0, let set = try replica.seal() {
        sets.append(set.bytes)
      }
      if Int.random(in: 0..<4, using: &random) == 0, let set = sets.randomElement(using: &random) {
        try replica.apply(set)
      }
    }
    for replica in replicas {
      if let set = try replica.seal() { sets.append(set.bytes) }
    }
  }

  /// Another text: a line more, a line less, or a line changed.
  static func edited(_ text: String?, _ random: inout SeededGenerator) -> String? {
    var lines = text?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
    let place = Int.random(in: 0...lines.count, using: &random)
    let word = Substring("line \(Int.random(in: 0..<100, using: &random))")
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where place < lines.count: lines.remove(at: place)
    case 1 where place < lines.count, 2 where place < lines.count: lines[place] = word
    default: lines.insert(word, at: place)
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private mutating func act(_ replica: Replica) throws {
    var random = random
    defer { self.random = random }
    let id = [first, second].randomElement(using: &random) ?? first
    let tag = Tag(bytes: [UInt8.random(in: 0..<4, using: &random)])
    let old = authored
    let made: [VersionReference] = try replica.write(tag: tag) { tx in
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let number = Int.random(in: 0..<5, using: &random)
        var sample = try tx.record(NewerSample.self, id) ?? NewerSample(id: id)
        switch Int.random(in: 0..<14, using: &random) {
        case 0:
          sample.title = SampleValues.texts[number]
          sample.score = SampleValues.reals[number]
        case 1: sample.notes = number == 0 ? nil : "note \(number)"
        case 2:
          sample.isDone.toggle()
          sample.doneAt = sample.isDone ? number : nil
        case 3: sample.due = number
        case 4: (sample.born, sample.best) = (number, number)
        case 5: (sample.firstSeen, sample.record) = (-number, number)
        case 6: (sample.place, sample.room, sample.mood) = ("place", number, number)
        case 7: try tx.increment(\NewerSample.glasses, of: id, by: number - 1)
        case 8: try tx.set(\NewerSample.steps, of: id, to: number)
        case 9:
          if try tx.record(NewerSample.self, id) != nil { try tx.delete(NewerSample.self, id) }
        case 10: try tx.insert(Page(address: "a\(number % 2)", text: "text \(number)"))
        case 11: sample.story = Self.edited(sample.story, &random)
        case 12: sample.diary = Self.edited(sample.diary, &random)
        default: if let version = old.randomElement(using: &random) { try tx.void([version]) }
        }
        try tx.save(sample)
      }
      return tx.authored
    }
    authored += made
  }
}
