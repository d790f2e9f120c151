public import ReplicaStore
import SQLite

/// The running timer, on whatever device it was begun.
public struct FocusStatus: Hashable, Sendable {
  /// The session.
  public var session: SessionState
  /// What it is on, in words.
  public var title: String
  /// Running, past its estimate, or paused.
  public var phase: FocusPhase
  /// The time worked, in seconds.
  public var seconds: Int
  /// The one line about an Anchor that is near.
  public var edge: ApproachingEdge?
}

/// What the timer brings to Today.
public struct FocusToday: Hashable, Sendable {
  /// The running timer.
  public var status: FocusStatus?
  /// Tasks whose timers the last day's end closed, to go on with.
  public var pickUps: [PickUp]
  /// The time spent so far on the running task and on those done today, in seconds.
  public var trackedSeconds: [RecordID: Int]
}

extension Planner {
  /// Reads the running timer.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: `nil` if none runs.
  /// - Throws: `ReplicaError`.
  public func focus(_ context: DayContext) throws -> FocusStatus? {
    let moment = try tick(context)
    return try replica.read { try $0.focusStatus(moment) }
  }

  /// Reads what the timer brings to Today.
  ///
  /// - Parameter context: The moment and the place.
  /// - Returns: The timer, the offers, and the time spent.
  /// - Throws: `ReplicaError`.
  public func focusToday(_ context: DayContext) throws -> FocusToday {
    let moment = try tick(context)
    return try replica.read { transaction in
      let status = try transaction.focusStatus(moment)
      var timed = try transaction.database.rows(
        """
        SELECT DISTINCT task FROM local_session
        WHERE task IN (SELECT id FROM local_task WHERE completed_day = ?)
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(moment.today.dayNumber, at: 1)
      } row: {
        $0.recordID(0)
      }
      if let task = status?.session.subject?.task { timed.append(task) }
      var tracked: [RecordID: Int] = [:]
      for task in timed {
        tracked[task] = try transaction.trackedSeconds(of: task, at: moment.now)
      }
      return FocusToday(
        status: status, pickUps: try transaction.pickUps(moment),
        trackedSeconds: tracked)
    }
  }

  /// Reads one session.
  ///
  /// - Parameters:
  ///   - id: The session.
  ///   - context: The moment and the place.
  /// - Returns: `nil` if there is none.
  /// - Throws: `ReplicaError`.
  public func session(_ id: RecordID, _ context: DayContext) throws -> SessionState? {
    try tick(context)
    return try replica.read { try SessionTable.session(id, in: $0.database) }
  }

  /// Reads the sessions on a task, those of all devices.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - context: The moment and the place.
  /// - Returns: By their begin.
  /// - Throws: `ReplicaError`.
  public func sessions(ofTask task: RecordID, _ context: DayContext) throws -> [SessionState] {
    try tick(context)
    return try replica.read { try $0.sessions(of: .task(task)) }
  }

  /// Reads the sessions on a habit's time of day, minutes typed in among them.
  ///
  /// - Parameters:
  ///   - window: The habit's time of day.
  ///   - context: The moment and the place.
  /// - Returns: By their begin.
  /// - Throws: `ReplicaError`.
  public func sessions(
    ofHabitWindow window: RecordID, _ context: DayContext
  ) throws -> [SessionState] {
    try tick(context)
    return try replica.read { try $0.sessions(of: .habitWindow(window)) }
  }

  /// What its sessions gave a habit's time of day on a day, minutes typed in included.
  ///
  /// - Parameters:
  ///   - window: The habit's time of day.
  ///   - day: The day.
  ///   - context: The moment and the place.
  /// - Returns: Whole seconds; `nil` if it has no session that is over.
  /// - Throws: `ReplicaError`.
  public func timedSeconds(
    ofHabitWindow window: RecordID, on day: LogicalDate, _ context: DayContext
  ) throws -> Int? {
    try tick(context)
    return try replica.read { try $0.timedSeconds(of: window, on: day) }
  }

  /// The time spent on a task so far, the running timer's included.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - context: The moment and the place.
  /// - Returns: Seconds, pauses left out.
  /// - Throws: `ReplicaError`.
  public func trackedSeconds(ofTask task: RecordID, _ context: DayContext) throws -> Int {
    let moment = try tick(context)
    return try replica.read { try $0.trackedSeconds(of: task, at: moment.now) }
  }
}

extension ReadTransaction {
  func trackedSeconds(of task: RecordID, at now: Instant) throws -> Int {
    try sessions(of: .task(task)).reduce(0) { $0 + $1.seconds(at: now) }
  }

  fileprivate func focusStatus(_ moment: PlannerMoment) throws -> FocusStatus? {
    let now = moment.now
    guard let live = try liveSession(at: now) else { return nil }
    return FocusStatus(
      session: live, title: try title(of: live.subject), phase: live.phase(at: now),
      seconds: live.seconds(at: now),
      edge: ApproachingEdge.nearest(of: try focusAnchors(moment), at: now))
  }

  /// One offer for each task, for the last of its sessions.
  fileprivate func pickUps(_ moment: PlannerMoment) throws -> [PickUp] {
    let now = moment.now
    let dismissed = try DismissedPickUps.load(database)
    return try sessions(on: moment.today - 1).compactMap { session in
      guard let id = session.subject?.task, session.outcome(at: now) == .autoClosed,
        let row = try TaskRow.row(id, in: database)
      else { return nil }
      let since = PickUp.Since(
        isOver: row.completedDay != nil || row.droppedDay != nil,
        isMovedLater: try isMovedLater(id, since: session, today: moment.today),
        isTimedAgain: try sessions(of: .task(id)).contains { other in
          !other.isManual && (session.startedAt, session.id) < (other.startedAt, other.id)
        },
        isDismissed: dismissed.contains(session.id))
      guard PickUp.isOffered(session, since: since, today: moment.today, now: now) else {
        return nil
      }
      return PickUp(
        task: id, title: row.title, session: session.id, day: session.day,
        closedAt: session.closesAt, seconds: session.seconds(at: now))
    }
  }

  /// Whether a task was given a later day, or none, after a session on it began.
  private func isMovedLater(
    _ task: RecordID, since session: SessionState, today: LogicalDate
  ) throws -> Bool {
    guard let began = try stamp(of: \WorkSession.startedAt, session.id),
      let choice = try history(TaskItem.self, task).versions(of: \.dueDate).last,
      began < choice.stamp
    else { return false }
    return choice.value.map { $0 > today } ?? true
  }
}
