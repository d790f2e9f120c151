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

  /// A task that was just added, and whether its day has room for it.
  init(_ task: TaskView, in zone: TimeZoneRules, _ room: DayFullCheck) {
    var offer: LogicalDate?
    var isFull = false
    if case .full(let day) = room { (isFull, offer) = (true, day) }
    self = .object(
      Self.members(of: task, in: zone) + [
        Member("dayIsFull", .bool(isFull)), Member("offeredDate", JSON(offer)),
      ])
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
  init(
    _ today: TodayOverview, _ habits: TodayHabits, _ anchors: TodayAnchors, in zone: TimeZoneRules
  ) {
    self = [
      "date": JSON(today.date),
      "capacity": .string(today.level.text),
      "budgetMinutes": JSON(today.budgetMinutes),
      "plannedTaskMinutes": JSON(today.plannedTaskMinutes),
      "loadScore": JSON(today.loadScore),
      "loadState": .string(today.loadState.rawValue),
      "missingDurations": JSON(today.missingDurations),
      "freeMinutes": JSON(today.freeTime.freeMinutes),
      "overflowMinutes": JSON(today.overflow?.minutes),
      "overflowMove": today.overflowMove.map {
        ["taskIDs": .array($0.moved.map { JSON($0.id) }), "restMinutes": JSON($0.rest?.minutes)]
      } ?? .null,
      "outlook": .string(today.outlook.text),
      "morningCard": .bool(today.isMorningCardDue),
      "planTomorrow": JSON(today.eveningPrompt?.forDate),
      "shown": JSON(today.shown, in: zone),
      "alsoToday": JSON(today.alsoToday, in: zone),
      "completedToday": JSON(today.completedToday, in: zone),
      "anchors": JSON(anchors, in: zone),
      "habits": JSON(habits, today: today.date, in: zone),
    ]
  }
}

extension DayOutlook {
  /// Its name for other programs.
  fileprivate var text: String {
    switch self {
    case .blank: "blank"
    case .allDone: "allDone"
    case .usual: "usual"
    }
  }
}
