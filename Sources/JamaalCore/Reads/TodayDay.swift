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

  /// What kind of day it is.
  ///
  /// Tasks that the level hides do not count against it.
  public var outlook: DayOutlook {
    if !shown.isEmpty { return .usual }
    return alsoToday.isEmpty && completedToday.isEmpty ? .blank : .allDone
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
    return try replica.read { transaction in
      let today = moment.today
      let categories = try CategoryList(transaction)
      func views(_ condition: String) throws -> [TaskView] {
        let rows = try TaskRow.rows(where: condition, in: transaction.database) {
          (statement) throws(SQLiteError) in
          try statement.bind(today.dayNumber, at: 1)
        }
        return rows.map { TaskView($0, categories, today: today) }
      }
      let due = try views("is_live = 1 AND due <= ?").sorted { $0.priority < $1.priority }
      let done = try views("completed_day = ?").sorted {
        ($0.completedAt?.millis ?? 0, $0.id) < ($1.completedAt?.millis ?? 0, $1.id)
      }
      let level = try transaction.level(of: today, moment.settings)
      let budget = Budget(level: level, normalDayMinutes: moment.settings.mediumDayMinutes)
      let shown = due.filter { TodayVisibility.shows($0.priority.quadrant, at: level) }
      let counted = shown + done
      let planned = counted.reduce(0) { $0 + min(max($1.effortMinutes ?? 0, 0), Budget.minutesMax) }
      let score = budget.loadScore(plannedMinutes: planned)
      return TodayOverview(
        date: today, level: level, budgetMinutes: budget.minutes, plannedTaskMinutes: planned,
        loadScore: score, loadState: LoadState(score: score),
        missingDurations: counted.count { $0.effortMinutes == nil }, shown: shown,
        alsoToday: due.filter { !TodayVisibility.shows($0.priority.quadrant, at: level) },
        completedToday: done)
    }
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
      let ids = try transaction.database.rows(
        """
        SELECT task FROM local_act WHERE day = ?1
        UNION SELECT task FROM local_deferral WHERE first_day <= ?1 AND last_day >= ?1
        UNION SELECT id FROM local_task WHERE is_live = 1 AND due <= ?1
        ORDER BY 1
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(day.dayNumber, at: 1)
      } row: {
        $0.recordID(0)
      }
      let states = try ids.compactMap {
        try transaction.task($0, through: moment.lastEnded)?.state
      }
      let settings = try transaction.settings()
      let level = try transaction.level(of: day, settings)
      let budget = Budget(level: level, normalDayMinutes: try transaction.normalDay(asOf: day))
      return try DayRecord(day: day, tasks: states, budget: budget) { task in
        try transaction.timedMinutes(of: task, through: day)
      }
    }
  }
}

extension ReadTransaction {
  /// The level of a day: the one chosen for it, or its weekday's default as of that day.
  func level(of day: LogicalDate, _ settings: UserSettings) throws -> CapacityLevel {
    if let chosen = try record(DayPlan.self, DayPlan.id(date: day))?.capacity { return chosen }
    let path = UserSettings.levelPath(weekday: day.weekday)
    let versions = try history(UserSettings.self, UserSettings.only).versions(of: path)
    return versions.asOf(day)?.value ?? UserSettings()[keyPath: path]
  }

  /// The normal day as it was set on a day.
  func normalDay(asOf day: LogicalDate) throws -> Int {
    let versions = try history(UserSettings.self, UserSettings.only)
      .versions(of: \.mediumDayMinutes)
    return versions.asOf(day)?.value ?? UserSettings().mediumDayMinutes
  }
}

extension Array {
  /// The version that stood when a day ended: of those tagged by then the one stamped last.
  fileprivate func asOf<Value>(
    _ day: LogicalDate
  ) -> Version<Value>? where Element == Version<Value> {
    last { DayTag($0.tag).map { $0.day <= day } ?? false }
  }
}
