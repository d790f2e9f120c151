import JamaalCore
import TestSupport
import Testing

@Suite("The rules of a time zone")
struct TimeZoneRulesTests {
  /// Moments of the past, which no later edition of the tz database changes, and what Python's
  /// `zoneinfo` (2025b) says of them.
  static let known: [(String, Int64, Int, String)] = [
    ("Europe/Paris", -1_292_611_376, 0, "WET"), ("Europe/Paris", -1_188_888_525, 3600, "WEST"),
    ("Europe/Dublin", 801_595_691, 3600, "IST"), ("Europe/London", -1_130_859_430, 0, "GMT"),
    ("Europe/London", 296_035_739, 3600, "BST"), ("Asia/Kolkata", 978_638_287, 19_800, "IST"),
    ("Asia/Kathmandu", 890_857_534, 20_700, "+0545"),
    ("Asia/Tehran", 1_429_179_284, 16_200, "+0430"),
    ("America/Sao_Paulo", 1_422_295_636, -7200, "-02"),
    ("America/Havana", 52_984_408, -14_400, "CDT"),
    ("America/St_Johns", 1_632_943_648, -9000, "NDT"),
    ("Antarctica/Troll", 295_823_848, 0, "-00"), ("Antarctica/Troll", 1_115_459_068, 7200, "+02"),
    ("Australia/Lord_Howe", -791_493_164, 36_000, "AEST"),
    ("Pacific/Apia", -1_166_622_586, -41_400, "-1130"),
    ("Pacific/Apia", 1_369_965_264, 46_800, "+13"),
    ("Pacific/Kwajalein", 4_004_731, -43_200, "-12"),
    ("Pacific/Chatham", 536_236_841, 49_500, "+1345"),
    ("America/Juneau", 414_012_528, -28_800, "PST"),
    ("Africa/Monrovia", -9_623_747, -2670, "MMT"),
  ]

  @Test(arguments: known)
  func `give what clocks showed`(name: String, second: Int64, offset: Int, label: String) throws {
    let rules = try zone(name)
    let moment = Instant(millis: second * 1000)
    #expect(rules.identifier == name)
    #expect(rules.offsetSeconds(at: moment) == offset)
    #expect(rules.abbreviation(at: moment) == label)
  }

  @Test(arguments: [
    // A gap: every time within it is the first instant after it.
    ("Europe/Paris", "2026-03-29", "01:59", "2026-03-29T01:59:00+01:00"),
    ("Europe/Paris", "2026-03-29", "02:00", "2026-03-29T03:00:00+02:00"),
    ("Europe/Paris", "2026-03-29", "02:30", "2026-03-29T03:00:00+02:00"),
    ("Europe/Paris", "2026-03-29", "03:00", "2026-03-29T03:00:00+02:00"),
    ("Europe/Paris", "2026-03-29", "03:01", "2026-03-29T03:01:00+02:00"),
    // An overlap: the first of two.
    ("Europe/Paris", "2026-10-25", "02:30", "2026-10-25T02:30:00+02:00"),
    ("Europe/Paris", "2026-10-25", "03:00", "2026-10-25T03:00:00+01:00"),
    // No midnight.
    ("America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T01:00:00-02:00"),
    ("Asia/Beirut", "2024-03-31", "00:00", "2024-03-31T01:00:00+03:00"),
    // Back from midnight to 23:00: the last hour twice, midnight once.
    ("America/Sao_Paulo", "2018-02-17", "23:30", "2018-02-17T23:30:00-02:00"),
    ("America/Sao_Paulo", "2018-02-18", "00:00", "2018-02-18T00:00:00-03:00"),
    // Half an hour.
    ("Australia/Lord_Howe", "2024-10-06", "02:15", "2024-10-06T02:30:00+11:00"),
    ("Australia/Lord_Howe", "2024-04-07", "01:45", "2024-04-07T01:45:00+11:00"),
    // A date that never was.
    ("Pacific/Apia", "2011-12-29", "23:59", "2011-12-29T23:59:00-10:00"),
    ("Pacific/Apia", "2011-12-30", "00:00", "2011-12-31T00:00:00+14:00"),
    ("Pacific/Apia", "2011-12-30", "17:00", "2011-12-31T00:00:00+14:00"),
    ("Pacific/Apia", "2011-12-31", "00:00", "2011-12-31T00:00:00+14:00"),
    // A date that was twice.
    ("Pacific/Kwajalein", "1969-09-30", "12:00", "1969-09-30T12:00:00+11:00"),
    ("Asia/Kolkata", "2026-01-01", "00:00", "2026-01-01T00:00:00+05:30"),
  ])
  func `give the instant of a wall-clock time`(
    name: String, date: String, clock: String, expected: String
  ) throws {
    let found = try zone(name).instant(of: day(date), at: #require(WallClock(clock)))
    #expect(try found == instant(expected), "\(found)")
  }

  @Test(arguments: ["Europe/Paris", "Pacific/Apia", "Asia/Tehran", "America/St_Johns", "UTC"])
  func `give back the instant of what clocks show, or an earlier one that showed it too`(
    name: String
  ) throws {
    let rules = try zone(name)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let minutes = Int64.random(in: -10_000_000...45_000_000, using: &random)
      let original = Instant(millis: minutes * 60_000)
      let local = rules.localTime(at: original)
      guard local.secondOfDay % 60 == 0 else { continue }
      let found = rules.instant(of: local.date, at: local.clock)
      #expect(found <= original, "seed \(seed)")
      #expect(rules.localTime(at: found).date == local.date, "seed \(seed)")
      #expect(rules.localTime(at: found).clock == local.clock, "seed \(seed)")
    }
  }

  @Test func `go on beyond the last listed change`() throws {
    let paris = try zone("Europe/Paris")
    #expect(paris.offsetSeconds(at: try instant("2100-07-01T00:00:00Z")) == 7200)
    #expect(paris.offsetSeconds(at: try instant("2100-12-01T00:00:00Z")) == 3600)
    #expect(paris.isDaylightSaving(at: try instant("2100-07-01T00:00:00Z")))
    let after = try instant("2100-03-28T01:00:00Z")
    #expect((after - 1).text(in: paris) == "2100-03-28T01:59:59+01:00")
    #expect(after.text(in: paris) == "2100-03-28T03:00:00+02:00")
  }

  @Test(arguments: [
    (0, "<+00>-0"), (10_800, "<+03>-3"), (-10_800, "<-03>3"), (19_800, "<+0530>-5:30"),
    (-2670, "<-004430>0:44:30"), (50_400, "<+14>-14"),
  ])
  func `of a fixed offset have a name by which they are found again`(
    offset: Int, identifier: String
  ) throws {
    let rules = TimeZoneRules.fixed(offsetSeconds: offset)
    #expect(rules.identifier == identifier)
    #expect(rules.offsetSeconds(at: Instant(millis: 1_774_747_800_000)) == offset)
    #expect(try ZoneDirectory(tzdir: "/nowhere").rules(for: identifier) == rules)
  }

  @Test func `survive dates and instants beyond every calendar`() throws {
    for name in ["Europe/Paris", "UTC", "EST5EDT4,0/-167,365/167"] {
      let rules = try zone(name)
      for edge in [Int64.min, Int64.min + 1, Int64.max - 1, Int64.max] {
        let local = rules.localTime(at: Instant(millis: edge))
        #expect((0..<86_400).contains(local.secondOfDay))
        let date = LogicalDate(dayNumber: Int(edge))
        #expect(abs(rules.instant(of: date).millis) > 1 << 60)
      }
    }
  }
}
