/// The Moonsighting Committee's bounds of twilight, which follow latitude and season.
///
/// Piecewise linear between seven days of the year, counted from the winter solstice.
package struct MoonsightingSeason {
  /// Degrees from the equator, as a part of 55.
  private let distance: Double
  /// Days since the winter solstice of the place's half of the earth.
  private let daysSinceSolstice: Int

  /// Minutes at the four turning points of the year: a base, and what 55 degrees add.
  private struct Table {
    let base: Double
    let slopes: (Double, Double, Double, Double)
  }

  private static let morning = Table(base: 75, slopes: (28.65, 19.44, 32.74, 48.10))

  private static func evening(_ shafaq: Shafaq) -> Table {
    switch shafaq {
    case .general: Table(base: 75, slopes: (25.60, 2.05, -9.21, 6.14))
    case .ahmer: Table(base: 62, slopes: (17.40, -7.16, 5.12, 19.44))
    case .abyad: Table(base: 75, slopes: (25.60, 7.16, 36.84, 81.84))
    }
  }

  /// Finds the season.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - latitude: Degrees north.
  package init(on date: LogicalDate, latitude: Double) {
    distance = latitude.magnitude / 55
    let year = date.year
    let isLeap = LogicalDate.isLeap(year: year)
    let yearLength = isLeap ? 366 : 365
    let dayOfYear = date.dayNumber - LogicalDate.dayNumber(year: year, month: 1, day: 1) + 1
    if latitude >= 0 {
      let days = dayOfYear + 10
      daysSinceSolstice = days >= yearLength ? days - yearLength : days
    } else {
      let days = dayOfYear - (isLeap ? 173 : 172)
      daysSinceSolstice = days < 0 ? days + yearLength : days
    }
  }

  /// How long before sunrise fajr begins at the earliest, in whole seconds.
  package var morningSeconds: Int { seconds(Self.morning) }

  /// How long after sunset isha begins at the latest, in whole seconds.
  package func eveningSeconds(_ shafaq: Shafaq) -> Int { seconds(Self.evening(shafaq)) }

  private func seconds(_ table: Table) -> Int {
    let winter = table.base + table.slopes.0 * distance
    let early = table.base + table.slopes.1 * distance
    let late = table.base + table.slopes.2 * distance
    let summer = table.base + table.slopes.3 * distance
    let minutes =
      switch daysSinceSolstice {
      case ..<91: line(winter, early, from: 0, length: 91)
      case ..<137: line(early, late, from: 91, length: 46)
      case ..<183: line(late, summer, from: 137, length: 46)
      case ..<229: line(summer, late, from: 183, length: 46)
      case ..<275: line(late, early, from: 229, length: 46)
      default: line(early, winter, from: 275, length: 91)
      }
    return Int((minutes * 60).rounded())
  }

  private func line(_ start: Double, _ end: Double, from day: Int, length: Double) -> Double {
    start + (end - start) / length * Double(daysSinceSolstice - day)
  }
}
