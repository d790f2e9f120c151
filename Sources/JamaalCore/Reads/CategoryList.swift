public import ReplicaStore

/// A label as a person sees it: records of one name read as one.
public struct CategoryView: Hashable, Sendable {
  /// The record that stands for the label.
  public var id: RecordID
  /// Every record that reads as this label.
  public var members: [RecordID]
  /// What people call it.
  public var name: String
  /// personal, family or work for those that come with the planner.
  public var presetKey: String?
  /// Its colour.
  public var colorKey: String
  /// Its place in the list.
  public var sortOrder: Int
  /// Whether it is out of the picker.
  public var isArchived: Bool
  /// When it was made.
  public var createdAt: Instant?
}

/// All labels, each name once.
public struct CategoryList: Sendable {
  /// In their own order.
  public let categories: [CategoryView]
  let classes: RecordClasses<TaskCategory>

  /// Reads the labels.
  init(_ transaction: ReadTransaction) throws {
    classes = try transaction.classes(TaskCategory.self)
    categories = classes.all.map(CategoryView.init).sorted {
      ($0.sortOrder, $0.id) < ($1.sortOrder, $1.id)
    }
  }

  /// The label a task shows, whichever of its records the task points at.
  ///
  /// - Parameter id: What the task points at.
  /// - Returns: `nil` if that record is not here.
  public func category(_ id: RecordID?) -> CategoryView? {
    classes.with(id).map(CategoryView.init)
  }

  /// The label of a name.
  ///
  /// - Parameter name: As a person types it.
  /// - Returns: `nil` if there is none.
  public func category(named name: String) -> CategoryView? {
    classes.with(key: .text(name)).map(CategoryView.init)
  }
}

extension CategoryView {
  fileprivate init(_ label: RecordClass<TaskCategory>) {
    let record = label.record
    self.init(
      id: record.id, members: label.members, name: record.name, presetKey: record.presetKey,
      colorKey: record.colorKey, sortOrder: record.sortOrder, isArchived: record.isArchived,
      createdAt: record.createdAt)
  }
}
