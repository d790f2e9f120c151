import ReplicaStore
import SQLite

/// A habit with its times of day and its pauses, as they stand.
struct HabitSheet {
  let habit: Habit
  /// Those that were not taken away, by when they begin.
  let windows: [HabitTimeWindow]
  let pauses: HabitPauses

  /// The day it was made on.
  var created: LogicalDate { habit.createdDay ?? LogicalDate(dayNumber: 0) }

  /// The day a time of day was made on; those made with the habit are as old as it.
  func created(_ window: HabitTimeWindow) -> LogicalDate {
    max(created, window.createdDay ?? created)
  }

  /// Whether Today could show it: neither archived nor of a kind this version does not know.
  var isLive: Bool { !habit.isArchived && habit.kind.isKnown }

  /// What a list calls a time of day: with its label where there are several.
  func title(of window: HabitTimeWindow) -> String {
    windows.count > 1 && !window.label.isEmpty ? "\(habit.title) · \(window.label)" : habit.title
  }

  /// What the whole target of a time of day takes.
  func minutes(of window: HabitTimeWindow) -> Int {
    HabitTarget.minutes(habit.kind, target: window.target, effortMinutes: window.effortMinutes)
  }
}

/// Every habit as it stands, and what was logged on some days.
struct HabitBook {
  let sheets: [HabitSheet]
  let groups: [HabitGroup]
  let today: LogicalDate
  private let transaction: ReadTransaction
  private var logs: [RecordID: [LogicalDate: HabitLog]] = [:]
  private var engaged: Set<LogicalDate> = []

  /// Reads habits.
  ///
  /// - Parameters:
  ///   - transaction: The snapshot.
  ///   - moment: The moment.
  ///   - days: The days whose logs are wanted.
  ///   - only: One habit; `nil` for all.
  /// - Throws: `ReplicaError`.
  init(
    _ transaction: ReadTransaction, _ moment: PlannerMoment, days: ClosedRange<LogicalDate>,
    only: RecordID? = nil
  ) throws {
    self.transaction = transaction
    today = moment.today
    groups = try transaction.records(HabitGroup.self).filter { !$0.title.isEmpty }
      .sorted { ($0.sortOrder, $0.title, $0.id) < ($1.sortOrder, $1.title, $1.id) }
    let habits =
      try only.map { try transaction.record(Habit.self, $0).map { [$0] } ?? [] }
      ?? transaction.records(Habit.self)
    let ids = Set(habits.map(\.id))
    let windows = Dictionary(
      grouping: try transaction.records(HabitTimeWindow.self).filter {
        ids.contains($0.habit ?? $0.id)
      }, by: \.habit)
    let pauses = Dictionary(
      grouping: try transaction.records(HabitPause.self), by: \.habit)
    sheets = try habits.map { habit in
      HabitSheet(
        habit: habit,
        windows: try (windows[habit.id] ?? []).filter { window in
          // One that has entries stays, whoever took it away without knowing of them.
          try !window.isRemoved || transaction.hasEntries(window.id)
        }.sorted { Self.order($0) < Self.order($1) },
        pauses: HabitPauses((pauses[habit.id] ?? []).compactMap(\.span)))
    }.sorted { left, right in
      (left.habit.createdAt?.millis ?? 0, left.habit.id)
        < (right.habit.createdAt?.millis ?? 0, right.habit.id)
    }
    try load(days)
  }

  private static func order(_ window: HabitTimeWindow) -> (Int, Int, String, RecordID) {
    (window.times.isAllDay ? 1 : 0, window.startMinute, window.label, window.id)
  }

  private mutating func load(_ days: ClosedRange<LogicalDate>) throws {
    for row in try transaction.habitLogs(days) { logs[row.window, default: [:]][row.day] = row.log }
    for sheet in sheets where sheet.habit.kind == .timed {
      for window in sheet.windows {
        for (day, seconds) in try transaction.timedSeconds(of: window.id, in: days) {
          logs[window.id, default: [:]][day, default: .none].amount = (seconds + 30) / 60
        }
      }
    }
    if sheets.contains(where: { $0.habit.kind == .avoid }) {
      engaged = try transaction.engagedDays(in: days)
    }
  }

