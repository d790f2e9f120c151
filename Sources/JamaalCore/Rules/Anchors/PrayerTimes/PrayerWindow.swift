/// The time in which one prayer of one day is due; it always has some length.
public struct PrayerWindow: Hashable, Sendable {
  /// The date of the prayer times at their place.
  ///
  /// With rule and slot it names the instance: two nights' isha can begin on one logical date.
  public let civilDate: LogicalDate
  /// The prayer.
  public let prayer: Prayer
  /// What an Anchor made for it is called.
  public let title: PrayerTitle
  /// When it begins.
  public let start: Instant
  /// When it is over, always after `start`.
  public let end: Instant
  /// What is unusual about its end, worth a quiet word beside the rule.
  public let note: PrayerWindowNote?

  /// The day of the planner that the window belongs to: that in which it begins.
  ///
  /// - Parameters:
  ///   - boundary: When days end.
  ///   - zone: Where the person is.
  /// - Returns: The logical date.
  public func occurrenceDate(_ boundary: DayBoundary, in zone: TimeZoneRules) -> LogicalDate {
    boundary.logicalDate(of: start, in: zone)
  }
}

/// What is unusual about the end of a prayer's window.
public enum PrayerWindowNote: Hashable, Sendable {
  /// Isha begins after the middle of the night and so lasts until fajr.
  case endsAtFajr
  /// The next time comes no later than the prayer's own: one minute is left of it.
  case oneMinute
}

/// When isha's window is over.
public enum IshaEnd: String, CaseIterable, Hashable, Sendable {
  /// In the middle between maghrib and the next fajr.
  case midnight
  /// At the next fajr.
  case fajr
}

/// What is left of the night after maghrib, until the next fajr.
public struct PrayerNight: Hashable, Sendable {
  /// When it begins: maghrib as it is shown.
  public let maghrib: Instant
  /// When it ends: the next day's fajr as it is shown.
  public let nextFajr: Instant

  /// Describes a night.
  public init(maghrib: Instant, nextFajr: Instant) {
    self.maghrib = maghrib
    self.nextFajr = nextFajr
  }

  /// Islamic midnight, to the nearest minute.
  public var middle: Instant { minute(after: 1, of: 2) }

  /// When the last third begins, to the nearest minute.
  public var lastThird: Instant { minute(after: 2, of: 3) }

  /// Both ends are whole minutes, so a part of the night is minutes over a small number.
  private func minute(after parts: Int64, of whole: Int64) -> Instant {
    let millis = (nextFajr.millis - maghrib.millis) * parts
    let minutes = (millis * 2 + whole * 60_000).flooredDivision(by: whole * 120_000).quotient
    return Instant(millis: maghrib.millis + minutes * 60_000)
  }
}
