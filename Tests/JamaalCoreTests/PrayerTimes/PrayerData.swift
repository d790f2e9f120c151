import FoundationEssentials
import JamaalCore
import Testing

/// The published times in `Data`; where they come from is in its `ATTRIBUTION.json`.
enum PrayerData {
  /// Reads a file of the folder.
  static func read<Contents: Decodable>(_ name: String, as type: Contents.Type) throws -> Contents {
    let directory = String(#filePath.reversed().drop { $0 != "/" }.reversed())
    let data = try Data(contentsOf: URL(filePath: "\(directory)Data/\(name).json"))
    return try JSONDecoder().decode(Contents.self, from: data)
  }
}

/// A year's sample of one city's published timetable.
struct Timetable: Decodable {
  struct Parameters: Decodable {
    let latitude: Double
    let longitude: Double
    let timezone: String
    let method: String
    let madhab: String
    let highLatitudeRule: String
  }
  struct Row: Decodable {
    let date: String
    let fajr: String
    let sunrise: String
    let dhuhr: String
    let asr: String
    let maghrib: String
    let isha: String

    var shown: [String] { [fajr, sunrise, dhuhr, asr, maghrib, isha] }
  }
  let params: Parameters
  let variance: Int?
  let times: [Row]

  static let cities = [
    "Ankara-Turkey", "Doha-Qatar", "Kuwait_City-Kuwait", "London-MoonsightingCommittee",
    "Makkah-UmmAlQura", "Tehran-Tehran",
  ]
}

/// Single published cases.
struct PublishedCases: Decodable {
  struct Case: Decodable, CustomTestStringConvertible {
    let id: String
    let date: String
    let latitude: Double
    let longitude: Double
    let timezone: String
    let method: String
    let madhab: String
    let highLatitudeRule: String?
    let shafaq: String?
    let polarCircleResolution: String?
    let expected: Timetable.Times?
    let middleOfTheNight: String?
    let lastThirdOfTheNight: String?

    var testDescription: String { id }
  }
  let cases: [Case]
}

extension Timetable {
  /// Six times of a day, as they are written.
  struct Times: Decodable {
    let fajr: String
    let sunrise: String
    let dhuhr: String
    let asr: String
    let maghrib: String
    let isha: String

    var shown: [String] { [fajr, sunrise, dhuhr, asr, maghrib, isha] }
  }
}

/// The grid of places, methods and dates.
struct GoldenGrid: Decodable {
  struct Row: Decodable {
    let date: String
    let place: String
    let calculation: PrayerCalculation
    /// Minutes after 00:00 UTC: the six times, the middle of the night and its last third.
    let minutes: [Int?]

    init(from decoder: any Decoder) throws {
      var row = try decoder.unkeyedContainer()
      date = try row.decode(String.self)
      place = try row.decode(String.self)
      calculation = try PrayerCalculation(
        method: row.decode(String.self), madhab: row.decode(String.self),
        highLatitudeRule: row.decode(String.self), shafaq: row.decode(String.self))
      minutes = try row.decodeIfPresent([Int?].self) ?? []
    }
  }
  let places: [String: [Double]]
  let rows: [Row]
}

extension PrayerCalculation {
  /// Reads the spellings of the published data, which differ from those of a rule's config.
  init(
    method: String, madhab: String, highLatitudeRule: String? = nil, shafaq: String? = nil,
    polarRule: PolarRule = .noTimes
  ) throws {
    // One file spells methods with a capital.
    let key = method.prefix(1).lowercased() + method.dropFirst()
    self.init(
      method: try #require(PrayerMethod(rawValue: key), "no method \(method)"),
      madhab: try #require(Madhab(rawValue: madhab.lowercased()), "no madhab \(madhab)"),
      shafaq: try #require(Shafaq(rawValue: shafaq ?? "general"), "no shafaq"),
      polarRule: polarRule)
    switch highLatitudeRule?.lowercased() {
    case nil, "auto": break
    case "middleofthenight": self.highLatitudeRule = .middleOfNight
    case "seventhofthenight": self.highLatitudeRule = .seventhOfNight
    case "twilightangle": self.highLatitudeRule = .twilightAngle
    default: Issue.record("no rule \(highLatitudeRule ?? "")")
    }
  }
}

extension PrayerTimes {
  /// The six times, in the order of the day.
  var all: [Instant] { [fajr, sunrise, dhuhr, asr, maghrib, isha] }
}

/// A point from its degrees, so that tables stay readable.
func place(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
  try #require(Coordinates(latitude: latitude, longitude: longitude))
}

extension Instant {
  /// Whole minutes since 00:00 UTC of a date; `nil` if there are seconds left over.
  func minutes(since date: LogicalDate) -> Int? {
    let rest = millis - Int64(date.dayNumber) * 86_400_000
    return rest % 60_000 == 0 ? Int(rest / 60_000) : nil
  }
}
