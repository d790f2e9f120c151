/// A POSIX time-zone rule: standard time, and daylight-saving time between two days of every year.
///
/// It stands at the end of a TZif file and says what holds after the last transition listed there;
/// it can also stand alone in the variable `TZ`.
/// Source: POSIX.1-2017, Base Definitions, section 8.3 (`TZ`), with the extensions of RFC 9636,
/// section 3.3.1: times of day from -167 to 167 hours, so that a change can lie days off.
struct PosixZoneRule: Hashable, Sendable {
  /// The part with daylight-saving time, if the place has any.
  struct Daylight: Hashable, Sendable {
    /// What clocks show during it.
    var type: LocalTimeType
    /// When it begins, in standard time.
    var start: YearlyChange
    /// When it ends, in daylight-saving time.
    var end: YearlyChange
  }

  /// What clocks show outside daylight-saving time.
  var standard: LocalTimeType
  /// Daylight-saving time.
  var daylight: Daylight?

  /// A day of every year, and a time on it.
  struct YearlyChange: Hashable, Sendable {
    /// Which day it is.
    enum Day: Hashable, Sendable {
      /// The day 1 to 365, 29 February never counted: `Jn`.
      case julian(Int)
      /// The day 0 to 365, 29 February counted: `n`.
      case ordinal(Int)
      /// The weekday, Sunday 0 to Saturday 6, in a week 1 to 5 (5 is the last one) of a month.
      case weekday(month: Int, week: Int, day: Int)
    }

    /// The day.
    var day: Day
    /// Seconds after its 00:00; negative or more than a day's worth are other days.
    var secondOfDay: Int
  }
}

extension PosixZoneRule {
  /// The stretch around a second since 1970.
  func span(at second: Int64) -> ZoneSpan {
    guard let daylight else {
      return ZoneSpan(start: Int64.min, end: Int64.max, type: standard)
    }
    let dayNumber = second.flooredDivision(by: 86_400).quotient
    let (year, month, _) = LogicalDate(dayNumber: Int(dayNumber)).civil
    var around = Neighbours(second: second)
    // A change may lie a week off the year it belongs to, and even after the next year's other one.
    // Two years on both sides always hold the last one before the second and the first one after;
    // away from the turn of the year one does.
    let reach = month == 1 || month == 12 ? 2 : 1
    for year in year - reach...year + reach {
      around.look(
        at: daylight.end.localSecond(year: year) - Int64(daylight.type.offsetSeconds),
        isStart: false)
      around.look(
        at: daylight.start.localSecond(year: year) - Int64(standard.offsetSeconds), isStart: true)
    }
    return ZoneSpan(
      start: around.last, end: around.next, type: around.isDaylight ? daylight.type : standard)
  }

  /// The last change up to a second, and the first one after it; asked for at every look at a
  /// clock, so no list of them is made.
  private struct Neighbours {
    let second: Int64
    var last = Int64.min
    var next = Int64.max
    var isDaylight = false

    /// Takes a change in.
    ///
    /// Where an end and a start fall together the start counts, so that a place with
    /// daylight-saving time all year (`EST5EDT,0/0,J365/25`) never leaves it.
    mutating func look(at change: Int64, isStart: Bool) {
      if change > second {
        next = min(next, change)
      } else if change > last || (change == last && isStart) {
        last = change
        isDaylight = isStart
      }
    }
  }
}

extension PosixZoneRule.YearlyChange {
  /// When the change of a year is, in seconds since 1970 as the clock before the change shows them.
  func localSecond(year: Int) -> Int64 {
    Int64(dayNumber(year: year)) * 86_400 + Int64(secondOfDay)
  }

  private func dayNumber(year: Int) -> Int {
    switch day {
    case .julian(let number):
      let isPastLeapDay = number >= 60 && LogicalDate.isLeap(year: year)
      return LogicalDate.dayNumber(year: year, month: 1, day: 1) + number - 1
        + (isPastLeapDay ? 1 : 0)
    case .ordinal(let number):
      return LogicalDate.dayNumber(year: year, month: 1, day: 1) + number
    case .weekday(let month, let week, let weekday):
      let first = LogicalDate(dayNumber: LogicalDate.dayNumber(year: year, month: month, day: 1))
      let firstMatch = 1 + (weekday - first.weekday % 7 + 7) % 7
      let last = LogicalDate.dayCount(ofMonth: month, year: year)
      let match = firstMatch + (week - 1) * 7
      return first.dayNumber - 1 + (match > last ? match - 7 : match)
    }
  }
}
