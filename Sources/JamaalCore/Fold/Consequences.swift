import ReplicaStore
import SQLite

/// The local tables that hold what follows from the facts: never sent, rebuildable at any moment.
enum Consequences {
  /// Rises when the tables or the rules behind them change; the tables are then made anew.
  static let format = 2

  /// The name under which the change log is read.
  static let reader = "planner"

  private static let tables = [
    "local_task", "local_link", "local_deferral", "local_act", "local_day_zone",
  ]

  private static let sql = """
    CREATE TABLE local_state (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      format INTEGER NOT NULL,
      seq INTEGER,
      last_ended INTEGER
    ) STRICT;
    INSERT INTO local_state VALUES(1, \(format), NULL, NULL);
    CREATE TABLE local_task (
      id BLOB PRIMARY KEY,
      created_at INTEGER NOT NULL,
      due INTEGER,
      importance TEXT NOT NULL,
      eased_from TEXT,
      effort INTEGER,
      deferral_count INTEGER NOT NULL,
      is_live INTEGER NOT NULL,
      completed_day INTEGER,
      completed_at INTEGER,
      dropped_day INTEGER,
      dropped_at INTEGER,
      next_change INTEGER,
      title TEXT NOT NULL,
      repeat_kind TEXT NOT NULL,
      repeat_weekdays TEXT NOT NULL,
      repeat_day INTEGER NOT NULL,
      series BLOB,
      is_linked INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_task_due ON local_task(is_live, due);
    CREATE INDEX local_task_next ON local_task(next_change) WHERE next_change IS NOT NULL;
    CREATE INDEX local_task_completed ON local_task(completed_day)
      WHERE completed_day IS NOT NULL;
    CREATE TABLE local_deferral (
      task BLOB NOT NULL,
      first_day INTEGER NOT NULL,
      is_automatic INTEGER NOT NULL,
      last_day INTEGER NOT NULL,
      deferred_to INTEGER,
      reason TEXT NOT NULL,
      deferred_on INTEGER,
      PRIMARY KEY (task, first_day, is_automatic)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_deferral_day ON local_deferral(last_day, first_day);
    CREATE TABLE local_act (
      day INTEGER NOT NULL,
      task BLOB NOT NULL,
      PRIMARY KEY (day, task)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_act_task ON local_act(task);
    CREATE TABLE local_day_zone (
      day INTEGER PRIMARY KEY,
      clock INTEGER NOT NULL,
      device INTEGER NOT NULL,
      zone TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS local_deferral_of_task ON deferral(task);
    """ + TaskLink.sql

  /// Makes the tables if they are missing or of another format.
  static func prepare(_ replica: Replica) throws {
    let format = try replica.read { try storedFormat($0.database) }
    guard format != Self.format else { return }
    try replica.writeLocally { transaction in
      guard try storedFormat(transaction.database) != Self.format else { return }
      try make(transaction.database)
    }
  }

  /// Makes the tables anew, whatever became of them, and keeps the last ended day.
  static func remake(_ transaction: ReadTransaction) throws(SQLiteError) {
    let lastEnded = try progress(transaction.database).lastEnded
    try make(transaction.database)
    try transaction.database.run("UPDATE local_state SET last_ended = ?") {
      (statement) throws(SQLiteError) in
      try statement.bindIfAny(lastEnded?.dayNumber, at: 1)
    }
  }

  private static func make(_ database: Database) throws(SQLiteError) {
    for table in tables + ["local_state"] {
      try database.execute("DROP TABLE IF EXISTS \(table)")
    }
    try database.execute(sql)
  }

  private static func storedFormat(_ database: Database) throws(SQLiteError) -> Int? {
    let exists = try database.first("SELECT 1 FROM sqlite_schema WHERE name = 'local_state'") {
      _ in
    } row: { _ in
      true
    }
    guard exists == true else { return nil }
    return try database.first("SELECT format FROM local_state") { _ in
    } row: {
      $0.int(0)
    }
  }

  /// Empties everything except the last ended day, which never goes back.
  static func forget(_ transaction: ReadTransaction) throws {
    for table in tables { try transaction.database.execute("DELETE FROM \(table)") }
    try transaction.database.execute("UPDATE local_state SET seq = NULL")
  }

  /// How far the tables have come.
  static func progress(
    _ database: Database
  ) throws(SQLiteError) -> (seq: Int64?, lastEnded: LogicalDate?) {
    try database.first("SELECT seq, last_ended FROM local_state") { _ in
    } row: { row in
      (
        row.isNull(0) ? nil : row.int64(0),
        row.isNull(1) ? nil : LogicalDate(dayNumber: row.int(1))
      )
    } ?? (nil, nil)
  }

  static func save(
    seq: Int64, lastEnded: LogicalDate, in database: Database
  ) throws(SQLiteError) {
    try database.run("UPDATE local_state SET seq = ?, last_ended = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(seq, at: 1)
      try statement.bind(lastEnded.dayNumber, at: 2)
    }
  }

  /// Tasks that days ended up to `day` can change.
  static func due(
    toChangeBy day: LogicalDate, in database: Database
  ) throws(SQLiteError) -> [RecordID] {
    try database.rows("SELECT id FROM local_task WHERE next_change <= ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    } row: {
      $0.recordID(0)
    }
  }
}

// MARK: - One task

