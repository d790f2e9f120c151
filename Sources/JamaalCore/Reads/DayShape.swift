import ReplicaStore
import SQLite

/// What a day that is still to come, or today, has room for and already holds.
struct DayShape {
  let transaction: ReadTransaction
  let moment: PlannerMoment
  let settings: SettingsHistory

  init(_ transaction: ReadTransaction, _ moment: PlannerMoment) throws {
    self.transaction = transaction
    self.moment = moment
    settings = try SettingsHistory(transaction)
  }

  /// What is left of a day's working time.
  func freeTime(of day: LogicalDate) throws -> FreeTime {
    FreeTime(
      workingDay: WorkingDay(
        date: day, settings: moment.settings.day, zone: moment.context.zone,
        now: moment.now),
      commitments: try transaction.commitments(on: day, moment),
      habitMinutes: try transaction.habitMinutes(on: day, isLived: false, moment))
  }

  /// The level of a day.
  func level(of day: LogicalDate) throws -> CapacityLevel {
    try transaction.level(of: day, settings)
  }

  /// What another day than today holds: its own live tasks against the budget of its own level.
  func load(of day: LogicalDate) throws -> DayLoad {
    let rows = try TaskRow.rows(
      where: "is_live = 1 AND due = ?", in: transaction.database
    ) { (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    }
    return DayLoad(
      efforts: rows.map(\.effortMinutes),
      budget: Budget(
        level: try level(of: day), normalDayMinutes: moment.settings.mediumDayMinutes))
  }

  /// What the days after one hold, looked up before rules ask for them.
  func loads(after day: LogicalDate, count: Int) throws -> [LogicalDate: DayLoad] {
    var loads: [LogicalDate: DayLoad] = [:]
    for step in 1...count { loads[day + step] = try load(of: day + step) }
    return loads
  }
}

extension [LogicalDate: DayLoad] {
  /// The load of a day that was looked up; any other counts as full.
  func known(_ day: LogicalDate) -> DayLoad {
    self[day] ?? DayLoad(efforts: [Budget.minutesMax], budget: Budget(minutes: 0))
  }
}

extension PlanTask {
  /// A task as its row says.
  init(_ row: TaskRow) {
    self.init(
      id: row.id, due: row.due, importance: row.importance, deferralCount: row.deferralCount,
      createdAt: row.createdAt, effortMinutes: row.effortMinutes)
  }
}

extension Planner {
  /// Whether a day has room for a task that is about to be added; nothing is ever refused.
  ///
  /// - Parameters:
  ///   - effortMinutes: The task's estimate, if any.
  ///   - date: The day chosen for it, if any.
  ///   - context: The moment and the place.
  /// - Returns: What to tell, and where the task still fits.
  /// - Throws: `ReplicaError`.
  public func dayFullCheck(
    effortMinutes: Int?, on date: LogicalDate?, _ context: DayContext
  ) throws -> DayFullCheck {
    try dayFullCheck(effortMinutes: effortMinutes, on: date, without: 0, context)
  }

  /// Whether a day had room for a task that has just been added to it.
  ///
  /// - Parameters:
  ///   - task: The task, which does not count against itself.
  ///   - context: The moment and the place.
  /// - Returns: What to tell, and where the task still fits.
  /// - Throws: `ReplicaError`.
  public func dayFullCheck(
    including task: TaskView, _ context: DayContext
  ) throws -> DayFullCheck {
    let own = try today(context).alsoToday.contains { $0.id == task.id } ? 0 : task.effortMinutes
    return try dayFullCheck(
      effortMinutes: task.effortMinutes, on: task.dueDate, without: own ?? 0, context)
  }

  private func dayFullCheck(
    effortMinutes: Int?, on date: LogicalDate?, without own: Int, _ context: DayContext
  ) throws -> DayFullCheck {
    // The meter's own figure, which counts what is done today as well.
    let overview = try today(context)
    let moment = try tick(context)
    return try replica.read { transaction in
      let shape = try DayShape(transaction, moment)
      let first = date.map { max($0, moment.today) } ?? moment.today
      var loads = try shape.loads(after: first, count: DayFullCheck.dayCount)
      var load = first == moment.today ? overview.load : try shape.load(of: first)
      load.plannedTaskMinutes -= own
      loads[first] = load
      return DayFullCheck(
        effortMinutes: effortMinutes, on: date, today: moment.today, load: { loads.known($0) })
    }
  }
}

/// How much a day that is not over holds, and how much it has room for.
public struct DayCapacity: Hashable, Sendable {
  /// The day.
  public var date: LogicalDate
  /// The level chosen for it, that of its plan, or its weekday's default.
  public var level: CapacityLevel
  /// Its tasks against the level's budget; today those that are done already too.
  public var load: DayLoad
  /// What is left of its working time.
  public var freeTime: FreeTime
  /// The level that the free time has room for.
  public var suggestedLevel: CapacityLevel
  /// By how much what is to be done runs past the working day, if it does.
  public var overflow: TimeOverflow?
}

extension Planner {
  /// Reads how much a day holds.
  ///
  /// - Parameters:
  ///   - day: Today or a day to come; for one that is over see ``livedDays(_:_:)``.
  ///   - context: The moment and the place.
  /// - Returns: Its level, load and free time.
  /// - Throws: `ReplicaError`.
  public func capacity(of day: LogicalDate, _ context: DayContext) throws -> DayCapacity {
    let moment = try tick(context)
    let today = day == moment.today ? try self.today(context) : nil
    return try replica.read { transaction in
      let shape = try DayShape(transaction, moment)
      let freeTime = try today?.freeTime ?? shape.freeTime(of: day)
      let load = try today?.load ?? shape.load(of: day)
      return DayCapacity(
        date: day, level: try shape.level(of: day), load: load, freeTime: freeTime,
        suggestedLevel: CapacityLevel.suggested(
          freeMinutes: freeTime.freeMinutes, normalDayMinutes: moment.settings.mediumDayMinutes),
        overflow: today == nil
          ? freeTime.overflow(taskMinutes: load.plannedTaskMinutes) : today?.overflow)
    }
  }
}
