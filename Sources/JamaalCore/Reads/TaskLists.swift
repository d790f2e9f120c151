public import ReplicaStore
import SQLite

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
      let rows = try TaskRow.rows(
        where: includesEnded ? "1" : "is_live = 1", in: transaction.database)
      return try transaction.views(rows, today: moment.today)
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
      guard let folded = try transaction.task(id, through: moment.lastEnded),
        let row = try TaskRow.row(id, in: transaction.database)
      else { throw PlannerError.noSuchTask }
      var zones = DayZones.Walk(in: transaction.database)
      let deferrals = folded.state.deferrals { day in
        // A day's end is in the zone its author lived in; a failing look-up falls back to here.
        let name = (try? zones.zone(of: day)) ?? nil
        let zone = self.zone(name ?? "", fallback: moment.context.zone)
        return moment.boundary.end(of: day, in: zone)
      }
      let view = TaskView(row, try transaction.labels(of: [row]), today: moment.today)
      return TaskDetail(task: view, deferrals: deferrals)
    }
  }

  /// Reads the instance of a repeating task that follows another.
  ///
  /// - Parameters:
  ///   - id: The task.
  ///   - context: The moment and the place.
  /// - Returns: `nil` if there is none.
  /// - Throws: `ReplicaError`.
  public func nextInstance(after id: RecordID, _ context: DayContext) throws -> TaskView? {
    let moment = try tick(context)
    return try replica.read { transaction in
      try TaskRow.row(TaskItem.successorID(id), in: transaction.database).map {
        TaskView($0, try transaction.labels(of: [$0]), today: moment.today)
      }
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
  ///   - scope: Where titles are looked for first.
  ///   - context: The moment and the place.
  /// - Returns: Every task whose id fits; if none does, those of the scope whose title fits; if
  ///   none does, those of the other scope.
  /// - Throws: `ReplicaError`.
  public func tasks(
    matching text: String, first scope: TaskScope = .live, _ context: DayContext
  ) throws -> [TaskView] {
    let key = NameFold.fold(text)
    guard !key.isEmpty else { return [] }
    let moment = try tick(context)
    return try replica.read { transaction in
      var rows: [TaskRow] = []
      if let range = idRange(ofPrefix: key) {
        rows = try TaskRow.rows(where: "local_task.id BETWEEN ? AND ?", in: transaction.database) {
          (statement) throws(SQLiteError) in
          try statement.bind(high: range.lowerBound.high, low: range.lowerBound.low, at: 1)
          try statement.bind(high: range.upperBound.high, low: range.upperBound.low, at: 2)
        }
      }
      if rows.isEmpty { rows = try transaction.rows(titled: key, scope) }
      if rows.isEmpty { rows = try transaction.rows(titled: key, scope.other) }
      return try transaction.views(rows, today: moment.today)
    }
  }
}

/// Which tasks are meant.
public enum TaskScope: Hashable, Sendable {
  /// Those that are neither completed nor dropped.
  case live
  /// Those that are.
  case ended

  fileprivate var other: TaskScope { self == .live ? .ended : .live }
}

extension ReadTransaction {
  /// The tasks of these rows as lists show them: live ones first in today's order, then ended
  /// ones, the latest first.
  func views(_ rows: [TaskRow], today: LogicalDate) throws -> [TaskView] {
    let categories = try labels(of: rows)
    let views = rows.map { TaskView($0, categories, today: today) }
    return views.sorted { left, right in
      switch (left.isLive, right.isLive) {
      case (true, false): true
      case (false, true): false
      case (true, true): left.priority < right.priority
      case (false, false): (left.endedMillis, left.id) > (right.endedMillis, right.id)
      }
    }
  }

  /// The labels that some tasks show; `nil` if they have none, since most tasks need no look at them.
  func labels(of rows: [TaskRow]) throws -> CategoryList? {
    rows.contains { $0.category != nil } ? try CategoryList(self) : nil
  }

  /// The tasks with a folded text in their title.
  fileprivate func rows(titled key: String, _ scope: TaskScope) throws -> [TaskRow] {
    try TaskRow.rows(where: "is_live = ?", in: database) { (statement) throws(SQLiteError) in
      try statement.bind(scope == .live ? 1 : 0, at: 1)
    }.filter { NameFold.fold($0.title).contains(key) }
  }
}

extension TaskView {
  fileprivate var endedMillis: Int64 { (completedAt ?? droppedAt)?.millis ?? 0 }
}

extension PlannerError {
  static let noSuchTask = PlannerError(
    .notFound, "There is no such task. List the tasks to see what there is.")
}

/// The ids that begin with these digits; `nil` if they are no such beginning.
private func idRange(ofPrefix text: String) -> ClosedRange<RecordID>? {
  let form = "00000000-0000-0000-0000-000000000000"
  let bytes = Array(text.utf8)
  guard (4...36).contains(bytes.count),
    zip(bytes, form.utf8).allSatisfy({ $0 == UInt8(ascii: "-") ? $0 == $1 : isDigit($0, $1) })
  else { return nil }
  let rest = form.dropFirst(bytes.count)
  let last = rest.map { $0 == "0" ? "f" : $0 }
  guard let lower = RecordID(text + rest), let upper = RecordID(text + String(last)) else {
    return nil
  }
  return lower...upper
}

private func isDigit(_ byte: UInt8, _ form: UInt8) -> Bool {
  form == UInt8(ascii: "0") && ((48...57).contains(byte) || (97...102).contains(byte))
}
