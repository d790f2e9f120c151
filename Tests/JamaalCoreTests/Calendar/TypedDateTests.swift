import JamaalCore
import Testing

@Suite("Dates that people pick and type")
struct TypedDateTests {
  @Test(
    arguments: [
      // Monday-first weeks: three days on from Monday to Thursday stay in the week.
      ("2026-06-08", 1, "2026-06-11", "2026-06-15"), ("2026-06-11", 1, "2026-06-14", "2026-06-15"),
      ("2026-06-12", 1, nil, "2026-06-15"), ("2026-06-14", 1, nil, "2026-06-15"),
      // Sunday-first weeks.
      ("2026-06-14", 7, "2026-06-17", "2026-06-21"), ("2026-06-10", 7, "2026-06-13", "2026-06-14"),
      ("2026-06-11", 7, nil, "2026-06-14"), ("2026-06-13", 7, nil, "2026-06-14"),
      // Saturday-first weeks.
      ("2026-06-13", 6, "2026-06-16", "2026-06-20"), ("2026-06-10", 6, nil, "2026-06-13"),
    ] as [(String, Int, String?, String)])
  func `later this week is offered only while it is this week`(
    today: String, firstWeekday: Int, later: String?, nextWeek: String
  ) throws {
    let dates = QuickDates(today: try day(today), firstWeekday: firstWeekday)
    #expect(dates.laterThisWeek?.description == later)
    #expect(try dates.nextWeek == day(nextWeek))
    #expect(try dates.tomorrow == day(today) + 1)
  }

  @Test func `a parser reads every form`() throws {
    // A Wednesday.
    let parser = DateParser(today: try day("2026-06-10"), firstWeekday: 1)
    let table = [
      "today": "2026-06-10", "Tomorrow": "2026-06-11", "yesterday": "2026-06-09",
      "thu": "2026-06-11", "FRI": "2026-06-12", "friday": "2026-06-12", "Fr": "2026-06-12",
      "wed": "2026-06-17", "wednesday": "2026-06-17", "tue": "2026-06-16", "tues": "2026-06-16",
      "mo": "2026-06-15", "sun": "2026-06-14", "next week": "2026-06-15",
      "  next   WEEK ": "2026-06-15", "+3": "2026-06-13", "+0": "2026-06-10",
      "-1": "2026-06-09", "+365": "2027-06-10", "2026-12-24": "2026-12-24",
      "1999-12-31": "1999-12-31", "2126-06-10": "2126-06-10",
    ]
    for (text, expected) in table {
      #expect(try parser.parse(text) == .day(day(expected)), "\(text)")
    }
    #expect(try parser.parse("someday") == .someday)
    let american = DateParser(today: try day("2026-06-10"), firstWeekday: 7)
    #expect(try american.parse("next week") == .day(day("2026-06-14")))
  }

  @Test(
    arguments: [
      ("", .empty), ("   ", .empty), ("soon", .unknown), ("m", .unknown), ("t", .unknown),
      ("fridays", .unknown), ("next", .unknown), ("next month", .unknown), ("24.12.2026", .unknown),
      ("12/24/2026", .unknown), ("26-12-24", .tooFar), ("2026-12-4", .unknown), ("+", .unknown),
      ("+3d", .unknown), ("+-3", .unknown), ("--3", .unknown), ("2026-12-24 10:00", .unknown),
      ("2026-02-29", .noSuchDay), ("2026-13-01", .noSuchDay), ("2026-00-01", .noSuchDay),
      ("2026-04-31", .noSuchDay), ("20260-12-24", .tooFar), ("0000-01-01", .tooFar),
      ("0206-12-24", .tooFar), ("2127-01-01", .tooFar), ("1925-12-31", .tooFar),
      ("+36601", .tooFar), ("+99999999999999999999", .tooFar), ("02026-12-24", .unknown),
    ] as [(String, DateTextError.Code)])
  func `a parser says what is wrong`(text: String, code: DateTextError.Code) throws {
    let parser = DateParser(today: try day("2026-06-10"), firstWeekday: 1)
    #expect {
      try parser.parse(text)
    } throws: { error in
      (error as? DateTextError)?.code == code && !"\(error)".isEmpty
    }
  }
}
