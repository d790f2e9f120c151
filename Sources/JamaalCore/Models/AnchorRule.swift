public import ReplicaStore

/// What makes Anchors: school runs, bin nights, plants, prayers.
///
/// What the export calls `configData` is kept in fields of their own, its times of day as
/// `AnchorSlot` and its exceptions as `AnchorBreak`, so that two edits merge. Every field that an
/// Anchor follows from is kept with its history: the past stays as it was.
public struct AnchorRule: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// What it is.
  public var title = ""
  /// What kind of rule it is; never changes.
  public var sourceKey = AnchorSource.custom
  /// The minutes that attending takes, which is not the length of a window.
  public var effortMinutes: Int?
  /// How its Anchors take their time.
  public var placement = AnchorPlacement.fixed
  /// Whether it makes Anchors; switched off and on by the person.
  public var isEnabled = true
  /// Whether it was put away; its history stays.
  public var isArchived = false
  /// The version of the config; a later one than `configVersionKnown` is left alone.
  public var configVersion = AnchorRule.configVersionKnown
  /// A config that could not be read, word for word; the rule then needs attention.
  public var configText: String?
  /// Scheduled: weekly, everyNDays, everyNWeeks or afterLast.
  public var recurrenceKind = ""
  /// Scheduled: ISO weekdays, separated by commas.
  public var recurrenceWeekdays = ""
  /// Scheduled: every so many days or weeks.
  public var recurrenceInterval = 1
  /// After the last time: the fewest days until the next window opens.
  public var recurrenceMinDays = 1
  /// After the last time: the day on which it closes at the latest.
  public var recurrenceMaxDays = 1
  /// Scheduled: where counting starts; after the last time, when that was.
  public var recurrenceStart: LogicalDate?
  /// Scheduled: the last day, inclusive.
  public var endDate: LogicalDate?
  /// Whether it reminds when a window opens.
  public var remindAtStart = false
  /// The minutes before a window closes at which it reminds.
  public var remindBeforeEndMinutes: Int?
  /// Prayers: whose convention.
  public var method = PrayerMethod.muslimWorldLeague.rawValue
  /// Prayers: the school that asr follows.
  public var madhab = Madhab.shafi.rawValue
  /// Prayers: what bounds the twilight where nights are short; `nil` leaves it to the latitude.
  public var highLatitude: String?
  /// Prayers: what happens on days without sunrise or sunset.
  public var polarRule = PolarRule.noTimes.rawValue
  /// Prayers: when isha's window is over.
  public var ishaEnds = IshaEnd.midnight.rawValue
  /// Prayers: whether Friday's dhuhr has its own name.
  public var fridayLabel = true
  /// Prayers: the wanted ones, in the order of the day, separated by commas.
  public var prayers = AnchorRule.allPrayers
  /// Prayers: minutes added to fajr; each prayer's merges by itself.
  public var fajrMinutes = 0
  /// Prayers: minutes added to dhuhr.
  public var dhuhrMinutes = 0
  /// Prayers: minutes added to asr.
  public var asrMinutes = 0
  /// Prayers: minutes added to maghrib.
  public var maghribMinutes = 0
  /// Prayers: minutes added to isha.
  public var ishaMinutes = 0
  /// Prayers: who decides where the place is.
  public var placeMode = ""
  /// Prayers: degrees north, to two decimals.
  public var latitude: Double?
  /// Prayers: degrees east, to two decimals.
  public var longitude: Double?
  /// Prayers: what the place is called.
  public var placeName = ""
  /// When it was made.
  public var createdAt: Instant?
  /// The logical day its maker was living in.
  public var createdDay: LogicalDate?

  /// A rule with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// The version of the config that this version of the program writes and reads.
  public static let configVersionKnown = 1
  static let allPrayers = Prayer.allCases.map(\.rawValue).joined(separator: ",")

  /// How it is stored and merged.
  public static let recordType = RecordType<AnchorRule>(
    "anchor_rule",
    [
      Field("title", \.title, merge: .history),
      Field("sourceKey", \.sourceKey, merge: .minimum),
      Field("effortMinutes", \.effortMinutes, merge: .history),
      Field("placement", \.placement, merge: .history),
      Field("isEnabled", \.isEnabled, merge: .history),
      Field("isArchived", \.isArchived, merge: .history),
      Field("configVersion", \.configVersion, merge: .history, group: "config"),
      Field("configText", \.configText, merge: .history, group: "config"),
      Field("recurrenceKind", \.recurrenceKind, merge: .history, group: "recurrence"),
      Field("recurrenceWeekdays", \.recurrenceWeekdays, merge: .history, group: "recurrence"),
      Field("recurrenceInterval", \.recurrenceInterval, merge: .history, group: "recurrence"),
      Field("recurrenceMinDays", \.recurrenceMinDays, merge: .history, group: "recurrence"),
      Field("recurrenceMaxDays", \.recurrenceMaxDays, merge: .history, group: "recurrence"),
      Field("recurrenceStart", \.recurrenceStart, merge: .history, group: "recurrence"),
      Field("endDate", \.endDate, merge: .history),
      Field("remindAtStart", \.remindAtStart, merge: .history, group: "reminder"),
      Field(
        "remindBeforeEndMinutes", \.remindBeforeEndMinutes, merge: .history, group: "reminder"),
      Field("method", \.method, merge: .history),
      Field("madhab", \.madhab, merge: .history),
      Field("highLatitude", \.highLatitude, merge: .history),
      Field("polarRule", \.polarRule, merge: .history),
      Field("ishaEnds", \.ishaEnds, merge: .history),
      Field("fridayLabel", \.fridayLabel, merge: .history),
      Field("prayers", \.prayers, merge: .history),
      Field("fajrMinutes", \.fajrMinutes, merge: .history),
      Field("dhuhrMinutes", \.dhuhrMinutes, merge: .history),
      Field("asrMinutes", \.asrMinutes, merge: .history),
      Field("maghribMinutes", \.maghribMinutes, merge: .history),
      Field("ishaMinutes", \.ishaMinutes, merge: .history),
      Field("placeMode", \.placeMode, merge: .history, group: "location"),
      Field("latitude", \.latitude, merge: .history, group: "location"),
      Field("longitude", \.longitude, merge: .history, group: "location"),
      Field("placeName", \.placeName, merge: .history, group: "location"),
      Field("createdAt", \.createdAt, merge: .minimum),
      Field("createdDay", \.createdDay, merge: .minimum),
    ])

  /// Where the minutes added to a prayer are kept.
  public static func minutesPath(of prayer: Prayer) -> WritableKeyPath<AnchorRule, Int> {
    switch prayer {
    case .fajr: \.fajrMinutes
    case .dhuhr: \.dhuhrMinutes
    case .asr: \.asrMinutes
    case .maghrib: \.maghribMinutes
    case .isha: \.ishaMinutes
    }
  }
}
