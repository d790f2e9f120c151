/// Minutes of a habit that are typed in instead of timed.
public enum ManualMinutes {
  /// What can be typed: a minute to twelve hours.
  public static let range = 1...720
  /// The step of the sheet, and its first one.
  public static let step = 5
  /// What the sheet opens with.
  public static let first = 10
  /// How far back a day can be put right, in days.
  public static let daysBackMax = 14

  /// Why minutes cannot be added.
  public enum Refusal: Hashable, Sendable {
    case outOfRange
    case future
    case tooLongAgo
    case beforeTheHabit
    case paused
  }

  /// Whether minutes can be added to a day.
  ///
  /// - Parameters:
  ///   - minutes: What was typed.
  ///   - day: The day.
  ///   - today: The day it is typed on.
  ///   - habit: The day the habit was made, and whether it was paused on `day`; `nil` if unknown.
  /// - Returns: `nil` if they can.
  public static func refusal(
    _ minutes: Int, on day: LogicalDate, today: LogicalDate,
    habit: (made: LogicalDate, isPaused: Bool)? = nil
  ) -> Refusal? {
    guard range.contains(minutes) else { return .outOfRange }
    if day > today { return .future }
    if day < today - daysBackMax { return .tooLongAgo }
    guard let habit else { return nil }
    if day < habit.made { return .beforeTheHabit }
    return habit.isPaused ? .paused : nil
  }
}
