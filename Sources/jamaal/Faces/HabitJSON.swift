import CommandLineKit
import JamaalCore
import ReplicaStore

/// Habits for other programs: the names of the data model.
extension JSON {
  /// A day's log of one time of day.
  init(
    _ reading: HabitReading, window: RecordID, on day: LogicalDate, in zone: TimeZoneRules
  ) {
    self = [
      "id": JSON(HabitEntry.id(window: window, date: day)),
      "date": JSON(day),
      "target": JSON(reading.target),
      "amount": JSON(reading.amount),
      "completedAt": JSON(reading.completedAt, in: zone),
      "isComplete": .bool(reading.isDone),
      "windowID": JSON(window),
    ]
  }

  /// A habit with its times of day and today's log of each.
  init(_ habit: HabitSummary, today: LogicalDate, in zone: TimeZoneRules) {
    self = .object(Self.members(of: habit, today: today, in: zone))
  }

  /// A habit with its grid.
  init(_ detail: HabitDetail, today: LogicalDate, in zone: TimeZoneRules) {
    let days = detail.days.filter { $0.day <= today }.map { day -> JSON in
      let readings = zip(detail.habit.windows, day.readings).map { window, reading in
        JSON(reading, window: window.id, on: day.day, in: zone)
      }
      return [
        "date": JSON(day.day), "cell": .string(day.cell.rawValue),
        "isPaused": .bool(day.isPaused), "entries": .array(readings),
      ]
    }
    let read: JSON = [
      "resolved": JSON(detail.read.resolved), "complete": JSON(detail.read.complete),
      "partial": JSON(detail.read.partial), "missed": JSON(detail.read.missed),
      "suggestsLighter": .bool(detail.read.suggestsLighter),
      "isTiring": .bool(detail.read.isTiring),
    ]
    self = .object(
      Self.members(of: detail.habit, today: today, in: zone)
        + [Member("days", .array(days)), Member("read", read)])
  }

  /// What Today shows of habits.
  init(_ habits: TodayHabits, today: LogicalDate, in zone: TimeZoneRules) {
    func rows(_ rows: [HabitRow]) -> JSON {
      .array(rows.map { JSON($0, today: today, in: zone) })
    }
    self = [
      "done": JSON(habits.done),
      "total": JSON(habits.total),
      "groups": .array(
        habits.groups.map { group in
          [
            "id": JSON(group.id), "title": .string(group.title), "done": JSON(group.done),
            "total": JSON(group.total), "rows": rows(group.rows),
          ]
        }),
      "ungrouped": rows(habits.ungrouped),
    ]
  }

  private init(_ row: HabitRow, today: LogicalDate, in zone: TimeZoneRules) {
    self = [
      "habitID": JSON(row.habit),
      "windowID": JSON(row.window),
      "title": .string(row.title),
      "kind": .string(row.kind.text),
      "amount": JSON(row.reading.amount),
      "target": JSON(row.reading.target),
      "isDone": .bool(row.isDone),
      "isHeld": .bool(row.reading.isHeld),
      "completedAt": JSON(row.reading.completedAt, in: zone),
      "startMinute": JSON(row.times.startMinute),
      "endMinute": JSON(row.times.endMinute),
      "state": .string(row.state.rawValue),
      "remindsAt": JSON(row.remindsAt, in: zone),
      "weekDone": JSON(row.week?.done),
      "weekTarget": JSON(row.week?.target),
    ]
  }

  private static func members(
    of habit: HabitSummary, today: LogicalDate, in zone: TimeZoneRules
  ) -> [Member] {
    let weekdays = habit.schedule.weekdays.sorted().map(String.init).joined(separator: ",")
    let pauses = habit.pauses.map { pause -> JSON in
      [
        "from": JSON(pause.first), "to": JSON(pause.last), "reason": .string(pause.reason.text),
      ]
    }
    let windows = habit.windows.map { window -> JSON in
      [
        "id": JSON(window.id),
        "label": .string(window.label),
        "startMinute": JSON(window.times.startMinute),
        "endMinute": JSON(window.times.endMinute),
        "target": JSON(window.target),
        "effortMinutes": JSON(window.effortMinutes),
        "reminderMinute": JSON(window.reminderMinute),
        "habitID": JSON(habit.id),
        "today": JSON(window.reading, window: window.id, on: today, in: zone),
      ]
    }
    return [
      Member("id", JSON(habit.id)),
      Member("title", .string(habit.title)),
      Member("notes", JSON(habit.notes)),
      Member("presetKey", JSON(habit.presetKey)),
      Member("kind", .string(habit.kind.text)),
      Member("frequency", .string(habit.schedule.frequency)),
      Member("scheduledDays", .string(weekdays)),
      Member("targetPerWeek", JSON(habit.schedule.timesPerWeek)),
      Member("pausesData", .string(JSON.array(pauses).compactText)),
      Member("isArchived", .bool(habit.isArchived)),
      Member("createdAt", JSON(habit.createdAt, in: zone)),
      Member("groupID", JSON(habit.group)),
      Member("windows", .array(windows)),
      Member("isDueToday", .bool(habit.isDueToday)),
      Member("weekDone", JSON(habit.week?.done)),
    ]
  }
}
