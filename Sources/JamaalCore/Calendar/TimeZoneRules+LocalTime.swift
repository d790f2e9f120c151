/// What calendar and clock of a place show at an instant.
public struct LocalTime: Hashable, Sendable {
  /// The calendar date.
  public let date: LogicalDate
  /// Seconds since the clock's 00:00, 0 to 86,399; not seconds since the day began.
  public let secondOfDay: Int
  /// Seconds east of UTC.
  public let offsetSeconds: Int

  /// The time of day, seconds cut off.
  public var clock: WallClock { WallClock(clamping: secondOfDay / 60) }
}

extension TimeZoneRules {
  /// What calendar and clock show at an instant.
  ///
  /// The date is the calendar's, not the planner's day: for that see `DayBoundary`.
  /// - Parameter instant: The instant.
  /// - Returns: Date, time and offset.
  public func localTime(at instant: Instant) -> LocalTime {
    let offset = offsetSeconds(at: instant)
    let local = (instant.seconds + Int64(offset)).flooredDivision(by: 86_400)
    return LocalTime(
      date: LogicalDate(dayNumber: Int(local.quotient)), secondOfDay: Int(local.remainder),
      offsetSeconds: offset)
  }

  /// The instant at which clocks show a time on a date.
  ///
  /// Precisely: the earliest instant at which calendar and clock show that time *or a later one*.
  /// In the gap when clocks are put forward that is the first instant after the gap, for every time
  /// within it; when clocks are put back and show a time twice it is the first of the two. A date
  /// that a place skipped altogether (Samoa, 30 December 2011) lies within a gap like any other.
  /// So a later time never gives an earlier instant.
  ///
  ///     // Clocks in Paris went from 02:00 to 03:00 on 29 March 2026:
  ///     paris.instant(of: date, at: WallClock("02:30")) // 2026-03-29T03:00:00+02:00
  /// - Parameters:
  ///   - date: The calendar date.
  ///   - clock: The time of day.
  /// - Returns: The instant, always on a whole second.
  public func instant(of date: LogicalDate, at clock: WallClock = .midnight) -> Instant {
    let limit = LogicalDate.dayNumberLimit
    let dayNumber = Int64(min(max(date.dayNumber, -limit), limit))
    let local = dayNumber * 86_400 + Int64(clock.minuteOfDay) * 60
    // No clock is further ahead of UTC than the upper bound, so before this second none shows the
    // time yet; from here on the first stretch in which one does gives the earliest instant.
    var span = self.span(at: local - Int64(Self.offsetSecondsRange.upperBound) - 1)
    while span.end != Int64.max, local >= span.end + Int64(span.type.offsetSeconds) {
      span = self.span(at: span.end)
    }
    let second = max(span.start, local - Int64(span.type.offsetSeconds))
    return Instant(millis: second * 1000)
  }
}
