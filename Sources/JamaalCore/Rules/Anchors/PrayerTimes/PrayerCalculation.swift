/// How prayer times are worked out, wherever and whenever: everything but the place and the date.
public struct PrayerCalculation: Hashable, Sendable {
  /// Whose convention it follows.
  public var method: PrayerMethod
  /// Which school asr follows.
  public var madhab: Madhab
  /// What bounds the twilight where nights are short; `nil` leaves it to the latitude.
  public var highLatitudeRule: HighLatitudeRule?
  /// Which twilight the Moonsighting Committee's isha waits for.
  public var shafaq: Shafaq
  /// What happens on days without sunrise or sunset.
  public var polarRule: PolarRule
  /// What the person adds to each prayer.
  public var adjustments: PrayerAdjustments

  /// Describes a calculation.
  public init(
    method: PrayerMethod = .muslimWorldLeague, madhab: Madhab = .shafi,
    highLatitudeRule: HighLatitudeRule? = nil, shafaq: Shafaq = .general,
    polarRule: PolarRule = .noTimes, adjustments: PrayerAdjustments = PrayerAdjustments()
  ) {
    self.method = method
    self.madhab = madhab
    self.highLatitudeRule = highLatitudeRule
    self.shafaq = shafaq
    self.polarRule = polarRule
    self.adjustments = adjustments
  }
}

/// The school that asr follows.
public enum Madhab: String, CaseIterable, Hashable, Sendable {
  /// A shadow as long as what casts it: Shafi'i, Maliki, Hanbali.
  case shafi
  /// A shadow twice as long.
  case hanafi

  /// How many times its own height a thing's shadow has grown since noon.
  var shadowFactor: Double {
    switch self {
    case .shafi: 1
    case .hanafi: 2
    }
  }
}

/// What bounds fajr and isha where the sun stays near the horizon all night.
public enum HighLatitudeRule: String, CaseIterable, Hashable, Sendable {
  /// Neither is on the far side of the middle of the night.
  case middleOfNight
  /// Both are in the outer sevenths of the night.
  case seventhOfNight
  /// The night's outer parts are the angle's share of sixty degrees.
  case twilightAngle

  /// The rule for places where none was chosen.
  ///
  /// Southern latitudes keep the middle of the night, as in the published timetables.
  /// - Parameter latitude: Degrees north.
  /// - Returns: The rule.
  static func automatic(latitude: Double) -> HighLatitudeRule {
    latitude > 48 ? .seventhOfNight : .middleOfNight
  }

  /// The part of the night that twilight of an angle may take.
  func portion(ofNightFor angle: Double) -> Double {
    switch self {
    case .middleOfNight: 1.0 / 2
    case .seventhOfNight: 1.0 / 7
    case .twilightAngle: angle / 60
    }
  }
}

/// The evening twilight that isha waits for, in the Moonsighting Committee's tables.
public enum Shafaq: String, CaseIterable, Hashable, Sendable {
  /// Whichever is easier in the season.
  case general
  /// The red one.
  case ahmer
  /// The white one, which goes later.
  case abyad
}

/// What happens on days on which the sun does not rise or does not set.
public enum PolarRule: String, CaseIterable, Hashable, Sendable {
  /// There are no prayer times on such a day.
  case noTimes
  /// The sun of the nearest day that has both is taken, at the same place.
  case nearestDay
  /// The sun of the nearest latitude that has both is taken, on the same day.
  case nearestPlace
}

/// Minutes that a person adds to the prayers.
public struct PrayerAdjustments: Hashable, Sendable {
  /// The most that a prayer may be moved, either way.
  public static let minutesRange = -60...60

  private var minutes = [0, 0, 0, 0, 0]

  /// Moves nothing.
  public init() {}

  /// Moves some prayers.
  ///
  /// - Parameter minutes: Minutes by prayer; see the subscript.
  public init(_ minutes: [Prayer: Int]) {
    for prayer in Prayer.allCases { self[prayer] = minutes[prayer] ?? 0 }
  }

  /// The minutes added to a prayer; out of `minutesRange` the nearest in it is taken.
  public subscript(prayer: Prayer) -> Int {
    get { minutes[prayer.position] }
    set {
      let range = Self.minutesRange
      minutes[prayer.position] = min(max(newValue, range.lowerBound), range.upperBound)
    }
  }

  /// The prayers that are moved, in the order of the day, as they are stored: zero is left out.
  public var nonzero: [(prayer: Prayer, minutes: Int)] {
    Prayer.allCases.filter { self[$0] != 0 }.map { ($0, self[$0]) }
  }
}
