/// The stretch of a day in which planned work has to find room.
///
/// Its end is a soft planning boundary: what runs past it is named, never refused. Its length is
/// that of the time that really passes, so a day on which clocks change has an hour less or more.
public struct WorkingDay: Hashable, Sendable {
  /// The day.
  public let date: LogicalDate
  /// Where it starts, on a whole minute: for today the later of now and the usual start.
  public let start: Instant
  /// Where it ends, on a whole minute and never before `start`.
  public let end: Instant
  /// What clocks show at its end, for saying by how much a plan runs past it.
  public let endClock: WallClock

  /// Lays out a day.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - settings: When the working day starts and ends.
  ///   - zone: Where the person is.
  ///   - now: The moment before which no time is left; `nil` for the whole of a day, as when it is
  ///     looked at afterwards. It changes nothing about a day that has not begun.
  public init(
    date: LogicalDate, settings: DaySettings, zone: TimeZoneRules, now: Instant? = nil
  ) {
    self.date = date
    endClock = WallClock(clamping: settings.dayEndMinute)
    let end = zone.instant(of: date, at: endClock).wholeMinute
    let usual = zone.instant(of: date, at: WallClock(clamping: settings.dayStartMinute)).wholeMinute
    // The minute that has begun is gone already.
    let left = now.map { min(max($0, usual), end).nextWholeMinute } ?? usual
    start = min(left, end)
    self.end = end
  }

  /// How long it is.
  public var minutes: Int { start.minutes(to: end) }

  /// Whether nothing of it is left.
  public var isOver: Bool { start == end }
}

extension Instant {
  /// The whole minute at or before it.
  var wholeMinute: Instant {
    Instant(millis: millis - millis.flooredDivision(by: 60_000).remainder)
  }

  /// The whole minute at or after it.
  var nextWholeMinute: Instant {
    let minute = wholeMinute
    return minute == self ? self : minute + 60
  }

  /// The whole minutes from here to a later instant.
  func minutes(to later: Instant) -> Int {
    Int((later.millis - millis) / 60_000)
  }
}
