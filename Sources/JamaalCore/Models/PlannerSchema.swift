public import ReplicaStore

extension Schema {
  /// Everything the planner keeps.
  public static let planner = Schema(
    version: 1,
    types: [
      TaskItem.recordType.erased, DeferralRecord.recordType.erased,
      TaskCategory.recordType.erased, DayPlan.recordType.erased,
      UserSettings.recordType.erased,
      Habit.recordType.erased, HabitGroup.recordType.erased,
      HabitTimeWindow.recordType.erased, HabitEntry.recordType.erased,
      HabitPause.recordType.erased,
    ])
}
