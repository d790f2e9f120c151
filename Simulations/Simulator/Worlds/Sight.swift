import JamaalCore
import ReplicaStore
import SQLite

/// What a device shows about its tasks at one moment, as far as markers need it.
struct Sight: Equatable {
  struct Key: Hashable {
    var task: RecordID
    var day: LogicalDate
  }

  /// Deferral days; `true` for one that a day's end made.
  var deferrals: [Key: Bool] = [:]
  var completed: Set<RecordID> = []
  var eased: Set<RecordID> = []

  init(_ replica: Replica) throws {
    try replica.read { transaction in
      let database = transaction.database
      let ranges = try database.rows(
        "SELECT task, first_day, last_day, is_automatic FROM local_deferral"
      ) { _ in
      } row: { row in
        (Self.id(row, 0), row.int(1), row.int(2), row.int(3) == 1)
      }
      for (task, first, last, isAutomatic) in ranges where first <= last {
        for day in first...last {
          deferrals[Key(task: task, day: LogicalDate(dayNumber: day))] = isAutomatic
        }
      }
      let tasks = try database.rows(
        "SELECT id, completed_day IS NOT NULL, eased_from IS NOT NULL FROM local_task"
      ) { _ in
      } row: { row in
        (Self.id(row, 0), row.int(1) == 1, row.int(2) == 1)
      }
      for (id, isCompleted, isEased) in tasks {
        if isCompleted { completed.insert(id) }
        if isEased { eased.insert(id) }
      }
    }
  }

  private static func id(_ row: Statement, _ column: Int32) -> RecordID {
    let id = row.high128(column)
    return RecordID(high: id?.high ?? 0, low: id?.low ?? 0)
  }

  /// The markers that the step from one sight to the next reaches.
  func markers(after before: Sight) -> [Marker] {
    var found: [Marker] = []
    for (key, wasAutomatic) in before.deferrals where wasAutomatic {
      if deferrals[key] == false { found.append(.choiceReplacedAutomaticDeferral) }
      if deferrals[key] == nil, completed.contains(key.task) {
        found.append(.lateCompletionWithdrewDeferral)
      }
    }
    if !before.eased.subtracting(eased).isEmpty { found.append(.easingWithdrawn) }
    if !eased.subtracting(before.eased).isEmpty { found.append(.easingArrived) }
    return found
  }
}
