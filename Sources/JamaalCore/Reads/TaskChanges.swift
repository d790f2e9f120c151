public import ReplicaStore

/// A field of a task as people name it.
public enum TaskField: String, Hashable, Sendable, CaseIterable {
  case title
  case note
  case due
  case minutes
  case importance
  case category
  case `repeat`
  case done
  case dropped
}

/// What a field of a task said.
public enum TaskFieldValue: Hashable, Sendable {
  case text(String?)
  case day(LogicalDate?)
  case minutes(Int?)
  case importance(Importance)
  case category(RecordID?)
  case repeats(RepeatRule)
  case instant(Instant?)
}

/// One thing that was written to a task and not undone.
public struct TaskChange: Hashable, Sendable {
  /// What it was written to.
  public var field: TaskField
  /// Its number among those of its field, from 1, the earliest first.
  public var number: Int
  /// What was written.
  public var value: TaskFieldValue
  /// When and where it was written.
  public var stamp: Stamp
  /// Whether the field still says so.
  public var isCurrent: Bool

  /// When it was written.
  public var instant: Instant { Instant(millis: stamp.clock.millis) }
}

extension Planner {
  /// Reads what was ever written to a task.
  ///
  /// Of its title and its label, what was overwritten is known for 90 days.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: Every change that is known and was not undone, the earliest first.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func changes(of id: RecordID, _ context: DayContext) throws -> [TaskChange] {
    let moment = try tick(context)
    return try replica.read { transaction in
      guard try transaction.task(id, through: moment.lastEnded) != nil else {
        throw PlannerError.noSuchTask
      }
      return try ChangeReader(transaction, id).changes()
    }
  }

  /// Gives a field of a task back what it once said.
  ///
  /// It is a new choice like any other and follows the same rules: a day that has passed is refused.
  /// - Parameters:
  ///   - change: What the field said.
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What it amounted to, and what undoes it.
  /// - Throws: `PlannerError` as `editTask`, and with `badValue` for a tick or a drop, which have
  ///   gestures of their own; nothing is written then; `ReplicaError`.
  public func restore(
    _ change: TaskChange, of id: RecordID, _ context: DayContext
  ) throws -> ActionReceipt {
    var edit = TaskEdit()
    switch (change.field, change.value) {
    case (.title, .text(let text)): edit.title = .to(text ?? "")
    case (.note, .text(let text)): edit.notes = .to(text)
    case (.due, .day(let day)): edit.dueDate = .to(day)
    case (.minutes, .minutes(let minutes)): edit.effortMinutes = .to(minutes)
    case (.importance, .importance(let importance)): edit.importance = .to(importance)
    case (.category, .category(let category)): edit.category = .to(category)
    case (.repeat, .repeats(let repeats)): edit.repeats = .to(repeats)
    default:
      throw PlannerError(
        .badValue, "A tick or a drop is not restored. Take it back, or make the task again.")
    }
    return try editTask(id, edit, context)
  }
}

/// Reads the versions of every field of one task.
private struct ChangeReader {
  let history: RecordHistory<TaskItem>
  private let writes: [FieldChange]

  init(_ transaction: ReadTransaction, _ id: RecordID) throws {
    history = try transaction.history(TaskItem.self, id)
    writes = try transaction.changes(TaskItem.self, id)
  }

  func changes() throws -> [TaskChange] {
    var changes = kept(.title, named: "title") { (text: String) in .text(text) }
    changes += kept(.note, named: "notes") { .text($0) }
    changes += kept(.category, named: "category") { .category($0) }
    changes += numbered(.due, try history.versions(of: \.dueDate)) { .day($0) }
    changes += numbered(.minutes, try history.versions(of: \.effortMinutes)) { .minutes($0) }
    changes += numbered(.importance, try history.versions(of: \.importance)) { .importance($0) }
    changes += numbered(.repeat, try repeats()) { .repeats($0) }
    changes += numbered(.done, try history.versions(of: \.completedAt)) { .instant($0) }
    changes += numbered(.dropped, try history.versions(of: \.droppedAt)) { .instant($0) }
    let order = TaskField.allCases
    return changes.sorted { left, right in
      if left.stamp != right.stamp { return left.stamp < right.stamp }
      // What one act wrote stands in the order of the fields.
      let places = (order.firstIndex(of: left.field) ?? 0, order.firstIndex(of: right.field) ?? 0)
      return places.0 < places.1
    }
  }

  /// What was written to a field without a history, oldest first: what stands, and what was
  /// overwritten or lost a merge for as long as the change log keeps it.
  private func kept<V: FieldValue>(
    _ field: TaskField, named name: String, _ value: (V) -> TaskFieldValue
  ) -> [TaskChange] {
    let writes = writes.filter {
      $0.field == name && $0.stamp != .zero && $0.fate != .undone
    }
    return writes.enumerated().compactMap { index, write in
      V(storedValue: write.value).map {
        TaskChange(
          field: field, number: index + 1, value: value($0), stamp: write.stamp,
          isCurrent: write.fate == .stands)
      }
    }
  }

  private func repeats() throws -> [Version<RepeatRule>] {
    let kinds = try history.versions(of: \.repeatKind)
    let weekdays = try history.versions(of: \.repeatWeekdays)
    let days = try history.versions(of: \.repeatDayOfMonth)
    return zip(kinds, zip(weekdays, days)).map { kind, rest in
      Version(
        stamp: kind.stamp, tag: kind.tag,
        value: RepeatRule(
          kind: kind.value, weekdays: RepeatRule.weekdays(rest.0.value),
          dayOfMonth: rest.1.value))
    }
  }

  private func numbered<V>(
    _ field: TaskField, _ versions: [Version<V>], _ value: (V) -> TaskFieldValue
  ) -> [TaskChange] {
    versions.enumerated().map { index, version in
      TaskChange(
        field: field, number: index + 1, value: value(version.value), stamp: version.stamp,
        isCurrent: index == versions.count - 1)
    }
  }
}
