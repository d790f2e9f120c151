import ReplicaStore
import SQLite

/// What follows from the facts about focus sessions, in a local table.
///
/// Runs before the tasks: a session ends with its task by facts alone, and a task's carried day
/// follows from its sessions.
struct SessionConsequences: ConsequencePart {
  static let tables = [ConsequenceTable("local_session", order: "id")]
  static let sql = SessionTable.sql

  private let transaction: ReadTransaction

  init(_ planner: Planner, _ transaction: ReadTransaction, _ moment: PlannerMoment) {
    self.transaction = transaction
  }

  func catchUp(_ touched: inout TouchedRecords) throws {
    var ids = Set(touched.ids(WorkSession.self))
    var tasks = Set(touched.ids(TaskItem.self))
    for deferral in touched.ids(DeferralRecord.self) {
      if let task = try transaction.record(DeferralRecord.self, deferral)?.task {
        tasks.insert(task)
      }
    }
    for task in tasks {
      ids.formUnion(try transaction.sessionsEnding(with: task))
    }
    guard !ids.isEmpty else { return }
    var walk = SessionWalk(transaction)
    try walk.run(ids)
    for task in walk.tasks { touched.insert(TaskItem.self, task) }
  }

  func rebuild() throws {
    var walk = SessionWalk(transaction)
    try walk.run(Set(try transaction.allIDs(WorkSession.self)))
  }
}

/// Sweeps over sessions that facts touched and over those that what became of them can change.
struct SessionWalk {
  private let transaction: ReadTransaction
  /// The tasks whose sessions were written to, or read otherwise than before.
  private(set) var tasks: Set<RecordID> = []
  private var closings: [RecordID: [TaskClosing]] = [:]

  private var database: Database { transaction.database }

  init(_ transaction: ReadTransaction) {
    self.transaction = transaction
  }

  /// Works out sessions again.
  mutating func run(_ touched: Set<RecordID>) throws {
    var queue = try facts(touched)
    // The first comes last, to be taken from the end.
    queue.sort { ($1.startedAt, $1.id) < ($0.startedAt, $0.id) }
    while let first = queue.last { try sweep(from: first, &queue) }
  }

  /// The facts of sessions, and of those that began beside one that is gone.
  private mutating func facts(_ touched: Set<RecordID>) throws -> [SessionFacts] {
    var found: [RecordID: SessionFacts] = [:]
    for id in touched.sorted() {
      let old = try SessionTable.session(id, in: database)
      let new = try load(id)
      note(old?.subject)
      note(new?.subject)
      found[id] = new
      guard let old, old.startedAt != new?.startedAt else { continue }
      try SessionTable.remove(id, in: database)
      let beside = try SessionTable.sessions(
        where: "started_at >= ? AND started_at < ?", in: database
      ) { (statement) throws(SQLiteError) in
        try statement.bind(old.startedAt.millis, at: 1)
        try statement.bind(old.closesAt.millis, at: 2)
      }
      for session in beside where found[session.id] == nil {
        found[session.id] = try load(session.id)
      }
    }
    return Array(found.values)
  }

  /// Sweeps on from one session for as long as anything can still be different.
  private mutating func sweep(
    from first: SessionFacts, _ queue: inout [SessionFacts]
  ) throws {
    var sweep = SessionSweep(rival: try rival(of: first))
    var horizon = first.startedAt
    var previous: SessionFacts?
    while let facts = try next(after: previous, before: horizon, &queue) {
      let old = try SessionTable.session(facts.id, in: database)
      let new = sweep.next(facts)
      if old != new {
        try SessionTable.save(new, in: database)
        note(new.subject)
        // Whoever began by then may have begun beside it, before or now.
        horizon = max(horizon, new.closesAt, old?.closesAt ?? new.closesAt)
      }
      previous = facts
    }
  }

