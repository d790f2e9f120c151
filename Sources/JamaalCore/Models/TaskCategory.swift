public import ReplicaStore

/// A label for tasks.
public struct TaskCategory: Record, Equatable {
  /// Its identity; fixed for the three that come with the planner.
  public let id: RecordID
  /// What people call it.
  public var name = ""
  /// personal, family or work for those three; survives renaming.
  public var presetKey: String?
  /// Its colour.
  public var colorKey = "accent"
  /// Its place in the list.
  public var sortOrder = 0
  /// Whether it is out of the picker; tasks keep showing it.
  public var isArchived = false
  /// When it was made.
  public var createdAt: Instant?

  /// A label with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<TaskCategory>(
    "category",
    [
      Field("name", \.name, formsClasses: true),
      Field("presetKey", \.presetKey),
      Field("colorKey", \.colorKey),
      Field("sortOrder", \.sortOrder),
      Field("isArchived", \.isArchived),
      Field("createdAt", \.createdAt, merge: .minimum),
    ], classOrder: \.createdAt)

  /// The labels that every device starts with: the same records everywhere, chosen by nobody.
  public static let presets: [TaskCategory] = [
    preset("personal", "Personal", "accent", 0), preset("family", "Family", "ochre", 1),
    preset("work", "Work", "blue", 2),
  ]

  private static func preset(
    _ key: String, _ name: String, _ color: String, _ order: Int
  ) -> TaskCategory {
    var category = TaskCategory(id: .named("category", .text(key)))
    category.name = name
    category.presetKey = key
    category.colorKey = color
    category.sortOrder = order
    return category
  }
}
