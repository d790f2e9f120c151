/// When a habit's time of day is open, on the clock.
public struct HabitTimes: Hashable, Sendable {
  /// Minutes after midnight at which it begins.
  public var startMinute: Int
  /// Minutes after midnight at which it ends; 1439 is no real end.
  public var endMinute: Int

  /// The minute that stands for no real end.
  public static let noEnd = 1439
  /// The whole day.
  public static let allDay = HabitTimes(startMinute: 0, endMinute: noEnd)

  /// Makes a value from its parts.
  public init(startMinute: Int, endMinute: Int) {
    self.startMinute = startMinute
    self.endMinute = endMinute
  }

  /// Whether it is the whole day.
  public var isAllDay: Bool { startMinute == 0 && endMinute == Self.noEnd }
  /// Whether it closes before the day does.
  public var hasEnd: Bool { endMinute != Self.noEnd }

  /// Where it stands in a day of the planner, in minutes after the midnight the day began with.
  ///
  /// A day that ends at 03:00 runs from 180 to 1620, and 01:00 is its minute 1500. A time of day
  /// that runs past the day's end is cut there.
  ///
  /// - Parameter boundary: When days end.
  /// - Returns: The minutes, never none.
  public func minutes(_ boundary: DayBoundary) -> Range<Int> {
    let rollover = boundary.rolloverMinute
    let dayEnd = 1440 + rollover
    if isAllDay { return rollover..<dayEnd }
    let start = Self.clamped(startMinute)
    let first = start < rollover ? start + 1440 : start
    guard hasEnd else { return first..<dayEnd }
    let end = Self.clamped(endMinute)
    let last = end <= rollover ? end + 1440 : end
    return last > first ? first..<last : first..<dayEnd
  }

  /// What it is doing at a minute of the planner's day.
  ///
  /// The last quarter, and at least the last ten minutes, are the closing ones; what has no real
  /// end never closes.
  ///
  /// - Parameters:
  ///   - minute: Minutes after the midnight the day began with.
  ///   - boundary: When days end.
  /// - Returns: The state.
  public func state(at minute: Int, _ boundary: DayBoundary) -> HabitWindowState {
    let open = minutes(boundary)
    if minute < open.lowerBound { return .upcoming }
    guard hasEnd else { return .open }
    if minute >= open.upperBound { return .closed }
    let closing = max(open.count / 4, Self.closingMinutesMin)
    return minute >= open.upperBound - closing ? .closing : .open
  }

  /// The shortest time in which a closing window says so.
  static let closingMinutesMin = 10

  private static func clamped(_ minute: Int) -> Int { min(max(minute, 0), noEnd) }
}

/// What a time of day is doing.
public enum HabitWindowState: String, Hashable, Sendable, CaseIterable {
  case upcoming
  case open
  /// Open, and near its end: worth a light word if it is not done.
  case closing
  case closed
}

extension DayContext {
  /// The minute of a planner's day that it is now: minutes after the midnight it began with.
  func minute(of day: LogicalDate) -> Int {
    let local = zone.localTime(at: now)
    return (local.date - day) * 1440 + local.clock.minuteOfDay
  }
}
