/// A calendar date that floats: the same day for every reader, whatever their time zone.
///
/// Proleptic Gregorian. Stored as the number of days since 1970-01-01, so that no time-zone code
/// can ever touch it.
public struct LogicalDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before it.
  public let dayNumber: Int

  /// Makes a value from its parts.
  @inlinable
  public init(dayNumber: Int) {
    self.dayNumber = dayNumber
  }

  /// Orders by time.
  @inlinable
  public static func < (left: LogicalDate, right: LogicalDate) -> Bool {
    left.dayNumber < right.dayNumber
  }

  /// The date that many days later.
  @inlinable
  public static func + (date: LogicalDate, days: Int) -> LogicalDate {
    LogicalDate(dayNumber: date.dayNumber + days)
  }

  /// The date that many days earlier.
  @inlinable
  public static func - (date: LogicalDate, days: Int) -> LogicalDate {
    LogicalDate(dayNumber: date.dayNumber - days)
  }

  /// The number of days from the second date to the first.
  @inlinable
  public static func - (left: LogicalDate, right: LogicalDate) -> Int {
    left.dayNumber - right.dayNumber
  }
}
