/// A point in time: Unix milliseconds.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let millis: Int64

  /// Makes a value from its parts.
  @inlinable
  public init(millis: Int64) {
    self.millis = millis
  }

  /// Orders by time.
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    left.millis < right.millis
  }

  /// The instant that many seconds later.
  @inlinable
  public static func + (instant: Instant, seconds: Int) -> Instant {
    Instant(millis: instant.millis + Int64(seconds) * 1000)
  }

  /// The instant that many seconds earlier.
  @inlinable
  public static func - (instant: Instant, seconds: Int) -> Instant {
    instant + -seconds
  }
}
