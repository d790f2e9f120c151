extension CapacityLevel {
  /// The level that a day's free time has room for; the person always decides.
  ///
  /// - Parameters:
  ///   - freeMinutes: The minutes left for tasks.
  ///   - normalDayMinutes: The person's normal day.
  /// - Returns: The highest level whose budget fits, and low if none does.
  public static func suggested(freeMinutes: Int, normalDayMinutes: Int) -> CapacityLevel {
    choices.last {
      Budget(level: $0, normalDayMinutes: normalDayMinutes).minutes <= freeMinutes
    } ?? .low
  }
}
