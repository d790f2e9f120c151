/// A habit's days by weeks, as a heat map shows them: a column a week, Monday at the top.
public struct HabitWeeks: Hashable, Sendable {
  /// The Mondays, ascending; an even number of them.
  public let mondays: [LogicalDate]

  /// The weeks of a grid, an even number.
  public static let countDefault = 6

  /// The weeks up to a day.
  ///
  /// - Parameters:
  ///   - count: How many; an odd number gets one more, and there are at least two.
  ///   - day: A day of the last week.
  public init(_ count: Int = countDefault, through day: LogicalDate) {
    let even = max(2, count + count % 2)
    let last = day.habitWeek.lowerBound
    mondays = (0..<even).reversed().map { last - 7 * $0 }
  }

  /// All days, those of the last week that are to come among them.
  public var days: ClosedRange<LogicalDate> {
    let first = mondays.first ?? LogicalDate(dayNumber: 0)
    return first...((mondays.last ?? first) + 6)
  }
}
