import JamaalCore
import TestSupport
import Testing

@Suite("An instant's text")
struct InstantTextTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1),
      ("2026-03-29T03:30:00+02:00", 1_774_747_800_000),
      ("2026-03-29T03:30:00+0200", 1_774_747_800_000),
      ("2026-03-29T03:30+02", 1_774_747_800_000), ("2026-03-28T18:30:00-07:00", 1_774_747_800_000),
      ("2026-03-29t01:30:00z", 1_774_747_800_000),
      ("2026-03-29T01:30:00.5Z", 1_774_747_800_500),
      ("2026-03-29T01:30:00,123999999Z", 1_774_747_800_123),
      ("2026-03-29T01:30:00-00:00", 1_774_747_800_000),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000),
      ("2017-01-01T05:29:60+05:30", 1_483_228_800_000),
      ("0001-01-01T00:00:00+23:59", -62_135_683_140_000),
    ] as [(String, Int64)])
  func `names the instant`(text: String, millis: Int64) throws {
    #expect(try instant(text).millis == millis)
  }

  @Test(arguments: [
    "", "2026-03-29", "2026-03-29T03:30:00", "2026-03-29 03:30:00Z", "2026-03-29T24:00:00Z",
    "2026-03-29T03:60:00Z", "2026-03-29T03:30:61Z", "2026-03-29T12:00:60Z", "2026-03-29T3:30Z",
    "2026-03-29T03:30:00.Z", "2026-03-29T03:30:00+24:00", "2026-03-29T03:30:00+2:00",
    "2026-03-29T03:30:00+02:", "2026-03-29T03:30:00+02:0", "2026-03-29T03:30:00+02:000",
    "2026-03-29T03:30:00ZZ", "2026-02-30T03:30:00Z", "2026-03-29T03Z", "2026-03-29T03:30:00 Z",
    "2026-W13-7T03:30:00Z", "2026-03-29T03:30:00+02:60",
  ])
  func `is refused in any other form`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    (Int64(0), 0, "1970-01-01T00:00:00+00:00"),
    (1_774_747_800_000, 7200, "2026-03-29T03:30:00+02:00"),
    (1_774_747_800_007, -25_200, "2026-03-28T18:30:00.007-07:00"),
    (-1, 20_700, "1970-01-01T05:44:59.999+05:45"),
    // Monrovia before 1972, 44 minutes and 30 seconds behind: only the minutes can be written.
    (0, -2670, "1969-12-31T23:16:00-00:44"),
  ])
  func `shows the clocks of a place`(millis: Int64, offset: Int, text: String) throws {
    #expect(Instant(millis: millis).text(offsetSeconds: offset) == text)
    #expect(try instant(text).millis == millis)
  }

  @Test func `comes back equal for any instant and offset`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let millis = Int64.random(in: -62_000_000_000_000...253_000_000_000_000, using: &random)
      let offset = Int.random(in: -86_000...86_000, using: &random)
      let original = Instant(millis: millis)
      #expect(Instant(original.text(offsetSeconds: offset)) == original, "seed \(seed)")
      #expect(Instant(original.description) == original, "seed \(seed)")
    }
  }

  @Test func `follows a zone through a change`() throws {
    let paris = try zone("Europe/Paris")
    let before = try instant("2026-03-29T00:59:59Z")
    #expect(before.text(in: paris) == "2026-03-29T01:59:59+01:00")
    #expect((before + 1).text(in: paris) == "2026-03-29T03:00:00+02:00")
  }

  @Test func `survives instants beyond every calendar`() {
    for millis in [Int64.min, Int64.max] {
      #expect(!Instant(millis: millis).description.isEmpty)
      #expect(!Instant(millis: millis).text(offsetSeconds: -43_200).isEmpty)
    }
  }
}
