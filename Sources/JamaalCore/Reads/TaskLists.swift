public import ReplicaStore

extension Planner {
  /// Reads tasks.
  ///
  /// - Parameters:
  ///   - includesEnded: Whether completed and dropped ones are among them.
  ///   - context: The moment and the place.
  /// - Returns: Live ones in today's order, then ended ones, the latest first.
  /// - Throws: `ReplicaError`.
  public func tasks(includesEnded: Bool = false, _ context: DayContext) throws -> [TaskView] {
    let moment = try tick(context)
    return try replica.read { transaction in
      let categories = try CategoryList(transaction)
      let rows = try TaskRow.rows(
        where: includesEnded ? "1" : "is_live = 1", in: transaction.database)
      let views = try rows.compactMap { row in
        try transaction.record(TaskItem.self, row.id).map {
          TaskView($0, row, categories, today: moment.today)
        }
      }
      return views.sorted { left, right in
        switch (left.isLive, right.isLive) {
        case (true, false): true
        case (false, true): false
        case (true, true): left.priority < right.priority
        case (false, false): (left.endedMillis, left.id) > (right.endedMillis, right.id)
        }
      }
    }
  }

  /// Reads one task with its deferrals.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: The task, completed and dropped ones included.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func task(_ id: RecordID, _ context: DayContext) throws -> TaskDetail {
    let moment = try tick(context)
    return try replica.read { transaction in
      guard let (item, state) = try transaction.task(id, through: moment.lastEnded),
        let row = try TaskRow.row(id, in: transaction.database)
      else { throw PlannerError.noSuchTask }
      let deferrals = state.deferrals { day in
        // A day's end is in the zone its author lived in; a failing look-up falls back to here.
        let name = (try? Consequences.zone(of: day, in: transaction.database)) ?? nil
        let zone = self.zone(name ?? "", fallback: moment.context.zone)
        return moment.boundary.end(of: day, in: zone)
      }
      let view = TaskView(item, row, try CategoryList(transaction), today: moment.today)
      return TaskDetail(task: view, deferrals: deferrals)
    }
  }

  /// Reads the labels.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: All of them, archived ones too.
  /// - Throws: `ReplicaError`.
  public func categories(_ context: DayContext) throws -> CategoryList {
    try tick(context)
    return try replica.read { try CategoryList($0) }
  }

  /// Finds the tasks a person may mean.
  ///
  /// - Parameters:
  ///   - text: The beginning of an id (at least four digits), or a part of a title.
  ///   - context: The moment and the place.
  /// - Returns: Every task that fits: live ones if any of them does, else ended ones.
  /// - Throws: `ReplicaError`.
  public func tasks(matching text: String, _ context: DayContext) throws -> [TaskView] {
    let key = NameFold.fold(text)
    guard !key.isEmpty else { return [] }
    let isPrefix = key.utf8.count >= 4 && key.utf8.allSatisfy { isIDByte($0) }
    let all = try tasks(includesEnded: true, context)
    let byID = isPrefix ? all.filter { $0.id.description.hasPrefix(key) } : []
    if !byID.isEmpty { return byID }
    let byTitle = all.filter { NameFold.fold($0.title).contains(key) }
    let live = byTitle.filter(\.isLive)
    return live.isEmpty ? byTitle : live
  }
}

extension TaskView {
  fileprivate var endedMillis: Int64 { (completedAt ?? droppedAt)?.millis ?? 0 }
}

extension PlannerError {
  static let noSuchTask = PlannerError(
    .notFound, "There is no such task. List the tasks to see what there is.")
}

private func isIDByte(_ byte: UInt8) -> Bool {
  (48...57).contains(byte) || (97...102).contains(byte) || byte == UInt8(ascii: "-")
}
