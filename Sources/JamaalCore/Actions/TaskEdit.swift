public import ReplicaStore

/// What is to become of one field.
public enum FieldChange<Value: Hashable & Sendable>: Hashable, Sendable {
  /// It stays as it is.
  case keep
  /// It becomes this.
  case to(Value)

  /// The new value, if there is one.
  var chosen: Value? { if case .to(let value) = self { value } else { nil } }
}

/// What a person changes about a task, in one gesture.
public struct TaskEdit: Hashable, Sendable {
  /// What it is; surrounding space does not count.
  public var title = FieldChange<String>.keep
  /// Light markdown; empty is none.
  public var notes = FieldChange<String?>.keep
  /// The day; `nil` is Someday.
  public var dueDate = FieldChange<LogicalDate?>.keep
  /// The estimate, 1 to 1,440 minutes.
  public var effortMinutes = FieldChange<Int?>.keep
  /// How much it matters.
  public var importance = FieldChange<Importance>.keep
  /// The label.
  public var category = FieldChange<RecordID?>.keep
  /// How it comes back.
  public var repeats = FieldChange<RepeatRule>.keep

  /// Changes nothing yet.
  public init() {}
}

extension Planner {
  /// Changes a task: all of what was asked for, or nothing.
  ///
  /// Another day is what `putOff` makes of it: a deferral if the task's day has come, a rescheduling
  /// otherwise. An undated task that is raised to medium or high is due today.
  /// - Parameters:
  ///   - id: The task, done or not; only an open one gets another day, importance or repeat.
  ///   - edit: What is to change; what reads the same already is not written again.
  ///   - context: The moment and the place.
  /// - Returns: What it amounted to, and what undoes it.
  /// - Throws: `PlannerError` with `notFound`, `badValue`, `deferral`, `alreadyDone` or `dropped`,
  ///   and nothing is written; `ReplicaError`.
  public func editTask(
    _ id: RecordID, _ edit: TaskEdit, _ context: DayContext
  ) throws -> ActionReceipt {
    try act(on: id, context) { item, task, action in
      let before = item
      if let title = edit.title.chosen { item.title = try TaskDraft.checkedTitle(title) }
      if let notes = edit.notes.chosen { item.notes = try TaskDraft.checkedNotes(notes) }
      if let category = edit.category.chosen {
        guard try CategoryList(action.transaction).knows(category) else {
          throw PlannerError(.notFound, "There is no such label.")
        }
        item.category = category
      }
      if let minutes = edit.effortMinutes.chosen, minutes != task.state.effortMinutes {
        item.effortMinutes = try TaskDraft.checkedEffort(minutes)
        try action.write(item, \.effortMinutes)
      }
      try action.replace(before, with: item)
      return try action.reshape(&item, task, edit)
    }
  }
}

extension CategoryList {
  fileprivate func knows(_ id: RecordID?) -> Bool { id == nil || category(id) != nil }
}

extension ActionTransaction {
  /// Writes importance, repeat and day, which have to go together.
  fileprivate func reshape(
    _ item: inout TaskItem, _ task: FoldedTask, _ edit: TaskEdit
  ) throws -> DeferralDecision? {
    var state = Reshaping(task.state, edit)
    guard state.isAny else { return nil }
    try task.requireLive(
      ifDone: "is done. Take the tick back before changing its day, importance or repeat.",
      ifDropped: "was dropped, so its day, importance and repeat stay.")
    try TaskDraft.check(state.repeats)
    state.fillIn(plannedDay: moment.today)
    if state.due == nil, state.repeats.doesRepeat, !state.movesToSomeday {
      throw PlannerError(
        .badValue, "A repeating task needs its first day. Give it one with --due.")
    }
    if let importance = edit.importance.chosen {
      item.importance = importance
      try write(item, \.importance)
    }
    if let repeats = state.chosenRepeats {
      item.repeats = repeats
      try write(item, \.repeatKind)
    }
    if let day = state.filledIn {
      item.dueDate = day
      try write(item, \.dueDate)
      return nil
    }
    guard let destination = state.destination else { return nil }
    let deferral = TaskDeferral(
      task.state, from: moment.today, today: moment.today, choosing: edit.importance.chosen,
      state.chosenRepeats)
    return try putOff(&item, deferral, to: destination, reason: .reschedule)
  }
}

/// Importance, repeat and day as an edit would leave them.
private struct Reshaping {
  let importance: Importance
  let repeats: RepeatRule
  let chosenRepeats: RepeatRule?
  /// The day after the edit.
  private(set) var due: LogicalDate?
  /// Where the edit moves the task; `nil` if it stays where it is.
  let destination: DeferralDestination?
  /// The day that an undated task gets because of its new importance.
  private(set) var filledIn: LogicalDate?
  let isAny: Bool

  init(_ task: TaskState, _ edit: TaskEdit) {
    importance = edit.importance.chosen ?? task.importance
    chosenRepeats = edit.repeats.chosen.flatMap { $0 == task.repeats ? nil : $0 }
    repeats = chosenRepeats ?? task.repeats
    if let day = edit.dueDate.chosen, day != task.due {
      due = day
      destination = day.map { .day($0) } ?? .someday
    } else {
      due = task.due
      destination = nil
    }
    isAny = edit.importance != .keep || chosenRepeats != nil || destination != nil
  }

  var movesToSomeday: Bool { destination == .someday }

  mutating func fillIn(plannedDay: LogicalDate) {
    guard destination == nil else { return }
    filledIn = TaskRules.dueToFillIn(raisingTo: importance, due: due, plannedDay: plannedDay)
    due = due ?? filledIn
  }
}
