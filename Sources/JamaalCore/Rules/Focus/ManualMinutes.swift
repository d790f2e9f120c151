/// Minutes of a habit that are typed in instead of timed.
///
/// For today and the days that a forgotten tick can be put right for (`HabitCorrectionRule`).
public enum ManualMinutes {
  /// What can be typed: a minute to twelve hours.
  public static let range = 1...720
  /// The step of a sheet.
  public static let step = 5
  /// What a sheet opens with.
  public static let first = 10
}
