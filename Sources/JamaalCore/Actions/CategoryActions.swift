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
  /// - Returns: The label, with what undoes it.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  @discardableResult
  public func addCategory(_ name: String, _ context: DayContext) throws -> ActionReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let list = try CategoryList(transaction)
      try Self.requireRoom(in: list)
      var category = TaskCategory(id: transaction.newID())
      category.name = try Self.checkedName(name, nil, list)
      let active = list.categories.filter { !$0.isArchived }
      category.colorKey =
        Self.colors.first { color in !active.contains { $0.colorKey == color } } ?? "slate"
      category.sortOrder = (list.categories.map(\.sortOrder).max() ?? -1) + 1
      category.createdAt = moment.now
      try transaction.insert(category)
      return ActionReceipt(
        task: category.id, versions: transaction.authored,
        made: MadeRecord(type: TaskCategory.recordType.name, stamp: transaction.stamp))
    }
  }

  /// Renames a label: every record that reads as it here.
  ///
  /// - Parameters:
  ///   - id: Any record of the label.
  ///   - name: 1 to 24 characters; no other label has the same.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound` or `badValue`, and nothing is written;
  ///   `ReplicaError`.
  @discardableResult
  public func renameCategory(
    _ id: RecordID, to name: String, _ context: DayContext
  ) throws -> ActionReceipt {
    try change(id, context) { category, list, action in
      let checked = try Self.checkedName(name, category, list)
      try action.write(category) { $0.name = checked }
    }
  }

  /// Puts a label at another place in the list, and numbers the list anew.
  ///
  /// - Parameters:
  ///   - id: Any record of the label.
  ///   - index: Its new place, from 0; archived labels have places too.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if the list has no such place, and
  ///   nothing is written; `ReplicaError`.
  @discardableResult
  public func moveCategory(
    _ id: RecordID, to index: Int, _ context: DayContext
  ) throws -> ActionReceipt {
    try change(id, context) { category, list, action in
      guard list.categories.indices.contains(index) else {
        throw PlannerError(.badValue, "The list has places 1 to \(list.categories.count).")
      }
      var order = list.categories.filter { $0.id != category.id }
      order.insert(category, at: index)
      for (place, label) in order.enumerated() where label.sortOrder != place {
        try action.write(label) { $0.sortOrder = place }
      }
    }
  }

  /// Takes a label out of the picker; tasks that have it keep it.
  ///
  /// - Parameters:
  ///   - id: Any record of the label.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if it is archived, and nothing is
  ///   written; `ReplicaError`.
  @discardableResult
  public func archiveCategory(
    _ id: RecordID, _ context: DayContext
  ) throws -> ActionReceipt {
    try change(id, context) { category, _, action in
      guard !category.isArchived else {
        throw PlannerError(.badValue, "“\(category.name)” is archived already.")
      }
      try action.write(category) { $0.isArchived = true }
    }
  }

  /// Brings a label back into the picker, if there is room.
  ///
  /// - Parameters:
  ///   - id: Any record of the label.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if it is not archived or eight labels
  ///   are in use, and nothing is written; `ReplicaError`.
  @discardableResult
  public func restoreCategory(
    _ id: RecordID, _ context: DayContext
  ) throws -> ActionReceipt {
    try change(id, context) { category, list, action in
      guard category.isArchived else {
        throw PlannerError(.badValue, "“\(category.name)” is in use as it is.")
      }
      try Self.requireRoom(in: list)
      try action.write(category) { $0.isArchived = false }
    }
  }

  private func change(
    _ id: RecordID, _ context: DayContext,
    _ body: (CategoryView, CategoryList, ActionTransaction) throws -> Void
  ) throws -> ActionReceipt {
    try act(on: id, try tick(context)) { action in
      let list = try CategoryList(action.transaction)
      guard let category = list.category(id) else {
        throw PlannerError(.notFound, "There is no such label.")
      }
      try body(category, list, action)
    }
  }

  private static func requireRoom(in list: CategoryList) throws(PlannerError) {
    guard list.categories.count(where: { !$0.isArchived }) < activeCategoriesMax else {
      throw PlannerError(
        .badValue,
        "There are \(activeCategoriesMax) labels in use, the most there can be. Archive one."
      )
    }
  }

  private static func checkedName(
    _ name: String, _ renamed: CategoryView?, _ list: CategoryList
  ) throws(PlannerError) -> String {
    let trimmed = TaskDraft.trimmed(name)
    guard (1...categoryNameCountMax).contains(trimmed.count) else {
      throw PlannerError(.badValue, "A label's name has 1 to \(categoryNameCountMax) characters.")
    }
    if let other = list.category(named: trimmed), other.id != renamed?.id {
      throw PlannerError(.badValue, "There is a label of that name already: “\(other.name)”.")
    }
    return trimmed
  }
}

extension ActionTransaction {
  /// Writes a change to every record that reads as a label: they stay one.
  fileprivate func write(
    _ category: CategoryView, _ change: (inout TaskCategory) -> Void
  ) throws {
    for member in category.members {
      guard let before = try transaction.record(TaskCategory.self, member) else { continue }
      var record = before
      change(&record)
      try replace(before, with: record)
    }
  }
}
