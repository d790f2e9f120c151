/// Works out what became of focus sessions, one after another in the order of their begins.
///
/// A pure function of the facts, in whatever order they arrived, and never of the time it is read
/// at. In this order:
///
/// 1. A session's own end, the first by stamp, takes the place of everything else.
/// 2. One begun while an earlier-started one ran is abandoned, for good, also after that one has
///    ended. It ends with that one, with its own day or with its task, whichever is first.
/// 3. A completion, drop or real deferral of its task, stamped after its begin, ends it.
/// 4. Otherwise it runs to the end of its day: what is done to it or to its task at that instant or
///    later ends nothing.
///
/// One that was abandoned as it began stands in nobody's way, whatever was done to it later: a
/// device that began another one had seen it abandoned.
public struct SessionSweep: Sendable {
  /// A session that may stand in the way of a later one.
  struct Rival: Hashable, Sendable {
    var closesAt: Instant
    var isClosed: Bool
  }

  /// The one that came first and may run on: of those there is never a second.
  private var rival: Rival?

  /// Begins with the one that ran already.
  init(rival: Rival? = nil) {
    self.rival = rival
  }

  /// Works out all of them.
  ///
  /// - Parameter facts: The facts about every session, in any order.
  /// - Returns: Their states, in the order of their begins.
  /// - Complexity: O(n log n) in the number of sessions.
  public static func states(of facts: [SessionFacts]) -> [SessionState] {
    var sweep = SessionSweep()
    return facts.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }.map { sweep.next($0) }
  }

  /// Works out the one that began next.
  mutating func next(_ facts: SessionFacts) -> SessionState {
    if let minutes = facts.manualMinutes { return Self.manual(facts, minutes: minutes) }
    if let over = rival, over.closesAt <= facts.startedAt { rival = nil }
    let state = Self.state(of: facts, rival: rival)
    if rival == nil { rival = Rival(closesAt: state.closesAt, isClosed: state.isClosed) }
    return state
  }

  private static func state(of facts: SessionFacts, rival: Rival?) -> SessionState {
    let start = facts.startedAt
    let boundary = facts.boundary
    var outcome = SessionOutcome.running
    var end = Rival(closesAt: boundary, isClosed: false)
    func close(at instant: Instant, _ isClosed: Bool = true) {
      let instant = max(instant, start)
      guard instant < end.closesAt || instant == end.closesAt && isClosed else { return }
      end = Rival(closesAt: instant, isClosed: isClosed)
    }
    if let own = facts.ownEnd {
      outcome = own.outcome == .running ? .abandoned : own.outcome
      close(at: own.endedAt)
    } else {
      if let closing = facts.closing {
        outcome = closing.outcome
        close(at: closing.instant)
      }
      if let rival {
        outcome = .abandoned
        close(at: rival.closesAt, rival.isClosed)
      }
    }
    return SessionState(
      id: facts.id, subject: facts.subject, day: facts.day, startedAt: start,
      estimateMinutes: facts.estimateMinutes, outcome: outcome, closesAt: end.closesAt,
      isClosed: end.isClosed, cameFirst: rival == nil,
      isTimedAtDayEnd: outcome == .running,
      time: SessionTime(
        from: start, to: end.closesAt, isClosed: end.isClosed, pauses: facts.pauses))
  }

  private static func manual(_ facts: SessionFacts, minutes: Int) -> SessionState {
    SessionState(
      id: facts.id, subject: facts.subject, day: facts.day, startedAt: facts.startedAt,
      estimateMinutes: facts.estimateMinutes, outcome: .manual, closesAt: facts.startedAt,
      isClosed: true, cameFirst: false, isTimedAtDayEnd: false, time: SessionTime(minutes: minutes))
  }
}
