import ReplicaStore
import SQLite

/// How a running timer is settled.
public enum FocusEnding: Hashable, Sendable {
  /// The task is done; a habit's minutes are logged.
  case done
  /// Not now: the time is kept, and the task stays where it is.
  case stop
  /// The task is put off, to tomorrow unless a day is given; for tasks only.
  case putOff(to: DeferralDestination? = nil, reason: DeferralReason = .reschedule)
  /// The task is let go; for tasks only.
  case drop

  var outcome: SessionOutcome {
    switch self {
    case .done: .finished
    case .stop: .abandoned
    case .putOff: .deferred
    case .drop: .dropped
    }
  }
}

extension Planner {
  /// Ends the running timer; its time is kept, however it is settled.
  ///
  /// - Parameters:
  ///   - ending: How.
  ///   - note: Words for the task's note, which gets them as a line with date and time.
  ///   - next: What waits to be timed; begun in the same act, or nothing happens at all.
  ///   - context: The moment and the place.
  /// - Returns: The session that ended.
  /// - Throws: `PlannerError` with `noTimer`; with what the task refuses (`dropped`, `deferral`);
  ///   with `badValue` for a habit that is put off, dropped or given a note; with what beginning
  ///   `next` refuses. Nothing is written then. `ReplicaError`.
  public func endFocus(
    _ ending: FocusEnding, note: String? = nil, next: FocusSubject? = nil,
    _ context: DayContext
  ) throws -> FocusReceipt {
    let moment = try tick(context)
    var targetMinutes: Int?
    if case .habitWindow(let window)? = next {
      targetMinutes = try timedHabit(window, on: moment.today, moment).target
    }
    return try replica.write(tag: moment.tag.tag) { transaction in
      let focus = FocusTransaction(transaction, moment)
      let live = try focus.live()
      var end = WorkSession(id: live.id)
      end.endedAt = max(moment.now, live.startedAt)
      end.outcome = ending.outcome
      let line = note.flatMap { FocusNote.line($0, at: moment.now, in: context.zone) }
      end.noteLine = line
      var decision: DeferralDecision?
      if let task = live.subject?.task {
        decision = try focus.settle(task, ending, line)
      } else if line != nil || ending == .drop || ending.outcome == .deferred {
        throw PlannerError(
          .badValue,
          "The timer runs on a habit, which has no note and is not put off or dropped."
            + " Log it, or stop for now.")
      }
      try transaction.write(end, \.endedAt)
      var began: RecordID?
      if let next {
        began = try focus.begin(next, targetMinutes: targetMinutes, after: end).session
      }
      var receipt = focus.receipt(live)
      receipt.deferral = decision
      receipt.next = began
      return receipt
    }
  }

  /// Takes Done back, for five seconds: the timer runs on, and the time since counts as a pause.
  ///
  /// The task is open again, and the line that was added to its note is gone.
  /// - Parameter context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `noTimer` if nothing was finished here, `tooLate`, `timerRuns` if
  ///   another timer was begun since, or `alreadyRepeated`; nothing is written then.
  ///   `ReplicaError`.
  public func undoFocus(_ context: DayContext) throws -> FocusReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      try FocusTransaction(transaction, moment).undo(on: replica.device)
    }
  }
}

extension FocusTransaction {
  /// Does to a task what ending its session asks for.
  fileprivate func settle(
    _ id: RecordID, _ ending: FocusEnding, _ line: String?
  ) throws -> DeferralDecision? {
    guard try transaction.task(id, through: moment.lastEnded) != nil else { return nil }
    var writing = try TaskWriting(id, transaction, moment)
    var decision: DeferralDecision?
    switch ending {
    case .done: try complete(&writing)
    case .stop: break
    case .putOff(let destination, let reason):
      decision = try putOff(&writing, destination, reason)
    case .drop: try drop(&writing)
    }
    if let line {
      writing.item.notes = FocusNote.adding(line, to: writing.item.notes)
      guard (writing.item.notes ?? "").utf8.count <= TaskDraft.notesByteCountMax else {
        throw PlannerError(
          .badValue,
          "The note of “\(writing.item.title)” is full: it has at most 256 kB. Shorten it first.")
      }
      try writing.write(\.notes)
    }
    try link(writing.task)
    return decision
  }

  private func complete(_ writing: inout TaskWriting) throws {
    if writing.task.state.dropped != nil {
      throw PlannerError(
        .dropped, "“\(writing.item.title)” was dropped. Stop the timer for now instead.")
    }
    // Done on another machine meanwhile: done over done changes nothing.
    if writing.task.state.completed == nil { try writing.complete() }
  }

