import ReplicaStore
import SQLite

/// What an instance of a repeating task takes over from the one before it, as the local tables
/// keep it: the part that rules follow from, and the texts.
struct TaskLink: Equatable {
  var predecessor: RecordID
  /// The first instance.
  var series: RecordID
  var fill: RepeatFill
  var title: String
  var notes: String?
  var category: RecordID?

  static let sql = """
    CREATE TABLE local_link (
      id BLOB PRIMARY KEY,
      predecessor BLOB NOT NULL,
      series BLOB NOT NULL,
      follows_day INTEGER NOT NULL,
      follows_zone TEXT NOT NULL,
      follows_at INTEGER NOT NULL,
      follows_clock INTEGER NOT NULL,
      follows_device INTEGER NOT NULL,
      scheduled INTEGER NOT NULL,
      repeat_kind TEXT NOT NULL,
      repeat_weekdays TEXT NOT NULL,
      repeat_day INTEGER NOT NULL,
      importance TEXT NOT NULL,
      effort INTEGER,
      title TEXT NOT NULL,
      notes TEXT,
      category BLOB
    ) STRICT, WITHOUT ROWID;
    """

  static func load(_ id: RecordID, in database: Database) throws(SQLiteError) -> TaskLink? {
    try database.first("SELECT * FROM local_link WHERE id = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    } row: { row in
      let stamp = Stamp(
        clock: HybridTime(rawValue: UInt64(bitPattern: row.int64(6))),
        device: DeviceID(rawValue: UInt64(bitPattern: row.int64(7))))
      let fill = RepeatFill(
        follows: TaskOutcome(
          tag: DayTag(day: LogicalDate(dayNumber: row.int(3)), zone: row.text(4)),
          instant: Instant(millis: row.int64(5)), stamp: stamp),
        scheduled: LogicalDate(dayNumber: row.int(8)),
        repeats: RepeatRule(
          kind: RepeatRule.Kind(row.text(9)), weekdays: RepeatRule.weekdays(row.text(10)),
          dayOfMonth: row.int(11)),
        importance: Importance(row.text(12)), effortMinutes: row.isNull(13) ? nil : row.int(13))
      return TaskLink(
        predecessor: row.recordID(1), series: row.recordID(2), fill: fill, title: row.text(14),
        notes: row.isNull(15) ? nil : row.text(15),
        category: row.isNull(16) ? nil : row.recordID(16))
    }
  }

  func save(_ id: RecordID, in database: Database) throws(SQLiteError) {
    let marks = [String](repeating: "?", count: 17).joined(separator: ", ")
    try database.run("INSERT OR REPLACE INTO local_link VALUES(\(marks))") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
      try statement.bind(high: predecessor.high, low: predecessor.low, at: 2)
      try statement.bind(high: series.high, low: series.low, at: 3)
      try statement.bind(fill.follows.day.dayNumber, at: 4)
      try statement.bind(fill.follows.tag.zone, at: 5)
      try statement.bind(fill.follows.instant.millis, at: 6)
      try statement.bind(Int64(bitPattern: fill.follows.stamp.clock.rawValue), at: 7)
      try statement.bind(Int64(bitPattern: fill.follows.stamp.device.rawValue), at: 8)
      try statement.bind(fill.scheduled.dayNumber, at: 9)
      try statement.bind(fill.repeats.kind.text, at: 10)
      try statement.bind(fill.repeats.weekdayText, at: 11)
      try statement.bind(fill.repeats.dayOfMonth, at: 12)
      try statement.bind(fill.importance.text, at: 13)
      try statement.bindIfAny(fill.effortMinutes, at: 14)
      try statement.bind(title, at: 15)
      if let notes { try statement.bind(notes, at: 16) }
      if let category { try statement.bind(high: category.high, low: category.low, at: 17) }
    }
  }

  static func remove(_ id: RecordID, in database: Database) throws(SQLiteError) {
    try database.run("DELETE FROM local_link WHERE id = ?") { (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    }
  }
}
