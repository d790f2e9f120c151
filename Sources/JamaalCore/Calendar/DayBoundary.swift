/// Where one of the planner's days ends and the next begins.
///
/// Every day of the planner ends at a wall-clock time of the following calendar date: midnight, or
/// later for people who are up late. With a rollover at 03:00, 01:30 on Tuesday is still Monday.
///
/// **The one definition.** `end(of: D)` is the earliest instant at which calendar and clock show the
/// rollover time of D + 1 *or later* (`TimeZoneRules.instant(of:at:)`). The logical date is D
/// exactly while `end(of: D - 1) <= t < end(of: D)`. So days follow each other without gap or
/// overlap, and a day once ended never comes back, whatever the clocks do:
///
/// - When clocks jump over the rollover, the day ends at the jump.
/// - When they are put back across it, the day ended the first time; the hour shown twice belongs
///   to the new day both times. Elsewhere the logical date is the calendar date of the wall clock
///   less the rollover time, as one would expect. Said in one sentence: it is the date of the
///   furthest that calendar and clock have ever shown, less the rollover time.
/// - A day has 23, 24 or 25 hours, or other lengths. A date that a place skipped (Samoa, 30 December
///   2011) is shorter by what was skipped: with a rollover at midnight it has no instant at all, and
///   starts and ends at once.
public struct DayBoundary: Hashable, Sendable {
  /// The time at which days end, in minutes after midnight of the following date.
  public let rolloverMinute: Int

  /// Days end at midnight.
  public static let midnight = DayBoundary(rolloverMinute: 0)

  /// Makes a boundary.
  ///
  /// - Parameter rolloverMinute: Minutes after midnight, 0 to 1439. The settings only offer 0 to 360;
  ///   other values can arrive from elsewhere, and the nearest one in range is taken for them.
  public init(rolloverMinute: Int) {
    self.rolloverMinute = WallClock(clamping: rolloverMinute).minuteOfDay
  }

  /// The rollover as a time of day.
  public var rollover: WallClock { WallClock(clamping: rolloverMinute) }

  /// The first instant of a day.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - zone: Where the person is.
  /// - Returns: The end of the day before.
  public func start(of date: LogicalDate, in zone: TimeZoneRules) -> Instant {
    zone.instant(of: date, at: rollover)
  }

  /// The first instant after a day.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - zone: Where the person is.
  /// - Returns: The rollover time on the following date, as the zone's clocks show it.
  public func end(of date: LogicalDate, in zone: TimeZoneRules) -> Instant {
    start(of: date + 1, in: zone)
  }

  /// All of a day, from its start up to its end.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - zone: Where the person is.
  /// - Returns: The stretch of time, empty for a date that the place skipped.
  public func interval(of date: LogicalDate, in zone: TimeZoneRules) -> Range<Instant> {
    start(of: date, in: zone)..<end(of: date, in: zone)
  }

  /// The day that an instant belongs to.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - zone: Where the person is.
  /// - Returns: The one date whose `interval` contains the instant.
  public func logicalDate(of instant: Instant, in zone: TimeZoneRules) -> LogicalDate {
    let local = zone.localTime(at: instant)
    var date = local.clock < rollover ? local.date - 1 : local.date
    // The wall clock never runs ahead of the day, only behind it after it was put back. At most two
    // steps: no two offsets are further apart than that.
    while end(of: date, in: zone) <= instant { date = date + 1 }
    return date
  }

  /// The instant at which clocks show a time during one of the planner's days.
  ///
  /// A time before the rollover falls on the following calendar date: an Anchor at 02:00 of a day
  /// that ends at 05:00 is in the night after it.
  /// - Parameters:
  ///   - clock: The time of day.
  ///   - date: The planner's day.
  ///   - zone: Where the person is.
  /// - Returns: The instant; the day's end if clocks jump over the time and the end together.
  public func instant(
    of clock: WallClock, on date: LogicalDate, in zone: TimeZoneRules
  ) -> Instant {
    zone.instant(of: clock < rollover ? date + 1 : date, at: clock)
  }
}
