/// The prayer times of one day at one place.
///
/// Whole minutes. The order of the day holds wherever nights are long enough; far north, or with
/// adjustments of a person's own, times may cross, and `PrayerSchedule` makes windows of them that
/// never do.
public struct PrayerTimes: Hashable, Sendable {
  /// The solar date: that of the noon, in the time of the place's own longitude.
  public let date: LogicalDate
  /// When fajr begins.
  public let fajr: Instant
  /// Sunrise, when fajr ends.
  public let sunrise: Instant
  /// When dhuhr begins.
  public let dhuhr: Instant
  /// When asr begins.
  public let asr: Instant
  /// When maghrib begins.
  public let maghrib: Instant
  /// When isha begins.
  public let isha: Instant
  /// Whose sun it is.
  public let sun: SunOrigin
  /// Whether asr is a figure of no use: before noon, or after sunset.
  ///
  /// It happens beyond the polar circles around the polar night, on days so short that the sun is
  /// hardly higher at noon than at asr: the one step of correction then divides by almost nothing.
  /// The reference timetables have the same figure, so it is kept here; `PrayerSchedule` does
  /// without it.
  public let isAsrMisplaced: Bool

  /// When a prayer begins.
  public subscript(prayer: Prayer) -> Instant {
    switch prayer {
    case .fajr: fajr
    case .dhuhr: dhuhr
    case .asr: asr
    case .maghrib: maghrib
    case .isha: isha
    }
  }

  /// Works out the times of a day.
  ///
  /// A pure function of its arguments, the same to the byte on every machine. Whether the place's
  /// clocks agree with its longitude about the date is not its business: see `DateLine`.
  /// - Parameters:
  ///   - date: The solar date.
  ///   - place: The place.
  ///   - calculation: How.
  /// - Throws: `polarNight` or `midnightSun` if the sun does not rise or set, or does not rise the
  ///   day after, and the polar rule does not help; `dateOutOfRange` for a date beyond all text.
  public init(
    on date: LogicalDate, at place: Coordinates, by calculation: PrayerCalculation
  ) throws(PrayerTimesAbsence) {
    var positions = SolarPositions()
    try self.init(on: date, at: place, by: calculation, &positions)
  }

  /// Works out the times of one day of several.
  init(
    on date: LogicalDate, at place: Coordinates, by calculation: PrayerCalculation,
    _ positions: inout SolarPositions
  ) throws(PrayerTimesAbsence) {
    let span = try SunSpan.find(on: date, at: place, by: calculation, &positions)
    let day = PrayerDayAssembly(span, on: date, at: place, by: calculation)
    let parameters = calculation.method.parameters
    func instant(_ seconds: Int, plus minutes: Int) -> Instant {
      let rounded = parameters.rounding.minutes(ofSeconds: seconds) + minutes
      return Instant(millis: Int64(date.dayNumber * 1440 + rounded) * 60_000)
    }
    let own = calculation.adjustments
    let added = parameters.minutes
    self.date = date
    sun = span.origin
    isAsrMisplaced = span.asr < span.transit || span.asr > span.sunset
    fajr = instant(day.fajr, plus: own[.fajr])
    sunrise = instant(day.sunrise, plus: added.sunrise)
    dhuhr = instant(day.dhuhr, plus: own[.dhuhr] + added.dhuhr)
    asr = instant(day.asr, plus: own[.asr] + added.asr)
    maghrib = instant(day.maghrib, plus: own[.maghrib] + added.maghrib)
    isha = instant(day.isha, plus: own[.isha])
  }
}
