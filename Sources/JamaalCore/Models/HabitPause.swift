public import ReplicaStore

/// A stretch of days on which a habit rests; a record of its own, so that two edits merge.
public struct HabitPause: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// The habit.
  public var habit: RecordID?
  /// The first day.
  public var firstDay: LogicalDate?
  /// The last day; `nil` until it is resumed.
  public var lastDay: LogicalDate?
  /// Why.
  public var reason = PauseReason.other
  /// Whether it was taken away before it began.
  public var isRemoved = false

  /// A pause with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<HabitPause>(
    "habit_pause",
    [
      Field("habit", \.habit),
      Field("firstDay", \.firstDay, merge: .history, group: "span"),
      Field("lastDay", \.lastDay, merge: .history, group: "span"),
      Field("reason", \.reason, merge: .history, group: "span"),
      Field("isRemoved", \.isRemoved, merge: .history, group: "span"),
    ])

  /// The days; `nil` if it was taken away or does not say where it begins.
  public var span: PauseSpan? {
    guard !isRemoved, let firstDay else { return nil }
    return PauseSpan(first: firstDay, last: lastDay, reason: reason)
  }
}
