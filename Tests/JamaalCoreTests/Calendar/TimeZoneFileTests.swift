import JamaalCore
import TestSupport
import Testing

@Suite("A compiled time-zone file")
struct TimeZoneFileTests {
  @Test(arguments: ["2", "3", "4", "9"])
  func `of a version with long times counts by its second block`(version: Character) throws {
    var file = ZoneFileBytes()
    file.version = version.asciiValue ?? 0
    let rules = try TimeZoneFile.rules(from: file.bytes, identifier: "X")
    #expect(rules.identifier == "X")
    // Before the first change, between the two, and by the footer.
    #expect(rules.abbreviation(at: Instant(millis: -5_000_000_000_000)) == "LMT")
    #expect(rules.offsetSeconds(at: Instant(millis: -5_000_000_000_000)) == 561)
    #expect(rules.abbreviation(at: Instant(millis: -4_000_000_000_001)) == "LMT")
    #expect(rules.abbreviation(at: Instant(millis: -4_000_000_000_000)) == "STD")
    #expect(rules.abbreviation(at: Instant(millis: 1_999_999_999)) == "STD")
    #expect(rules.offsetSeconds(at: Instant(millis: 4_000_000_000_000)) == -18_000)
  }

  @Test func `of version 1 keeps its last type for ever`() throws {
    var file = ZoneFileBytes()
    file.version = 0
    file.transitions = [(-2_000_000_000, 1), (1_000_000_000, 2)]
    let rules = try TimeZoneFile.rules(from: file.bytes, identifier: "X")
    #expect(rules.abbreviation(at: Instant(millis: 4_000_000_000_000)) == "DST")
    #expect(rules.isDaylightSaving(at: Instant(millis: 4_000_000_000_000)))
  }

  @Test func `with an empty footer keeps its last type for ever`() throws {
    var file = ZoneFileBytes()
    file.footer = ""
    let rules = try TimeZoneFile.rules(from: file.bytes, identifier: "X")
    #expect(rules.abbreviation(at: Instant(millis: 4_000_000_000_000)) == "DST")
  }

  @Test func `without changes follows its footer from the beginning`() throws {
    var file = ZoneFileBytes()
    file.transitions = []
    let rules = try TimeZoneFile.rules(from: file.bytes, identifier: "X")
    #expect(rules.abbreviation(at: Instant(millis: -4_000_000_000_000)) == "EST")
  }

  /// Every way in which a file can contradict itself, and what the error says.
  static let damaged: [(String, @Sendable (inout ZoneFileBytes) -> Void)] = [
    ("it is not a time-zone file", { $0.magic = "TZiF" }),
    ("its version is unknown", { $0.version = UInt8(ascii: "1") }),
    ("its version is unknown", { $0.version = 0xFF }),
    ("the transitions are not in order", { $0.transitions = [(5, 1), (5, 2)] }),
    ("the transitions are not in order", { $0.transitions = [(5, 1), (4, 2)] }),
    ("the transitions are not in order", { $0.transitions = [(Int64.min, 1)] }),
    ("the transitions are not in order", { $0.transitions = [(Int64.max, 1)] }),
    ("a transition has no type", { $0.transitions = [(5, 3)] }),
    ("an offset from UTC is more than a day", { $0.types[0].offset = 93_600 }),
    ("an offset from UTC is more than a day", { $0.types[0].offset = -90_000 }),
    ("an offset from UTC is more than a day", { $0.types[0].offset = Int32.min }),
    ("a flag is neither 0 nor 1", { $0.types[1].isDaylight = 2 }),
    ("a flag is neither 0 nor 1", { $0.standardFlags = [0, 0, 7] }),
    ("a name has no end", { $0.types[2].nameIndex = 12 }),
    ("a name has no end", { $0.names = "LMT\0STD\0DST" }),
    ("its counts contradict each other", { $0.types = [] }),
    ("its counts contradict each other", { $0.names = "" }),
    ("its counts contradict each other", { $0.standardFlags = [0] }),
    ("its counts contradict each other", { $0.universalFlags = [0, 0] }),
    ("it ends too early", { $0.countsOverride = [0, 0, 0, UInt32.max, 3, 12] }),
    ("it ends too early", { $0.countsOverride = [0, 0, 0, 2, 3, UInt32.max] }),
    ("the footer is not a rule", { $0.footer = "EST5EDT,nonsense" }),
    ("the footer is not between newlines", { $0.footerStart = "x" }),
    ("the footer is not between newlines", { $0.footerEnd = "" }),
    ("it is too large", { $0.trailingByteCount = 300 * 1024 }),
  ]

  @Test(arguments: damaged.indices)
  func `that contradicts itself is refused and says where`(index: Int) {
    let (detail, damage) = Self.damaged[index]
    var file = ZoneFileBytes()
    damage(&file)
    #expect {
      try TimeZoneFile.rules(from: file.bytes, identifier: "X")
    } throws: { error in
      let error = error as? TimeZoneError
      return error?.code == .malformed && error?.detail == detail && error?.identifier == "X"
    }
  }

  @Test func `that counts leap seconds is refused`() {
    var file = ZoneFileBytes()
    file.leapSeconds = [78_796_800]
    #expect {
      try TimeZoneFile.rules(from: file.bytes, identifier: "right/X")
    } throws: { error in
      (error as? TimeZoneError)?.code == .countsLeapSeconds
    }
  }

  @Test func `cut off anywhere is refused`() {
    let bytes = ZoneFileBytes().bytes
    for length in bytes.indices {
      #expect(throws: TimeZoneError.self, "cut to \(length)") {
        try TimeZoneFile.rules(from: Array(bytes[..<length]), identifier: "X")
      }
    }
  }

  @Test func `with any bytes changed gives an error or rules that answer`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let original = ZoneFileBytes().bytes
    var accepted = 0
    for _ in 0..<3000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let rules = try TimeZoneFile.rules(from: bytes, identifier: "X")
        accepted += 1
        // Whatever the rules say, the two questions must fit together.
        for date in [-30_000, 0, 20_000, 400_000].map(LogicalDate.init(dayNumber:)) {
          let midnight = rules.instant(of: date)
          #expect(rules.localTime(at: midnight).date >= date, "seed \(seed)")
          let boundary = DayBoundary(rolloverMinute: 180)
          let end = boundary.end(of: date, in: rules)
          #expect(boundary.logicalDate(of: end, in: rules) > date, "seed \(seed)")
        }
      } catch {
        // Refused, with the only kind of error there is: that is the other good answer.
      }
    }
    #expect(accepted > 0, "seed \(seed)")
  }
}
