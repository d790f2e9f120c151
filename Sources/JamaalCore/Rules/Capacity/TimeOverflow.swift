/// By how much a plan runs past the working day: `2h 10m past 19:00`, in numbers.
public struct TimeOverflow: Hashable, Sendable {
  /// How many minutes too many there are; at least one.
  public var minutes: Int
  /// What clocks show when the working day ends.
  public var endClock: WallClock

  /// Makes a value from its parts.
  public init(minutes: Int, endClock: WallClock) {
    self.minutes = minutes
    self.endClock = endClock
  }
}

/// Which tasks leave a day so that the others find time in it.
public struct OverflowMove: Hashable, Sendable {
  /// The tasks to move, the lowest in order first.
  public var moved: [PlanTask]
  /// What still does not fit, because the rest stays; `nil` if the plan fits now.
  public var rest: TimeOverflow?

  /// Makes a value from its parts.
  public init(moved: [PlanTask], rest: TimeOverflow?) {
    self.moved = moved
    self.rest = rest
  }
}

extension FreeTime {
  /// By how much tasks run past the working day.
  ///
  /// - Parameter taskMinutes: The minutes still to be worked. What is done already takes none of
  ///   the time that is left, although it counts against the day's budget.
  /// - Returns: `nil` if they fit.
  public func overflow(taskMinutes: Int) -> TimeOverflow? {
    guard taskMinutes > freeMinutes else { return nil }
    return TimeOverflow(minutes: taskMinutes - freeMinutes, endClock: workingDay.endClock)
  }

  /// Takes tasks off a day, from the bottom of its order, until the plan fits.
  ///
  /// A task without an estimate stays: moving it would win nothing.
  /// - Parameters:
  ///   - tasks: The tasks still to be worked, in any order.
  ///   - day: The day that decides their order.
  ///   - isMovable: Whether a task may go. One that is being timed stays, and so does one whose next
  ///     deferral asks for a picked day.
  /// - Returns: The tasks to move, and what does not fit even so.
  public func movingOverflow(
    of tasks: some Sequence<PlanTask>, on day: LogicalDate,
    isMovable: (PlanTask) -> Bool = { _ in true }
  ) -> OverflowMove {
    let ordered = tasks.ordered(on: day)
    var minutes = ordered.reduce(0) { $0 + $1.countedMinutes }
    var moved: [PlanTask] = []
    for task in ordered.reversed() where minutes > freeMinutes {
      guard task.countedMinutes > 0, isMovable(task) else { continue }
      minutes -= task.countedMinutes
      moved.append(task)
    }
    return OverflowMove(moved: moved, rest: overflow(taskMinutes: minutes))
  }
}
