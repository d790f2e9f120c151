/// The dates that are offered by name when a task is put off.
public struct QuickDates: Hashable, Sendable {
  /// The day they are counted from.
  public let today: LogicalDate
  /// The ISO weekday on which weeks begin where the person lives.
  public let firstWeekday: Int

  /// Makes the dates of a day.
  ///
  /// - Parameters:
  ///   - today: The logical date; in planning the day under review.
  ///   - firstWeekday: The ISO weekday, Monday 1 to Sunday 7, on which weeks begin there.
  public init(today: LogicalDate, firstWeekday: Int) {
    self.today = today
    self.firstWeekday = firstWeekday
  }

  /// The day after.
  public var tomorrow: LogicalDate { today + 1 }

  /// Three days on, if that is still in this week; otherwise it is not offered.
  public var laterThisWeek: LogicalDate? {
    let date = today + 3
    return date < nextWeek ? date : nil
  }

  /// The first day of next week.
  public var nextWeek: LogicalDate {
    today.startOfWeek(firstWeekday: firstWeekday) + 7
  }
}
