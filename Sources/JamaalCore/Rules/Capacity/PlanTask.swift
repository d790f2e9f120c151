public import ReplicaStore

/// A live task as the rules of capacity and planning see it.
public struct PlanTask: Hashable, Sendable {
  /// Which one.
  public var id: RecordID
  /// The due day as carried; `nil` is Someday.
  public var due: LogicalDate?
  /// The importance, eased if deferrals eased it.
  public var importance: Importance
  /// How often it was put off.
  public var deferralCount: Int
  /// When it was made.
  public var createdAt: Instant
  /// The estimate; `nil` is not known and counts as 0.
  public var effortMinutes: Int?

  /// Makes a value from its parts.
  public init(
    id: RecordID, due: LogicalDate?, importance: Importance, deferralCount: Int,
    createdAt: Instant, effortMinutes: Int?
  ) {
    self.id = id
    self.due = due
    self.importance = importance
    self.deferralCount = deferralCount
    self.createdAt = createdAt
    self.effortMinutes = effortMinutes
  }

  /// A task as it stands.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - createdAt: When it was made.
  public init(_ task: TaskState, createdAt: Instant) {
    self.init(
      id: task.id, due: task.due, importance: task.importance, deferralCount: task.deferralCount,
      createdAt: createdAt, effortMinutes: task.effortMinutes)
  }

  /// The minutes taken into account.
  public var countedMinutes: Int { min(max(effortMinutes ?? 0, 0), Budget.minutesMax) }

  /// Its place among others.
  ///
  /// - Parameter day: The day it is looked at, which decides what presses.
  /// - Returns: What it is ordered by.
  public func priority(on day: LogicalDate) -> TaskPriority {
    TaskPriority(
      quadrant: TaskPriority.quadrant(
        importance: importance, due: due, deferralCount: deferralCount, today: day),
      due: due, createdAt: createdAt, id: id)
  }
}

extension Sequence<PlanTask> {
  /// The tasks in the planner's order.
  ///
  /// - Parameter day: The day they are looked at.
  /// - Returns: What matters and presses first.
  public func ordered(on day: LogicalDate) -> [PlanTask] {
    map { ($0, $0.priority(on: day)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
