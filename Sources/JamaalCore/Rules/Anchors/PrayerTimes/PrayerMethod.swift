/// Whose convention the prayer times follow.
public enum PrayerMethod: String, CaseIterable, Hashable, Sendable {
  case muslimWorldLeague
  case egyptian
  case karachi
  case ummAlQura
  case dubai
  case moonsightingCommittee
  case northAmerica
  case kuwait
  case qatar
  case singapore
  case tehran
  case turkey

  /// Reads the name in a rule's config; one that is not known here means the Muslim World League.
  ///
  /// - Parameter key: The name.
  public init(key: String) {
    self = PrayerMethod(rawValue: key) ?? .muslimWorldLeague
  }

  /// The name in a rule's config.
  public var key: String { rawValue }

  /// What the convention says in numbers.
  var parameters: MethodParameters {
    switch self {
    case .muslimWorldLeague:
      MethodParameters(fajr: 18, isha: .angle(17), minutes: MethodMinutes(dhuhr: 1))
    case .egyptian:
      MethodParameters(fajr: 19.5, isha: .angle(17.5), minutes: MethodMinutes(dhuhr: 1))
    case .karachi:
      MethodParameters(fajr: 18, isha: .angle(18), minutes: MethodMinutes(dhuhr: 1))
    case .ummAlQura:
      MethodParameters(fajr: 18.5, isha: .minutesAfterSunset(90))
    case .dubai:
      MethodParameters(
        fajr: 18.2, isha: .angle(18.2),
        minutes: MethodMinutes(sunrise: -3, dhuhr: 3, asr: 3, maghrib: 3))
    case .moonsightingCommittee:
      MethodParameters(
        fajr: 18, isha: .angle(18), usesSeasons: true,
        minutes: MethodMinutes(dhuhr: 5, maghrib: 3))
    case .northAmerica:
      MethodParameters(fajr: 15, isha: .angle(15), minutes: MethodMinutes(dhuhr: 1))
    case .kuwait:
      MethodParameters(fajr: 18, isha: .angle(17.5))
    case .qatar:
      MethodParameters(fajr: 18, isha: .minutesAfterSunset(90))
    case .singapore:
      MethodParameters(
        fajr: 20, isha: .angle(18), minutes: MethodMinutes(dhuhr: 1), rounding: .up)
    case .tehran:
      MethodParameters(fajr: 17.7, isha: .angle(14), maghrib: 4.5)
    case .turkey:
      MethodParameters(
        fajr: 18, isha: .angle(17),
        minutes: MethodMinutes(sunrise: -7, dhuhr: 5, asr: 4, maghrib: 7))
    }
  }
}

/// A convention in numbers: angles in degrees below the horizon, and minutes.
struct MethodParameters {
  /// How deep the sun is when fajr begins.
  let fajr: Double
  /// When isha begins.
  let isha: IshaStart
  /// How deep the sun is when maghrib begins, where that is not at sunset.
  var maghrib: Double?
  /// Whether twilight at the edges of the night is bounded by tables of the seasons.
  var usesSeasons = false
  /// What is added to the times of the sun.
  var minutes = MethodMinutes()
  /// How seconds are dropped.
  var rounding = MinuteRounding.nearest
}

/// When isha begins.
enum IshaStart {
  /// When the sun is so many degrees below the horizon.
  case angle(Double)
  /// So many minutes after sunset, whatever the season.
  case minutesAfterSunset(Int)

  /// The angle, zero for a fixed interval.
  var degrees: Double {
    switch self {
    case .angle(let degrees): degrees
    case .minutesAfterSunset: 0
    }
  }
}

/// What a convention adds to the times of the sun; none touches fajr or isha.
struct MethodMinutes {
  var sunrise = 0
  var dhuhr = 0
  var asr = 0
  var maghrib = 0
}

/// How seconds are dropped from a time.
enum MinuteRounding {
  /// Thirty seconds and more go up.
  case nearest
  /// Any seconds go up.
  case up

  /// The whole minutes of a number of whole seconds.
  func minutes(ofSeconds seconds: Int) -> Int {
    let (minutes, rest) = seconds.flooredDivision(by: 60)
    switch self {
    case .nearest: return rest >= 30 ? minutes + 1 : minutes
    case .up: return rest > 0 ? minutes + 1 : minutes
    }
  }
}
