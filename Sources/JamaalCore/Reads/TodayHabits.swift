public import ReplicaStore

/// One time of day of a habit as Today shows it.
public struct HabitRow: Hashable, Sendable {
  /// The habit.
  public var habit: RecordID
  /// The time of day, which is what is logged for.
  public var window: RecordID
  /// The habit's title, with the time of day's label where there are several.
  public var title: String
  /// What was logged, against what.
  public var reading: HabitReading
  /// When it is open.
  public var times: HabitTimes
  /// What that amounts to now.
  public var state: HabitWindowState
  /// How often it was done this week, and how often it is meant to be; `nil` for fixed days.
  public var week: HabitWeek?
  /// Whether the day needs nothing more: it is done, or its week was met without it.
  public var isDone: Bool
  /// The minutes it still takes.
  public var minutesLeft: Int
  /// When it reminds: at its time on the wall's clock, wherever the person is; `nil` once it is done.
  public var remindsAt: Instant?

  /// How the habit is kept.
  public var kind: HabitKind { reading.kind }
  /// Whether a light word is due: not done, and near the end of its time of day.
  public var isClosing: Bool { !isDone && state == .closing }
}

/// A week of a habit that is meant so many times a week.
public struct HabitWeek: Hashable, Sendable {
  /// Whole days on which it was done.
  public var done: Int
  /// How many were meant.
  public var target: Int

  /// Makes a value from its parts.
  public init(done: Int, target: Int) {
    self.done = done
    self.target = target
  }

  /// Whether it is met.
  public var isMet: Bool { done >= target }
}

/// The habits of today: groups first, then those that stand by themselves.
public struct TodayHabits: Hashable, Sendable {
  /// A group with what is due of it.
  public struct Group: Hashable, Sendable {
    /// The group.
    public var id: RecordID
    /// What people call it.
    public var title: String
    /// What is due, by when it begins.
    public var rows: [HabitRow]

    /// How much of it is done.
    public var done: Int { rows.count(where: \.isDone) }
    /// How much is due.
    public var total: Int { rows.count }
  }

  /// In their own order, those with nothing due left out.
  public var groups: [Group]
  /// What stands by itself, by when it begins.
  public var ungrouped: [HabitRow]

  /// Nothing due.
  public static let none = TodayHabits(groups: [], ungrouped: [])

  /// Everything that is due, in the order in which it is shown.
  public var rows: [HabitRow] { groups.flatMap(\.rows) + ungrouped }
  /// How much is done.
  public var done: Int { rows.count(where: \.isDone) }
  /// How much is due.
  public var total: Int { rows.count }
  /// How much is left.
  public var left: Int { total - done }
  /// The minutes that what is left takes.
  public var minutesLeft: Int { rows.reduce(0) { $0 + $1.minutesLeft } }
}

extension Planner {
  /// Reads today's habits.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: What Today shows.
  /// - Throws: `ReplicaError`.
  public func todayHabits(_ context: DayContext) throws -> TodayHabits {
    let moment = try tick(context)
    return try replica.read { try $0.habits(on: moment.today, moment) }
  }
}

extension ReadTransaction {
  /// The habits that a day asks for, as they stand now.
  func habits(on day: LogicalDate, _ moment: PlannerMoment) throws -> TodayHabits {
    let book = try HabitBook(self, moment, days: day.habitWeek.lowerBound...day)
    var rows: [RecordID?: [HabitRow]] = [:]
    for sheet in book.sheets where book.isDue(sheet, on: day) {
      let group = book.group(of: sheet)?.id
      rows[group, default: []] += book.rows(sheet, day, moment)
    }
    let sorted = rows.mapValues { rows in rows.sorted { $0.order < $1.order } }
    return TodayHabits(
      groups: book.groups.compactMap { group in
        sorted[group.id].map { TodayHabits.Group(id: group.id, title: group.title, rows: $0) }
      }, ungrouped: sorted[nil] ?? [])
  }
}

extension HabitBook {
  /// A habit's times of day on a day that asks for it.
  fileprivate func rows(
    _ sheet: HabitSheet, _ day: LogicalDate, _ moment: PlannerMoment
  ) -> [HabitRow] {
    let schedule = sheet.habit.schedule
    let isMet = isWeekMet(sheet, on: day)
    let week =
      schedule.isWeekly
      ? HabitWeek(done: weekDone(sheet, through: day), target: schedule.timesPerWeek) : nil
    let minute = moment.context.minute(of: day)
    return sheet.windows.filter { day >= sheet.created($0) }.map { window in
      let reading = reading(sheet, window, day)
      return HabitRow(
        habit: sheet.habit.id, window: window.id, title: sheet.title(of: window),
        reading: reading, times: window.times,
        state: window.times.state(at: minute, moment.boundary), week: week,
        isDone: reading.isDone || isMet,
        minutesLeft: isMet ? 0 : reading.minutesLeft(of: sheet.minutes(of: window)),
        remindsAt: reading.isDone || isMet
          ? nil
          : window.reminderMinute.map {
            moment.boundary.instant(of: WallClock(clamping: $0), on: day, in: moment.context.zone)
          })
    }
  }
}

extension HabitRow {
  /// By the beginning, what lasts all day last, then by title.
  fileprivate var order: (Int, Int, String, RecordID) {
    (times.isAllDay ? 1 : 0, times.startMinute, title, window)
  }
}
