import JamaalCore
import TestSupport
import Testing

@Suite("A repeating task comes back")
struct RecurrenceTests {
  private static let weekly = RepeatRule(kind: .weekly, weekdays: [1, 4])

  @Test(arguments: [
    (RepeatRule(kind: .daily), "2026-06-10", "2026-06-01", "2026-06-11"),
    (RepeatRule(kind: .daily), "2026-12-31", "2026-06-01", "2027-01-01"),
    // 2026-06-10 is a Wednesday.
    (weekly, "2026-06-10", "2026-06-01", "2026-06-11"),
    (weekly, "2026-06-11", "2026-06-01", "2026-06-15"),
    (weekly, "2026-06-14", "2026-06-01", "2026-06-15"),
    (RepeatRule(kind: .weekly), "2026-06-10", "2026-06-10", "2026-06-17"),
    // Carried to Wednesday and done then: still the Monday that was meant.
    (RepeatRule(kind: .weekly), "2026-06-10", "2026-06-08", "2026-06-15"),
    (RepeatRule(kind: .weekly, weekdays: [0, 8, -1]), "2026-06-10", "2026-06-08", "2026-06-15"),
    (RepeatRule(kind: .weekly, weekdays: [0, 3]), "2026-06-10", "2026-06-08", "2026-06-17"),
    (
      RepeatRule(kind: .weekly, weekdays: [1, 2, 3, 4, 5, 6, 7]), "2026-06-10", "2026-06-08",
      "2026-06-11"
    ),
    (RepeatRule(kind: .monthly), "2026-01-31", "2026-01-31", "2026-02-28"),
    // Due on the 31st, done on 2 February: the 31st was meant.
    (RepeatRule(kind: .monthly), "2026-02-02", "2026-01-31", "2026-02-28"),
    (RepeatRule(kind: .monthly, dayOfMonth: 31), "2026-02-28", "2026-02-28", "2026-03-31"),
    (RepeatRule(kind: .monthly, dayOfMonth: 31), "2024-01-31", "2024-01-31", "2024-02-29"),
    (RepeatRule(kind: .monthly, dayOfMonth: 30), "2026-02-28", "2026-02-28", "2026-03-30"),
    (RepeatRule(kind: .monthly, dayOfMonth: 15), "2026-12-15", "2026-12-15", "2027-01-15"),
    (RepeatRule(kind: .monthly, dayOfMonth: 15), "2026-12-14", "2026-11-15", "2026-12-15"),
    (RepeatRule(kind: .monthly, dayOfMonth: 32), "2026-06-10", "2026-06-08", "2026-07-08"),
    // Done four months late: the first one after that day.
    (RepeatRule(kind: .monthly, dayOfMonth: 15), "2026-10-20", "2026-06-15", "2026-11-15"),
  ])
  func `on the first date strictly after`(
    rule: RepeatRule, after: String, anchor: String, expected: String
  ) throws {
    #expect(try rule.nextOccurrence(after: day(after), anchor: day(anchor)) == day(expected))
  }

  @Test(arguments: [RepeatRule.none, RepeatRule(kind: .unknown("yearly"))])
  func `never if it does not repeat`(rule: RepeatRule) throws {
    #expect(try rule.nextOccurrence(after: day("2026-06-10"), anchor: day("2026-06-10")) == nil)
  }

  @Test func `monthly from 31 January fourteen times without drifting`() throws {
    let rule = RepeatRule(kind: .monthly, dayOfMonth: 31)
    var date = try day("2023-01-31")
    var dates: [String] = []
    for _ in 0..<14 {
      date = try #require(rule.nextOccurrence(after: date, anchor: date))
      dates.append(date.description)
    }
    #expect(
      dates == [
        "2023-02-28", "2023-03-31", "2023-04-30", "2023-05-31", "2023-06-30", "2023-07-31",
        "2023-08-31", "2023-09-30", "2023-10-31", "2023-11-30", "2023-12-31", "2024-01-31",
        "2024-02-29", "2024-03-31",
      ])
  }

  @Test func `on the earliest date that fits, for any rule`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let date = LogicalDate(dayNumber: Int.random(in: 0...40_000, using: &random))
      let anchor = date - Int.random(in: 0...60, using: &random)
      let weekdays = Set((1...7).filter { _ in Bool.random(using: &random) })
      let dayOfMonth = Int.random(in: 0...31, using: &random)
      for kind in [RepeatRule.Kind.daily, .weekly, .monthly] {
        let rule = RepeatRule(kind: kind, weekdays: weekdays, dayOfMonth: dayOfMonth)
        let found = try #require(rule.nextOccurrence(after: date, anchor: anchor))
        let first = ((date + 1)...(date + 62)).first { candidate in
          switch kind {
          case .weekly:
            weekdays.isEmpty
              ? candidate.weekday == anchor.weekday : weekdays.contains(candidate.weekday)
          case .monthly:
            candidate.day == min(dayOfMonth == 0 ? anchor.day : dayOfMonth, candidate.monthDayCount)
          default: true
          }
        }
        #expect(found == first, "\(rule) after \(date), seed \(seed)")
      }
    }
  }

  /// A weekly due day across both changes of the clocks stays on its weekday, whatever the zone.
  @Test(arguments: [
    "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Pacific/Auckland", "Asia/Kolkata",
    "America/Sao_Paulo",
  ])
  func `weekly on the same weekday through the changes of the clocks`(name: String) throws {
    let rules = try zone(name)
    let rule = RepeatRule(kind: .weekly)
    var due = try day("2018-01-07")
    for _ in 0..<52 {
      // Done at the very end of its day.
      let done = DayBoundary.midnight.end(of: due, in: rules) - 1
      let doneOn = DayBoundary.midnight.logicalDate(of: done, in: rules)
      due = try #require(rule.nextOccurrence(after: max(due, doneOn), anchor: due))
      #expect(due.weekday == 7)
    }
    #expect(try due == day("2018-01-07") + 364)
  }

  @Test func `tomorrow in Auckland on the eve of the change`() throws {
    let auckland = try zone("Pacific/Auckland")
    let done = try instant("2026-09-26T23:30:00+12:00")
    let doneOn = DayBoundary.midnight.logicalDate(of: done, in: auckland)
    let next = RepeatRule(kind: .daily).nextOccurrence(after: doneOn, anchor: doneOn)
    #expect(try next == day("2026-09-27"))
  }
}
