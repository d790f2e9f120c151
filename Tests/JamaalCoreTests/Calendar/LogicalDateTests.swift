import JamaalCore
import Testing

@Suite("A logical date")
struct LogicalDateTests {
  @Test func `agrees with counting day by day from 1600 to 2400`() throws {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var date = try day("1600-01-01")
    // 1 January 1600 was a Saturday.
    var weekday = 6
    for year in 1600...2400 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      for month in 1...12 {
        let length = lengths[month - 1] + (month == 2 && isLeap ? 1 : 0)
        #expect(date.monthDayCount == length)
        for dayOfMonth in 1...length {
          guard date.year == year, date.month == month, date.day == dayOfMonth,
            date.weekday == weekday,
            LogicalDate(year: year, month: month, day: dayOfMonth) == date
          else {
            Issue.record("\(year)-\(month)-\(dayOfMonth) reads as \(date)")
            return
          }
          date = date + 1
          weekday = weekday % 7 + 1
        }
      }
    }
  }

  @Test(arguments: [
    ("0001-01-01", -719_162), ("1582-10-15", -141_427), ("1969-12-31", -1), ("1970-01-01", 0),
    ("2000-02-29", 11_016), ("2026-12-24", 20_811), ("9999-12-31", 2_932_896),
  ])
  func `has one text and one number`(text: String, number: Int) throws {
    #expect(try day(text).dayNumber == number)
    #expect(LogicalDate(dayNumber: number).description == text)
  }

  @Test(arguments: [
    "", "2026", "2026-1-1", "2026-01-1", "26-01-01", "2026/01/01", "20260101", " 2026-01-01",
    "2026-01-01 ", "2026-01-01T00:00Z", "+2026-01-01", "-2026-01-01", "2026-00-10", "2026-13-10",
    "2026-01-00", "2026-01-32", "2026-02-29", "2100-02-29", "2026-04-31", "0000-01-01",
    "10000-01-01", "٢٠٢٦-٠١-٠١", "2026-01-0a", "2026–01–01", "2026-01-01\u{0}", "２０２６-01-01",
  ])
  func `reads nothing but its own form`(text: String) {
    #expect(LogicalDate(text) == nil)
  }

  @Test func `survives day numbers that no calendar has`() {
    for number in [Int.min, Int.min + 1, -(1 << 40), 1 << 40, Int.max - 1, Int.max] {
      let date = LogicalDate(dayNumber: number)
      #expect((1...12).contains(date.month))
      #expect((1...31).contains(date.day))
      #expect((1...7).contains(date.weekday))
      #expect(LogicalDate(date.description) == nil)
    }
  }

  @Test func `writes years beyond the range with a sign`() {
    #expect(LogicalDate(dayNumber: 2_932_897).description == "+10000-01-01")
    #expect(LogicalDate(dayNumber: -719_163).description == "0000-12-31")
    #expect(LogicalDate(dayNumber: -719_529).description == "-0001-12-31")
  }

  @Test(arguments: [
    ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"),
    ("2026-01-31", 2, "2026-03-31"), ("2026-12-15", 1, "2027-01-15"),
    ("2026-01-15", -1, "2025-12-15"), ("2026-03-31", -1, "2026-02-28"),
    ("2026-05-31", 18, "2027-11-30"), ("2024-02-29", -12, "2023-02-28"),
    ("2026-07-04", 0, "2026-07-04"),
  ])
  func `adds months without leaving the month`(from: String, months: Int, to: String) throws {
    #expect(try day(from).addingMonths(months) == day(to))
  }

  @Test func `finds the first day of the week wherever weeks begin`() throws {
    for offset in 0..<14 {
      let date = try day("2026-12-24") + offset
      for firstWeekday in 1...7 {
        let start = date.startOfWeek(firstWeekday: firstWeekday)
        #expect(start.weekday == firstWeekday)
        #expect((0...6).contains(date - start))
      }
    }
  }

  @Test func `makes ranges of days`() throws {
    let week = Array(try day("2026-02-26")...day("2026-03-02")).map(\.description)
    #expect(week == ["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"])
  }
}
