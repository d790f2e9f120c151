import JamaalCore
import Testing

@Suite("The day boundary")
struct DayBoundaryTests {
  @Test(arguments: [
    // Rollover 03:00: the small hours are yesterday.
    ("Europe/Paris", 180, "2026-06-10T01:00:00+02:00", "2026-06-09"),
    ("Europe/Paris", 180, "2026-06-10T02:59:59.999+02:00", "2026-06-09"),
    ("Europe/Paris", 180, "2026-06-10T03:00:00+02:00", "2026-06-10"),
    ("Europe/Paris", 0, "2026-06-10T00:00:00+02:00", "2026-06-10"),
    ("Europe/Paris", 0, "2026-06-09T23:59:59.999+02:00", "2026-06-09"),
    // The same instant elsewhere.
    ("Asia/Tokyo", 0, "2026-06-10T00:00:00+02:00", "2026-06-10"),
    ("America/Los_Angeles", 0, "2026-06-10T00:00:00+02:00", "2026-06-09"),
    // Put forward over the rollover itself: the day ends at the jump.
    ("Europe/Paris", 150, "2026-03-29T01:59:59+01:00", "2026-03-28"),
    ("Europe/Paris", 150, "2026-03-29T03:00:00+02:00", "2026-03-29"),
    // Put back over the rollover: the day ended the first time.
    ("Europe/Paris", 150, "2026-10-25T02:29:59+02:00", "2026-10-24"),
    ("Europe/Paris", 150, "2026-10-25T02:30:00+02:00", "2026-10-25"),
    ("Europe/Paris", 150, "2026-10-25T02:00:00+01:00", "2026-10-25"),
    ("Europe/Paris", 150, "2026-10-25T02:30:00+01:00", "2026-10-25"),
    // No midnight, and midnight twice.
    ("America/Sao_Paulo", 0, "2018-11-03T23:59:59-03:00", "2018-11-03"),
    ("America/Sao_Paulo", 0, "2018-11-04T01:00:00-02:00", "2018-11-04"),
    ("America/Havana", 0, "2024-11-03T00:30:00-04:00", "2024-11-03"),
    ("America/Havana", 0, "2024-11-03T00:30:00-05:00", "2024-11-03"),
    ("Atlantic/Azores", 0, "2024-10-27T00:30:00+00:00", "2024-10-27"),
    ("Atlantic/Azores", 15, "2024-10-27T00:05:00-01:00", "2024-10-27"),
    // Back to the evening before: the new day stays.
    ("America/Sao_Paulo", 0, "2018-02-17T23:30:00-02:00", "2018-02-17"),
    ("America/Asuncion", 0, "2024-03-23T23:30:00-03:00", "2024-03-23"),
    // A date that never was, with midnight and with a rollover in the small hours after it.
    ("Pacific/Apia", 0, "2011-12-29T23:59:59-10:00", "2011-12-29"),
    ("Pacific/Apia", 0, "2011-12-31T00:00:00+14:00", "2011-12-31"),
    ("Pacific/Apia", 180, "2011-12-31T00:00:00+14:00", "2011-12-30"),
    ("Pacific/Apia", 180, "2011-12-31T03:00:00+14:00", "2011-12-31"),
  ])
  func `gives an instant its day`(
    name: String, rollover: Int, at: String, expected: String
  ) throws {
    let boundary = DayBoundary(rolloverMinute: rollover)
    #expect(try boundary.logicalDate(of: instant(at), in: zone(name)) == day(expected))
  }

  @Test(arguments: [
    ("Europe/Paris", 0, "2026-06-10", 24.0), ("Europe/Paris", 0, "2026-03-29", 23),
    ("Europe/Paris", 0, "2026-10-25", 25), ("Europe/Paris", 180, "2026-03-28", 23),
    ("Europe/Paris", 180, "2026-10-24", 25), ("Europe/Paris", 240, "2026-10-24", 25),
    // The end moves to the jump, and the next day is as much longer.
    ("Europe/Paris", 150, "2026-03-28", 23.5), ("Europe/Paris", 150, "2026-03-29", 23.5),
    ("Australia/Lord_Howe", 0, "2024-10-06", 23.5), ("Australia/Lord_Howe", 0, "2024-04-07", 24.5),
    ("Antarctica/Troll", 0, "2024-03-31", 22), ("Pacific/Apia", 0, "2011-12-30", 0),
    ("Pacific/Apia", 180, "2011-12-30", 3), ("Pacific/Apia", 180, "2011-12-29", 21),
    ("Pacific/Kwajalein", 0, "1969-09-30", 47), ("Asia/Pyongyang", 0, "2015-08-14", 24.5),
  ])
  func `gives each day its own length`(
    name: String, rollover: Int, date: String, hours: Double
  ) throws {
    let boundary = DayBoundary(rolloverMinute: rollover)
    let interval = try boundary.interval(of: day(date), in: zone(name))
    let millis = interval.upperBound.millis - interval.lowerBound.millis
    #expect(Double(millis) / 3_600_000 == hours)
  }

  @Test(arguments: [
    ("02:00", 300, "2026-06-10", "2026-06-11T02:00:00+02:00"),
    ("05:00", 300, "2026-06-10", "2026-06-10T05:00:00+02:00"),
    ("00:20", 240, "2026-06-10", "2026-06-11T00:20:00+02:00"),
    ("22:00", 180, "2026-06-10", "2026-06-10T22:00:00+02:00"),
    ("00:00", 0, "2026-06-10", "2026-06-10T00:00:00+02:00"),
  ])
  func `puts times before the rollover into the night after the day`(
    clock: String, rollover: Int, date: String, expected: String
  ) throws {
    let boundary = DayBoundary(rolloverMinute: rollover)
    let paris = try zone("Europe/Paris")
    let found = try boundary.instant(of: #require(WallClock(clock)), on: day(date), in: paris)
    #expect(try found == instant(expected))
    #expect(try boundary.logicalDate(of: found, in: paris) == day(date))
  }

  @Test(arguments: [(-5, 0), (0, 0), (360, 360), (1439, 1439), (1440, 1439), (Int.max, 1439)])
  func `takes the nearest time of day for a rollover from elsewhere`(given: Int, taken: Int) {
    #expect(DayBoundary(rolloverMinute: given).rolloverMinute == taken)
  }

  @Test func `rolls each of one person's devices over once`() throws {
    // A phone at UTC+9 and a laptop at UTC-8, hour by hour through a month.
    for name in ["Asia/Tokyo", "America/Los_Angeles"] {
      let rules = try zone(name)
      let start = try instant("2026-03-01T00:30:00Z")
      var days = (0..<720).map {
        DayBoundary.midnight.logicalDate(of: start + $0 * 3600, in: rules)
      }
      #expect(days == days.sorted())
      days = days.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
      #expect(days == Array(days[0]...days[days.count - 1]))
    }
  }
}
