import ReplicaStore

/// A transaction together with the moment it happens in, and what an act leaves behind.
final class ActionTransaction {
  let transaction: WriteTransaction
  let moment: PlannerMoment
  fileprivate(set) var former: [FormerValue] = []

  init(_ transaction: WriteTransaction, _ moment: PlannerMoment) {
    self.transaction = transaction
    self.moment = moment
  }

  func write<Model: Record>(_ model: Model, _ paths: PartialKeyPath<Model>...) throws {
    for path in paths { try transaction.write(model, path) }
  }

  /// Writes the fields without a history in which a record differs from what it was.
  func replace<Model: UndoableRecord>(_ before: Model, with after: Model) throws {
    former += try transaction.replace(before, with: after)
  }

  /// Writes what putting a task off amounts to.
  func putOff(
    _ item: inout TaskItem, _ deferral: TaskDeferral, to destination: DeferralDestination,
    reason: DeferralReason
  ) throws -> DeferralDecision {
    let decision = deferral.decide(destination, reason: reason)
    switch decision {
    case .refused(let refusal): throw PlannerError(refusal, title: item.title)
    case .reschedule(let day):
      if let day, day < moment.today {
        throw PlannerError(.deferral, "A task cannot be moved into the past. Choose a later day.")
      }
      item.dueDate = day
    case .deferral(let day, let reason), .refinement(let day, let reason):
      item.dueDate = day
      let choice = DeferralChoice(
        deferredTo: day, reason: reason, deferredOn: moment.now)
      try write(
        DeferralRecord(task: item.id, day: deferral.from, choice: choice), \.task, \.deferredTo)
    }
    try write(item, \.dueDate)
    return decision
  }
}

extension Planner {
  /// One act on one task.
  func act(
    on id: RecordID, _ context: DayContext,
    _ body: (inout TaskItem, FoldedTask, ActionTransaction) throws -> DeferralDecision?
  ) throws -> ActionReceipt {
    try act(on: [id], context, body)[0]
  }

  /// One act on each of several tasks: all of them or none.
  func act(
    on ids: [RecordID], _ context: DayContext,
    _ body: (inout TaskItem, FoldedTask, ActionTransaction) throws -> DeferralDecision?
  ) throws -> [ActionReceipt] {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      try ids.map { id in
        guard let task = try transaction.task(id, through: moment.lastEnded) else {
          throw PlannerError.noSuchTask
        }
        var item = task.item
        let earlier = transaction.authored.count
        let action = ActionTransaction(transaction, moment)
        let decision = try body(&item, task, action)
        let versions = Array(transaction.authored[earlier...])
        // The first write to a next instance says which one it follows.
        if !versions.isEmpty || !action.former.isEmpty, item.predecessor != nil,
          task.stored?.item.predecessor == nil
        {
          try action.write(item, \.predecessor)
        }
        return ActionReceipt(
          task: id, versions: versions, deferral: decision, former: action.former)
      }
    }
  }

  /// One act on records that are no tasks.
  func act(
    on id: RecordID, _ moment: PlannerMoment, _ body: (ActionTransaction) throws -> Void
  ) throws -> ActionReceipt {
    try replica.write(tag: moment.tag.tag) { transaction in
      let action = ActionTransaction(transaction, moment)
      try body(action)
      return ActionReceipt(task: id, versions: transaction.authored, former: action.former)
    }
  }
}
