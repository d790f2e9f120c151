/// Minutes of a habit that are typed in instead of timed.
public enum ManualMinutes {
  /// What can be typed: a minute to twelve hours.
  public static let range = 1...720
  /// The step of the sheet, and its first one.
  public static let step = 5
  /// What the sheet opens with.
  public static let first = 10

  /// Why minutes cannot be added.
  public enum Refusal: Hashable, Sendable {
    case outOfRange
    /// The day is not one that can be put right.
    case day(HabitCorrectionRule.Refusal)
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
    return HabitCorrectionRule.refusal(
      day, today: today, created: habit?.made ?? day, isPaused: habit?.isPaused ?? false
    ).map(Refusal.day)
  }
}
