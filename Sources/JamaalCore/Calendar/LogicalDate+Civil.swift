extension LogicalDate {
  /// The years that can be written and read as text.
  public static let yearRange = 1...9999

  /// The most days from 1970-01-01 that year, month and day are worked out for, either way.
  ///
  /// A day number further out (only a damaged or hostile record holds one) reads as this one, so
  /// that no arithmetic on it can overflow.
  package static let dayNumberLimit = 1 << 36

  /// Makes the date of a year, month and day of the proleptic Gregorian calendar.
  ///
  /// `nil` if there is no such day.
  /// - Parameters:
  ///   - year: A year in `yearRange`.
  ///   - month: A month, 1 to 12.
  ///   - day: A day of that month, from 1.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.yearRange.contains(year), (1...12).contains(month), day >= 1,
      day <= Self.dayCount(ofMonth: month, year: year)
    else { return nil }
    self.init(dayNumber: Self.dayNumber(year: year, month: month, day: day))
  }

  /// The year, 1 to 9999 for every date that can be written as text.
  public var year: Int { civil.year }

  /// The month, January 1 to December 12.
  public var month: Int { civil.month }

  /// The day of the month, from 1.
  public var day: Int { civil.day }

  /// The ISO weekday, Monday 1 to Sunday 7.
  public var weekday: Int {
    // 1970-01-01 was a Thursday. The remainder comes first so that no day number can overflow.
    (dayNumber.flooredDivision(by: 7).remainder + 3) % 7 + 1
  }

  /// How many days the date's month has.
  public var monthDayCount: Int {
    let civil = self.civil
    return Self.dayCount(ofMonth: civil.month, year: civil.year)
  }

  /// The date `count` months later, on the same day or the month's last one if it is shorter.
  ///
  /// 31 January and one month give 28 or 29 February. Adding month by month would drift from the
  /// 31st to the 28th: add to the first date, or use `RepeatRule.nextOccurrence(after:anchor:)`.
  /// - Parameter count: The number of months, negative for earlier ones.
  /// - Returns: The date.
  public func addingMonths(_ count: Int) -> LogicalDate {
    let civil = self.civil
    let months = civil.year * 12 + civil.month - 1 + count
    let (year, month) = months.flooredDivision(by: 12)
    return Self.clamped(year: year, month: month + 1, day: civil.day)
  }

  /// The first day of the date's week.
  ///
  /// - Parameter firstWeekday: The ISO weekday on which weeks begin where the reader lives.
  /// - Returns: The latest date with that weekday that is not after this date.
  public func startOfWeek(firstWeekday: Int) -> LogicalDate {
    self - (weekday - firstWeekday % 7 + 7) % 7
  }

  /// How many days a month of the Gregorian calendar has.
  ///
  /// - Parameters:
  ///   - month: A month, 1 to 12.
  ///   - year: Its year.
  /// - Returns: 28 to 31.
  public static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has a 29 February.
  ///
  /// - Parameter year: The year.
  /// - Returns: `true` for leap years of the Gregorian calendar.
  public static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The day of that number in a month, or its last one if the month is shorter.
  static func clamped(year: Int, month: Int, day: Int) -> LogicalDate {
    let day = min(day, dayCount(ofMonth: month, year: year))
    return LogicalDate(dayNumber: dayNumber(year: year, month: month, day: day))
  }
}

// Both conversions count in eras of 400 years, which all have 146,097 days, and in years that
// begin on 1 March, so that the leap day is the last day of its year. Source: Howard Hinnant,
// "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days.
extension LogicalDate {
  /// Days in 400 years.
  private static let eraDayCount = 146_097
  /// Days from 0000-03-01 to 1970-01-01.
  private static let epochOffset = 719_468

  /// The day number of a year, month and day, which must exist.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = marchYear.flooredDivision(by: 400)
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * eraDayCount + dayOfEra - epochOffset
  }

  /// The year, month and day in one go, for readers that need more than one of them.
  var civil: (year: Int, month: Int, day: Int) {
    let bounded = min(max(dayNumber, -Self.dayNumberLimit), Self.dayNumberLimit)
    let (era, dayOfEra) = (bounded + Self.epochOffset).flooredDivision(by: Self.eraDayCount)
    let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }
}
