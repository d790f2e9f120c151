/// Whose sun a day's prayer times are made of.
public enum SunOrigin: Hashable, Sendable {
  /// The place's own, on that day.
  case here
  /// The place's own on another day, the nearest with a sunrise and a sunset.
  case otherDay(LogicalDate)
  /// That of another latitude, the nearest with a sunrise and a sunset.
  case otherLatitude(Double)
}

/// The sun from one sunrise to the next, as far as prayer times need it.
struct SunSpan {
  let day: SolarDay
  let origin: SunOrigin
  /// Seconds from 00:00 UTC of the day.
  let sunrise: Int
  let sunset: Int
  /// From sunset to the next day's sunrise, in seconds.
  let night: Int

  /// How many days are tried either way for one with a sunrise and a sunset.
  private static let otherDaysMax = 183
  /// Latitudes are tried in these steps towards the equator, as long as they are at least 65.
  private static let latitudeStep = 0.5
  private static let latitudeMin = 65.0

  /// Finds the sun of a day, or what the rule takes in its place.
  static func find(
    on date: LogicalDate, at place: Coordinates, rule: PolarRule
  ) throws(PrayerTimesAbsence) -> SunSpan {
    // Only damaged or hostile records hold others; arithmetic on those could overflow.
    guard LogicalDate.yearRange.contains(date.year) else { throw .dateOutOfRange }
    let today = SolarDay(on: date, at: place)
    if let span = SunSpan(on: date, at: place, today: today, origin: .here) { return span }
    let other: SunSpan? =
      switch rule {
      case .noTimes: nil
      case .nearestDay: onNearestDay(to: date, at: place)
      case .nearestPlace: atNearestLatitude(on: date, to: place)
      }
    guard let other else {
      // Sunrise and sunset may be there today and only tomorrow's sunrise be missing.
      let isTodayWhole = today.sunrise != nil && today.sunset != nil
      throw isTodayWhole ? SolarDay(on: date + 1, at: place).absence : today.absence
    }
    return other
  }

  private init?(on date: LogicalDate, at place: Coordinates, today: SolarDay, origin: SunOrigin) {
    guard let sunrise = today.sunrise, let sunset = today.sunset,
      let nextSunrise = SolarDay(on: date + 1, at: place).sunrise
    else { return nil }
    day = today
    self.origin = origin
    self.sunrise = sunrise
    self.sunset = sunset
    night = nextSunrise + 86_400 - sunset
  }

  private static func onNearestDay(to date: LogicalDate, at place: Coordinates) -> SunSpan? {
    for distance in 1...otherDaysMax {
      for other in [date + distance, date - distance] {
        let day = SolarDay(on: other, at: place)
        if let span = SunSpan(on: other, at: place, today: day, origin: .otherDay(other)) {
          return span
        }
      }
    }
    return nil
  }

  private static func atNearestLatitude(on date: LogicalDate, to place: Coordinates) -> SunSpan? {
    var latitude = place.latitude.magnitude
    while latitude >= latitudeMin {
      latitude -= latitudeStep
      let signed = place.latitude < 0 ? -latitude : latitude
      let other = Coordinates(onMap: signed, place.longitude)
      let day = SolarDay(on: date, at: other)
      if let span = SunSpan(on: date, at: other, today: day, origin: .otherLatitude(signed)) {
        return span
      }
    }
    return nil
  }
}
