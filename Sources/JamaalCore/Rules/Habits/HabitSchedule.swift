/// On which days a habit is due: on some weekdays, or so many times a week on any days.
public struct HabitSchedule: Hashable, Sendable {
  /// ISO weekdays; all of them for a habit of so many times a week.
  public var weekdays: Set<Int>
  /// So many times a week; 0 for fixed days.
  public var timesPerWeek: Int

  /// Every day of the week.
  public static let everyWeekday: Set<Int> = Set(1...7)
  /// Every day.
  public static let daily = HabitSchedule(weekdays: everyWeekday)

  /// A schedule of fixed days.
  ///
  /// - Parameter weekdays: ISO weekdays.
  public init(weekdays: Set<Int>) {
    self.weekdays = weekdays
    timesPerWeek = 0
  }

  /// A schedule of any days.
  ///
  /// - Parameter timesPerWeek: 1 to 7.
  public init(timesPerWeek: Int) {
    weekdays = Self.everyWeekday
    self.timesPerWeek = timesPerWeek
  }

  init(stored scheduledDays: String, timesPerWeek: Int) {
    self.timesPerWeek = min(max(timesPerWeek, 0), 7)
    weekdays =
      self.timesPerWeek > 0 ? Self.everyWeekday : RepeatRule.weekdays(scheduledDays)
  }

  /// Whether no single day asks for it.
  public var isWeekly: Bool { timesPerWeek > 0 }

  /// Whether a day is one of its days.
  ///
  /// - Parameter day: Any day.
  /// - Returns: `true` on any day for one of so many times a week.
  public func includes(_ day: LogicalDate) -> Bool {
    isWeekly || weekdays.contains(day.weekday)
  }

  /// The weekdays as they are stored: in order, separated by commas.
  var weekdayText: String { weekdays.sorted().map(String.init).joined(separator: ",") }

  /// The name of the days: `daily`, `weekdays` or `custom`.
  public var frequency: String {
    switch weekdays {
    case Self.everyWeekday: "daily"
    case [1, 2, 3, 4, 5]: "weekdays"
    default: "custom"
    }
  }
}

extension LogicalDate {
  /// The week that a weekly target is counted in: Monday to Sunday, the same for every reader.
  var habitWeek: ClosedRange<LogicalDate> {
    let monday = startOfWeek(firstWeekday: 1)
    return monday...(monday + 6)
  }
}