  /// The next session in the order of begins: one of the queue, or one that is only passed by.
  private mutating func next(
    after previous: SessionFacts?, before horizon: Instant, _ queue: inout [SessionFacts]
  ) throws -> SessionFacts? {
    guard let previous else { return queue.popLast() }
    let passed = try SessionTable.sessions(
      where: "(started_at, id) > (?, ?) AND started_at < ?", order: "started_at, id LIMIT 1",
      in: database
    ) { (statement) throws(SQLiteError) in
      try statement.bind(previous.startedAt.millis, at: 1)
      try statement.bind(high: previous.id.high, low: previous.id.low, at: 2)
      try statement.bind(horizon.millis, at: 3)
    }.first
    if let queued = queue.last, queued.startedAt < horizon,
      passed.map({ (queued.startedAt, queued.id) <= ($0.startedAt, $0.id) }) ?? true
    {
      return queue.popLast()
    }
    return try passed.flatMap { try load($0.id) }
  }

  /// The session that ran when another one began, by what is known of those before.
  private func rival(of facts: SessionFacts) throws -> SessionSweep.Rival? {
    try SessionTable.sessions(
      where: """
        started_at > ?1 AND (started_at, id) < (?2, ?3) AND closes_at > ?2 AND came_first = 1
        """, in: database
    ) { (statement) throws(SQLiteError) in
      try statement.bind((facts.startedAt - SessionFacts.secondsMax).millis - 1, at: 1)
      try statement.bind(facts.startedAt.millis, at: 2)
      try statement.bind(high: facts.id.high, low: facts.id.low, at: 3)
    }.first.map { SessionSweep.Rival(closesAt: $0.closesAt, isClosed: $0.isClosed) }
  }

  private mutating func note(_ subject: FocusSubject?) {
    if let task = subject?.task { tasks.insert(task) }
  }

  /// The facts about one session; `nil` if there is none, or its begin was undone.
  private mutating func load(_ id: RecordID) throws -> SessionFacts? {
    guard let record = try transaction.record(WorkSession.self, id) else { return nil }
    let history = try transaction.history(WorkSession.self, id)
    try DayZones.note(try history.marks(), in: database)
    guard let began = try history.versions(of: \.startedAt).last, DayTag(began.tag) != nil,
      let startedAt = record.startedAt, let day = record.day
    else { return nil }
    let window = record.habitWindow.map { FocusSubject.habitWindow($0) }
    return SessionFacts(
      id: id, subject: record.task.map { .task($0) } ?? window, began: began.stamp,
      startedAt: startedAt, day: day, dayEndsAt: record.dayEndsAt ?? startedAt,
      estimateMinutes: record.estimateMinutes, manualMinutes: record.manualMinutes,
      pauses: try history.pauses(), ends: try history.ends(),
      closings: try record.task.map { try closings(of: $0) } ?? [])
  }

  private mutating func closings(of task: RecordID) throws -> [TaskClosing] {
    if let known = closings[task] { return known }
    let found = try StoredInstance(task, transaction)?.instance.facts.closings ?? []
    closings[task] = found
    return found
  }
}

extension RecordHistory<WorkSession> {
  fileprivate func pauses() throws -> [Authored<PauseChange>] {
    try zip(versions(of: \.pausedAt), versions(of: \.resumedAt)).compactMap { pause, resumption in
      DayTag(pause.tag).map {
        Authored(
          stamp: pause.stamp, tag: $0,
          value: PauseChange(pausedAt: pause.value, resumedAt: resumption.value))
      }
    }
  }

  fileprivate func ends() throws -> [Authored<SessionEnd>] {
    try zip(versions(of: \.endedAt), versions(of: \.outcome)).compactMap { end, outcome in
      guard let tag = DayTag(end.tag), let endedAt = end.value else { return nil }
      return Authored(
        stamp: end.stamp, tag: tag,
        value: SessionEnd(endedAt: endedAt, outcome: outcome.value))
    }
  }
}
