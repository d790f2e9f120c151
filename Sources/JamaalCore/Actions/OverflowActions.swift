import ReplicaStore

extension Planner {
  /// Moves what runs past today's working day to tomorrow, in one gesture.
  ///
  /// Taken are the tasks at the bottom of Today's order, as ``TodayOverview/overflowMove`` names
  /// them, until the rest finds time. Each is put off, as if by itself.
  /// - Parameter context: The moment and the place.
  /// - Returns: What undoes each, the lowest in order first.
  /// - Throws: `PlannerError` with `deferral` if nothing runs over or nothing of it can be moved, and
  ///   nothing is written; `ReplicaError`.
  public func moveOverflow(_ context: DayContext) throws -> [ActionReceipt] {
    let overview = try today(context)
    guard let move = overview.overflowMove else {
      throw PlannerError(
        .deferral, "What is left of today fits into its working time, so nothing has to move.")
    }
    guard !move.moved.isEmpty else {
      throw PlannerError(
        .deferral,
        "None of today's tasks can be moved just like that: those that were put off twice, or are"
          + " being timed, stay. Choose a day for one of them, with “jamaal defer N --to DATE”.")
    }
    let today = overview.date
    return try act(on: move.moved.map(\.id), context) { item, task, action in
      let deferral = TaskDeferral(task.state, from: today, today: today)
      return try action.putOff(
        &item, deferral, to: .quick(today + 1), reason: .reschedule)
    }
  }
}

extension ReadTransaction {
  /// Which of today's tasks leave it so that the others find time; `nil` if all of them do.
  func overflowMove(of overview: TodayOverview, _ moment: PlannerMoment) throws -> OverflowMove? {
    guard overview.overflow != nil else { return nil }
    let timed = try liveSession(at: moment.now)?.subject?.task
    var fixed: Set<RecordID> = []
    for task in overview.shown where try task.id == timed || needsPickedDay(task, moment) {
      fixed.insert(task.id)
    }
    let tasks = overview.shown.map { view in
      PlanTask(
        id: view.id, due: view.dueDate, importance: view.importance,
        deferralCount: view.deferralCount, createdAt: view.createdAt,
        effortMinutes: view.effortMinutes)
    }
    return overview.freeTime.movingOverflow(of: tasks, on: moment.today) {
      !fixed.contains($0.id)
    }
  }

  /// Whether putting a task off today asks for a day that works.
  private func needsPickedDay(_ task: TaskView, _ moment: PlannerMoment) throws -> Bool {
    // Below that it cannot be the third time, so there is nothing to look up.
    guard task.deferralCount >= TaskState.staleCount - 1,
      let state = try self.task(task.id, through: moment.lastEnded)?.state
    else { return false }
    return TaskDeferral(state, from: moment.today, today: moment.today).preview.opensPicker
  }
}
