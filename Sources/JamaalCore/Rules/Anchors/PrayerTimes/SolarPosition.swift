/// Where the sun stands among the stars at midnight UTC of one date.
///
/// The low-accuracy series of Jean Meeus, *Astronomical Algorithms*, 2nd edition; the numbers in the
/// comments are its pages. As the published timetables do, it takes universal time for dynamical
/// time (no ΔT), which is worth about a second.
struct SolarPosition {
  /// Degrees north of the celestial equator.
  let declination: Double
  /// Degrees east along the celestial equator.
  let rightAscension: Double
  /// Apparent sidereal time at Greenwich, in degrees.
  let siderealTime: Double

  /// Works out the position.
  ///
  /// - Parameter date: The date in UTC.
  init(on date: LogicalDate) {
    // 60: the Julian day number; 2,440,587.5 is 1970-01-01.
    let sinceEpoch = Double(date.dayNumber) + (2_440_587.5 - 2_451_545)
    let t = sinceEpoch / 36_525

    // 163, 164: the sun's longitude.
    let meanLongitude = Degrees.wrapped(280.4664567 + 36000.76983 * t + 0.0003032 * t * t)
    let anomaly = Degrees.wrapped(357.52911 + 35999.05029 * t - 0.0001537 * t * t)
    let centre =
      (1.914602 - 0.004817 * t - 0.000014 * t * t) * Degrees.sine(anomaly)
      + (0.019993 - 0.000101 * t) * Degrees.sine(2 * anomaly)
      + 0.000289 * Degrees.sine(3 * anomaly)
    let meanNode = 125.04 - 1934.136 * t
    let longitude = Degrees.wrapped(
      meanLongitude + centre - 0.00569 - 0.00478 * Degrees.sine(meanNode))

    // 147, 165: the tilt of the earth's axis.
    let meanTilt = 23.439291 - 0.013004167 * t - 0.0000001639 * t * t + 0.0000005036 * t * t * t
    let tilt = meanTilt + 0.00256 * Degrees.cosine(meanNode)

    // 144: nutation, in degrees out of seconds of arc.
    let node = Degrees.wrapped(
      125.04452 - 1934.136261 * t + 0.0020708 * t * t + t * t * t / 450_000)
    let moonLongitude = Degrees.wrapped(218.3165 + 481267.8813 * t)
    let nutationInLongitude =
      (-17.2 * Degrees.sine(node) - 1.32 * Degrees.sine(2 * meanLongitude)
        - 0.23 * Degrees.sine(2 * moonLongitude) + 0.21 * Degrees.sine(2 * node)) / 3600
    let nutationInTilt =
      (9.2 * Degrees.cosine(node) + 0.57 * Degrees.cosine(2 * meanLongitude)
        + 0.10 * Degrees.cosine(2 * moonLongitude) - 0.09 * Degrees.cosine(2 * node)) / 3600

    // 165: from the ecliptic to the equator.
    let (sine, cosine) = (Degrees.sine(longitude), Degrees.cosine(longitude))
    declination = Degrees.arcSine(Degrees.sine(tilt) * sine)
    rightAscension = Degrees.wrapped(Degrees.arcTangent(Degrees.cosine(tilt) * sine, cosine))

    // 165, 88: sidereal time.
    let meanSiderealTime = Degrees.wrapped(
      280.46061837 + 360.98564736629 * sinceEpoch + 0.000387933 * t * t - t * t * t / 38_710_000)
    siderealTime =
      meanSiderealTime + nutationInLongitude * Degrees.cosine(meanTilt + nutationInTilt)
  }
}
