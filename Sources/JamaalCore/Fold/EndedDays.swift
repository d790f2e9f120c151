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

  /// The last ended day as far as it can be believed, once there is reason to doubt it.
  ///
  /// A clock that was far ahead for a while ends days that have not come. Nothing but asking for a
  /// rebuild, or having given up the stamps of such a clock, is reason enough: of a clock that is
  /// set back nobody knows whether it is right now.
  ///
  /// - Parameters:
  ///   - previous: The last ended day when the device last looked.
  ///   - today: The day the device is in.
  /// - Returns: `nil` for a day after today; today itself, which a clock set back by hours leaves
  ///   behind, stays.
  public static func believed(_ previous: LogicalDate?, today: LogicalDate) -> LogicalDate? {
    previous.flatMap { $0 > today ? nil : $0 }
  }
}
