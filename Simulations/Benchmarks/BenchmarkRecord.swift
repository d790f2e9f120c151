import ReplicaStore

/// The record every store is measured with: a random key, three texts, four integers, one real.
struct BenchmarkRecord: Record {
  let id: RecordID
  var title = ""
  var notes = ""
  var place = ""
  var created = 0
  var due = 0
  var effort = 0
  var rank = 0
  var weight = 0.0

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<BenchmarkRecord>(
    "record",
    [
      Field("title", \.title), Field("notes", \.notes), Field("place", \.place),
      Field("created", \.created), Field("due", \.due), Field("effort", \.effort),
      Field("rank", \.rank), Field("weight", \.weight),
    ])

  static let schema = Schema(version: 1, types: [recordType.erased])
  static let fieldCount = 8
}

/// The same type in a later version, which has a field more.
struct GrownRecord: Record {
  let id: RecordID
  var title = ""
  var notes = ""
  var place = ""
  var created = 0
  var due = 0
  var effort = 0
  var rank = 0
  var weight = 0.0
  var colour = ""

  init(id: RecordID) {
    self.id = id
  }

  static let recordType = RecordType<GrownRecord>(
    "record",
    [
      Field("title", \.title), Field("notes", \.notes), Field("place", \.place),
      Field("created", \.created), Field("due", \.due), Field("effort", \.effort),
      Field("rank", \.rank), Field("weight", \.weight), Field("colour", \.colour),
    ])

  static let schema = Schema(version: 2, types: [recordType.erased])
}

/// A seeded source of records: texts of 3 to 6 words out of 1,024, the same for every store.
struct RecordGenerator {
  private var random: SplitMix
  private let words: [String]

  init(seed: UInt64) {
    var random = SplitMix(state: seed)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    words = (0..<1024).map { _ in
      String(
        (0..<Int.random(in: 2...9, using: &random)).map { _ in
          letters[Int.random(in: 0..<26, using: &random)]
        })
    }
    self.random = random
  }

  private mutating func text() -> String {
    (0..<Int.random(in: 3...6, using: &random))
      .map { _ in words[Int.random(in: 0..<1024, using: &random)] }
      .joined(separator: " ")
  }

  mutating func next() -> BenchmarkRecord {
    var record = BenchmarkRecord(id: .random(using: &random))
    record.title = text()
    record.notes = text()
    record.place = text()
    record.created = Int.random(in: 1_700_000_000...1_800_000_000, using: &random)
    record.due = Int.random(in: 19_000...22_000, using: &random)
    record.effort = Int.random(in: 1...32, using: &random) * 15
    record.rank = Int.random(in: 1...3, using: &random)
    record.weight = Double.random(in: 0..<1, using: &random)
    return record
  }
}

/// SplitMix64: the same numbers for the same seed on every machine.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
