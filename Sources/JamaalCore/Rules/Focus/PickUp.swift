public import ReplicaStore

/// The offer to go on with a task whose timer the day's end closed.
public struct PickUp: Hashable, Sendable {
  /// The task.
  public var task: RecordID
  /// What it is.
  public var title: String
  /// The session that the day's end closed.
  public var session: RecordID
  /// The day it counts for.
  public var day: LogicalDate
  /// When that day ended.
  public var closedAt: Instant
  /// The time it logged.
  public var seconds: Int

  /// What became of the task since.
  public struct Since: Hashable, Sendable {
    /// It was completed or dropped.
    public var isOver: Bool
    /// It was given a later day, or none.
    public var isMovedLater: Bool
    /// It was timed again.
    public var isTimedAgain: Bool
    /// The offer was put away here.
    public var isDismissed: Bool

    /// Makes a value from its parts.
    public init(
      isOver: Bool = false, isMovedLater: Bool = false, isTimedAgain: Bool = false,
      isDismissed: Bool = false
    ) {
      self.isOver = isOver
      self.isMovedLater = isMovedLater
      self.isTimedAgain = isTimedAgain
      self.isDismissed = isDismissed
    }
  }

  /// Whether a session's task is offered: on the next day only, and until anything became of it.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - since: What became of its task.
  ///   - today: The day.
  ///   - now: The instant.
  /// - Returns: `true` if Today has a row for it.
  public static func isOffered(
    _ session: SessionState, since: Since, today: LogicalDate, now: Instant
  ) -> Bool {
    session.outcome(at: now) == .autoClosed && session.day + 1 == today && !since.isOver
      && !since.isMovedLater && !since.isTimedAgain && !since.isDismissed
  }
}
