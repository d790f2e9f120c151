/// What an Anchor made for a prayer is called.
public enum PrayerTitle: String, CaseIterable, Hashable, Sendable {
  case fajr = "Fajr"
  case dhuhr = "Dhuhr"
  case jumuah = "Jumu'ah"
  case asr = "Asr"
  case maghrib = "Maghrib"
  case isha = "Isha"

  /// A prayer that has another name on one day of the week.
  private struct WeekdayName {
    /// The ISO weekday, Monday 1.
    let weekday: Int
    let prayer: Prayer
    let title: PrayerTitle
  }

  /// The other names; the slot stays that of the prayer, only the title changes.
  private static let weekdayNames = [WeekdayName(weekday: 5, prayer: .dhuhr, title: .jumuah)]

  /// The title of a prayer on a date.
  ///
  /// - Parameters:
  ///   - prayer: The prayer.
  ///   - civilDate: The calendar date at the place of the prayer.
  ///   - fridayLabel: Whether Friday's dhuhr has its own name.
  public init(_ prayer: Prayer, on civilDate: LogicalDate, fridayLabel: Bool) {
    let name = Self.weekdayNames.first {
      fridayLabel && $0.prayer == prayer && $0.weekday == civilDate.weekday
    }
    self = name?.title ?? Self.everyday(prayer)
  }

  /// The title as it is stored and shown.
  public var text: String { rawValue }

  private static func everyday(_ prayer: Prayer) -> PrayerTitle {
    switch prayer {
    case .fajr: .fajr
    case .dhuhr: .dhuhr
    case .asr: .asr
    case .maghrib: .maghrib
    case .isha: .isha
    }
  }
}
