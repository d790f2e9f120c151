import ReplicaStore
import SQLite

/// What was planned: shown when the day is closed.
public struct PlanSummary: Hashable, Sendable {
  /// The day that is planned.
  public var forDate: LogicalDate
  /// The plan as it is kept.
  public var plan: PlanSnapshot
  /// How many tasks it has.
  public var taskCount: Int
  /// How many nights were planned so far, this one included; each day once, and never a streak.
  public var nightsPlanned: Int
  /// What the close wrote.
  public var receipt: PlanningReceipt
}

extension Planner {
  /// Chooses the level of a day, at once.
  ///
  /// - Parameters:
  ///   - level: The level.
  ///   - day: Today or a later day; `nil` for today.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `badValue` for a day that is over; `ReplicaError`.
  @discardableResult
  public func setLevel(
    _ level: CapacityLevel, on day: LogicalDate?, _ context: DayContext
  ) throws -> PlanningReceipt {
    let moment = try tick(context)
    let day = day ?? moment.today
    guard day >= moment.today else {
      throw PlannerError(
        .badValue, "A level is for today or a day to come, not for one that is over.")
    }
    return try replica.write(tag: moment.tag.tag) { transaction in
      var plan = DayPlan(date: day)
      plan.capacity = level
      try transaction.write(plan, \.date)
      try transaction.write(plan, \.capacity)
      return PlanningReceipt(forDate: day, versions: transaction.authored)
    }
  }

  /// Close the day: confirms the plan and keeps what it amounts to.
  ///
  /// The choices of Carry can no longer be taken back after it.
  /// - Parameters:
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: What was planned.
  /// - Throws: `PlannerError` with `planning` anywhere but at the last step; `ReplicaError`.
  public func closePlanning(
    of forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanSummary {
    var summary: (plan: PlanSnapshot, tasks: Int, nights: Int)?
    let receipt = try plan(forDate, context) { planning in
      let transaction = planning.transaction
      guard let closed = try planning.flow().closing(at: planning.moment.now) else {
        throw PlannerError(
          .planning, "The plan is confirmed at the last step. Continue until there, then close.")
      }
      try planning.save(closed)
      let pages = try PlanningPages(transaction, planning.moment, forDate)
      var plan = DayPlan(date: forDate)
      plan.planningCompletedAt = planning.moment.now
      plan.snapshot = pages.load.snapshot
      try transaction.write(plan, \.date)
      try transaction.write(plan, \.planningCompletedAt)
      try CarryChoices(transaction, for: forDate).forget()
      summary = (
        pages.load.snapshot, pages.build.plan.count, try transaction.nightsPlanned()
      )
    }
    guard let (plan, tasks, nights) = summary else {
      preconditionFailure("a gesture that was kept without having run")
    }
    return PlanSummary(
      forDate: forDate, plan: plan, taskCount: tasks, nightsPlanned: nights, receipt: receipt)
  }
}

extension ReadTransaction {
  /// How many days have a confirmed plan.
  func nightsPlanned() throws -> Int {
    try database.first(
      "SELECT count(*) FROM night_planning_session WHERE hidden = 0 AND completedAt IS NOT NULL"
    ) { _ in
    } row: {
      $0.int(0)
    } ?? 0
  }
}
