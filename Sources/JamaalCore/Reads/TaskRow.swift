import ReplicaStore
import SQLite

/// One row of the local table of tasks.
struct TaskRow {
  var id: RecordID
  var createdAt: Instant
  var due: LogicalDate?
  var importance: Importance
  var easedFrom: Importance?
  var effortMinutes: Int?
  var deferralCount: Int
  var completedDay: LogicalDate?
  var completedAt: Instant?
  var droppedDay: LogicalDate?
  var droppedAt: Instant?
  var title: String
  var repeats: RepeatRule
  var series: RecordID?
  /// Whether it takes something over from the instance before it.
  var isLinked: Bool
  var notes: String?
  var category: RecordID?

  private static let columns = """
    local_task.id, created_at, due, local_task.importance, eased_from, effort, deferral_count,
    completed_day, completed_at, dropped_day, dropped_at, local_task.title, repeat_kind,
    repeat_weekdays, repeat_day, series, is_linked,
    CASE WHEN is_linked THEN linked_notes ELSE task.notes END,
    CASE WHEN is_linked THEN linked_category ELSE task.category END
    """

  private init(_ row: Statement) {
    id = row.recordID(0)
    createdAt = Instant(millis: row.int64(1))
    due = row.date(2)
    importance = Importance(row.text(3))
    easedFrom = row.isNull(4) ? nil : Importance(row.text(4))
    effortMinutes = row.isNull(5) ? nil : row.int(5)
    deferralCount = row.int(6)
    completedDay = row.date(7)
    completedAt = row.instant(8)
    droppedDay = row.date(9)
    droppedAt = row.instant(10)
    title = row.text(11)
    repeats = RepeatRule(
      kind: RepeatRule.Kind(row.text(12)), weekdays: RepeatRule.weekdays(row.text(13)),
      dayOfMonth: row.int(14))
    series = row.isNull(15) ? nil : row.recordID(15)
    isLinked = row.int(16) != 0
    notes = row.isNull(17) ? nil : row.text(17)
    category = row.isNull(18) ? nil : row.recordID(18)
  }

  static func rows(
    where condition: String, in database: Database,
    _ bind: (Statement) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) -> [TaskRow] {
    // One query for everything: a list of all tasks asks for no record by itself.
    try database.rows(
      """
      SELECT \(columns) FROM local_task
      LEFT JOIN task ON NOT is_linked AND task.id = local_task.id AND task.hidden = 0
      WHERE \(condition)
      """, bind
    ) {
      TaskRow($0)
    }
  }

  static func row(_ id: RecordID, in database: Database) throws(SQLiteError) -> TaskRow? {
    try rows(where: "local_task.id = ?", in: database) { (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    }.first
  }
}
