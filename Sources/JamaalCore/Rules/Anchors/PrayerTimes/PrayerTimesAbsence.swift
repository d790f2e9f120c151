/// Why a day has no prayer times.
public enum PrayerTimesAbsence: Error, Hashable, Sendable {
  /// The sun does not rise.
  case polarNight
  /// The sun does not set.
  case midnightSun
  /// The date is none that can be written: its year is not in `LogicalDate.yearRange`.
  case dateOutOfRange
}
