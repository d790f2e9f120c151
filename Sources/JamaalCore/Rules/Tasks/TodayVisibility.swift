/// Which of a day's tasks a capacity level shows; the others stay counted under Also today.
public enum TodayVisibility {
  /// Whether Today shows a task.
  ///
  /// - Parameters:
  ///   - quadrant: Where the task belongs.
  ///   - level: The day's level; one this version does not know counts as medium.
  /// - Returns: `false` if the task waits under Also today.
  public static func shows(_ quadrant: Quadrant, at level: CapacityLevel) -> Bool {
    switch level {
    case .low: quadrant == .doFirst
    case .medium, .unknown: quadrant != .letGo
    case .high: true
    }
  }
}
