extension LogicalDate: Strideable {
  /// The number of days from this date to another, negative if that is earlier.
  ///
  /// - Parameter other: The other date.
  /// - Returns: Days.
  public func distance(to other: LogicalDate) -> Int {
    other.dayNumber - dayNumber
  }

  /// The date a number of days away; this makes `first...last` a sequence of days.
  ///
  /// - Parameter days: Days, negative for earlier ones.
  /// - Returns: The date.
  public func advanced(by days: Int) -> LogicalDate {
    LogicalDate(dayNumber: dayNumber + days)
  }
}
