/// What a day holds, counted to find out what kind of day it is.
public struct DayItems: Hashable, Sendable {
  /// Tasks shown that are still to do.
  public var tasksLeft: Int
  /// Tasks that the level hides.
  public var tasksHidden: Int
  /// Tasks done.
  public var tasksDone: Int
  /// Anchors still to decide.
  public var anchorsLeft: Int
  /// All of the day's Anchors.
  public var anchors: Int
  /// Habit windows due and not done.
  public var habitsLeft: Int
  /// All habit windows due.
  public var habits: Int

  /// Makes a value from its parts; without any, a day that holds nothing.
  public init(
    tasksLeft: Int = 0, tasksHidden: Int = 0, tasksDone: Int = 0, anchorsLeft: Int = 0,
    anchors: Int = 0, habitsLeft: Int = 0, habits: Int = 0
  ) {
    self.tasksLeft = tasksLeft
    self.tasksHidden = tasksHidden
    self.tasksDone = tasksDone
    self.anchorsLeft = anchorsLeft
    self.anchors = anchors
    self.habitsLeft = habitsLeft
    self.habits = habits
  }

  /// Whether the day asked for nothing but what its level hides.
  public var isNothingAsked: Bool { tasksLeft + tasksDone + anchors + habits == 0 }

  /// What kind of day it is.
  ///
  /// Tasks that the level hides do not keep a day from being all done, but it is not blank.
  public var outlook: DayOutlook {
    if tasksLeft + anchorsLeft + habitsLeft > 0 { return .usual }
    return tasksHidden + tasksDone + anchors + habits > 0 ? .allDone : .blank
  }
}
