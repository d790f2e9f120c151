/// The clock of one replica: it follows the wall clock, never goes back, and passes what it sees.
///
/// Source: Kulkarni et al., "Logical Physical Clocks", 2014. Here the counter fills the lower 16
/// bits of one number, so a full counter carries into the milliseconds by plain addition.
public struct HybridLogicalClock: Sendable {
  /// The latest reading given out or seen.
  public private(set) var latest: HybridTime

  /// Continues from a stored reading.
  ///
  /// - Parameter latest: The reading that the last transaction stored.
  public init(latest: HybridTime) {
    self.latest = latest
  }

  /// Gives the time of a local write: above everything given out or seen before.
  ///
  /// - Parameter nowMillis: The wall clock, Unix milliseconds; it may jump either way.
  /// - Returns: A reading above `latest` as it was.
  public mutating func tick(nowMillis: Int64) -> HybridTime {
    let wall = HybridTime(millis: nowMillis)
    latest = max(wall, HybridTime(rawValue: latest.rawValue + 1))
    return latest
  }

  /// Takes notice of a received reading, once its batch is kept.
  ///
  /// - Parameter time: The largest acceptable reading of the batch.
  public mutating func observe(_ time: HybridTime) {
    latest = max(latest, time)
  }
}

/// Decides which received stamps are too far ahead of the wall clock to be believed.
public struct DriftGuard: Sendable {
  /// How far ahead a stamp may be, in milliseconds.
  public var aheadMillisMax: Int64

  /// A day, as much as a wrong time zone or a wrong date by one explains.
  public static let standard = DriftGuard(aheadMillisMax: 24 * 60 * 60 * 1000)

  /// Makes a guard.
  ///
  /// - Parameter aheadMillisMax: How far ahead a stamp may be, in milliseconds.
  public init(aheadMillisMax: Int64) {
    self.aheadMillisMax = aheadMillisMax
  }

  /// The largest reading that is believed now.
  ///
  /// - Parameter nowMillis: A wall clock that is trusted, Unix milliseconds.
  /// - Returns: The limit; readings up to it and equal to it are welcome, however old.
  public func limit(nowMillis: Int64) -> HybridTime {
    let (sum, overflowed) = nowMillis.addingReportingOverflow(aheadMillisMax)
    return HybridTime(millis: overflowed ? .max : sum, counter: .max)
  }
}