extension Consequences {
  /// Replaces what the tables say about one task.
  static func replace(
    _ item: TaskItem, _ state: TaskState, _ facts: TaskFacts, isLinked: Bool, series: RecordID?,
    in database: Database
  ) throws(SQLiteError) {
    try remove(item.id, in: database)
    let marks = [String](repeating: "?", count: 19).joined(separator: ", ")
    try database.run("INSERT INTO local_task VALUES(\(marks))") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: item.id.high, low: item.id.low, at: 1)
      try statement.bind(item.createdAt?.millis ?? 0, at: 2)
      try statement.bindIfAny(state.due?.dayNumber, at: 3)
      try statement.bind(state.importance.text, at: 4)
      if let easedFrom = state.easedFrom { try statement.bind(easedFrom.text, at: 5) }
      try statement.bindIfAny(state.effortMinutes, at: 6)
      try statement.bind(state.deferralCount, at: 7)
      try statement.bind(state.isLive ? 1 : 0, at: 8)
      try statement.bindIfAny(state.completed?.day.dayNumber, at: 9)
      try statement.bindIfAny(state.completed.map { Int($0.instant.millis) }, at: 10)
      try statement.bindIfAny(state.dropped?.day.dayNumber, at: 11)
      try statement.bindIfAny(state.dropped.map { Int($0.instant.millis) }, at: 12)
      try statement.bindIfAny(state.nextChange?.dayNumber, at: 13)
      try statement.bind(item.title, at: 14)
      try statement.bind(state.repeats.kind.text, at: 15)
      try statement.bind(state.repeats.weekdayText, at: 16)
      try statement.bind(state.repeats.dayOfMonth, at: 17)
      if let series { try statement.bind(high: series.high, low: series.low, at: 18) }
      try statement.bind(isLinked ? 1 : 0, at: 19)
    }
    for range in state.automaticDays.ranges {
      try insertDeferral(item.id, range, nil, in: database)
    }
    // The boundary is not asked for: only hand-made ones are read, which have their own instant.
    for hand in facts.deferrals {
      let choice = state.deferral(from: hand.day) { _ in Instant(millis: 0) }
      try insertDeferral(item.id, hand.day...hand.day, choice, in: database)
    }
    let days = Set((facts.completion + facts.drop).map(\.tag.day))
    for day in days.sorted() {
      try database.run("INSERT INTO local_act VALUES(?, ?)") { (statement) throws(SQLiteError) in
        try statement.bind(day.dayNumber, at: 1)
        try statement.bind(high: item.id.high, low: item.id.low, at: 2)
      }
    }
  }

  private static func insertDeferral(
    _ task: RecordID, _ days: ClosedRange<LogicalDate>, _ byHand: Deferral?,
    in database: Database
  ) throws(SQLiteError) {
    try database.run("INSERT INTO local_deferral VALUES(?, ?, ?, ?, ?, ?, ?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: task.high, low: task.low, at: 1)
      try statement.bind(days.lowerBound.dayNumber, at: 2)
      try statement.bind(byHand == nil ? 1 : 0, at: 3)
      try statement.bind(days.upperBound.dayNumber, at: 4)
      try statement.bindIfAny(byHand?.deferredTo?.dayNumber, at: 5)
      try statement.bind((byHand?.reason ?? .unspecified).text, at: 6)
      try statement.bindIfAny(byHand.map { Int($0.deferredOn.millis) }, at: 7)
    }
  }

  static func remove(_ id: RecordID, in database: Database) throws(SQLiteError) {
    for sql in [
      "DELETE FROM local_task WHERE id = ?", "DELETE FROM local_deferral WHERE task = ?",
      "DELETE FROM local_act WHERE task = ?",
    ] {
      try database.run(sql) { (statement) throws(SQLiteError) in
        try statement.bind(high: id.high, low: id.low, at: 1)
      }
    }
  }

  /// Remembers the zone of the largest-stamped fact of each day; undone facts count too, since
  /// an undoing must not move a day's end.
  static func noteZones(
    _ marks: [(stamp: Stamp, tag: Tag)], in database: Database
  ) throws(SQLiteError) {
    for mark in marks {
      guard let tag = DayTag(mark.tag) else { continue }
      try database.run(
        """
        INSERT INTO local_day_zone VALUES(?1, ?2, ?3, ?4)
        ON CONFLICT(day) DO UPDATE SET clock = ?2, device = ?3, zone = ?4
        WHERE ?2 > clock OR (?2 = clock AND ?3 > device)
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(tag.day.dayNumber, at: 1)
        try statement.bind(Int64(bitPattern: mark.stamp.clock.rawValue), at: 2)
        // Shifted so that SQL's signed order is the unsigned order of ids.
        let device = mark.stamp.device.rawValue ^ (1 << 63)
        try statement.bind(Int64(bitPattern: device), at: 3)
        try statement.bind(tag.zone, at: 4)
      }
    }
  }

  /// The zone in which a day ended: that of the largest-stamped fact of it or of an earlier day.
  static func zone(
    of day: LogicalDate, in database: Database
  ) throws(SQLiteError) -> String? {
    try database.first(
      "SELECT zone FROM local_day_zone WHERE day <= ? ORDER BY day DESC LIMIT 1"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(day.dayNumber, at: 1)
    } row: {
      $0.text(0)
    }
  }
}

extension Statement {
  func bindIfAny(_ value: Int?, at index: Int32) throws(SQLiteError) {
    if let value { try bind(value, at: index) }
  }

  func recordID(_ column: Int32) -> RecordID {
    let id = high128(column)
    return RecordID(high: id?.high ?? 0, low: id?.low ?? 0)
  }

  func date(_ column: Int32) -> LogicalDate? {
    isNull(column) ? nil : LogicalDate(dayNumber: int(column))
  }

  func instant(_ column: Int32) -> Instant? {
    isNull(column) ? nil : Instant(millis: int64(column))
  }
}
