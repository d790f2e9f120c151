/// Habits that can be taken over with their usual values.
public struct HabitPreset: Hashable, Sendable {
  /// quran, dhikr, exercise or running; `nil` for one that is a plain draft.
  public let key: String?
  /// What a person types for it.
  public let name: String
  /// What it is called at first.
  public let title: String
  /// How it is kept.
  public let kind: HabitKind
  /// Its target.
  public let target: Int
  /// On which days.
  public let schedule: HabitSchedule
  /// What the whole target takes.
  public let effortMinutes: Int?

  /// The catalogue.
  public static let all: [HabitPreset] = [
    HabitPreset(
      key: "quran", name: "quran", title: "Qur'an reading", kind: .timed, target: 15,
      schedule: .daily, effortMinutes: 15),
    HabitPreset(
      key: "dhikr", name: "dhikr", title: "Dhikr", kind: .counted, target: 33, schedule: .daily,
      effortMinutes: nil),
    HabitPreset(
      key: "exercise", name: "exercise", title: "Exercise", kind: .timed, target: 30,
      schedule: HabitSchedule(timesPerWeek: 3), effortMinutes: 30),
    HabitPreset(
      key: "running", name: "running", title: "Running", kind: .timed, target: 30,
      schedule: HabitSchedule(timesPerWeek: 3), effortMinutes: 30),
    HabitPreset(
      key: nil, name: "water", title: "Water", kind: .counted, target: 8, schedule: .daily,
      effortMinutes: nil),
    HabitPreset(
      key: nil, name: "walk", title: "A walk", kind: .timed, target: 20, schedule: .daily,
      effortMinutes: nil),
  ]

  /// The draft that it fills in.
  public var draft: HabitDraft {
    HabitDraft(
      title: title, kind: kind, schedule: schedule,
      windows: [HabitDraft.Window(target: target, effortMinutes: effortMinutes)], presetKey: key)
  }
}
