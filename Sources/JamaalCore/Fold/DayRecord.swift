public import ReplicaStore

/// The tasks' part of a day's record, as the day was lived.
///
/// It is read from the facts, so it follows a late one however late it arrives, and two devices
/// that hold the same facts have the same record.
public struct DayRecord: Hashable, Sendable {
  /// The day.
  public var day: LogicalDate
  /// The minutes of the tasks the day held; a completed one counts the time it really took.
  public var plannedTaskMinutes: Int
  /// The minutes of the tasks completed that day.
  public var completedEffortMinutes: Int
  /// The number of tasks completed that day.
  public var completedCount: Int
  /// The number of tasks completed, deferred or dropped that day, each once; 0 is nothing to do.
  public var completionBasis: Int
  /// Planned minutes in percent of the budget, rounded half up.
  public var loadScore: Int

  /// The share of `completionBasis` that was completed: 0 to 1, and 0 if there was nothing to do.
  public var completionRate: Double {
    completionBasis == 0 ? 0 : Double(completedCount) / Double(completionBasis)
  }
  /// Whether there was more than the day had room for.
  public var wasOverloaded: Bool { LoadState(score: loadScore).isOverloaded }

  /// Adds up a day.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - tasks: Every task that could belong to it, in any order, each once.
  ///   - budget: The budget of that day's level.
  ///   - actualMinutes: The minutes of all of a task's sessions up to that day, or `nil` if it has
  ///     none; asked only for tasks completed that day.
  /// - Throws: What `actualMinutes` throws.
  /// - Complexity: O(n) in the number of tasks.
  public init(
    day: LogicalDate, tasks: some Sequence<TaskState>, budget: Budget,
    actualMinutes: (RecordID) throws -> Int?
  ) rethrows {
    self.day = day
    plannedTaskMinutes = 0
    completedEffortMinutes = 0
    completedCount = 0
    completionBasis = 0
    for task in tasks {
      let lived = task.asOf(day)
      if lived.isSettled { completionBasis += 1 }
      let estimate = Self.counted(lived.effortMinutes)
      if lived.isCompletedThatDay {
        let minutes = try actualMinutes(task.id).map { Self.counted($0) } ?? estimate
        completedCount += 1
        completedEffortMinutes += minutes
        plannedTaskMinutes += minutes
      } else if lived.isPlanned {
        plannedTaskMinutes += estimate
      }
    }
    loadScore = budget.loadScore(plannedMinutes: plannedTaskMinutes)
  }

  /// The minutes of one task that are taken into account: none if it has no estimate.
  private static func counted(_ minutes: Int?) -> Int {
    min(max(minutes ?? 0, 0), Budget.minutesMax)
  }
}
