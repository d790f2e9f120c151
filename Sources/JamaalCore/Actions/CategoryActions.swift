public import ReplicaStore

extension Planner {
  /// The longest name of a label, in characters.
  static let categoryNameCountMax = 24
  /// The most labels in use at once.
  static let activeCategoriesMax = 8
  private static let colors = ["accent", "blue", "ochre", "plum", "slate"]

  /// Makes a label.
  ///
  /// - Parameters:
  ///   - name: 1 to 24 characters; no other label, archived ones included, has the same.
  ///   - context: The moment and the place.
  /// - Returns: The label.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  @discardableResult
  public func addCategory(_ name: String, _ context: DayContext) throws -> RecordID {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let list = try CategoryList(transaction)
      let active = list.categories.filter { !$0.isArchived }
      guard active.count < Self.activeCategoriesMax else {
        throw PlannerError(
          .badValue,
          "There are \(Self.activeCategoriesMax) labels in use, the most there can be. Archive one."
        )
      }
      var category = TaskCategory(id: transaction.newID())
      category.name = try Self.checkedName(name, nil, list)
      category.colorKey =
        Self.colors.first { color in !active.contains { $0.colorKey == color } } ?? "slate"
      category.sortOrder = (list.categories.map(\.sortOrder).max() ?? -1) + 1
      category.createdAt = context.now
      try transaction.insert(category)
      return category.id
    }
  }

  /// Renames a label: every record that reads as it here.
  ///
  /// - Parameters:
  ///   - id: Any record of the label.
  ///   - name: 1 to 24 characters; no other label has the same.
  ///   - context: The moment and the place.
  /// - Throws: `PlannerError` with `notFound` or `badValue`, and nothing is written;
  ///   `ReplicaError`.
  public func renameCategory(
    _ id: RecordID, to name: String, _ context: DayContext
  ) throws {
    let moment = try tick(context)
    try replica.write(tag: moment.tag.tag) { transaction in
      let list = try CategoryList(transaction)
      guard var label = list.classes.with(id) else {
        throw PlannerError(.notFound, "There is no such label.")
      }
      label.record.name = try Self.checkedName(name, label.record.id, list)
      try transaction.write(label, \.name)
    }
  }

  private static func checkedName(
    _ name: String, _ renamed: RecordID?, _ list: CategoryList
  ) throws -> String {
    let trimmed = TaskDraft.trimmed(name)
    guard (1...categoryNameCountMax).contains(trimmed.count) else {
      throw PlannerError(.badValue, "A label's name has 1 to \(categoryNameCountMax) characters.")
    }
    if let other = list.category(named: trimmed), other.id != renamed {
      throw PlannerError(.badValue, "There is a label of that name already: “\(other.name)”.")
    }
    return trimmed
  }
}