  /// What a day's log of a time of day comes to.
  func reading(_ sheet: HabitSheet, _ window: HabitTimeWindow, _ day: LogicalDate) -> HabitReading {
    HabitReading(
      logs[window.id]?[day] ?? .none, kind: sheet.habit.kind, windowTarget: window.target)
  }

  /// What the grid has to know about a day of a time of day.
  func facts(
    _ sheet: HabitSheet, _ window: HabitTimeWindow, _ day: LogicalDate
  ) -> HabitDayFacts {
    HabitDayFacts(
      day: day, today: today, created: sheet.created(window), schedule: sheet.habit.schedule,
      isPaused: sheet.pauses.cover(day), reading: reading(sheet, window, day),
      isEngaged: engaged.contains(day))
  }

  /// What a day of a habit comes to, over its times of day.
  func cell(_ sheet: HabitSheet, _ day: LogicalDate) -> HabitCell {
    .together(sheet.windows.map { facts(sheet, $0, day) })
  }

  /// What a habit's settled days say.
  ///
  /// - Parameters:
  ///   - sheet: The habit.
  ///   - day: The last day looked at; the book has to hold as many days before it.
  /// - Returns: The counts.
  func read(_ sheet: HabitSheet, through day: LogicalDate) -> HabitRead {
    let days = (day - HabitRead.dayCount(sheet.habit.kind) + 1)...day
    return HabitRead(sheet.windows.flatMap { window in days.map { facts(sheet, window, $0) } })
  }

  /// How often a habit was done in the week of a day, up to that day: whole days only.
  ///
  /// A day counts once every time of day was done on it.
  func weekDone(_ sheet: HabitSheet, through day: LogicalDate) -> Int {
    guard !sheet.windows.isEmpty else { return 0 }
    return (day.habitWeek.lowerBound...day).count { day in
      sheet.windows.allSatisfy { reading(sheet, $0, day).isDone }
    }
  }

  /// Whether a habit's week was met by other days than this one.
  func isWeekMet(_ sheet: HabitSheet, on day: LogicalDate) -> Bool {
    let schedule = sheet.habit.schedule
    guard schedule.isWeekly else { return false }
    let isDoneToday =
      !sheet.windows.isEmpty && sheet.windows.allSatisfy { reading(sheet, $0, day).isDone }
    return weekDone(sheet, through: day) - (isDoneToday ? 1 : 0) >= schedule.timesPerWeek
  }

  /// Whether a day asks for a habit.
  func isDue(_ sheet: HabitSheet, on day: LogicalDate) -> Bool {
    sheet.isLive && day >= sheet.created && !sheet.pauses.cover(day)
      && sheet.habit.schedule.includes(day) && !sheet.windows.isEmpty
  }

  /// The live group a habit stands in; one that was put away lets its habits stand by themselves.
  func group(of sheet: HabitSheet) -> HabitGroup? {
    groups.first { $0.id == sheet.habit.group && !$0.isArchived }
  }
}

/// One row of the local table of logs.
struct HabitLogRow {
  var window: RecordID
  var day: LogicalDate
  var log: HabitLog
}

extension ReadTransaction {
  /// What was logged on some days, timed habits' minutes aside.
  func habitLogs(_ days: ClosedRange<LogicalDate>) throws(SQLiteError) -> [HabitLogRow] {
    try database.rows(
      """
      SELECT window_id, day, amount, target, reached_at, checked_at FROM local_habit_entry
      WHERE day BETWEEN ? AND ?
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(days.lowerBound.dayNumber, at: 1)
      try statement.bind(days.upperBound.dayNumber, at: 2)
    } row: { row in
      HabitLogRow(
        window: row.recordID(0), day: LogicalDate(dayNumber: row.int(1)),
        log: HabitLog(
          amount: row.int(2), target: row.isNull(3) ? nil : row.int(3), reachedAt: row.instant(4),
          checkedAt: row.instant(5)))
    }
  }

  /// The seconds of a timed habit's sessions on some days; days without any are left out.
  func timedSeconds(
    of window: RecordID, in days: ClosedRange<LogicalDate>
  ) throws -> [(day: LogicalDate, seconds: Int)] {
    try days.compactMap { day in
      try timedSeconds(of: window, on: day).map { (day, $0) }
    }
  }
}
