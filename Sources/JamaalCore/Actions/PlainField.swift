import ReplicaStore

/// A field that keeps no history, as far as undoing has to know it.
struct PlainField<Model: Record> {
  let name: String
  let path: PartialKeyPath<Model>
  let read: (Model) -> Value
  let write: (inout Model, Value) -> Void

  init<V: FieldValue>(_ name: String, _ path: WritableKeyPath<Model, V>) {
    self.name = name
    self.path = path
    read = { $0[keyPath: path].storedValue }
    write = { model, value in
      if let value = V(storedValue: value) { model[keyPath: path] = value }
    }
  }
}

/// A record whose fields without a history can be put back.
protocol UndoableRecord: Record {
  /// Those fields, without the ones that are written once.
  static var plainFields: [PlainField<Self>] { get }
}

extension TaskItem: UndoableRecord {
  static var plainFields: [PlainField<TaskItem>] {
    [
      PlainField("title", \.title), PlainField("notes", \.notes),
      PlainField("category", \.category),
    ]
  }
}

extension TaskCategory: UndoableRecord {
  static var plainFields: [PlainField<TaskCategory>] {
    [
      PlainField("name", \.name), PlainField("colorKey", \.colorKey),
      PlainField("sortOrder", \.sortOrder), PlainField("isArchived", \.isArchived),
    ]
  }
}

// Of these every field that can be changed keeps a history.
extension Habit: UndoableRecord {
  static var plainFields: [PlainField<Habit>] { [] }
}

extension HabitTimeWindow: UndoableRecord {
  static var plainFields: [PlainField<HabitTimeWindow>] { [] }
}

extension HabitGroup: UndoableRecord {
  static var plainFields: [PlainField<HabitGroup>] { [] }
}

extension HabitPause: UndoableRecord {
  static var plainFields: [PlainField<HabitPause>] { [] }
}

extension UserSettings: UndoableRecord {
  static var plainFields: [PlainField<UserSettings>] {
    [
      PlainField("planningMinute", \.planningMinute),
      PlainField("morningMinute", \.morningMinute),
    ]
  }
}

extension WriteTransaction {
  /// Writes the fields without a history in which a record differs from what it was.
  ///
  /// - Returns: What they said before.
  func replace<Model: UndoableRecord>(
    _ before: Model, with after: Model
  ) throws -> [FormerValue] {
    var former: [FormerValue] = []
    for field in Model.plainFields where field.read(before) != field.read(after) {
      try write(after, field.path)
      former.append(
        FormerValue(
          type: Model.recordType.name, id: after.id, field: field.name, stamp: stamp,
          value: field.read(before)))
    }
    return former
  }

  /// Puts a value back, unless something later stands there.
  func putBack(_ former: FormerValue) throws {
    switch former.type {
    case TaskItem.recordType.name: try putBack(former, in: TaskItem.self)
    case TaskCategory.recordType.name: try putBack(former, in: TaskCategory.self)
    case UserSettings.recordType.name: try putBack(former, in: UserSettings.self)
    default: break
    }
  }

  private func putBack<Model: UndoableRecord>(
    _ former: FormerValue, in model: Model.Type
  ) throws {
    guard let field = model.plainFields.first(where: { $0.name == former.field }),
      try stamp(of: field.path, former.id) == former.stamp,
      var record = try record(model, former.id)
    else { return }
    field.write(&record, former.value)
    try write(record, field.path)
  }
}
