public import ReplicaStore

/// A focus session as it stands: what people did to it, and what followed.
///
/// Made by ``SessionSweep``. It says nothing of the time it is read at; what does, such as whether
/// its day has ended by now, is asked with an instant.
public struct SessionState: Hashable, Sendable {
  /// The session.
  public var id: RecordID
  /// What it is on.
  public var subject: FocusSubject?
  /// The logical day it counts for.
  public var day: LogicalDate
  /// When it began.
  public var startedAt: Instant
  /// The estimate or the target at the begin.
  public var estimateMinutes: Int?
  /// How it ended by what anybody did; `running` if only its day's end will close it.
  public var outcome: SessionOutcome
  /// When it ended, or will if nobody does anything.
  public var closesAt: Instant
  /// Whether something that was done has ended it.
  public var isClosed: Bool
  /// Whether no other session ran when it began.
  public var cameFirst: Bool
  /// Whether it still ran when its day ended, so that its task was carried and not put off.
  public var isTimedAtDayEnd: Bool
  /// The time worked.
  public var time: SessionTime

  /// Whether its minutes were typed in.
  public var isManual: Bool { outcome == .manual }

  /// How it reads at an instant.
  ///
  /// - Parameter now: The instant.
  /// - Returns: The outcome, `autoClosed` once its day has ended.
  public func outcome(at now: Instant) -> SessionOutcome {
    outcome == .running && closesAt <= now ? .autoClosed : outcome
  }

  /// Whether it is the timer that runs, or would but for a pause.
  ///
  /// - Parameter now: The instant.
  /// - Returns: `true` for at most one of all sessions.
  public func isLive(at now: Instant) -> Bool {
    outcome == .running && !isClosed && now < closesAt
  }

  /// When it ended, read at an instant.
  ///
  /// - Parameter now: The instant.
  /// - Returns: `nil` while it has not.
  public func endedAt(at now: Instant) -> Instant? {
    isClosed || closesAt <= now ? closesAt : nil
  }

  /// The time worked by an instant.
  ///
  /// - Parameter now: The instant.
  /// - Returns: Whole seconds, pauses left out, never negative.
  public func seconds(at now: Instant) -> Int {
    Int(time.millis(at: min(now, closesAt)) / 1000)
  }

  /// Where the state machine stands.
  ///
  /// - Parameter now: The instant.
  /// - Returns: Its phase; running past the estimate is a phase and nothing more.
  public func phase(at now: Instant) -> FocusPhase {
    guard isLive(at: now) else { return .ended }
    if time.pausedAt != nil { return .paused }
    guard let estimateMinutes else { return .running }
    return FocusPhase.running(seconds: seconds(at: now), estimateMinutes: estimateMinutes)
  }
}
