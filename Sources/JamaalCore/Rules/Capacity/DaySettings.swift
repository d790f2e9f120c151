/// The numbers that shape a day, and the rules for changing them.
///
/// Rules only: what is stored, and by whom it was written, is not known here.
public struct DaySettings: Hashable, Sendable {
  /// Focused work on a normal day, in minutes; the budget of the medium level.
  public var mediumDayMinutes: Int
  /// When the working day starts, in minutes since midnight.
  public var dayStartMinute: Int
  /// When the working day ends, in minutes since midnight.
  public var dayEndMinute: Int
  /// When the planner's day ends, in minutes after midnight.
  public var rolloverMinute: Int
  /// When the evening's planning is prompted, in minutes since midnight.
  public var planningMinute: Int

  /// Makes a value from its parts; without any, what a new replica starts with.
  public init(
    mediumDayMinutes: Int = 180, dayStartMinute: Int = 480, dayEndMinute: Int = 1140,
    rolloverMinute: Int = 0, planningMinute: Int = 1200
  ) {
    self.mediumDayMinutes = mediumDayMinutes
    self.dayStartMinute = dayStartMinute
    self.dayEndMinute = dayEndMinute
    self.rolloverMinute = rolloverMinute
    self.planningMinute = planningMinute
  }

  /// The rollovers that are offered, in minutes after midnight.
  public static let rolloverRange = 0...360
  /// The normal days that are offered, in minutes.
  public static let normalDayRange = 30...360
  /// The steps in which the normal day moves, in minutes.
  public static let normalDayStep = 15
  /// The shortest working day, in minutes.
  public static let workingDayMinutesMin = 120

  /// A rule that settings break.
  public enum Problem: Hashable, Sendable, CaseIterable {
    /// The normal day is outside `normalDayRange` or between its steps.
    case normalDayNotOffered
    /// A time of day is outside 00:00 to 23:59.
    case notATimeOfDay
    /// The rollover is outside `rolloverRange`.
    case rolloverNotOffered
    /// The rollover is not before the start of the working day.
    case rolloverNotBeforeDayStart
    /// The working day ends at or before its start, or is shorter than two hours.
    case workingDayTooShort
  }

  /// Every rule that the values break, in the order of `Problem`'s cases; empty if they are good.
  public var problems: [Problem] {
    Problem.allCases.filter(breaks)
  }

  private func breaks(_ rule: Problem) -> Bool {
    switch rule {
    case .normalDayNotOffered:
      !Self.normalDayRange.contains(mediumDayMinutes)
        || mediumDayMinutes % Self.normalDayStep != 0
    case .notATimeOfDay: !hasTimesOfDay
    case .rolloverNotOffered: !Self.rolloverRange.contains(rolloverMinute)
    case .rolloverNotBeforeDayStart: rolloverMinute >= dayStartMinute
    case .workingDayTooShort:
      // Numbers that are no times of day are another problem, and could overflow here.
      hasTimesOfDay && dayEndMinute - dayStartMinute < Self.workingDayMinutesMin
    }
  }

  private var hasTimesOfDay: Bool {
    [dayStartMinute, dayEndMinute, planningMinute].allSatisfy {
      (0..<WallClock.minuteCount).contains($0)
    }
  }

  /// Whether the planning prompt comes before the working day is over: worth a note, never refused.
  public var isPlanningBeforeDayEnd: Bool {
    // A time before the rollover is in the night after the day, not before its end.
    planningMinute >= rolloverMinute && planningMinute < dayEndMinute
  }

  /// Whether the rollover can be changed just now.
  public enum RolloverAvailability: Hashable, Sendable {
    /// It can.
    case now
    /// It can once clocks show this time.
    case after(WallClock)
  }

  /// Whether the rollover can be changed at a time of day.
  ///
  /// Only when clocks are past both the old time and the new one: then both give the same logical
  /// date, so it never flips under the person's hands. At the rollover's own minute the new day has
  /// begun, which counts as past.
  /// - Parameters:
  ///   - now: The time of day.
  ///   - old: The rollover in force, in minutes after midnight.
  ///   - new: The rollover wanted, in minutes after midnight.
  /// - Returns: `.now`, or the time to wait for.
  public static func rolloverAvailability(
    at now: WallClock, from old: Int, to new: Int
  ) -> RolloverAvailability {
    let later = WallClock(clamping: max(old, new))
    return old == new || now >= later ? .now : .after(later)
  }
}
