/// How much of a day's budget its tasks take.
public struct DayLoad: Hashable, Sendable {
  /// The minutes of the tasks.
  public var plannedTaskMinutes: Int
  /// How many of them have no estimate, and so count as nothing.
  public var missingDurations: Int
  /// What the day has room for.
  public var budget: Budget

  /// Adds up tasks.
  ///
  /// - Parameters:
  ///   - efforts: The minutes of each task; `nil` for one without an estimate.
  ///   - budget: The budget of the day's level.
  public init(efforts: some Sequence<Int?>, budget: Budget) {
    plannedTaskMinutes = 0
    missingDurations = 0
    self.budget = budget
    for effort in efforts {
      plannedTaskMinutes += min(max(effort ?? 0, 0), Budget.minutesMax)
      if effort == nil { missingDurations += 1 }
    }
  }

  /// Planned minutes in percent of the budget, rounded half up.
  public var score: Int { budget.loadScore(plannedMinutes: plannedTaskMinutes) }

  /// What that amounts to.
  public var state: LoadState { LoadState(score: score) }

  /// Whether minutes can be added without going over the budget; exactly full is fine.
  ///
  /// - Parameter minutes: The minutes of another task.
  /// - Returns: `false` if the day would hold more than its budget.
  public func hasRoom(for minutes: Int) -> Bool {
    plannedTaskMinutes + minutes <= budget.minutes
  }

  /// Whether the day stays short of full with these minutes; exactly full is not enough.
  ///
  /// Compared in minutes, so 239 of 240 is short of full although it reads as 100 percent.
  /// - Parameter minutes: The minutes of another task.
  /// - Returns: `true` if the load is strictly under 100 percent.
  public func staysUnderFull(with minutes: Int) -> Bool {
    plannedTaskMinutes + minutes < budget.minutes
  }
}
