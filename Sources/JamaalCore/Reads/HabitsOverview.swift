public import ReplicaStore

/// A habit as lists show it.
public struct HabitSummary: Hashable, Sendable {
  /// One time of day, with today's log.
  public struct Window: Hashable, Sendable {
    /// The time of day.
    public var id: RecordID
    /// What it is called where there are several.
    public var label: String
    /// When it is open.
    public var times: HabitTimes
    /// Its target from today on.
    public var target: Int
    /// What the whole target takes, if somebody said so.
    public var effortMinutes: Int?
    /// Minutes after midnight of the reminder.
    public var reminderMinute: Int?
    /// Today's log.
    public var reading: HabitReading
  }

  /// Its identity on every device.
  public var id: RecordID
  /// What it is.
  public var title: String
  /// Light markdown.
  public var notes: String?
  /// The preset it was made from.
  public var presetKey: String?
  /// How it is kept.
  public var kind: HabitKind
  /// On which days.
  public var schedule: HabitSchedule
  /// Whether it is put away.
  public var isArchived: Bool
  /// The group it stands in, also one that was put away.
  public var group: RecordID?
  /// When it was made.
  public var createdAt: Instant?
  /// The logical day it was made on.
  public var createdDay: LogicalDate
  /// Its times of day, by when they begin.
  public var windows: [Window]
  /// All pauses, overlapping ones as one.
  public var pauses: [PauseSpan]
  /// The pause that covers today.
  public var pause: PauseSpan?
  /// Its week so far, for one of so many times a week.
  public var week: HabitWeek?
  /// Whether today asks for it.
  public var isDueToday: Bool
}

/// Every habit: groups with theirs, those that stand by themselves, and those put away.
public struct HabitsOverview: Hashable, Sendable {
  /// The days of a group's row.
  public static let dayCount = 14

  /// A group with its habits.
  public struct Group: Hashable, Sendable {
    /// The group.
    public var id: RecordID
    /// What people call it.
    public var title: String
    /// Its place among groups.
    public var sortOrder: Int
    /// In the order in which they were made.
    public var habits: [HabitSummary]
    /// How many of them are done today.
    public var done: Int
    /// How many today asks for.
    public var due: Int
    /// The last days, today the last of them.
    public var days: [HabitCell]
  }

  /// In their own order; groups without habits are among them.
  public var groups: [Group]
  /// In the order in which they were made.
  public var ungrouped: [HabitSummary]
  /// Put away, in the order in which they were made.
  public var archived: [HabitSummary]
  /// Groups that were put away, in their own order.
  public var archivedGroups: [Group]
  /// Whether many were made within a week, so that starting with one or two is worth suggesting.
  public var startsMany: Bool

  /// Every habit in the order in which it is shown.
  public var habits: [HabitSummary] { groups.flatMap(\.habits) + ungrouped + archived }
}

extension HabitSummary {
  /// Whether today needs nothing more of it.
  public var isDoneToday: Bool {
    week?.isMet ?? false || !windows.isEmpty && windows.allSatisfy(\.reading.isDone)
  }
}

extension Planner {
  /// Reads every habit.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: What the list of habits shows.
  /// - Throws: `ReplicaError`.
  public func habits(_ context: DayContext) throws -> HabitsOverview {
    let moment = try tick(context)
    return try replica.read { transaction in
      let today = moment.today
      let first = min(today - HabitsOverview.dayCount + 1, today.habitWeek.lowerBound)
      let book = try HabitBook(transaction, moment, days: first...today)
      let live = book.sheets.filter { !$0.habit.isArchived }
      let archived = book.sheets.filter(\.habit.isArchived)
      return HabitsOverview(
        groups: book.groups.filter { !$0.isArchived }.map { group in
          book.group(group, live.filter { book.group(of: $0)?.id == group.id })
        },
        ungrouped: live.filter { book.group(of: $0) == nil }.map { book.summary($0) },
        archived: archived.map { book.summary($0) },
        archivedGroups: book.groups.filter(\.isArchived).map { book.group($0, []) },
        startsMany: NewHabitLoad.isHigh(live.map(\.created), today: today))
    }
  }
}

extension HabitBook {
  fileprivate func group(_ group: HabitGroup, _ sheets: [HabitSheet]) -> HabitsOverview.Group {
    let habits = sheets.map { summary($0) }
    let due = habits.filter(\.isDueToday)
    let days = (today - HabitsOverview.dayCount + 1)...today
    return HabitsOverview.Group(
      id: group.id, title: group.title, sortOrder: group.sortOrder, habits: habits,
      done: due.count(where: \.isDoneToday),
      due: due.count,
      days: days.map { day in
        .together(
          sheets.flatMap { sheet in sheet.windows.map { facts(sheet, $0, day) } })
      })
  }

  /// A habit as lists show it.
  func summary(_ sheet: HabitSheet) -> HabitSummary {
    let habit = sheet.habit
    return HabitSummary(
      id: habit.id, title: habit.title, notes: habit.notes, presetKey: habit.presetKey,
      kind: habit.kind, schedule: habit.schedule, isArchived: habit.isArchived,
      group: habit.group, createdAt: habit.createdAt, createdDay: sheet.created,
      windows: sheet.windows.map { window in
        HabitSummary.Window(
          id: window.id, label: window.label, times: window.times,
          target: HabitTarget.bounded(window.target, habit.kind),
          effortMinutes: window.effortMinutes, reminderMinute: window.reminderMinute,
          reading: reading(sheet, window, today))
      }, pauses: sheet.pauses.spans, pause: sheet.pauses.span(on: today),
      week: habit.schedule.isWeekly
        ? HabitWeek(
          done: weekDone(sheet, through: today), target: habit.schedule.timesPerWeek) : nil,
      isDueToday: isDue(sheet, on: today))
  }
}
