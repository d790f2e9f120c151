public import ReplicaStore

extension Schema {
  /// Everything the planner keeps.
  public static let planner = Schema(
    version: 1,
    types: [
      TaskItem.recordType.erased, DeferralRecord.recordType.erased,
      TaskCategory.recordType.erased, DayPlan.recordType.erased,
      UserSettings.recordType.erased, NightPlanningSession.recordType.erased,
      NudgeLog.recordType.erased,
      Habit.recordType.erased, HabitGroup.recordType.erased,
      HabitTimeWindow.recordType.erased, HabitEntry.recordType.erased,
      HabitPause.recordType.erased,
      WorkSession.recordType.erased,
      AnchorRule.recordType.erased, AnchorSlot.recordType.erased, AnchorBreak.recordType.erased,
      Anchor.recordType.erased, AnchorDecision.recordType.erased,
    ])
}
