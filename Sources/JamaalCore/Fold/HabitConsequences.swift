import ReplicaStore
import SQLite

/// What follows from the facts about habits, in the local tables: how each time of day stood over
/// the days, and what each day's log comes to.
///
/// Cells, reads and engagement are derived when they are read, from these rows.
struct HabitConsequences: ConsequencePart {
  static let tables = [
    ConsequenceTable("local_habit_entry", order: "id"),
    ConsequenceTable("local_habit_span", order: "window_id, first_day"),
  ]

  static let sql = """
    CREATE TABLE local_habit_entry (
      id BLOB PRIMARY KEY,
      window_id BLOB NOT NULL,
      day INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      target INTEGER,
      reached_at INTEGER,
      checked_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_habit_entry_day ON local_habit_entry(day);
    CREATE INDEX local_habit_entry_window ON local_habit_entry(window_id, day);
    CREATE TABLE local_habit_span (
      window_id BLOB NOT NULL,
      first_day INTEGER NOT NULL,
      last_day INTEGER,
      habit BLOB NOT NULL,
      kind TEXT NOT NULL,
      weekdays TEXT NOT NULL,
      times_per_week INTEGER NOT NULL,
      target INTEGER NOT NULL,
      minutes INTEGER NOT NULL,
      start_minute INTEGER NOT NULL,
      end_minute INTEGER NOT NULL,
      PRIMARY KEY (window_id, first_day)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_habit_span_habit ON local_habit_span(habit);
    CREATE INDEX IF NOT EXISTS local_window_of_habit ON habit_window(habit);
    CREATE INDEX IF NOT EXISTS local_pause_of_habit ON habit_pause(habit);
    """

  private let transaction: ReadTransaction
  private var database: Database { transaction.database }

  init(_ planner: Planner, _ transaction: ReadTransaction, _ moment: PlannerMoment) {
    self.transaction = transaction
  }

  func catchUp(_ touched: inout TouchedRecords) throws {
    try noteZones(Habit.self, touched.ids(Habit.self))
    try noteZones(HabitGroup.self, touched.ids(HabitGroup.self))
    try noteZones(HabitTimeWindow.self, touched.ids(HabitTimeWindow.self))
    try noteZones(HabitPause.self, touched.ids(HabitPause.self))
    var habits = Set(touched.ids(Habit.self))
    let entries = touched.ids(HabitEntry.self)
    for id in entries {
      try removeLog(id)
      try DayZones.note(try fold(entry: id).marks(), in: database)
    }
    if !entries.isEmpty || !touched.ids(WorkSession.self).isEmpty {
      // What is logged or timed keeps a time of day that was taken away, until it is undone.
      habits.formUnion(
        try transaction.records(HabitTimeWindow.self, where: "isRemoved = 1").compactMap(\.habit))
    }
    for id in touched.ids(HabitTimeWindow.self) {
      if let habit = try transaction.record(HabitTimeWindow.self, id)?.habit {
        habits.insert(habit)
      } else {
        try removeSpans("window_id", id)
      }
    }
    for id in touched.ids(HabitPause.self) {
      if let habit = try transaction.pause(id)?.habit { habits.insert(habit) }
    }
    for id in habits.sorted() { try fold(habit: id) }
  }

  func rebuild() throws {
    try noteZones(Habit.self, transaction.allIDs(Habit.self))
    try noteZones(HabitGroup.self, transaction.allIDs(HabitGroup.self))
    try noteZones(HabitTimeWindow.self, transaction.allIDs(HabitTimeWindow.self))
    try noteZones(HabitPause.self, transaction.allIDs(HabitPause.self))
    // Most days have many entries: of each day's zones only the newest is noted, once for all.
    var newest: [Tag: Stamp] = [:]
    for id in try transaction.allIDs(HabitEntry.self) {
      for mark in try fold(entry: id).marks()
      where newest[mark.tag].map({ $0 < mark.stamp }) ?? true {
        newest[mark.tag] = mark.stamp
      }
    }
    try DayZones.note(newest.map { (stamp: $0.value, tag: $0.key) }, in: database)
    for id in try transaction.allIDs(Habit.self) { try fold(habit: id) }
  }

