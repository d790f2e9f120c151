import JamaalCore
import Testing

@Suite("A POSIX time-zone rule")
struct PosixZoneRuleTests {
  /// No tz database: a name can only be a rule.
  static let rulesOnly = ZoneDirectory(tzdir: "/nowhere")

  @Test(arguments: [
    ("UTC0", "2026-07-01T00:00:00Z", 0, "UTC"),
    ("<+03>-3", "2026-07-01T00:00:00Z", 10_800, "+03"),
    ("<-0330>+3:30", "2026-07-01T00:00:00Z", -12_600, "-0330"),
    ("XYZ-24:59:59", "2026-07-01T00:00:00Z", 89_999, "XYZ"),
    // Without days for it, daylight-saving time is that of the United States.
    ("EST5EDT", "2026-03-08T06:59:59Z", -18_000, "EST"),
    ("EST5EDT", "2026-03-08T07:00:00Z", -14_400, "EDT"),
    ("EST5EDT", "2026-11-01T05:59:59Z", -14_400, "EDT"),
    ("EST5EDT", "2026-11-01T06:00:00Z", -18_000, "EST"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600, "CET"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200, "CEST"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200, "CEST"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600, "CET"),
    // The southern half: daylight-saving time over the turn of the year.
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-12-31T23:00:00Z", 46_800, "NZDT"),
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-06-30T23:00:00Z", 43_200, "NZST"),
    // Ireland's winter is the daylight-saving time, an hour back.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0, "GMT"),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600, "IST"),
    // Before the day: 22:00 on the Saturday, written as -2:00 of the Sunday (Greenland until 2023).
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200, "-02"),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600, "-01"),
    // Days after the day: Gaza counts 50 hours from the fourth Thursday.
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2025-03-28T23:59:59Z", 7200, "EET"),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2025-03-29T00:00:00Z", 10_800, "EEST"),
    // 1 March is J60 in every year, and day 60 of a leap year from 0.
    ("AAA0BBB,J60/0,J61/0", "2024-02-29T12:00:00Z", 0, "AAA"),
    ("AAA0BBB,J60/0,J61/0", "2024-03-01T12:00:00Z", 3600, "BBB"),
    ("AAA0BBB,J60/0,J61/0", "2025-03-01T12:00:00Z", 3600, "BBB"),
    ("AAA0BBB,59/0,60/0", "2024-02-29T12:00:00Z", 3600, "BBB"),
    ("AAA0BBB,59/0,60/0", "2025-03-01T12:00:00Z", 3600, "BBB"),
    // Daylight-saving time all year, in the two ways it is written.
    ("EST5EDT,0/0,J365/25", "2026-01-01T05:00:00Z", -14_400, "EDT"),
    ("EST5EDT,0/0,J365/25", "2025-12-31T23:59:59Z", -14_400, "EDT"),
    ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00Z", -14_400, "EDT"),
    ("XXX3EDT4,0/0,J365/23", "2026-06-01T03:00:00Z", -14_400, "EDT"),
  ])
  func `says what clocks show`(text: String, at: String, offset: Int, label: String) throws {
    let rules = try Self.rulesOnly.rules(for: text)
    #expect(rules.offsetSeconds(at: try instant(at)) == offset)
    #expect(rules.abbreviation(at: try instant(at)) == label)
  }

  @Test(arguments: [
    "AB1", "XYZ", "UTC+", "UTC25", "UTC0:60", "UTC0:00:60", "<+0>0", "<+03", "<+ 3>-3", "EST5EDT,",
    "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,", "EST5EDT,M0.2.0,M11.1.0", "EST5EDT,M13.2.0,M11.1.0",
    "EST5EDT,M3.0.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.2.7,M11.1.0",
    "EST5EDT,M3.2,M11.1.0", "EST5EDT,J0,J100", "EST5EDT,J366,J100", "EST5EDT,366,100",
    "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0/,M11.1.0", "EST5EDT,M3.2.0,M11.1.0,M1.1.1",
    "EST5EDT4:99,M3.2.0,M11.1.0", "EST5ED,M3.2.0,M11.1.0", "EST99999999999999999999",
    "EST5\u{0}", "ÉST5",
  ])
  func `is refused when any part is wrong`(text: String) {
    #expect(throws: TimeZoneError.self) { try Self.rulesOnly.rules(for: text) }
  }

  @Test func `longer than any real one is refused`() {
    let name = String(repeating: "A", count: 300)
    #expect(throws: TimeZoneError.self) { try Self.rulesOnly.rules(for: name + "0") }
  }
}
