import ReplicaStore

/// A task on its way to being written, within a transaction that may write more than that.
struct TaskWriting {
  let transaction: WriteTransaction
  let moment: PlannerMoment
  /// The task as it was.
  let task: FoldedTask
  /// The task as it is to be.
  var item: TaskItem
  private let firstVersion: Int

  /// Reads a task.
  ///
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  init(_ id: RecordID, _ transaction: WriteTransaction, _ moment: PlannerMoment) throws {
    guard let task = try transaction.task(id, through: moment.lastEnded) else {
      throw PlannerError.noSuchTask
    }
    self.transaction = transaction
    self.moment = moment
    self.task = task
    item = task.item
    firstVersion = transaction.authored.count
  }

  /// Keeps fields as they are in `item`, also those that did not change.
  func write(_ paths: PartialKeyPath<TaskItem>...) throws {
    for path in paths { try transaction.write(item, path) }
    // The first write to a next instance says which one it follows.
    if item.predecessor != nil, task.stored?.item.predecessor == nil {
      try transaction.write(item, \.predecessor)
    }
  }

  /// What was written through this edit.
  func receipt(_ deferral: DeferralDecision? = nil) -> ActionReceipt {
    ActionReceipt(
      task: item.id, versions: Array(transaction.authored[firstVersion...]), deferral: deferral)
  }

  /// Ticks the task off.
  mutating func complete() throws {
    try task.requireLive(
      ifDone: "is done already.", ifDropped: "was dropped. Make it again if it is back.")
    item.completedAt = moment.now
    item.completionCopy = task.copyForNext
    try write(\.completedAt)
  }

  /// Lets the task go.
  mutating func drop() throws {
    guard task.state.isLive else { throw PlannerError(.notLive, title: item.title) }
    item.droppedAt = moment.now
    item.dropCopy = task.copyForNext
    try write(\.droppedAt)
  }

  /// Moves the task as a decision says.
  ///
  /// - Parameters:
  ///   - decision: What the rules of putting off made of a choice.
  ///   - day: The day that is deferred from.
  /// - Throws: `PlannerError` if the decision is a refusal, or the day lies in the past.
  mutating func move(_ decision: DeferralDecision, from day: LogicalDate) throws {
    switch decision {
    case .refused(let refusal): throw PlannerError(refusal, title: item.title)
    case .reschedule(let target):
      if let target, target < moment.today {
        throw PlannerError(.deferral, "A task cannot be moved into the past. Choose a later day.")
      }
      item.dueDate = target
    case .deferral(let target, let reason), .refinement(let target, let reason):
      item.dueDate = target
      let choice = DeferralChoice(
        deferredTo: target, reason: reason, deferredOn: moment.now)
      let record = DeferralRecord(task: item.id, day: day, choice: choice)
      try transaction.write(record, \.task, \.deferredTo)
    }
    try write(\.dueDate)
  }
}
