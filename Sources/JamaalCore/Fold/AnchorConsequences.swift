import ReplicaStore
import SQLite

/// What people decided about Anchors, in a local table: one row for each Anchor decided about.
///
/// What rules make is worked out when it is read, from the rules' histories (`AnchorFold`): it is
/// the same however often it is asked, so there is nothing to keep up to date.
struct AnchorConsequences: ConsequencePart {
  static let tables = [ConsequenceTable("local_anchor_decision", order: "id")]

  static let sql = """
    CREATE TABLE local_anchor_decision (
      id BLOB PRIMARY KEY,
      subject BLOB NOT NULL,
      date INTEGER,
      slot TEXT NOT NULL,
      status TEXT NOT NULL,
      resolved_at INTEGER,
      decided_day INTEGER NOT NULL,
      handled_day INTEGER,
      is_late INTEGER NOT NULL,
      occurrence INTEGER NOT NULL,
      window_start INTEGER NOT NULL,
      window_end INTEGER NOT NULL,
      title TEXT NOT NULL,
      rule_title TEXT NOT NULL,
      effort INTEGER,
      placement TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX local_anchor_decision_day ON local_anchor_decision(occurrence);
    CREATE INDEX local_anchor_decision_slot ON local_anchor_decision(subject, slot);
    CREATE INDEX local_anchor_decision_decided ON local_anchor_decision(decided_day);
    CREATE INDEX IF NOT EXISTS local_anchor_slot_of_rule ON anchor_slot(rule);
    CREATE INDEX IF NOT EXISTS local_anchor_break_of_rule ON anchor_break(rule);
    """

  private let transaction: ReadTransaction

  init(_ planner: Planner, _ transaction: ReadTransaction, _ moment: PlannerMoment) {
    self.transaction = transaction
  }

  func catchUp(_ touched: inout TouchedRecords) throws {
    try note(AnchorRule.self, touched.ids(AnchorRule.self))
    try note(AnchorSlot.self, touched.ids(AnchorSlot.self))
    try note(AnchorBreak.self, touched.ids(AnchorBreak.self))
    try note(Anchor.self, touched.ids(Anchor.self))
    for id in touched.ids(AnchorDecision.self) { try fold(id) }
  }

  func rebuild() throws {
    try note(AnchorRule.self, try transaction.allIDs(AnchorRule.self))
    try note(AnchorSlot.self, try transaction.allIDs(AnchorSlot.self))
    try note(AnchorBreak.self, try transaction.allIDs(AnchorBreak.self))
    try note(Anchor.self, try transaction.allIDs(Anchor.self))
    for id in try transaction.allIDs(AnchorDecision.self) { try fold(id) }
  }

  private func note<Model: Record>(_ model: Model.Type, _ ids: [RecordID]) throws {
    for id in ids {
      try DayZones.note(try transaction.history(model, id).marks(), in: transaction.database)
    }
  }

  private func fold(_ id: RecordID) throws {
    let database = transaction.database
    let history = try transaction.history(AnchorDecision.self, id)
    try DayZones.note(try history.marks(), in: database)
    try database.run("DELETE FROM local_anchor_decision WHERE id = ?") {
      (statement) throws(SQLiteError) in
      try statement.bindID(id, at: 1)
    }
    guard let decision = try transaction.record(AnchorDecision.self, id),
      let subject = decision.subject, let occurrence = decision.occurrenceDate,
      let start = decision.windowStart, let end = decision.windowEnd
    else { return }
    let said = try history.versions(of: \.status).authored()
    guard let newest = said.last else { return }
    let wasLate = try history.versions(of: \.isLate).authored().map(\.value)
    let handled = Self.handledDay(said, wasLate)
    let marks = [String](repeating: "?", count: 16).joined(separator: ", ")
    try database.run("INSERT INTO local_anchor_decision VALUES(\(marks))") {
      (statement) throws(SQLiteError) in
      try statement.bindID(id, at: 1)
      try statement.bindID(subject, at: 2)
      try statement.bindIfAny(decision.date?.dayNumber, at: 3)
      try statement.bind(decision.slotKey, at: 4)
      try statement.bind(decision.status.text, at: 5)
      try statement.bindIfAny(decision.resolvedAt.map { Int($0.millis) }, at: 6)
      // What was put right for a day counts for that day.
      let decidedDay = decision.isLate ? min(occurrence, newest.tag.day) : newest.tag.day
      try statement.bind(decidedDay.dayNumber, at: 7)
      try statement.bindIfAny(handled?.dayNumber, at: 8)
      try statement.bind(decision.isLate ? 1 : 0, at: 9)
      try statement.bind(occurrence.dayNumber, at: 10)
      try statement.bind(Int(start.millis), at: 11)
      try statement.bind(Int(end.millis), at: 12)
      try statement.bind(decision.title, at: 13)
      try statement.bind(decision.ruleTitle, at: 14)
      try statement.bindIfAny(decision.effortMinutes, at: 15)
      try statement.bind(decision.placement.text, at: 16)
    }
  }

  /// The day from which an after-last rule counts.
  ///
  /// That of the latest word said in time, among those said since it was last taken back: a late
  /// correction never moves the chain, a word said in time does, however late it arrives.
  private static func handledDay(
    _ said: [Authored<AnchorStatus>], _ wasLate: [Bool]
  ) -> LogicalDate? {
    var day: LogicalDate?
    for (version, isLate) in zip(said, wasLate) {
      if !version.value.isHandled {
        day = nil
      } else if !isLate {
        day = version.tag.day
      }
    }
    return day
  }
}
