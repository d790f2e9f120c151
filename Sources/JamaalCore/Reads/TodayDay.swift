import ReplicaStore
import SQLite

/// The header and the task list of one day: its level, its load and three lists.
public struct TodayOverview: Sendable {
  /// The day.
  public var date: LogicalDate
  /// The level chosen for it, or its weekday's default.
  public var level: CapacityLevel
  /// The minutes of that level.
  public var budgetMinutes: Int
  /// Minutes of the tasks shown and of those done already.
  public var plannedTaskMinutes: Int
  /// Planned minutes in percent of the budget.
  public var loadScore: Int
  /// What that amounts to.
  public var loadState: LoadState
  /// How many of the tasks counted have no estimate.
  public var missingDurations: Int
  /// Tasks shown at this level, in order.
  public var shown: [TaskView]
  /// Tasks due that the level hides, in order.
  public var alsoToday: [TaskView]
  /// Tasks done today, the latest last.
  public var completedToday: [TaskView]

  /// What is left of the working day once commitments and habits have taken their time.
  public var freeTime: FreeTime
  /// What the day holds, Anchors and habits too.
  public var items: DayItems
  /// Whether the quiet card of a day without a plan may be shown.
  public var isMorningCardDue: Bool
  /// The planning that may be offered: `Plan tomorrow`.
  public var eveningPrompt: PlanningTarget?
  /// Which tasks would leave today so that the others find time, while ``overflow`` says they do not.
  public var overflowMove: OverflowMove?

  /// What kind of day it is.
  ///
  /// Tasks that the level hides do not count against it.
  public var outlook: DayOutlook { items.outlook }

  /// The meter's figure: what is shown and what is done already, against the day's budget.
  public var load: DayLoad

  /// By how much what is left to do runs past the working day, while there is any of it left.
  ///
  /// Of the whole day, whatever label its tasks are narrowed to.
  public var overflow: TimeOverflow?

  fileprivate func wholeOverflow() -> TimeOverflow? {
    guard !freeTime.workingDay.isOver else { return nil }
    let left = DayLoad(efforts: shown.map(\.effortMinutes), budget: load.budget)
    return freeTime.overflow(taskMinutes: left.plannedTaskMinutes)
  }
}

/// What kind of day Today shows.
public enum DayOutlook: Hashable, Sendable {
  /// Nothing is due at all.
  case blank
  /// Nothing is left to decide.
  case allDone
  /// There is something to do.
  case usual
}

extension Planner {
  /// Reads today.
  ///
  /// - Parameter context: The moment and the place; days that have ended are folded in first.
  /// - Returns: What Today shows.
  /// - Throws: `ReplicaError`.
  public func today(_ context: DayContext) throws -> TodayOverview {
    let moment = try tick(context)
    return try replica.read { try overview($0, moment) }
  }

  private func overview(
    _ transaction: ReadTransaction, _ moment: PlannerMoment
  ) throws -> TodayOverview {
    let today = moment.today
    let shape = try DayShape(transaction, moment)
    let due = try transaction.views(where: "is_live = 1 AND due <= ?", moment)
      .sorted { $0.priority < $1.priority }
    let done = try transaction.views(where: "completed_day = ?", moment).sorted {
      ($0.completedAt?.millis ?? 0, $0.id) < ($1.completedAt?.millis ?? 0, $1.id)
    }
    let level = try shape.level(of: today)
    let shown = due.filter { TodayVisibility.shows($0.priority.quadrant, at: level) }
    let hidden = due.filter { !TodayVisibility.shows($0.priority.quadrant, at: level) }
    // What is done counts the time it really took, where that is known.
    let spent = try done.map {
      try transaction.timedMinutes(of: $0.id, through: today) ?? $0.effortMinutes
    }
    let load = DayLoad(
      efforts: shown.map(\.effortMinutes) + spent,
      budget: Budget(level: level, normalDayMinutes: moment.settings.mediumDayMinutes))
    let anchors = try transaction.anchorCounts(moment)
    let habits = try transaction.habitCounts(moment)
    var overview = TodayOverview(
      date: today, level: level, budgetMinutes: load.budget.minutes,
      plannedTaskMinutes: load.plannedTaskMinutes, loadScore: load.score, loadState: load.state,
      missingDurations: load.missingDurations, shown: shown, alsoToday: hidden,
      completedToday: done, freeTime: try shape.freeTime(of: today),
      items: DayItems(
        tasksLeft: shown.count, tasksHidden: hidden.count, tasksDone: done.count,
        anchorsLeft: anchors.left, anchors: anchors.all, habitsLeft: habits.left,
        habits: habits.all),
      isMorningCardDue: try isMorningCardDue(transaction, moment),
      eveningPrompt: try eveningPrompt(transaction, moment), load: load)
    overview.overflow = overview.wholeOverflow()
    overview.overflowMove = try transaction.overflowMove(of: overview, moment)
    return overview
  }

  private func isMorningCardDue(
    _ transaction: ReadTransaction, _ moment: PlannerMoment
  ) throws -> Bool {
    let today = moment.today
    let log = try transaction.record(NudgeLog.self, NudgeLog.morningCard(today).id)
    return MorningCard.isDue(
      WorkingDay(date: today, settings: moment.settings.day, zone: moment.context.zone),
      at: moment.now, sessions: [try transaction.session(for: today)].compactMap { $0 },
      putAwayOn: log?.dismissedAt == nil ? nil : today)
  }

  private func eveningPrompt(
    _ transaction: ReadTransaction, _ moment: PlannerMoment
  ) throws -> PlanningTarget? {
    let target = moment.planningTarget
    let session = try transaction.session(for: target.forDate)
    let isDue = EveningPrompt.isDue(
      at: moment.now, settings: moment.settings.day, zone: moment.context.zone,
      sessions: [session].compactMap { $0 })
    return isDue ? target : nil
  }

  /// Reads a day's record as it was lived.
  ///
  /// - Parameters:
  ///   - day: A day, ended or not.
  ///   - context: The moment and the place.
  /// - Returns: The tasks' part of the record; it follows late facts, however late.
  /// - Throws: `ReplicaError`.
  public func dayRecord(_ day: LogicalDate, _ context: DayContext) throws -> DayRecord {
    let moment = try tick(context)
    return try replica.read { transaction in
      try LivedDays(self, transaction, moment).read(day...day)[0].record
    }
  }
}

extension ReadTransaction {
  /// The tasks of today's rows that meet a condition on a day.
  fileprivate func views(
    where condition: String, _ moment: PlannerMoment
  ) throws -> [TaskView] {
    let categories = try CategoryList(self)
    let rows = try TaskRow.rows(where: condition, in: database) {
      (statement) throws(SQLiteError) in
      try statement.bind(moment.today.dayNumber, at: 1)
    }
    return rows.map { row in
      TaskView(row, categories, today: moment.today)
    }
  }
}
