public import ReplicaStore

extension Schema {
  /// Everything the planner keeps.
  public static let planner = Schema(
    version: 1,
    types: [
      TaskItem.recordType.erased, DeferralRecord.recordType.erased,
      TaskCategory.recordType.erased, DayPlan.recordType.erased,
      UserSettings.recordType.erased,
      AnchorRule.recordType.erased, AnchorSlot.recordType.erased, AnchorBreak.recordType.erased,
      Anchor.recordType.erased, AnchorDecision.recordType.erased,
    ])
}
