import JamaalCore
import TestSupport
import Testing

/// Laws of the boundary, over zones with every kind of oddity, every rollover and ten years.
@Suite("Days follow each other without gap or overlap")
struct DayBoundaryLawTests {
  /// Gaps and overlaps at midnight, of half an hour and of two hours, across the date line; rules
  /// for Ramadan, for the southern half, for ever; and zones where nothing happens.
  static let zones = [
    "UTC", "Africa/Cairo", "Africa/Casablanca", "America/Asuncion", "America/Havana",
    "America/Los_Angeles", "America/Miquelon", "America/Santiago", "America/Sao_Paulo",
    "America/Scoresbysund", "America/St_Johns", "Antarctica/Troll", "Asia/Amman", "Asia/Beirut",
    "Asia/Gaza", "Asia/Kathmandu", "Asia/Kolkata", "Asia/Pyongyang", "Asia/Tehran",
    "Atlantic/Azores", "Australia/Lord_Howe", "Europe/Dublin", "Europe/Paris", "Europe/Volgograd",
    "Pacific/Apia", "Pacific/Chatham", "Pacific/Fakaofo", "Pacific/Kiritimati",
    "EST5EDT,0/0,J365/25", "EST5EDT,1/0,J365/62", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
  ]
  static let rollovers = [0, 1, 30, 59, 60, 90, 150, 180, 360]

  @Test(arguments: zones)
  func `for every day of ten years`(name: String) throws {
    let rules = try zone(name)
    for rollover in Self.rollovers {
      let boundary = DayBoundary(rolloverMinute: rollover)
      var start = boundary.start(of: try day("2010-01-01"), in: rules)
      for date in try day("2010-01-01")..<day("2020-01-01") {
        let end = boundary.end(of: date, in: rules)
        // Where one day ends the next begins, and never earlier than the day itself began.
        guard start <= end else {
          Issue.record("\(date) ends before it starts, rollover \(rollover)")
          return
        }
        if start < end {
          // The boundary is exact, and both questions agree on it.
          let first = boundary.logicalDate(of: start, in: rules)
          let last = boundary.logicalDate(of: Instant(millis: end.millis - 1), in: rules)
          guard first == date, last == date else {
            Issue.record("\(date) is read as \(first) to \(last), rollover \(rollover)")
            return
          }
        }
        start = end
      }
    }
  }

  @Test(arguments: zones)
  func `at any instant`(name: String) throws {
    let rules = try zone(name)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let boundary = DayBoundary(rolloverMinute: Int.random(in: 0...360, using: &random))
      let moment = Instant(millis: Int64.random(in: 0...4_200_000_000_000, using: &random))
      let date = boundary.logicalDate(of: moment, in: rules)
      #expect(boundary.interval(of: date, in: rules).contains(moment), "seed \(seed)")
      let later = Instant(millis: moment.millis + Int64.random(in: 0...90_000_000, using: &random))
      #expect(boundary.logicalDate(of: later, in: rules) >= date, "seed \(seed)")
    }
  }

  /// The definition in other words, worked out the slow way: walk through every minute of a year,
  /// and the day is the date of the furthest that calendar and clock have shown so far.
  @Test(arguments: [
    ("America/Sao_Paulo", "2018-01-01"), ("Europe/Paris", "2026-01-01"),
    ("Pacific/Apia", "2011-06-01"), ("Australia/Lord_Howe", "2024-01-01"),
    ("Pacific/Kwajalein", "1969-06-01"), ("Asia/Gaza", "2024-01-01"),
  ])
  func `as the furthest that the clock has shown`(name: String, from: String) throws {
    let rules = try zone(name)
    let first = try instant("\(from)T00:00:00Z")
    for rollover in [0, 30, 150, 180, 360] {
      let boundary = DayBoundary(rolloverMinute: rollover)
      var furthest = Int.min
      for step in 0..<(365 * 96) {
        let moment = first + step * 900
        let local = rules.localTime(at: moment)
        furthest = max(furthest, local.date.dayNumber * 1440 + local.clock.minuteOfDay)
        let shifted = furthest - rollover
        let expected = shifted >= 0 ? shifted / 1440 : (shifted - 1439) / 1440
        let found = boundary.logicalDate(of: moment, in: rules)
        guard found.dayNumber == expected else {
          Issue.record("\(moment) is read as \(found), rollover \(rollover)")
          return
        }
      }
    }
  }
}
