import CommandLineKit
import JamaalCore
import ReplicaStore

/// Tasks for other programs: the names of the data model, absent values as `null`, ids in lower
/// case, instants with the offset of this machine's zone.
extension JSON {
  init(_ id: RecordID?) {
    self.init(id?.description)
  }

  init(_ date: LogicalDate?) {
    self.init(date?.description)
  }

  init(_ instant: Instant?, in zone: TimeZoneRules) {
    self.init(instant?.text(in: zone))
  }

  /// A task with every field of the model.
  init(_ task: TaskView, in zone: TimeZoneRules) {
    self = .object(Self.members(of: task, in: zone))
  }

  init(_ tasks: [TaskView], in zone: TimeZoneRules) {
    self = .array(tasks.map { JSON($0, in: zone) })
  }

  /// A task with the deferrals that led to where it is.
  init(_ detail: TaskDetail, in zone: TimeZoneRules) {
    let deferrals = detail.deferrals.map { deferral -> JSON in
      [
        "id": JSON(DeferralRecord.id(task: detail.task.id, day: deferral.day)),
        "day": JSON(deferral.day),
        "deferredTo": JSON(deferral.deferredTo),
        "reason": .string(deferral.reason.text),
        "deferredOn": JSON(deferral.deferredOn, in: zone),
        "taskID": JSON(detail.task.id),
      ]
    }
    self = .object(
      Self.members(of: detail.task, in: zone) + [Member("deferrals", .array(deferrals))])
  }

  private static func members(of task: TaskView, in zone: TimeZoneRules) -> [Member] {
    let weekdays = task.repeats.weekdays.sorted().map(String.init).joined(separator: ",")
    return [
      Member("id", JSON(task.id)),
      Member("title", .string(task.title)),
      Member("notes", JSON(task.notes)),
      Member("dueDate", JSON(task.dueDate)),
      Member("effortMinutes", JSON(task.effortMinutes)),
      Member("importance", .string(task.importance.text)),
      Member("isCompleted", .bool(task.isCompleted)),
      Member("completedAt", JSON(task.completedAt, in: zone)),
      Member("droppedAt", JSON(task.droppedAt, in: zone)),
      Member("deferralCount", JSON(task.deferralCount)),
      Member("repeatKind", .string(task.repeats.kind.text)),
      Member("repeatWeekdays", .string(weekdays)),
      Member("repeatDayOfMonth", JSON(task.repeats.dayOfMonth)),
      Member("seriesID", JSON(task.seriesID)),
      Member("createdAt", JSON(task.createdAt, in: zone)),
      Member("categoryID", JSON(task.category?.id)),
    ]
  }
}

extension JSON {
  /// What Today shows.
  init(_ today: TodayOverview, _ habits: TodayHabits, in zone: TimeZoneRules) {
    self = [
      "date": JSON(today.date),
      "capacity": .string(today.level.text),
      "budgetMinutes": JSON(today.budgetMinutes),
      "plannedTaskMinutes": JSON(today.plannedTaskMinutes),
      "loadScore": JSON(today.loadScore),
      "loadState": .string(today.loadState.rawValue),
      "missingDurations": JSON(today.missingDurations),
      "shown": JSON(today.shown, in: zone),
      "alsoToday": JSON(today.alsoToday, in: zone),
      "completedToday": JSON(today.completedToday, in: zone),
      "habits": JSON(habits, today: today.date, in: zone),
    ]
  }
}
