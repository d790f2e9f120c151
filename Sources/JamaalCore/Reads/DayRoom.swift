import ReplicaStore
import SQLite

extension Planner {
  /// Whether a day has room for a task that is about to be added; it never refuses anything.
  ///
  /// Today counts what is done already, as its meter does; another day counts its open tasks.
  /// - Parameters:
  ///   - effortMinutes: The task's estimate, if it has one.
  ///   - date: The day chosen for it, if there is one.
  ///   - context: The moment and the place.
  /// - Returns: What there is to tell.
  /// - Throws: `ReplicaError`.
  public func dayFullCheck(
    effortMinutes: Int?, on date: LogicalDate?, _ context: DayContext
  ) throws -> DayFullCheck {
    guard let effortMinutes, let date else { return .notChecked }
    let moment = try tick(context)
    return try replica.read { transaction in
      var loads: [LogicalDate: DayLoad] = [:]
      for offset in 0...DayFullCheck.dayCount {
        let day = date + offset
        loads[day] = try transaction.load(of: day, moment)
      }
      return DayFullCheck(effortMinutes: effortMinutes, on: date, today: moment.today) { day in
        loads[day] ?? DayLoad(efforts: [], budget: Budget(minutes: 0))
      }
    }
  }
}

extension ReadTransaction {
  /// What a day's tasks take of its budget, as its meter tells it.
  fileprivate func load(of day: LogicalDate, _ moment: PlannerMoment) throws -> DayLoad {
    let level = try level(of: day, moment.settings)
    let budget = Budget(level: level, normalDayMinutes: moment.settings.mediumDayMinutes)
    func rows(_ condition: String) throws -> [TaskRow] {
      try TaskRow.rows(where: condition, in: database) { (statement) throws(SQLiteError) in
        try statement.bind(day.dayNumber, at: 1)
      }
    }
    guard day == moment.today else {
      return DayLoad(
        efforts: try rows("is_live = 1 AND due = ?").map(\.effortMinutes), budget: budget)
    }
    let shown = try rows("is_live = 1 AND due <= ?").filter { row in
      let quadrant = TaskPriority.quadrant(
        importance: row.importance, due: row.due, deferralCount: row.deferralCount, today: day)
      return TodayVisibility.shows(quadrant, at: level)
    }
    let done = try rows("completed_day = ?")
    return DayLoad(efforts: (shown + done).map(\.effortMinutes), budget: budget)
  }
}
