/// The minutes of focused task work that a day has room for.
///
/// Only tasks count against it: habits and Anchors take from the day's free time instead.
public struct Budget: Hashable, Sendable {
  /// At least five, so that a share of it can always be worked out.
  public let minutes: Int

  /// The smallest budget, and the step that low and high are rounded to.
  public static let stepMinutes = 5
  /// The largest number of minutes taken into account, about nineteen years.
  static let minutesMax = 10_000_000

  /// Wraps a number of minutes.
  ///
  /// - Parameter minutes: Clamped to `stepMinutes` and more.
  public init(minutes: Int) {
    self.minutes = min(max(minutes, Self.stepMinutes), Self.minutesMax)
  }

  /// The budget of a day at a level.
  ///
  /// Low is two thirds of a normal day and high four thirds, each rounded to five minutes.
  ///
  /// - Parameters:
  ///   - level: The level; one this version does not know counts as medium.
  ///   - normalDayMinutes: The person's normal day, which is the medium budget as it is.
  public init(level: CapacityLevel, normalDayMinutes: Int) {
    let normal = min(max(normalDayMinutes, 0), Self.minutesMax / 2)
    switch level {
    case .low: self.init(minutes: Self.rounded(thirds: 2 * normal))
    case .medium, .unknown: self.init(minutes: normal)
    case .high: self.init(minutes: Self.rounded(thirds: 4 * normal))
    }
  }

  /// How much of the budget a number of minutes takes, in percent rounded half up.
  ///
  /// - Parameter plannedMinutes: The minutes planned; fewer than none count as none.
  /// - Returns: 100 for a day that is exactly full.
  public func loadScore(plannedMinutes: Int) -> Int {
    let planned = min(max(plannedMinutes, 0), Self.minutesMax)
    return (planned * 200 + minutes) / (minutes * 2)
  }

  /// The nearest multiple of five to a number of thirds; a tie goes up.
  private static func rounded(thirds: Int) -> Int {
    (thirds * 2 + 3 * stepMinutes) / (6 * stepMinutes) * stepMinutes
  }
}
