/// Which days have ended on a device.
///
/// Known by each device for itself and sent nowhere: how far another one has come says nothing
/// about this one.
public enum EndedDays {
  /// The last day that has ended, which never goes back.
  ///
  /// A clock set back makes today an earlier day; what has ended stays ended, so nothing happens
  /// twice when the clock is set forward again.
  ///
  /// - Parameters:
  ///   - today: The day the device is in.
  ///   - previous: The last ended day when the device last looked; `nil` on a first run, which
  ///     starts from yesterday and so has no day's end to report.
  /// - Returns: Yesterday, or `previous` if that is later.
  public static func last(today: LogicalDate, previous: LogicalDate?) -> LogicalDate {
    let yesterday = today - 1
    return previous.map { max($0, yesterday) } ?? yesterday
  }
}
