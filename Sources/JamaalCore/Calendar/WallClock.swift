/// A time of day as a clock on the wall shows it, to the minute, in no particular zone.
///
/// Which instant it is on a date is for `TimeZoneRules.instant(of:at:)` to say.
public struct WallClock: Hashable, Sendable {
  /// Minutes since 00:00, 0 to 1439.
  public let minuteOfDay: Int

  /// How many minutes a clock face has.
  public static let minuteCount = 24 * 60

  /// Midnight.
  public static let midnight = WallClock(clamping: 0)

  /// Makes a time of day from the minutes since midnight.
  ///
  /// `nil` outside 0 to 1439.
  /// - Parameter minuteOfDay: Minutes.
  public init?(minuteOfDay: Int) {
    guard (0..<Self.minuteCount).contains(minuteOfDay) else { return nil }
    self.minuteOfDay = minuteOfDay
  }

  /// Makes a time of day from what a clock shows.
  ///
  /// `nil` if either part is out of range.
  /// - Parameters:
  ///   - hour: 0 to 23.
  ///   - minute: 0 to 59.
  public init?(hour: Int, minute: Int) {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    minuteOfDay = hour * 60 + minute
  }

  /// Makes the time of day nearest to a number of minutes.
  init(clamping minuteOfDay: Int) {
    self.minuteOfDay = min(max(minuteOfDay, 0), Self.minuteCount - 1)
  }

  /// The hour, 0 to 23.
  public var hour: Int { minuteOfDay / 60 }

  /// The minute of the hour, 0 to 59.
  public var minute: Int { minuteOfDay % 60 }
}

extension WallClock: Comparable {
  /// Orders by time of day.
  public static func < (left: WallClock, right: WallClock) -> Bool {
    left.minuteOfDay < right.minuteOfDay
  }
}

extension WallClock: LosslessStringConvertible {
  /// Reads `HH:mm`, such as `07:30`; always two digits each, 00:00 to 23:59.
  ///
  /// `nil` if it is anything else.
  /// - Parameter description: The text.
  public init?(_ description: String) {
    var cursor = TextCursor(description)
    guard let hour = cursor.number(digits: 2...2), cursor.take(":"),
      let minute = cursor.number(digits: 2...2), cursor.isAtEnd
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// The time as `HH:mm`.
  public var description: String {
    "\(zeroPadded(hour, to: 2)):\(zeroPadded(minute, to: 2))"
  }
}
