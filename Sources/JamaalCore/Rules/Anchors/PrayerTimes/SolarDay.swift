/// What the sun does at one place around one date: noon, and when it passes a given altitude.
///
/// Times are seconds since 00:00 UTC of the date; below zero or above a day is common, far from
/// Greenwich. Source: Meeus, *Astronomical Algorithms*, chapters 3 (interpolation) and 15 (rising,
/// transit and setting).
struct SolarDay {
  private let place: Coordinates
  private let before: SolarPosition
  private let position: SolarPosition
  private let after: SolarPosition
  private let approximateTransit: Double
  private let sineLatitude: Double
  private let cosineLatitude: Double

  /// The sun's upper edge on the horizon, with the usual refraction: 50 minutes of arc below it.
  private static let horizon = -50.0 / 60

  /// Prepares a day.
  ///
  /// - Parameters:
  ///   - before: Where the sun stands on the day before.
  ///   - position: Where it stands on the day itself.
  ///   - after: Where it stands on the day after.
  ///   - place: Where the observer stands.
  init(
    before: SolarPosition, _ position: SolarPosition, after: SolarPosition, at place: Coordinates
  ) {
    self.place = place
    self.before = before
    self.position = position
    self.after = after
    approximateTransit = Self.approximateTransit(of: position, longitude: place.longitude)
    sineLatitude = Degrees.sine(place.latitude)
    cosineLatitude = Degrees.cosine(place.latitude)
  }

  /// True noon.
  var transit: Int? {
    let hourAngle = self.hourAngle(at: approximateTransit)
    return Self.seconds(approximateTransit - hourAngle / 360)
  }

  /// When the sun's upper edge rises.
  var sunrise: Int? { time(ofAltitude: Self.horizon, afterTransit: false) }

  /// When the sun's upper edge sets.
  var sunset: Int? { time(ofAltitude: Self.horizon, afterTransit: true) }

  /// When shadows are longer than at noon by so many times the height of what casts them.
  ///
  /// - Parameter factor: How many times.
  /// - Returns: The time, or `nil` if it does not come.
  func shadow(_ factor: Double) -> Int? {
    let fromZenith = (place.latitude - position.declination).magnitude
    let altitude = Degrees.arcTangent(1 / (factor + Degrees.tangent(fromZenith)), 1)
    return time(ofAltitude: altitude, afterTransit: true)
  }

  /// When the sun passes an altitude.
  ///
  /// - Parameters:
  ///   - altitude: Degrees above the horizon, negative below it.
  ///   - afterTransit: Whether it is the time after noon that is asked for.
  /// - Returns: The time, or `nil` if the sun stays above or below all day.
  func time(ofAltitude altitude: Double, afterTransit: Bool) -> Int? {
    let cosine =
      (Degrees.sine(altitude) - sineLatitude * Degrees.sine(position.declination))
      / (cosineLatitude * Degrees.cosine(position.declination))
    // At a pole this is infinite or not a number, and so outside as well.
    guard cosine >= -1, cosine <= 1 else { return nil }
    let away = Degrees.arcCosine(cosine) / 360
    let fraction = approximateTransit + (afterTransit ? away : -away)
    let hourAngle = self.hourAngle(at: fraction)
    let declination = Self.interpolated(
      position.declination, position.declination - before.declination,
      after.declination - position.declination, at: fraction)
    let reached = Degrees.arcSine(
      sineLatitude * Degrees.sine(declination)
        + cosineLatitude * Degrees.cosine(declination) * Degrees.cosine(hourAngle))
    let slope =
      360 * Degrees.cosine(declination) * cosineLatitude * Degrees.sine(hourAngle)
    return Self.seconds(fraction + (reached - altitude) / slope)
  }

  /// Why a day without a sunrise or a sunset has none.
  var absence: PrayerTimesAbsence {
    let excess =
      Degrees.sine(Self.horizon) - sineLatitude * Degrees.sine(position.declination)
    return excess > 0 ? .polarNight : .midnightSun
  }

  /// How far past the meridian the sun is at a fraction of the day, in -180...180 degrees.
  private func hourAngle(at fraction: Double) -> Double {
    let siderealTime = Degrees.wrapped(position.siderealTime + 360.985647 * fraction)
    let ascension = Degrees.wrapped(
      Self.interpolated(
        position.rightAscension,
        Degrees.wrapped(position.rightAscension - before.rightAscension),
        Degrees.wrapped(after.rightAscension - position.rightAscension), at: fraction))
    return Degrees.centred(siderealTime + place.longitude - ascension)
  }

  /// The fraction of the day at which noon falls, near the noon of the place's own longitude.
  ///
  /// Close to the date line the sun's own irregularity can carry noon across midnight UTC; without
  /// the step back or forward such a place would get the noon of the wrong day.
  private static func approximateTransit(of sun: SolarPosition, longitude: Double) -> Double {
    let turn = (sun.rightAscension - longitude - sun.siderealTime) / 360
    let found = turn - turn.rounded(.down)
    let turnExpected = (12 - longitude / 15) / 24
    let expected = turnExpected - turnExpected.rounded(.down)
    if found - expected > 0.5 { return found - 1 }
    if expected - found > 0.5 { return found + 1 }
    return found
  }

  /// Three-point interpolation from the middle value and the differences on either side of it.
  private static func interpolated(
    _ middle: Double, _ first: Double, _ second: Double, at fraction: Double
  ) -> Double {
    middle + fraction / 2 * (first + second + fraction * (second - first))
  }

  /// Whole seconds, cut off; `nil` for what is no time near the day at all.
  ///
  /// Where the sun only grazes an altitude the one correction step divides by almost nothing.
  private static func seconds(_ fraction: Double) -> Int? {
    let seconds = (fraction * 24 * 3600).rounded(.down)
    guard seconds.magnitude < Double(86_400 * nearDays) else { return nil }
    return Int(seconds)
  }

  /// An event further from its date than this is no event.
  private static let nearDays = 3
}
