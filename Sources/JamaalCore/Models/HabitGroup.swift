public import ReplicaStore

/// Habits that belong together, such as those of a morning.
public struct HabitGroup: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// What people call it.
  public var title = ""
  /// Its place among groups.
  public var sortOrder = 0
  /// Whether it is put away; its habits stay and stand by themselves.
  public var isArchived = false
  /// When it was made.
  public var createdAt: Instant?

  /// A group with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<HabitGroup>(
    "habit_group",
    [
      Field("title", \.title, merge: .history),
      Field("sortOrder", \.sortOrder, merge: .history),
      Field("isArchived", \.isArchived, merge: .history),
      Field("createdAt", \.createdAt, merge: .minimum),
    ])
}
