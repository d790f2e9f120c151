public import ReplicaStore

extension Planner {
  /// Makes a task.
  ///
  /// - Parameters:
  ///   - draft: What the person filled in.
  ///   - context: The moment and the place.
  /// - Returns: The task's id, with what undoes it.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  public func addTask(_ draft: TaskDraft, _ context: DayContext) throws -> ActionReceipt {
    let draft = try draft.checked()
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      var task = TaskItem(id: transaction.newID())
      task.title = draft.title
      task.notes = draft.notes
      task.dueDate = draft.dueDate
      task.effortMinutes = draft.effortMinutes
      task.importance = draft.importance
      task.category = draft.category
      task.repeats = draft.repeats
      task.createdAt = moment.now
      task.createdDay = moment.today
      try transaction.insert(task)
      return ActionReceipt(
        task: task.id, versions: transaction.authored,
        made: MadeRecord(type: TaskItem.recordType.name, stamp: transaction.stamp))
    }
  }

  /// Ticks a task off.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `alreadyDone` or `dropped`; `ReplicaError`.
  public func complete(_ id: RecordID, _ context: DayContext) throws -> ActionReceipt {
    try complete([id], context)[0]
  }

  /// Ticks several tasks off: all of them or none.
  ///
  /// - Parameters:
  ///   - ids: The tasks, each once.
  ///   - context: The moment and the place.
  /// - Returns: What undoes each.
  /// - Throws: `PlannerError` with `notFound`, `alreadyDone` or `dropped`, and nothing is written;
  ///   `ReplicaError`.
  public func complete(_ ids: [RecordID], _ context: DayContext) throws -> [ActionReceipt] {
    try act(on: ids, context) { item, task, action in
      try task.requireLive(
        ifDone: "is done already.", ifDropped: "was dropped. Make it again if it is back.")
      item.completedAt = action.moment.now
      item.completionCopy = task.copyForNext
      try action.write(item, \.completedAt)
      return nil
    }
  }

  /// Takes a tick back: the task is where it was.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `notDone`, or `alreadyRepeated` if the next instance
  ///   was touched or its day has ended, and nothing is written; `ReplicaError`.
  public func uncomplete(_ id: RecordID, _ context: DayContext) throws -> ActionReceipt {
    try act(on: id, context) { item, task, action in
      guard task.state.completed != nil else {
        throw PlannerError(.notDone, "“\(item.title)” is not done.")
      }
      if try action.transaction.hasMovedOn(task, action.moment) {
        throw PlannerError.alreadyRepeated(item.title)
      }
      item.completedAt = nil
      item.completionCopy = nil
      try action.write(item, \.completedAt)
      return nil
    }
  }

  /// Lets a task go.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `alreadyDone` or `dropped`; `ReplicaError`.
  public func drop(_ id: RecordID, _ context: DayContext) throws -> ActionReceipt {
    try act(on: id, context) { item, task, action in
      try task.requireLive(
        ifDone: "is done, so there is nothing to drop.", ifDropped: "was dropped already.")
      item.droppedAt = action.moment.now
      item.dropCopy = task.copyForNext
      try action.write(item, \.droppedAt)
      return nil
    }
  }

  /// Ends a repeat: the live instance is the last.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `badValue` if it does not repeat, or `alreadyDone` or
  ///   `dropped` if it is not the live one; `ReplicaError`.
  public func stopRepeating(_ id: RecordID, _ context: DayContext) throws -> ActionReceipt {
    try act(on: id, context) { item, task, action in
      guard task.state.repeats.doesRepeat else {
        throw PlannerError(.badValue, "“\(item.title)” does not repeat.")
      }
      try task.requireLive(
        ifDone: "is done. Stop the next one, which is open.",
        ifDropped: "was dropped. Stop the next one, which is open.")
      item.repeats = .none
      try action.write(item, \.repeatKind)
      return nil
    }
  }

  /// Puts a task off, or moves one that is not due yet.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - destination: Where it goes.
  ///   - reason: Why.
  ///   - context: The moment and the place.
  /// - Returns: What it amounted to, and what undoes it.
  /// - Throws: `PlannerError` with `notFound` or `deferral`, and nothing is written;
  ///   `ReplicaError`.
  public func putOff(
    _ id: RecordID, to destination: DeferralDestination,
    reason: DeferralReason = .reschedule, _ context: DayContext
  ) throws -> ActionReceipt {
    try act(on: id, context) { item, task, action in
      let deferral = TaskDeferral(
        task.state, from: action.moment.today, today: action.moment.today)
      return try action.putOff(&item, deferral, to: destination, reason: reason)
    }
  }

  /// What putting a task off would be, before the person chooses.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: The preview.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func previewPuttingOff(
    _ id: RecordID, _ context: DayContext
  ) throws -> DeferralPreview {
    let moment = try tick(context)
    return try replica.read { transaction in
      guard let task = try transaction.task(id, through: moment.lastEnded) else {
        throw PlannerError.noSuchTask
      }
      return TaskDeferral(task.state, from: moment.today, today: moment.today).preview
    }
  }
}

extension FoldedTask {
  /// What a completion or a drop now stores for the next instance; `nil` if it does not repeat.
  var copyForNext: TaskCopy? {
    guard state.repeats.doesRepeat else { return nil }
    return TaskCopy(
      title: item.title, notes: item.notes, category: item.category,
      effortMinutes: state.effortMinutes, importance: state.importance, repeats: state.repeats)
  }
}

extension FoldedTask {
  /// Refuses what makes no sense for a task that is over.
  func requireLive(ifDone: String, ifDropped: String) throws(PlannerError) {
    if state.completed != nil { throw PlannerError(.alreadyDone, "“\(item.title)” \(ifDone)") }
    if state.dropped != nil { throw PlannerError(.dropped, "“\(item.title)” \(ifDropped)") }
  }
}

extension PlannerError {
  static func alreadyRepeated(_ title: String) -> PlannerError {
    PlannerError(
      .alreadyRepeated,
      "“\(title)” already repeated, and the next one has begun. Go on with that one.")
  }

  init(_ refusal: DeferralRefusal, title: String) {
    switch refusal {
    case .notLive: self.init(.deferral, "“\(title)” is done or dropped, so it stays where it is.")
    case .dayNotReached: self.init(.deferral, "That day has not come yet.")
    case .destinationNotLater:
      self.init(.deferral, "“\(title)” can only go to a later day. Choose one after today.")
    case .needsPickedDay:
      self.init(
        .deferral,
        "“\(title)” was put off twice already. Choose a day that works, with --to.")
    case .somedayImportant:
      self.init(.deferral, "A task of medium or high importance needs a day, not someday.")
    case .somedayRepeating: self.init(.deferral, "A repeating task needs a day, not someday.")
    }
  }
}
