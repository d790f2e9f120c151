public import ReplicaStore

/// Something a person wants to keep up, or to leave be.
///
/// Every field that can be edited keeps its history, so that any edit can be undone and a day's
/// record can ask what stood on that day.
public struct Habit: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// What it is.
  public var title = ""
  /// Light markdown; empty is `nil`.
  public var notes: String?
  /// quran, dhikr, exercise or running for one made from a preset.
  public var presetKey: String?
  /// How it is kept; never changes.
  public var kind = HabitKind.binary
  /// ISO weekdays, separated by commas; read if there is no number of times a week.
  public var scheduledDays = "1,2,3,4,5,6,7"
  /// So many times a week on any days; 0 for fixed days.
  public var targetPerWeek = 0
  /// Whether it is put away with its history.
  public var isArchived = false
  /// The group it stands in.
  public var group: RecordID?
  /// When it was made.
  public var createdAt: Instant?
  /// The logical day its maker was living in; days before it have no cell.
  public var createdDay: LogicalDate?

  /// A habit with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<Habit>(
    "habit",
    [
      Field("title", \.title, merge: .history),
      Field("notes", \.notes, merge: .history),
      Field("presetKey", \.presetKey),
      Field("kind", \.kind),
      Field("scheduledDays", \.scheduledDays, merge: .history, group: "schedule"),
      Field("targetPerWeek", \.targetPerWeek, merge: .history, group: "schedule"),
      Field("isArchived", \.isArchived, merge: .history),
      Field("group", \.group, merge: .history),
      Field("createdAt", \.createdAt, merge: .minimum),
      Field("createdDay", \.createdDay, merge: .minimum),
    ])

  /// On which days it is due.
  public var schedule: HabitSchedule {
    get { HabitSchedule(stored: scheduledDays, timesPerWeek: targetPerWeek) }
    set {
      scheduledDays = newValue.weekdayText
      targetPerWeek = newValue.timesPerWeek
    }
  }
}
