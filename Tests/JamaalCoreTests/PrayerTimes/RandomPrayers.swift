import JamaalCore
import TestSupport
import Testing

/// Random places, dates and ways to work prayer times out, the same for the same seed.
struct RandomPrayers {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// A date of this century's first sixty years.
  mutating func date() -> LogicalDate {
    LogicalDate(dayNumber: Int.random(in: 10_957...33_236, using: &random))
  }

  /// A place up to so many degrees from the equator; now and then right on the edge of the map.
  mutating func place(latitudeMax: Int = 90) throws -> Coordinates {
    var latitude = Double(Int.random(in: -900_000...900_000, using: &random)) / 900_000
    var longitude = Double(Int.random(in: -1_800_000...1_800_000, using: &random)) / 10_000
    if Int.random(in: 0..<20, using: &random) == 0 {
      latitude = Double(Int.random(in: -1...1, using: &random))
    }
    if Int.random(in: 0..<20, using: &random) == 0 {
      longitude = [-180, -179.999, 0, 179.999, 180].randomElement(using: &random) ?? 0
    }
    latitude *= Double(latitudeMax)
    return try #require(Coordinates(latitude: latitude, longitude: longitude))
  }

  /// Any calculation, without a person's own adjustments.
  mutating func calculation() -> PrayerCalculation {
    PrayerCalculation(
      method: any(of: PrayerMethod.muslimWorldLeague), madhab: any(of: Madhab.shafi),
      highLatitudeRule: Bool.random(using: &random) ? nil : any(of: .middleOfNight),
      shafaq: any(of: .general), polarRule: any(of: .noTimes))
  }

  /// Any schedule, adjustments included.
  mutating func schedule(at place: Coordinates) -> PrayerSchedule {
    var calculation = self.calculation()
    if Bool.random(using: &random) {
      for prayer in Prayer.allCases {
        calculation.adjustments[prayer] = Int.random(in: -60...60, using: &random)
      }
    }
    return PrayerSchedule(
      place: place, calculation: calculation, ishaEnds: any(of: .midnight),
      fridayLabel: Bool.random(using: &random))
  }

  private mutating func any<Choice: CaseIterable>(of fallback: Choice) -> Choice {
    Choice.allCases.randomElement(using: &random) ?? fallback
  }
}

/// A seed for laws that try new cases on every run; failures print it.
func freshSeed() -> UInt64 {
  UInt64.random(in: 0...UInt64.max)
}
