extension RepeatRule {
  /// The first date after another on which a task comes back.
  ///
  /// What the rule leaves open comes from `anchor`, the day that was authored or scheduled, never a
  /// day that a deferral carried the task to: so due on 31 January and done on 2 February, a monthly
  /// task still means the 31st. A month without that day uses its last one, and the next month is
  /// counted from the day meant again: 31 January, 28 February, 31 March.
  /// - Parameters:
  ///   - date: The date that the result is strictly after: the later of the due day and the day on
  ///     which the task was done or dropped.
  ///   - anchor: The day whose weekday or day of month counts where the rule names none.
  /// - Returns: The date, or `nil` if the rule does not repeat.
  public func nextOccurrence(after date: LogicalDate, anchor: LogicalDate) -> LogicalDate? {
    switch kind {
    case .none, .unknown: nil
    case .daily: date + 1
    case .weekly: nextWeekly(after: date, anchor: anchor)
    case .monthly: nextMonthly(after: date, anchor: anchor)
    }
  }

  private func nextWeekly(after date: LogicalDate, anchor: LogicalDate) -> LogicalDate {
    // A number that is no weekday can only come from elsewhere; it says nothing.
    let named = weekdays.filter { (1...7).contains($0) }
    let chosen = named.isEmpty ? [anchor.weekday] : named
    let distances = chosen.map { (weekday: Int) in (weekday - date.weekday + 6) % 7 + 1 }
    return date + (distances.min() ?? 7)
  }

  private func nextMonthly(after date: LogicalDate, anchor: LogicalDate) -> LogicalDate {
    let day = (1...31).contains(dayOfMonth) ? dayOfMonth : anchor.day
    let (year, month, _) = date.civil
    let thisMonth = LogicalDate.clamped(year: year, month: month, day: day)
    if thisMonth > date { return thisMonth }
    return LogicalDate.clamped(
      year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: day)
  }
}
