public import ReplicaStore

/// What an action did, and what undoes it.
public struct ActionReceipt: Hashable, Sendable {
  /// The task acted on.
  public var task: RecordID
  /// The versions it wrote; `Planner.undo` takes them back.
  public var versions: [VersionReference]
  /// What putting off amounted to, where the action was that.
  public var deferral: DeferralDecision?
}

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
      task.createdAt = context.now
      task.createdDay = moment.today
      try transaction.insert(task)
      return ActionReceipt(task: task.id, versions: transaction.authored)
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
    try act(on: id, context) { item, task, transaction in
      guard task.state.completed == nil else {
        throw PlannerError(.alreadyDone, "“\(item.title)” is done already.")
      }
      guard task.state.dropped == nil else {
        throw PlannerError(.dropped, "“\(item.title)” was dropped. Make it again if it is back.")
      }
      item.completedAt = context.now
      item.completionCopy = task.copyForNext
      try transaction.write(item, \.completedAt)
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
    try act(on: id, context) { item, task, transaction in
      guard task.state.completed != nil else {
        throw PlannerError(.notDone, "“\(item.title)” is not done.")
      }
      if try transaction.hasMovedOn(task) {
        throw PlannerError(
          .alreadyRepeated,
          "“\(item.title)” already repeated, and the next one has begun. Go on with that one.")
      }
      item.completedAt = nil
      item.completionCopy = nil
      try transaction.write(item, \.completedAt)
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
    try act(on: id, context) { item, task, transaction in
      guard task.state.completed == nil else {
        throw PlannerError(.alreadyDone, "“\(item.title)” is done, so there is nothing to drop.")
      }
      guard task.state.dropped == nil else {
        throw PlannerError(.dropped, "“\(item.title)” was dropped already.")
      }
      item.droppedAt = context.now
      item.dropCopy = task.copyForNext
      try transaction.write(item, \.droppedAt)
      return nil
    }
  }

  /// Ends a repeat: the live instance is the last.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound` or `badValue` if it does not repeat; `ReplicaError`.
  public func stopRepeating(_ id: RecordID, _ context: DayContext) throws -> ActionReceipt {
    try act(on: id, context) { item, task, transaction in
      guard task.state.repeats.doesRepeat else {
        throw PlannerError(.badValue, "“\(item.title)” does not repeat.")
      }
      item.repeats = .none
      try transaction.write(item, \.repeatKind)
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
    try act(on: id, context) { item, task, transaction in
      let today = transaction.moment.today
      let decision = TaskDeferral(task.state, from: today, today: today)
        .decide(destination, reason: reason)
      switch decision {
      case .refused(let refusal): throw PlannerError(refusal, title: item.title)
      case .reschedule(let day):
        if let day, day < today {
          throw PlannerError(.deferral, "A task cannot be moved into the past. Choose a later day.")
        }
        item.dueDate = day
      case .deferral(let day, let reason), .refinement(let day, let reason):
        item.dueDate = day
        let choice = DeferralChoice(deferredTo: day, reason: reason, deferredOn: context.now)
        try transaction.write(
          DeferralRecord(task: id, day: today, choice: choice), \.task, \.deferredTo)
      }
      try transaction.write(item, \.dueDate)
      return decision
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

  /// Takes an action back, as if it had never been; later ones stay.
  ///
  /// - Parameters:
  ///   - receipt: What the action returned.
  ///   - context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func undo(_ receipt: ActionReceipt, _ context: DayContext) throws {
    let moment = try tick(context)
    try replica.write(tag: moment.tag.tag) { try $0.void(receipt.versions) }
  }

  private func act(
    on id: RecordID, _ context: DayContext,
    _ body: (inout TaskItem, FoldedTask, ActionTransaction) throws -> DeferralDecision?
  ) throws -> ActionReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      guard let task = try transaction.task(id, through: moment.lastEnded) else {
        throw PlannerError.noSuchTask
      }
      var item = task.item
      let action = ActionTransaction(transaction: transaction, moment: moment)
      let decision = try body(&item, task, action)
      // The first write to a next instance says which one it follows.
      if item.predecessor != nil, task.stored?.item.predecessor == nil {
        try action.write(item, \.predecessor)
      }
      return ActionReceipt(task: id, versions: transaction.authored, deferral: decision)
    }
  }
}

/// A transaction together with the moment it happens in.
private struct ActionTransaction {
  let transaction: WriteTransaction
  let moment: PlannerMoment

  func write<Model: Record>(_ model: Model, _ paths: PartialKeyPath<Model>...) throws {
    for path in paths { try transaction.write(model, path) }
  }

  /// Whether the next instance of a repeat was touched, or its own day has ended.
  func hasMovedOn(_ task: FoldedTask) throws -> Bool {
    if task.next?.instance.firstWrite != nil { return true }
    let next = try TaskLink.load(TaskItem.successorID(task.item.id), in: transaction.database)
    return next.map { $0.fill.scheduled < moment.today } ?? false
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

extension PlannerError {
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
