public import ReplicaStore
import SQLite

/// What an act on the timer did, and what undoes it.
public struct FocusReceipt: Hashable, Sendable {
  /// The session acted on.
  public var session: RecordID
  /// What it is on.
  public var subject: FocusSubject?
  /// The time it had logged then, in seconds.
  public var seconds: Int
  /// What putting its task off amounted to, where the act was that.
  public var deferral: DeferralDecision?
  /// The session that was begun in its place.
  public var next: RecordID?
  /// The versions it wrote.
  public var versions: [VersionReference] = []
}

extension Planner {
  /// Starts the timer on a task, due today or not.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `timerRuns`, which names what it is on, `notFound`,
  ///   `alreadyDone` or `dropped`, and nothing is written; `ReplicaError`.
  public func beginFocus(onTask task: RecordID, _ context: DayContext) throws -> FocusReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      try FocusTransaction(transaction, moment).begin(.task(task), targetMinutes: nil)
    }
  }

  /// Starts the timer on a habit of minutes.
  ///
  /// - Parameters:
  ///   - window: The habit's time of day.
  ///   - targetMinutes: Its target, which stands for an estimate.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `timerRuns`, and nothing is written; `ReplicaError`.
  public func beginFocus(
    onHabitWindow window: RecordID, targetMinutes: Int?, _ context: DayContext
  ) throws -> FocusReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      try FocusTransaction(transaction, moment)
        .begin(.habitWindow(window), targetMinutes: targetMinutes)
    }
  }

  /// Pauses the timer.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `noTimer`, or `badValue` if it is paused; `ReplicaError`.
  public func pauseFocus(_ context: DayContext) throws -> FocusReceipt {
    try changePause(context) { phase, now, change in
      guard phase.allows(.pause) else {
        throw PlannerError(.badValue, "The timer is paused already.")
      }
      change.pausedAt = now
    }
  }

  /// Lets the timer go on.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `noTimer`, or `badValue` if it is not paused; `ReplicaError`.
  public func resumeFocus(_ context: DayContext) throws -> FocusReceipt {
    try changePause(context) { phase, now, change in
      guard phase.allows(.resume) else {
        throw PlannerError(.badValue, "The timer is running, so there is nothing to resume.")
      }
      change.resumedAt = now
    }
  }

  private func changePause(
    _ context: DayContext, _ body: (FocusPhase, Instant, inout PauseChange) throws -> Void
  ) throws -> FocusReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let focus = FocusTransaction(transaction, moment)
      let live = try focus.live()
      var change = PauseChange()
      try body(live.phase(at: moment.now), moment.now, &change)
      try focus.write(change, to: live)
      return focus.receipt(live)
    }
  }
}

/// A transaction together with the moment it happens in: what an act on the timer writes.
struct FocusTransaction {
  let transaction: WriteTransaction
  let moment: PlannerMoment

  init(_ transaction: WriteTransaction, _ moment: PlannerMoment) {
    self.transaction = transaction
    self.moment = moment
  }

  var now: Instant { moment.now }

  /// The timer that runs.
  func live() throws -> SessionState {
    guard let live = try transaction.liveSession(at: now) else { throw PlannerError.noTimer }
    return live
  }

  func receipt(_ session: SessionState) -> FocusReceipt {
    FocusReceipt(
      session: session.id, subject: session.subject, seconds: session.seconds(at: now),
      versions: transaction.authored)
  }

  /// Begins a session, perhaps after another one that ends in the same transaction.
  func begin(
    _ subject: FocusSubject, targetMinutes: Int?, after ending: WorkSession? = nil
  ) throws -> FocusReceipt {
    var session = WorkSession(id: transaction.newID())
    session.task = subject.task
    session.habitWindow = subject.habitWindow
    session.estimateMinutes = targetMinutes
    if let id = subject.task { session.estimateMinutes = try task(toBegin: id) }
    if let live = try transaction.liveSession(at: now), live.id != ending?.id {
      throw PlannerError.timerRuns(on: try transaction.title(of: live.subject))
    }
    let start = try start()
    session.startedAt = ending?.endedAt.map { max($0, start) } ?? start
    session.day = moment.today
    session.dayEndsAt = moment.boundary.end(of: moment.today, in: moment.context.zone)
    try transaction.insert(session)
    return FocusReceipt(
      session: session.id, subject: subject, seconds: 0, versions: transaction.authored)
  }

  /// Checks a task that is to be timed.
  ///
  /// - Returns: Its estimate.
  private func task(toBegin id: RecordID) throws -> Int? {
    guard let task = try transaction.task(id, through: moment.lastEnded) else {
      throw PlannerError.noSuchTask
    }
    if task.state.completed != nil {
      throw PlannerError(
        .alreadyDone, "“\(task.item.title)” is done. Take the tick back to go on with it.")
    }
    if task.state.dropped != nil {
      throw PlannerError(
        .dropped, "“\(task.item.title)” was dropped. Make it again if it is back.")
    }
    try link(task)
    return task.state.effortMinutes
  }

  /// Now, or when the last session ended if its clock ran ahead of this one.
  ///
  /// A session that began before that end would read as begun beside the other one.
  private func start() throws -> Instant {
    let ahead = Instant(millis: now.millis + DriftGuard.standard.aheadMillisMax)
    return try SessionTable.sessions(
      where: "started_at > ?1 AND is_closed = 1 AND came_first = 1 AND closes_at > ?2"
        + " AND closes_at <= ?3", in: transaction.database
    ) { (statement) throws(SQLiteError) in
      try statement.bind((now - SessionFacts.secondsMax).millis, at: 1)
      try statement.bind(now.millis, at: 2)
      try statement.bind(ahead.millis, at: 3)
    }.map(\.closesAt).max() ?? now
  }

  /// Has the first write to a next instance of a repeat say which one it follows.
  func link(_ task: FoldedTask) throws {
    if task.item.predecessor != nil, task.stored?.item.predecessor == nil {
      try transaction.write(task.item, \.predecessor)
    }
  }

  func write(_ change: PauseChange, to session: SessionState) throws {
    var record = WorkSession(id: session.id)
    record.pausedAt = change.pausedAt
    record.resumedAt = change.resumedAt
    try transaction.write(record, \.pausedAt)
  }
}

extension ReadTransaction {
  /// What a session is on, in words.
  func title(of subject: FocusSubject?) throws -> String {
    switch subject {
    case .task(let id):
      return try TaskRow.row(id, in: database)?.title ?? "a task that is not here yet"
    case .habitWindow(let id): return try habitTitle(ofWindow: id) ?? "a habit"
    case nil: return "something a newer version knows"
    }
  }
}

extension PlannerError.Code {
  /// A timer runs already; there is one for everything.
  public static let timerRuns = Self(rawValue: "timerRuns")
  /// No timer runs.
  public static let noTimer = Self(rawValue: "noTimer")
  /// It is too late to take something back.
  public static let tooLate = Self(rawValue: "tooLate")
}

extension PlannerError {
  static let noTimer = PlannerError(
    .noTimer, "No timer is running. Begin one on a task or a habit first.")

  static func timerRuns(on title: String) -> PlannerError {
    PlannerError(
      .timerRuns, "The timer runs on “\(title)”. Settle that first: done, stop, defer or drop.")
  }
}
