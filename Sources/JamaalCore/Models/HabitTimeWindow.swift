public import ReplicaStore

/// One time of day of a habit, with its own target.
public struct HabitTimeWindow: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// The habit.
  public var habit: RecordID?
  /// What it is called where a habit has several.
  public var label = ""
  /// Minutes after midnight at which it begins.
  public var startMinute = 0
  /// Minutes after midnight at which it ends; 1439 is no real end.
  public var endMinute = 1439
  /// 1, a count, minutes, or the slips that are allowed, by the habit's kind.
  public var target = 1
  /// The minutes that the whole target takes; a timed habit without any takes its target.
  public var effortMinutes: Int?
  /// Minutes after midnight of the reminder; `nil` for none.
  public var reminderMinute: Int?
  /// Whether it was taken away; one that has entries, from anywhere, stays nevertheless.
  public var isRemoved = false
  /// The logical day it was added on.
  public var createdDay: LogicalDate?

  /// A time of day with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<HabitTimeWindow>(
    "habit_window",
    [
      Field("habit", \.habit),
      Field("label", \.label, merge: .history),
      Field("startMinute", \.startMinute, merge: .history, group: "times"),
      Field("endMinute", \.endMinute, merge: .history, group: "times"),
      Field("target", \.target, merge: .history),
      Field("effortMinutes", \.effortMinutes, merge: .history),
      Field("reminderMinute", \.reminderMinute, merge: .history),
      Field("isRemoved", \.isRemoved, merge: .history),
      Field("createdDay", \.createdDay, merge: .minimum),
    ])

  /// When it is open.
  public var times: HabitTimes {
    get { HabitTimes(startMinute: startMinute, endMinute: endMinute) }
    set {
      startMinute = newValue.startMinute
      endMinute = newValue.endMinute
    }
  }
}
