/// The day a planning session is for, and the day it looks back at.
///
/// The planned day is the first whose working day has not begun. At 23:00 that is tomorrow; at
/// 00:30, with days that end at midnight, it is the morning about to come, and yesterday is under
/// review; with days that end at 03:00 it is still tomorrow.
public struct PlanningTarget: Hashable, Sendable {
  /// The day being planned.
  public let forDate: LogicalDate
  /// The day under review, which is the one before.
  public var reviewedDay: LogicalDate { forDate - 1 }

  /// The session for a day.
  ///
  /// - Parameter forDate: The day being planned.
  public init(forDate: LogicalDate) {
    self.forDate = forDate
  }

  /// The session that a moment calls for.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - settings: When the working day starts.
  ///   - zone: Where the person is.
  public init(now: Instant, settings: DaySettings, zone: TimeZoneRules) {
    let start = WallClock(clamping: settings.dayStartMinute)
    var date = zone.localTime(at: now).date
    while zone.instant(of: date, at: start) <= now { date = date + 1 }
    forDate = date
  }
}