  private func drop(_ writing: inout TaskWriting) throws {
    guard writing.task.state.isLive else {
      throw PlannerError(
        writing.task.state.completed == nil ? .dropped : .alreadyDone,
        "“\(writing.item.title)” is done or dropped already. Stop the timer for now instead.")
    }
    try writing.drop()
  }

  private func putOff(
    _ writing: inout TaskWriting, _ destination: DeferralDestination?, _ reason: DeferralReason
  ) throws -> DeferralDecision? {
    let today = moment.today
    let state = writing.task.state
    let deferral = TaskDeferral(state, from: today, today: today)
    // Not due yet: it waits for its own day, which no gesture of ours brings nearer.
    if destination == nil, state.isLive, deferral.preview.isReschedule { return nil }
    let decision = deferral.decide(destination ?? .quick(today + 1), reason: reason)
    try writing.move(decision, from: today)
    return decision
  }

  fileprivate func undo(on device: DeviceID) throws -> FocusReceipt {
    guard let (session, end) = try lastFinished(on: device) else {
      throw PlannerError(.noTimer, "Nothing was finished with the timer here just now.")
    }
    let another = try SessionTable.sessions(
      where: "started_at >= ? AND outcome <> 'manual'", in: transaction.database
    ) { (statement) throws(SQLiteError) in
      try statement.bind(session.closesAt.millis, at: 1)
    }.contains { $0.id != session.id }
    let task = try session.subject?.task.flatMap {
      try transaction.task($0, through: moment.lastEnded)
    }
    let refusal = FocusUndo.refusal(
      endedAt: session.closesAt, now: now, anotherBegan: another,
      hasMovedOn: try task.map { try transaction.hasMovedOn($0, moment) } ?? false)
    if let refusal {
      throw PlannerError(refusal, title: try transaction.title(of: session.subject))
    }
    let wasPaused = try isPaused(session, without: end)
    var written = [
      VersionReference(type: "work_session", id: session.id, group: "end", stamp: end.stamp)
    ]
    // Both were written by one act, which has one stamp.
    if let task, task.facts.completion.contains(where: { $0.stamp == end.stamp }) {
      written.append(
        VersionReference(
          type: "task", id: task.item.id, group: "completion", stamp: end.stamp))
    }
    try transaction.void(written)
    if !wasPaused {
      try write(PauseChange(pausedAt: session.closesAt, resumedAt: now), to: session)
    }
    if let line = end.value, var item = task?.item {
      item.notes = FocusNote.removing(line, from: item.notes)
      try transaction.write(item, \.notes)
    }
    return receipt(session)
  }

  /// The session finished last on this device, with the line it added as the value of its end.
  private func lastFinished(
    on device: DeviceID
  ) throws -> (SessionState, Version<String?>)? {
    let ended = try SessionTable.sessions(
      where: "started_at > ? AND is_closed = 1 AND outcome = 'finished'",
      order: "closes_at DESC, id DESC", in: transaction.database
    ) { (statement) throws(SQLiteError) in
      try statement.bind((now - 2 * SessionFacts.secondsMax).millis, at: 1)
    }
    for session in ended {
      let versions = try transaction.history(WorkSession.self, session.id)
        .versions(of: \.noteLine)
      if let end = versions.first, end.stamp.device == device { return (session, end) }
    }
    return nil
  }

  /// Whether a session was paused when it was ended.
  private func isPaused(_ session: SessionState, without end: Version<String?>) throws -> Bool {
    let history = try transaction.history(WorkSession.self, session.id)
    let last = Array(
      zip(
        try history.versions(of: \.pausedAt), try history.versions(of: \.resumedAt))
    ).last { $0.0.stamp < end.stamp }
    return last.map { $0.0.value != nil && $0.1.value == nil } ?? false
  }
}

extension PlannerError {
  fileprivate init(_ refusal: FocusUndo.Refusal, title: String) {
    switch refusal {
    case .tooLate:
      self.init(
        .tooLate,
        "“\(title)” was finished more than \(FocusUndo.seconds) seconds ago. Take the"
          + " tick back and begin again.")
    case .anotherBegan:
      self.init(
        .timerRuns, "Another timer was begun since, so “\(title)” stays finished.")
    case .alreadyRepeated:
      self.init(
        .alreadyRepeated,
        "“\(title)” already repeated, and the next one has begun. Go on with that one.")
    }
  }
}
