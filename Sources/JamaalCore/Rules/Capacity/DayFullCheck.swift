/// Whether a day has room for a task that is about to be added: `Day is full · offer tomorrow`.
///
/// It only tells; the task can always be added anyway.
public enum DayFullCheck: Hashable, Sendable {
  /// There is nothing to check: no estimate, no day, or a day in the past.
  case notChecked
  /// The task fits, also if the day is exactly full with it.
  case fits
  /// It would take the day over its budget; the nearest day where it still fits, if there is one.
  case full(offer: LogicalDate?)

  /// How many days after the chosen one are looked at.
  public static let dayCount = 7

  /// Checks a day.
  ///
  /// - Parameters:
  ///   - effortMinutes: The task's estimate, if any.
  ///   - date: The day chosen for it, if any.
  ///   - today: The day its author is in.
  ///   - load: What a day holds already, against the budget of its own level; today counts what is
  ///     done as well, as its meter does.
  public init(
    effortMinutes: Int?, on date: LogicalDate?, today: LogicalDate,
    load: (LogicalDate) -> DayLoad
  ) {
    guard let effortMinutes, effortMinutes > 0, let date, date >= today else {
      self = .notChecked
      return
    }
    let minutes = min(effortMinutes, Budget.minutesMax)
    guard !load(date).hasRoom(for: minutes) else {
      self = .fits
      return
    }
    self = .full(
      offer: (1...Self.dayCount).lazy.map { date + $0 }.first { load($0).hasRoom(for: minutes) })
  }
}
