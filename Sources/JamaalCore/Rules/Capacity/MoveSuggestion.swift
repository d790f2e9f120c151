public import ReplicaStore

/// The one task worth moving when a day holds too much, and where to.
///
/// Moving it is rescheduling, since its day is still to come. It is offered, never done unasked.
public struct MoveSuggestion: Hashable, Sendable {
  /// The task.
  public var task: RecordID
  /// The day with room for it; `nil` if a date has to be asked for.
  public var destination: LogicalDate?

  /// How many days after the day itself are looked at.
  public static let dayCount = 7

  /// Makes a value from its parts.
  public init(task: RecordID, destination: LogicalDate?) {
    self.task = task
    self.destination = destination
  }

  /// Finds the task and the day.
  ///
  /// `nil` if nothing can be moved.
  /// - Parameters:
  ///   - plan: The day's tasks, what matters and presses first.
  ///   - date: The day that holds too much.
  ///   - load: What another day holds already.
  public init?(plan: [PlanTask], on date: LogicalDate, load: (LogicalDate) -> DayLoad) {
    // Moving a task without an estimate would make the day no lighter.
    let movable = plan.last {
      $0.countedMinutes > 0 && $0.priority(on: date).quadrant != .doFirst
    }
    guard let movable else { return nil }
    task = movable.id
    destination = (1...Self.dayCount).lazy.map { date + $0 }.first {
      load($0).staysUnderFull(with: movable.countedMinutes)
    }
  }
}
