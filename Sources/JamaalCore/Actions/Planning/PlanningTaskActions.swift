public import ReplicaStore

extension Planner {
  /// Says what becomes of a task that the reviewed day leaves; applied at once.
  ///
  /// - Parameters:
  ///   - choice: Keep, Later or Drop.
  ///   - task: The task.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: What it did; ``undoCarry(_:in:_:)`` takes it back, also after the program was closed.
  /// - Throws: `PlannerError` with `planning`, `notFound` or `deferral`, and nothing is written;
  ///   `ReplicaError`.
  public func carry(
    _ choice: CarryForward.Choice, _ task: RecordID, in forDate: LogicalDate,
    _ context: DayContext
  ) throws -> PlanningReceipt {
    try carry(choice, [task], in: forDate, context)
  }

  /// Says the same about several tasks that the reviewed day leaves: for all of them or none.
  ///
  /// - Parameters:
  ///   - choice: Keep, Later or Drop.
  ///   - tasks: The tasks.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: What it did.
  /// - Throws: `PlannerError` with `planning`, `notFound` or `deferral`, and nothing is written;
  ///   `ReplicaError`.
  public func carry(
    _ choice: CarryForward.Choice, _ tasks: [RecordID], in forDate: LogicalDate,
    _ context: DayContext
  ) throws -> PlanningReceipt {
    try plan(forDate, context) { planning in
      for task in tasks { try planning.choose(choice, task) }
    }
  }

  /// Takes the latest choice about a task back, exactly; the one before it stands again.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `planning` if this device remembers no choice about it, or the
  ///   plan was confirmed since; `ReplicaError`.
  @discardableResult
  public func undoCarry(
    _ task: RecordID, in forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    try undoCarry([task], in: forDate, context)
  }

  /// Takes the latest choice about each of several tasks back: for all of them or none.
  ///
  /// - Parameters:
  ///   - tasks: The tasks.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `planning` if this device remembers no choice about one of them,
  ///   or the plan was confirmed since; `ReplicaError`.
  @discardableResult
  public func undoCarry(
    _ tasks: [RecordID], in forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    let moment = try tick(context)
    try moment.requirePlannable(forDate)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let session = try transaction.session(for: forDate)
      for task in tasks {
        let versions = try session.flatMap {
          try CarryChoices(transaction, for: forDate).takeLatest(task, $0)
        }
        guard let versions else {
          throw PlannerError(
            .planning,
            "There is no choice about that task to take back here. Once the day is closed, choices"
              + " stay; a new one can be made.")
        }
        try transaction.void(versions)
      }
      return PlanningReceipt(forDate: forDate, session: session)
    }
  }

  /// Moves a task into the day being planned, or out of it: rescheduling, never one more deferral.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - day: The planned day, a later one, or `nil` for Someday.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `planning`, `notFound` or `deferral`, and nothing is written;
  ///   `ReplicaError`.
  public func movePlanned(
    _ task: RecordID, to day: LogicalDate?, in forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    try movePlanned([task], to: day, in: forDate, context)
  }

  /// Moves several tasks into the day being planned, or out of it: all of them or none.
  ///
  /// - Parameters:
  ///   - tasks: The tasks.
  ///   - day: The planned day, a later one, or `nil` for Someday.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `planning`, `notFound` or `deferral`, and nothing is written;
  ///   `ReplicaError`.
  public func movePlanned(
    _ tasks: [RecordID], to day: LogicalDate?, in forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    try plan(forDate, context) { planning in
      if let day, day < forDate {
        throw PlannerError(.planning, "A plan moves tasks to its own day or to a later one.")
      }
      let reviewed = planning.target.reviewedDay
      for task in tasks {
        var edit = try TaskWriting(task, planning.transaction, planning.moment)
        let decision = TaskDeferral(
          edit.task.state, from: reviewed, today: planning.moment.today
        ).decide(day.map { .day($0) } ?? .someday)
        try edit.move(decision, from: reviewed)
        planning.tasks.append(edit.receipt(decision))
      }
    }
  }

  /// Makes a task for the day being planned.
  ///
  /// - Parameters:
  ///   - draft: What the person filled in; its day is the planned one.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: The task, and what undoes it.
  /// - Throws: `PlannerError` with `planning` or `badValue`, and nothing is written; `ReplicaError`.
  public func addPlanned(
    _ draft: TaskDraft, in forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    var draft = draft
    draft.dueDate = forDate
    let checked = try draft.checked()
    return try plan(forDate, context) { planning in
      let transaction = planning.transaction
      let task = TaskItem(
        id: transaction.newID(), checked, madeOn: planning.moment.today, at: planning.moment.now)
      let first = transaction.authored.count
      try transaction.insert(task)
      let versions = Array(transaction.authored[first...])
      let made = MadeRecord(type: TaskItem.recordType.name, stamp: transaction.stamp)
      planning.tasks.append(ActionReceipt(task: task.id, versions: versions, made: made))
    }
  }

  /// Says how much a task matters while planning; one without a day gets the planned one.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - importance: How much it matters.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `planning`, `notFound` or `badValue`, and nothing is written;
  ///   `ReplicaError`.
  public func weighPlanned(
    _ task: RecordID, as importance: Importance, in forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    try plan(forDate, context) { planning in
      var edit = try TaskWriting(task, planning.transaction, planning.moment)
      guard edit.task.state.isLive else {
        throw PlannerError(.planning, "“\(edit.item.title)” is done or dropped already.")
      }
      let due = TaskRules.dueToFillIn(
        raisingTo: importance, due: edit.task.state.due, plannedDay: forDate)
      edit.item.importance = importance
      try edit.write(\.importance)
      if let due {
        edit.item.dueDate = due
        try edit.write(\.dueDate)
      }
      planning.tasks.append(edit.receipt())
    }
  }
}

extension TaskItem {
  /// A new task as a draft says.
  init(id: RecordID, _ draft: TaskDraft, madeOn day: LogicalDate, at now: Instant) {
    self.init(id: id)
    title = draft.title
    notes = draft.notes
    dueDate = draft.dueDate
    effortMinutes = draft.effortMinutes
    importance = draft.importance
    category = draft.category
    repeats = draft.repeats
    createdAt = now
    createdDay = day
  }
}
