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
///
/// Times are seconds from 00:00 UTC of the day.
struct SunSpan {
  let day: SolarDay
  let origin: SunOrigin
  let sunrise: Int
  let transit: Int
  let asr: Int
  let sunset: Int
  /// From sunset to the next day's sunrise, in seconds.
  let night: Int

  /// The sun is never further from noon than half a day; events worked out further away are wrong.
  private static let halfDaySecondsMax = 13 * 3600
  /// How many days are tried either way for one with a sunrise and a sunset.
  private static let otherDaysMax = 183
  /// Latitudes are tried in these steps towards the equator, as long as they are at least 65.
  private static let latitudeStep = 0.5
  private static let latitudeMin = 65.0

  /// Finds the sun of a day, or what the polar rule takes in its place.
  static func find(
    on date: LogicalDate, at place: Coordinates, by calculation: PrayerCalculation,
    _ positions: inout SolarPositions
  ) throws(PrayerTimesAbsence) -> SunSpan {
    // Only damaged or hostile records hold others; arithmetic on those could overflow.
    guard LogicalDate.yearRange.contains(date.year) else { throw .dateOutOfRange }
    let madhab = calculation.madhab
    if let span = SunSpan(on: date, at: place, madhab, .here, &positions) { return span }
    let other: SunSpan? =
      switch calculation.polarRule {
      case .noTimes: nil
      case .nearestDay: onNearestDay(to: date, at: place, madhab, &positions)
      case .nearestPlace: atNearestLatitude(on: date, to: place, madhab, &positions)
      }
    guard let other else {
      // Sunrise and sunset may be there today and only tomorrow's sunrise be missing.
      let today = positions.day(date, at: place)
      let isTodayWhole = today.sunrise != nil && today.sunset != nil
      throw isTodayWhole ? positions.day(date + 1, at: place).absence : today.absence
    }
    return other
  }

  /// Asks for everything that a day needs; where one thing is missing there are no times.
  ///
  /// Asr can be missing although the sun rises and sets, when it only just shows itself.
  private init?(
    on date: LogicalDate, at place: Coordinates, _ madhab: Madhab, _ origin: SunOrigin,
    _ positions: inout SolarPositions
  ) {
    let today = positions.day(date, at: place)
    guard let sunrise = today.sunrise, let sunset = today.sunset, let transit = today.transit,
      let asr = today.shadow(madhab.shadowFactor),
      let nextSunrise = positions.day(date + 1, at: place).sunrise
    else { return nil }
    // Where the sun all but stays up or down, one step of correction can carry events far away or
    // past each other. That is a day without a sunrise, and not one with a sunrise at some hour.
    let night = nextSunrise + 86_400 - sunset
    guard (1...Self.halfDaySecondsMax).contains(transit - sunrise),
      (1...Self.halfDaySecondsMax).contains(sunset - transit),
      (1...2 * Self.halfDaySecondsMax).contains(night)
    else { return nil }
    day = today
    self.origin = origin
    self.sunrise = sunrise
    self.transit = transit
    self.asr = asr
    self.sunset = sunset
    self.night = night
  }

  private static func onNearestDay(
    to date: LogicalDate, at place: Coordinates, _ madhab: Madhab,
    _ positions: inout SolarPositions
  ) -> SunSpan? {
    for distance in 1...otherDaysMax {
      for other in [date + distance, date - distance] {
        if let span = SunSpan(on: other, at: place, madhab, .otherDay(other), &positions) {
          return span
        }
      }
    }
    return nil
  }

  private static func atNearestLatitude(
    on date: LogicalDate, to place: Coordinates, _ madhab: Madhab,
    _ positions: inout SolarPositions
  ) -> SunSpan? {
    var latitude = place.latitude.magnitude
    while latitude >= latitudeMin {
      latitude -= latitudeStep
      let signed = place.latitude < 0 ? -latitude : latitude
      let other = Coordinates(onMap: signed, place.longitude)
      if let span = SunSpan(on: date, at: other, madhab, .otherLatitude(signed), &positions) {
        return span
      }
    }
    return nil
  }
}
