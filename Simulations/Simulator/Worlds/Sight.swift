import JamaalCore
import ReplicaStore
import SQLite

/// What a device shows about its tasks at one moment, as far as markers need it.
struct Sight {
  /// Days in a row from each of which a task was put off; with a clock of 2099 these are many.
  struct Run {
    var days: ClosedRange<Int>
    /// Whether day's ends made it.
    var isAutomatic: Bool

    /// How many days are in any of some runs, of which no two share one.
    func count(in others: [Run]) -> Int {
      others.filter { $0.days.overlaps(days) }.reduce(0) { $0 + $1.days.clamped(to: days).count }
    }
  }

  /// What each task was put off from; no day twice.
  var deferrals: [RecordID: [Run]] = [:]
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
        deferrals[task, default: []].append(Run(days: first...last, isAutomatic: isAutomatic))
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

  /// The markers that the step from one sight to the next reaches, with how often each.
  func markers(after before: Sight) -> [(marker: Marker, times: Int)] {
    var replaced = 0
    var withdrawn = 0
    for (task, runs) in before.deferrals {
      let now = deferrals[task] ?? []
      for run in runs where run.isAutomatic {
        replaced += run.count(in: now.filter { !$0.isAutomatic })
        if completed.contains(task) { withdrawn += run.days.count - run.count(in: now) }
      }
    }
    return [
      (.choiceReplacedAutomaticDeferral, replaced), (.lateCompletionWithdrewDeferral, withdrawn),
      (.easingWithdrawn, before.eased.isSubset(of: eased) ? 0 : 1),
      (.easingArrived, eased.isSubset(of: before.eased) ? 0 : 1),
    ].filter { $0.1 > 0 }
  }

  /// The tasks that day's ends have put off since another sight.
  func carried(since before: Sight) -> Set<RecordID> {
    Set(
      deferrals.filter { task, runs in
        let known = before.deferrals[task] ?? []
        return runs.contains { $0.isAutomatic && $0.count(in: known) < $0.days.count }
      }.keys)
  }
}
