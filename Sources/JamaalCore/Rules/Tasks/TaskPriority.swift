public import ReplicaStore

/// Where a task belongs by urgency and importance.
///
/// Never shown to the person.
public enum Quadrant: Int, Hashable, Comparable, CaseIterable, Sendable {
  /// Urgent and important.
  case doFirst
  /// Important, not urgent.
  case schedule
  /// Urgent, not important.
  case fitIn
  /// Neither.
  case letGo

  /// Orders as Today does.
  public static func < (left: Quadrant, right: Quadrant) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// What decides a task's place among others.
public struct TaskPriority: Hashable, Comparable, Sendable {
  /// Where it belongs today.
  public var quadrant: Quadrant
  /// The due day; `nil` is Someday and comes last.
  public var due: LogicalDate?
  /// The older task comes first.
  public var createdAt: Instant
  /// Decides when all else is equal.
  public var id: RecordID

  /// Makes a value from its parts.
  public init(quadrant: Quadrant, due: LogicalDate?, createdAt: Instant, id: RecordID) {
    self.quadrant = quadrant
    self.due = due
    self.createdAt = createdAt
    self.id = id
  }

  /// The place of a task on a day.
  ///
  /// - Parameters:
  ///   - task: The task as it stands.
  ///   - createdAt: When it was created.
  ///   - today: The day it is looked at.
  public init(_ task: TaskState, createdAt: Instant, today: LogicalDate) {
    self.init(
      quadrant: Self.quadrant(
        importance: task.importance, due: task.due, deferralCount: task.deferralCount,
        today: today),
      due: task.due, createdAt: createdAt, id: task.id)
  }

  /// Whether a task is due tomorrow or earlier, or stale.
  ///
  /// - Parameters:
  ///   - due: The due day, if any.
  ///   - deferralCount: How often it was put off.
  ///   - today: The day it is looked at.
  /// - Returns: `true` if it presses.
  public static func isUrgent(
    due: LogicalDate?, deferralCount: Int, today: LogicalDate
  ) -> Bool {
    deferralCount >= TaskState.staleCount || due.map { $0 <= today + 1 } ?? false
  }

  /// Where a task belongs.
  ///
  /// - Parameters:
  ///   - importance: Its importance; one this version does not know counts as low.
  ///   - due: The due day, if any.
  ///   - deferralCount: How often it was put off.
  ///   - today: The day it is looked at.
  /// - Returns: One of the four quadrants.
  public static func quadrant(
    importance: Importance, due: LogicalDate?, deferralCount: Int, today: LogicalDate
  ) -> Quadrant {
    let isUrgent = isUrgent(due: due, deferralCount: deferralCount, today: today)
    return switch (isUrgent, importance.isImportant) {
    case (true, true): .doFirst
    case (false, true): .schedule
    case (true, false): .fitIn
    case (false, false): .letGo
    }
  }

  /// Orders by quadrant, due day with none last, age, then id: no two tasks are equal.
  public static func < (left: TaskPriority, right: TaskPriority) -> Bool {
    if left.quadrant != right.quadrant { return left.quadrant < right.quadrant }
    if left.due != right.due {
      guard let leftDue = left.due else { return false }
      guard let rightDue = right.due else { return true }
      return leftDue < rightDue
    }
    if left.createdAt != right.createdAt { return left.createdAt < right.createdAt }
    return left.id < right.id
  }
}
