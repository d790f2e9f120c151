public import ReplicaStore

/// The few settings that change computed results: one record, the same on every device.
public struct UserSettings: Record, Equatable {
  /// Fixed.
  public let id: RecordID
  /// The normal day of focused work, which is the medium budget.
  public var mediumDayMinutes = 180
  /// Minutes after midnight at which the working day starts.
  public var dayStartMinute = 480
  /// Minutes after midnight at which the working day ends.
  public var dayEndMinute = 1140
  /// Minutes after midnight at which the day rolls over.
  public var rolloverMinute = 0
  /// Minutes after midnight of the evening prompt.
  public var planningMinute = 1200
  /// Minutes after midnight of the morning list.
  public var morningMinute = 480
  /// Monday's default level; each weekday's merges by itself.
  public var mondayLevel = CapacityLevel.medium
  /// Tuesday's default level.
  public var tuesdayLevel = CapacityLevel.medium
  /// Wednesday's default level.
  public var wednesdayLevel = CapacityLevel.medium
  /// Thursday's default level.
  public var thursdayLevel = CapacityLevel.medium
  /// Friday's default level.
  public var fridayLevel = CapacityLevel.medium
  /// Saturday's default level.
  public var saturdayLevel = CapacityLevel.low
  /// Sunday's default level.
  public var sundayLevel = CapacityLevel.low
  /// When the first device finished setting up.
  public var onboardingCompletedAt: Instant?
  /// When the first device was first used.
  public var firstLaunchAt: Instant?
  /// When the settings were made.
  public var createdAt: Instant?

  /// Settings with their defaults.
  public init(id: RecordID = UserSettings.only) {
    self.id = id
  }

  /// The one record's id.
  public static let only = RecordID.named("user_settings", .text("only"))

  private static let plausible: ClosedRange<Int64> = 1_577_836_800_000...32_503_680_000_000

  /// How it is stored and merged.
  public static let recordType = RecordType<UserSettings>(
    "user_settings",
    [
      Field("mediumDayMinutes", \.mediumDayMinutes, merge: .history),
      Field("dayStartMinute", \.dayStartMinute, merge: .history, group: "day"),
      Field("dayEndMinute", \.dayEndMinute, merge: .history, group: "day"),
      Field("rolloverMinute", \.rolloverMinute, merge: .history, group: "day"),
      Field("planningMinute", \.planningMinute),
      Field("morningMinute", \.morningMinute),
      Field("mondayLevel", \.mondayLevel, merge: .history),
      Field("tuesdayLevel", \.tuesdayLevel, merge: .history),
      Field("wednesdayLevel", \.wednesdayLevel, merge: .history),
      Field("thursdayLevel", \.thursdayLevel, merge: .history),
      Field("fridayLevel", \.fridayLevel, merge: .history),
      Field("saturdayLevel", \.saturdayLevel, merge: .history),
      Field("sundayLevel", \.sundayLevel, merge: .history),
      Field("onboardingCompletedAt", \.onboardingCompletedAt, merge: .minimum, range: plausible),
      Field("firstLaunchAt", \.firstLaunchAt, merge: .minimum, range: plausible),
      Field("createdAt", \.createdAt, merge: .minimum, range: plausible),
    ])

  /// Where the default level of an ISO weekday is kept.
  public static func levelPath(weekday: Int) -> WritableKeyPath<UserSettings, CapacityLevel> {
    switch weekday {
    case 1: \.mondayLevel
    case 2: \.tuesdayLevel
    case 3: \.wednesdayLevel
    case 4: \.thursdayLevel
    case 5: \.fridayLevel
    case 6: \.saturdayLevel
    default: \.sundayLevel
    }
  }

  /// The numbers that are validated together.
  public var day: DaySettings {
    DaySettings(
      mediumDayMinutes: mediumDayMinutes, dayStartMinute: dayStartMinute,
      dayEndMinute: dayEndMinute, rolloverMinute: rolloverMinute, planningMinute: planningMinute)
  }
}