  /// Notes the zones that facts were written in.
  private func noteZones<Model: Record>(_ model: Model.Type, _ ids: [RecordID]) throws {
    for id in ids { try DayZones.note(try transaction.history(model, id).marks(), in: database) }
  }

  // MARK: - Days

  private func removeLog(_ id: RecordID) throws(SQLiteError) {
    try database.run("DELETE FROM local_habit_entry WHERE id = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    }
  }

  /// Works one day's log out, of which nothing is kept yet.
  ///
  /// - Returns: The entry's history, in which zones are still to be noted.
  private func fold(entry id: RecordID) throws -> RecordHistory<HabitEntry> {
    let history = try transaction.history(HabitEntry.self, id)
    guard let entry = try transaction.record(HabitEntry.self, id), let window = entry.window,
      let day = entry.date
    else { return history }
    let log = try transaction.log(id, history)
    try database.run("INSERT INTO local_habit_entry VALUES(?, ?, ?, ?, ?, ?, ?)") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
      try statement.bind(high: window.high, low: window.low, at: 2)
      try statement.bind(day.dayNumber, at: 3)
      try statement.bind(log.amount, at: 4)
      try statement.bindIfAny(log.target, at: 5)
      try statement.bindIfAny(log.reachedAt.map { Int($0.millis) }, at: 6)
      try statement.bindIfAny(log.checkedAt.map { Int($0.millis) }, at: 7)
    }
    return history
  }

  // MARK: - Habits

  private func fold(habit id: RecordID) throws {
    try removeSpans("habit", id)
    guard let habit = try transaction.record(Habit.self, id) else { return }
    let facts = try transaction.facts(of: habit)
    let windows = try transaction.records(HabitTimeWindow.self, where: "habit = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    }
    for window in windows {
      let windowFacts = try transaction.facts(
        of: window, hasEntries: try transaction.hasEntries(window.id))
      for span in facts.spans(of: windowFacts) { try insert(span, window.id, habit) }
    }
  }

  private func insert(_ span: HabitSpan, _ window: RecordID, _ habit: Habit) throws(SQLiteError) {
    let marks = [String](repeating: "?", count: 11).joined(separator: ", ")
    try database.run("INSERT INTO local_habit_span VALUES(\(marks))") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: window.high, low: window.low, at: 1)
      try statement.bind(span.first.dayNumber, at: 2)
      try statement.bindIfAny(span.last?.dayNumber, at: 3)
      try statement.bind(high: habit.id.high, low: habit.id.low, at: 4)
      try statement.bind(habit.kind.text, at: 5)
      try statement.bind(span.schedule.weekdayText, at: 6)
      try statement.bind(span.schedule.timesPerWeek, at: 7)
      try statement.bind(span.target, at: 8)
      try statement.bind(span.minutes, at: 9)
      try statement.bind(span.times.startMinute, at: 10)
      try statement.bind(span.times.endMinute, at: 11)
    }
  }

  private func removeSpans(_ column: String, _ id: RecordID) throws(SQLiteError) {
    try database.run("DELETE FROM local_habit_span WHERE \(column) = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    }
  }
}

extension ReadTransaction {
  /// A pause, deleted or not: its habit has to be looked at again either way.
  fileprivate func pause(_ id: RecordID) throws -> HabitPause? {
    if let pause = try record(HabitPause.self, id) { return pause }
    let habit = try database.first("SELECT habit FROM habit_pause WHERE id = ?") {
      (statement) throws(SQLiteError) in
      try statement.bind(high: id.high, low: id.low, at: 1)
    } row: {
      $0.isNull(0) ? nil : $0.recordID(0)
    }
    var pause = HabitPause(id: id)
    pause.habit = habit ?? nil
    return pause
  }

  /// Whether anything was ever logged or timed for a time of day.
  func hasEntries(_ window: RecordID) throws -> Bool {
    let isLogged = try database.first(
      """
      SELECT 1 FROM local_habit_entry
      WHERE window_id = ? AND (amount > 0 OR target IS NOT NULL OR checked_at IS NOT NULL) LIMIT 1
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(high: window.high, low: window.low, at: 1)
    } row: { _ in
      true
    }
    return try isLogged == true || hasSessions(on: window)
  }
}
