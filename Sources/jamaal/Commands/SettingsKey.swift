import CommandLineKit
import JamaalCore
import JamaalVoice

/// One setting as the command line names, shows and changes it.
struct SettingsKey: Sendable {
  /// What kind of value it has, and where that is kept.
  private enum Kind: Sendable {
    case minutes(any WritableKeyPath<UserSettings, Int> & Sendable)
    case time(any WritableKeyPath<UserSettings, Int> & Sendable)
    /// The level that a weekday begins with.
    case level(weekday: Int)
    /// A moment that is kept once and set by nobody.
    case moment(any KeyPath<UserSettings, Instant?> & Sendable)
  }

  /// The name of the data model; `weekdayLevels.sat` for one entry of a map.
  let name: String
  /// What it is, as a few words.
  let help: String
  private let kind: Kind

  private static let weekdayKeys = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  static let all: [SettingsKey] =
    [
      SettingsKey(
        name: "mediumDayMinutes", help: "minutes of focused work on a normal day",
        kind: .minutes(\.mediumDayMinutes)),
      SettingsKey(
        name: "dayStartMinute", help: "when the working day starts", kind: .time(\.dayStartMinute)),
      SettingsKey(
        name: "dayEndMinute", help: "when the working day ends", kind: .time(\.dayEndMinute)),
      SettingsKey(
        name: "rolloverMinute", help: "when the day itself ends, 00:00 to 06:00",
        kind: .time(\.rolloverMinute)),
      SettingsKey(
        name: "planningMinute", help: "when the evening's planning is offered",
        kind: .time(\.planningMinute)),
      SettingsKey(
        name: "morningMinute", help: "when the morning's list is offered",
        kind: .time(\.morningMinute)),
    ]
    + weekdayKeys.enumerated().map { index, key in
      SettingsKey(
        name: "weekdayLevels.\(key)",
        help: "the level that \(Words.weekday(index + 1))s begin with",
        kind: .level(weekday: index + 1))
    }
    + [
      SettingsKey(
        name: "onboardingCompletedAt", help: "when the first device was set up",
        kind: .moment(\.onboardingCompletedAt)),
      SettingsKey(
        name: "firstLaunchAt", help: "when the first device was first used",
        kind: .moment(\.firstLaunchAt)),
      SettingsKey(
        name: "createdAt", help: "when the settings were made", kind: .moment(\.createdAt)),
    ]

  /// Those that a person can change.
  static let changeable = all.filter { if case .moment = $0.kind { false } else { true } }

  /// Whether it decides if the evening's planning comes before the end of the working day.
  var touchesPlanningTime: Bool { name == "planningMinute" || name == "dayEndMinute" }

  /// The value as it is typed.
  func text(_ settings: UserSettings, in zone: TimeZoneRules) -> String {
    switch kind {
    case .minutes(let path): String(settings[keyPath: path])
    case .time(let path):
      WallClock(minuteOfDay: settings[keyPath: path])?.description
        ?? String(settings[keyPath: path])
    case .level(let weekday): settings[keyPath: UserSettings.levelPath(weekday: weekday)].text
    case .moment(let path): settings[keyPath: path]?.text(in: zone) ?? "not known"
    }
  }

  /// What a typed value changes.
  func change(
    _ text: String, _ invocation: Invocation
  ) throws(UsageError) -> (inout UserSettings) -> Void {
    switch kind {
    case .minutes(let path):
      guard let minutes = Int(text) else {
        throw invocation.invalid("VALUE", text, "\(name) takes a number of minutes")
      }
      return { $0[keyPath: path] = minutes }
    case .time(let path):
      guard let time = WallClock(text.utf8.count == 4 ? "0\(text)" : text) else {
        throw invocation.invalid("VALUE", text, "\(name) takes a time such as 07:30")
      }
      return { $0[keyPath: path] = time.minuteOfDay }
    case .level(let weekday):
      guard let level = CapacityLevel.choices.first(where: { $0.text == text }) else {
        throw invocation.invalid("VALUE", text, "\(name) takes low, medium or high")
      }
      return { $0[keyPath: UserSettings.levelPath(weekday: weekday)] = level }
    case .moment:
      throw invocation.invalid("KEY", name, "it is kept by itself and cannot be set")
    }
  }

  /// Settings for other programs: the names and types of the data model.
  static func json(
    _ keys: [SettingsKey], _ settings: UserSettings, in zone: TimeZoneRules
  ) -> JSON {
    // All of them together are the one record that they are.
    var members: [JSON.Member] = keys.count > 1 ? [.init("id", JSON(settings.id))] : []
    var levels: [JSON.Member] = []
    for key in keys {
      switch key.kind {
      case .minutes(let path), .time(let path):
        members.append(.init(key.name, JSON(settings[keyPath: path])))
      case .level(let weekday):
        let path = UserSettings.levelPath(weekday: weekday)
        levels.append(.init(String(weekday), .string(settings[keyPath: path].text)))
      case .moment(let path):
        members.append(.init(key.name, JSON(settings[keyPath: path], in: zone)))
      }
    }
    if !levels.isEmpty { members.append(.init("weekdayLevels", .object(levels))) }
    return .object(members)
  }
}
