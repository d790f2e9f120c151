/// What a plan amounts to: shown before the day is closed, and kept when it is.
public struct PlanningLoad: Hashable, Sendable {
  /// The level: the one chosen for the day, or its weekday's default.
  public var level: CapacityLevel
  /// How much of the budget the plan takes.
  public var load: DayLoad
  /// The day's free time.
  public var freeTime: FreeTime
  /// By how much the plan runs past the working day, if it does.
  public var overflow: TimeOverflow?
  /// The level that the free time has room for.
  public var suggestedLevel: CapacityLevel
  /// The one task worth moving, if the day holds too much and anything can move.
  public var move: MoveSuggestion?

  /// Looks at a plan.
  ///
  /// - Parameters:
  ///   - plan: The day's tasks, in any order.
  ///   - date: The day being planned.
  ///   - level: The level chosen for it, or its weekday's default.
  ///   - normalDayMinutes: The person's normal day.
  ///   - freeTime: The day's free time.
  ///   - otherDay: What another day holds already, against the budget of its own level.
  public init(
    plan: some Sequence<PlanTask>, on date: LogicalDate, level: CapacityLevel,
    normalDayMinutes: Int, freeTime: FreeTime, otherDay: (LogicalDate) -> DayLoad
  ) {
    let ordered = plan.ordered(on: date)
    self.level = level
    self.freeTime = freeTime
    load = DayLoad(
      efforts: ordered.map(\.effortMinutes),
      budget: Budget(level: level, normalDayMinutes: normalDayMinutes))
    overflow = freeTime.overflow(taskMinutes: load.plannedTaskMinutes)
    suggestedLevel = CapacityLevel.suggested(
      freeMinutes: freeTime.freeMinutes, normalDayMinutes: normalDayMinutes)
    if load.state.isOverloaded || overflow != nil {
      move = MoveSuggestion(plan: ordered, on: date, load: otherDay)
    }
  }

  /// What is kept of the plan when the day is closed.
  public var snapshot: PlanSnapshot {
    PlanSnapshot(
      level: level, plannedTaskMinutes: load.plannedTaskMinutes, freeMinutes: freeTime.freeMinutes,
      committedMinutes: freeTime.committedMinutes, loadScore: load.score,
      wasOverloaded: load.state.isOverloaded)
  }
}

/// A plan as it was confirmed; how the day was lived is another matter.
public struct PlanSnapshot: Hashable, Sendable {
  /// The level.
  public var level: CapacityLevel
  /// The minutes of its tasks.
  public var plannedTaskMinutes: Int
  /// The minutes there were for them.
  public var freeMinutes: Int
  /// The minutes of commitments and habits.
  public var committedMinutes: Int
  /// Planned minutes in percent of the budget, rounded half up.
  public var loadScore: Int
  /// Whether that was more than the day had room for.
  public var wasOverloaded: Bool

  /// Makes a value from its parts.
  public init(
    level: CapacityLevel, plannedTaskMinutes: Int, freeMinutes: Int, committedMinutes: Int,
    loadScore: Int, wasOverloaded: Bool
  ) {
    self.level = level
    self.plannedTaskMinutes = plannedTaskMinutes
    self.freeMinutes = freeMinutes
    self.committedMinutes = committedMinutes
    self.loadScore = loadScore
    self.wasOverloaded = wasOverloaded
  }
}
