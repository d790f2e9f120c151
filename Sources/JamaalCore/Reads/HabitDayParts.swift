import ReplicaStore
import SQLite

extension ReadTransaction {
  /// The minutes of what a day asks for and is not done yet, inside what is left of its working day.
  func habitMinutesLeft(on day: LogicalDate, _ moment: PlannerMoment) throws -> Int {
    let working = try workingMinutes(on: day)
    let now = moment.context.minute(of: day)
    let left = max(working.lowerBound, min(now, working.upperBound))..<working.upperBound
    return try habits(on: day, moment).rows.reduce(0) { sum, row in
      row.times.minutes(moment.boundary).overlaps(left) ? sum + row.minutesLeft : sum
    }
  }

  /// The minutes of what a day asked for, as everything stood on that day.
  func habitMinutesLived(on day: LogicalDate, _ moment: PlannerMoment) throws -> Int {
    let working = try workingMinutes(on: day)
    let spans = try habitSpans(on: day)
    return try spans.reduce(0) { sum, row in
      let isDue =
        row.schedule.isWeekly
        ? try weekDone(row.habit, spans, before: day) < row.schedule.timesPerWeek
        : row.schedule.includes(day)
      let isInside = row.times.minutes(moment.boundary).overlaps(working)
      return isDue && isInside ? sum + row.minutes : sum
    }
  }

  /// When work is planned on a day, in minutes after midnight, as it was set on that day.
  private func workingMinutes(on day: LogicalDate) throws -> Range<Int> {
    let history = try history(UserSettings.self, UserSettings.only)
    let defaults = UserSettings()
    func minute(_ path: WritableKeyPath<UserSettings, Int>) throws -> Int {
      let timeline = Timeline(try history.versions(of: path).authored())
      return timeline.newest(asOf: day)?.value ?? defaults[keyPath: path]
    }
    let start = try minute(\.dayStartMinute)
    return start..<max(start, try minute(\.dayEndMinute))
  }

  /// How often a habit of so many times a week was done in a day's week, before that day.
  private func weekDone(
    _ habit: RecordID, _ spans: [HabitSpanRow], before day: LogicalDate
  ) throws -> Int {
    let windows = spans.filter { $0.habit == habit }
    let monday = day.habitWeek.lowerBound
    guard monday < day else { return 0 }
    return try (monday...(day - 1)).count { day in
      try windows.allSatisfy { row in
        let log = try habitLog(row.window, row.kind, day)
        return HabitReading(log, kind: row.kind, windowTarget: row.target).isDone
      }
    }
  }

  private func habitLog(
    _ window: RecordID, _ kind: HabitKind, _ day: LogicalDate
  ) throws -> HabitLog {
    var log = try habitLogs(day...day).first { $0.window == window }?.log ?? .none
    if kind == .timed, let seconds = try timedSeconds(of: window, on: day) {
      log.amount = (seconds + 30) / 60
    }
    return log
  }

  /// How the times of day that could be due on a day stood then.
  private func habitSpans(on day: LogicalDate) throws(SQLiteError) -> [HabitSpanRow] {
    try database.rows(
      """
      SELECT window_id, habit, kind, weekdays, times_per_week, target, minutes, start_minute,
        end_minute
      FROM local_habit_span WHERE first_day <= ?1 AND (last_day IS NULL OR last_day >= ?1)
      ORDER BY window_id
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    } row: { row in
      HabitSpanRow(
        window: row.recordID(0), habit: row.recordID(1), kind: HabitKind(row.text(2)),
        schedule: HabitSchedule(stored: row.text(3), timesPerWeek: row.int(4)),
        target: row.int(5), minutes: row.int(6),
        times: HabitTimes(startMinute: row.int(7), endMinute: row.int(8)))
    }
  }

  /// Whether a habit was logged for a day: an amount above zero, or Held.
  func hasHabitLog(for day: LogicalDate) throws -> Bool {
    !(try habitDays(in: day...day).isEmpty)
  }

  /// How many of today's habit windows are due and not done, and how many are due.
  func habitCounts(_ moment: PlannerMoment) throws -> (left: Int, all: Int) {
    let habits = try habits(on: moment.today, moment)
    return (habits.left, habits.total)
  }

  /// What a habit's time of day is called, for the timer on it; `nil` if there is none.
  func habitTitle(ofWindow window: RecordID) throws -> String? {
    guard let record = try record(HabitTimeWindow.self, window), let id = record.habit,
      let habit = try self.record(Habit.self, id)
    else { return nil }
    return record.label.isEmpty ? habit.title : "\(habit.title) · \(record.label)"
  }

  /// The days on which anything was logged for a habit, or a day was held.
  func habitDays(in days: ClosedRange<LogicalDate>) throws(SQLiteError) -> Set<LogicalDate> {
    Set(
      try database.rows(
        """
        SELECT DISTINCT day FROM local_habit_entry
        WHERE day BETWEEN ? AND ? AND (amount > 0 OR checked_at IS NOT NULL)
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(days.lowerBound.dayNumber, at: 1)
        try statement.bind(days.upperBound.dayNumber, at: 2)
      } row: {
        LogicalDate(dayNumber: $0.int(0))
      })
  }

  /// The days on which a task was completed.
  func completionDays(in days: ClosedRange<LogicalDate>) throws(SQLiteError) -> Set<LogicalDate> {
    Set(
      try database.rows(
        "SELECT DISTINCT completed_day FROM local_task WHERE completed_day BETWEEN ? AND ?"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(days.lowerBound.dayNumber, at: 1)
        try statement.bind(days.upperBound.dayNumber, at: 2)
      } row: {
        LogicalDate(dayNumber: $0.int(0))
      })
  }

  /// The windows of the habits of a day, as they stand.
  ///
  /// - Parameters:
  ///   - day: The day under review.
  ///   - moment: The moment.
  /// - Returns: Paused ones and those of weekly habits among them; the review sorts them out.
  /// - Throws: `ReplicaError`.
  func reviewedHabits(
    on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> [PlanningReview.HabitWindow] {
    let book = try HabitBook(self, moment, days: day...day)
    return book.sheets.filter {
      $0.isLive && day >= $0.created && $0.habit.schedule.includes(day)
    }.flatMap { sheet in
      sheet.windows.filter { day >= sheet.created($0) }.map { window in
        let reading = book.reading(sheet, window, day)
        return PlanningReview.HabitWindow(
          isDone: reading.isDone, isPartial: reading.isPartial,
          isPaused: sheet.pauses.cover(day), isWeekly: sheet.habit.schedule.isWeekly)
      }
    }
  }
}

extension Planner {
  /// Reads the minutes that habits bring to a day.
  ///
  /// - Parameters:
  ///   - day: Any day.
  ///   - isLived: Whether everything the day asked for counts, as it stood then, or only what is
  ///     still to do.
  ///   - context: The moment and the place.
  /// - Returns: Whole minutes.
  /// - Throws: `ReplicaError`.
  package func habitMinutes(
    on day: LogicalDate, isLived: Bool, _ context: DayContext
  ) throws -> Int {
    let moment = try tick(context)
    return try replica.read { try $0.habitMinutes(on: day, isLived: isLived, moment) }
  }
}

/// One row of the local table of how times of day stood.
private struct HabitSpanRow {
  var window: RecordID
  var habit: RecordID
  var kind: HabitKind
  var schedule: HabitSchedule
  var target: Int
  var minutes: Int
  var times: HabitTimes
}
