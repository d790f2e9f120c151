import ReplicaStore

/// The settings as they were on any day, so that no day is judged by what was set after it.
struct SettingsHistory {
  private let mediumDay: [Version<Int>]
  private let dayStart: [Version<Int>]
  private let dayEnd: [Version<Int>]
  private let rollover: [Version<Int>]
  private let levels: [[Version<CapacityLevel>]]

  init(_ transaction: ReadTransaction) throws {
    let history = try transaction.history(UserSettings.self, UserSettings.only)
    mediumDay = try history.versions(of: \.mediumDayMinutes)
    dayStart = try history.versions(of: \.dayStartMinute)
    dayEnd = try history.versions(of: \.dayEndMinute)
    rollover = try history.versions(of: \.rolloverMinute)
    levels = try (1...7).map { try history.versions(of: UserSettings.levelPath(weekday: $0)) }
  }

  /// The numbers that shaped a day.
  func day(asOf day: LogicalDate) -> DaySettings {
    let defaults = DaySettings()
    return DaySettings(
      mediumDayMinutes: mediumDay.asOf(day)?.value ?? defaults.mediumDayMinutes,
      dayStartMinute: dayStart.asOf(day)?.value ?? defaults.dayStartMinute,
      dayEndMinute: dayEnd.asOf(day)?.value ?? defaults.dayEndMinute,
      rolloverMinute: rollover.asOf(day)?.value ?? defaults.rolloverMinute)
  }

  /// The level that a day had if nobody chose one.
  func defaultLevel(of day: LogicalDate) -> CapacityLevel {
    let path = UserSettings.levelPath(weekday: day.weekday)
    return levels[day.weekday - 1].asOf(day)?.value
      ?? UserSettings(id: UserSettings.only)[keyPath: path]
  }

  /// The budget of a day.
  func budget(_ level: CapacityLevel, on day: LogicalDate) -> Budget {
    Budget(level: level, normalDayMinutes: self.day(asOf: day).mediumDayMinutes)
  }
}

extension ReadTransaction {
  /// The level of a day: the one chosen for it, that of its plan, or its weekday's default as of
  /// that day.
  func level(of day: LogicalDate, _ settings: SettingsHistory) throws -> CapacityLevel {
    let plan = try record(DayPlan.self, DayPlan.id(date: day))
    return plan?.level ?? settings.defaultLevel(of: day)
  }
}

extension DayPlan {
  /// The level chosen for the day, or the one its plan was confirmed with.
  var level: CapacityLevel? { capacity ?? plannedCapacity }
}

extension Array {
  /// The version that stood when a day ended: of those tagged by then the one stamped last.
  func asOf<Value>(_ day: LogicalDate) -> Version<Value>? where Element == Version<Value> {
    last { DayTag($0.tag).map { $0.day <= day } ?? false }
  }
}
