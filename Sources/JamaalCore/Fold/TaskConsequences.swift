import ReplicaStore
import SQLite

/// What follows from the facts about tasks, in the local tables.
struct TaskConsequences: ConsequencePart {
  static let tables = [
    ConsequenceTable("local_task", order: "id"),
    ConsequenceTable("local_link", order: "id"),
    ConsequenceTable("local_deferral", order: "task, first_day, is_automatic"),
    ConsequenceTable("local_act", order: "day, task"),
  ]

  static let sql =
    """
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
      is_linked INTEGER NOT NULL,
      linked_notes TEXT,
      linked_category BLOB
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
    CREATE INDEX IF NOT EXISTS local_deferral_of_task ON deferral(task);
    """ + TaskLink.sql

  private let transaction: ReadTransaction
  private let moment: PlannerMoment

  init(_ planner: Planner, _ transaction: ReadTransaction, _ moment: PlannerMoment) {
    self.transaction = transaction
    self.moment = moment
  }

  func catchUp(_ touched: inout TouchedRecords) throws {
    for deferral in touched.ids(DeferralRecord.self) {
      if let task = try transaction.record(DeferralRecord.self, deferral)?.task {
        touched.insert(TaskItem.self, task)
      }
    }
    let tasks = Set(touched.ids(TaskItem.self))
    let changing = try Self.due(toChangeBy: moment.lastEnded, in: transaction.database)
    var fold = TaskChainFold(transaction, moment, touched: tasks)
    try fold.run(tasks.union(changing).sorted())
  }

  func rebuild() throws {
    var fold = TaskChainFold(transaction, moment, touched: [])
    try fold.rebuild(try transaction.allIDs(TaskItem.self))
  }

  /// Tasks that days ended up to `day` can change.
  private static func due(
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

extension TaskConsequences {
  /// Replaces what the tables say about one task.
  static func replace(
    _ item: TaskItem, _ state: TaskState, _ facts: TaskFacts, isLinked: Bool, series: RecordID?,
    in database: Database
  ) throws(SQLiteError) {
    try remove(item.id, in: database)
    let marks = [String](repeating: "?", count: 21).joined(separator: ", ")
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
      // Those of other tasks are read from their own records.
      guard isLinked else { return }
      if let notes = item.notes { try statement.bind(notes, at: 20) }
      if let category = item.category {
        try statement.bind(high: category.high, low: category.low, at: 21)
      }
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
}
