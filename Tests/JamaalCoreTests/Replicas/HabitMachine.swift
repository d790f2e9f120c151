import JamaalCore
import ReplicaStore
import Testing

/// Habits on one machine of a person.
extension Machine {
  /// Makes a habit and gives its one time of day.
  @discardableResult
  func habit(
    _ title: String, _ kind: HabitKind = .binary, target: Int = 1,
    schedule: HabitSchedule = .daily, minutes: Int? = nil
  ) throws -> RecordID {
    let draft = HabitDraft(
      title: title, kind: kind, schedule: schedule,
      windows: [HabitDraft.Window(target: target, effortMinutes: minutes)])
    let id = try planner.addHabit(draft, context).habit
    return try planner.habit(id, context).habit.windows[0].id
  }

  /// The habit of a title.
  func summary(_ title: String) throws -> HabitSummary {
    let found = try planner.habits(context).habits.first { $0.title == title }
    guard let found else { throw PlannerError(.notFound, title) }
    return found
  }

  /// How a day of a habit's only time of day reads.
  func reading(_ title: String, on day: String? = nil) throws -> HabitReading {
    let id = try summary(title).id
    let day = try day.map { try parsed($0) } ?? planner.tick(context).today
    let found = try planner.habit(id, context).days.first { $0.day == day }
    return try #require(found?.readings.first)
  }

  /// A day's cell of a habit.
  func cell(_ title: String, on day: String) throws -> HabitCell {
    let id = try summary(title).id
    let day = try parsed(day)
    return try #require(try planner.habit(id, weeks: 12, context).days.first { $0.day == day }).cell
  }

  @discardableResult
  func log(_ act: HabitAct, _ window: RecordID) throws -> HabitReceipt {
    try planner.logHabit(act, for: window, context)
  }
}
