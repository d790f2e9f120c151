public import ReplicaStore

extension Planner {
  /// Adds minutes to a timed habit without the timer: to today, or to one of the last 14 days.
  ///
  /// - Parameters:
  ///   - minutes: 1 to 720.
  ///   - window: The time of day.
  ///   - day: The day; `nil` for today.
  ///   - context: The moment and the place.
  /// - Returns: The session they are; `removeMinutes` takes it back out.
  /// - Throws: `PlannerError` with `notFound`, `archived`, `wrongKind`, `paused`, `notThen` or
  ///   `badValue`, and nothing is written; `ReplicaError`.
  @discardableResult
  public func addHabitMinutes(
    _ minutes: Int, for window: RecordID, on day: LogicalDate? = nil, _ context: DayContext
  ) throws -> FocusReceipt {
    let moment = try tick(context)
    let target = try timedHabit(window, on: day ?? moment.today, moment)
    return try addMinutes(
      minutes, toHabitWindow: window, on: target.day, targetMinutes: target.target, context)
  }

  /// Starts the timer on a timed habit.
  ///
  /// - Parameters:
  ///   - window: The time of day.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `notFound`, `archived`, `wrongKind`, `paused` or `timerRuns`, and
  ///   nothing is written; `ReplicaError`.
  @discardableResult
  public func beginFocus(onHabit window: RecordID, _ context: DayContext) throws -> FocusReceipt {
    let moment = try tick(context)
    let target = try timedHabit(window, on: moment.today, moment)
    return try beginFocus(onHabitWindow: window, targetMinutes: target.target, context)
  }

  /// A timed habit's day that can be timed or put right.
  func timedHabit(
    _ window: RecordID, on day: LogicalDate, _ moment: PlannerMoment
  ) throws -> HabitLogTarget {
    let target = try replica.read { try HabitLogTarget(window, on: day, $0, moment) }
    guard target.habit.kind == .timed else {
      throw PlannerError(
        .wrongKind, "“\(target.habit.title)” is not timed, so it has no minutes. Log it instead.")
    }
    try target.checkDay(today: moment.today)
    return target
  }
}
