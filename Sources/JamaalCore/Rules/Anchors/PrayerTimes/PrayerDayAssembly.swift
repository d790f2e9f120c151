/// A day's prayer times before adjustments and rounding, in whole seconds from 00:00 UTC.
///
/// Parts of the night are not whole seconds. They are counted in microseconds, so that a seventh of
/// a night that divides evenly is exactly that and not a last bit less, and cut off at the end.
struct PrayerDayAssembly {
  let fajr: Int
  let sunrise: Int
  let dhuhr: Int
  let asr: Int
  let maghrib: Int
  let isha: Int

  /// Puts a day together.
  init(
    _ span: SunSpan, on date: LogicalDate, at place: Coordinates,
    by calculation: PrayerCalculation
  ) {
    let twilight = Twilight(span, on: date, at: place, by: calculation)
    dhuhr = span.transit
    asr = span.asr
    sunrise = span.sunrise
    fajr = twilight.fajr
    isha = twilight.isha
    maghrib = Self.maghrib(span, isha: twilight.isha, angle: calculation.method.parameters.maghrib)
  }

  /// Sunset, or a little later by an angle, as long as that comes before isha.
  private static func maghrib(_ span: SunSpan, isha: Int, angle: Double?) -> Int {
    guard let angle, let time = span.day.time(ofAltitude: -angle, afterTransit: true),
      span.sunset < time, time < isha
    else { return span.sunset }
    return time
  }
}

/// The two edges of the night: fajr and isha.
private struct Twilight {
  let fajr: Int
  let isha: Int

  private static let microsPerSecond = 1_000_000
  /// From this latitude on the Moonsighting Committee divides the night in place of angles.
  private static let dividedNightLatitude = 55.0

  init(
    _ span: SunSpan, on date: LogicalDate, at place: Coordinates,
    by calculation: PrayerCalculation
  ) {
    let parameters = calculation.method.parameters
    // The choice by latitude asks for the place itself, also where another's sun is borrowed.
    let rule = calculation.highLatitudeRule ?? .automatic(latitude: place.latitude)
    let season =
      parameters.usesSeasons ? MoonsightingSeason(on: date, latitude: place.latitude) : nil
    let dividesNight = season != nil && place.latitude >= Self.dividedNightLatitude
    let seventh = Self.micros(ofNight: span.night, portion: 1.0 / 7)

    func edge(_ angle: Double, afterTransit: Bool) -> Int? {
      if dividesNight { return seventh }
      guard let time = span.day.time(ofAltitude: -angle, afterTransit: afterTransit) else {
        return nil
      }
      let length = afterTransit ? time - span.sunset : span.sunrise - time
      // Where the sun only grazes the angle, the correction can throw the time out of the night.
      return length >= 0 ? length * Self.microsPerSecond : nil
    }
    func longest(_ angle: Double, _ seasonal: Int?) -> Int {
      seasonal.map { $0 * Self.microsPerSecond }
        ?? Self.micros(ofNight: span.night, portion: rule.portion(ofNightFor: angle))
    }

    let morning = Self.bounded(
      edge(parameters.fajr, afterTransit: false),
      by: longest(parameters.fajr, season?.morningSeconds))
    fajr = Self.seconds(span.sunrise * Self.microsPerSecond - morning)

    switch parameters.isha {
    case .minutesAfterSunset(let minutes):
      isha = span.sunset + minutes * 60
    case .angle(let angle):
      let evening = Self.bounded(
        edge(angle, afterTransit: true),
        by: longest(angle, season?.eveningSeconds(calculation.shafaq)))
      isha = Self.seconds(span.sunset * Self.microsPerSecond + evening)
    }
  }

  /// The length of twilight: no more than the bound, and the bound where there is none.
  private static func bounded(_ length: Int?, by longest: Int) -> Int {
    length.map { min($0, longest) } ?? longest
  }

  private static func micros(ofNight night: Int, portion: Double) -> Int {
    Int((portion * Double(night) * Double(microsPerSecond)).rounded())
  }

  private static func seconds(_ micros: Int) -> Int {
    micros.flooredDivision(by: microsPerSecond).quotient
  }
}
