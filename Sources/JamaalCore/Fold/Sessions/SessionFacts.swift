public import ReplicaStore

/// What a focus session is on.
public enum FocusSubject: Hashable, Sendable {
  /// A task.
  case task(RecordID)
  /// A time of day of a habit of minutes.
  case habitWindow(RecordID)

  /// The task, if it is one.
  public var task: RecordID? {
    if case .task(let id) = self { id } else { nil }
  }

  /// The habit's time of day, if it is one.
  public var habitWindow: RecordID? {
    if case .habitWindow(let id) = self { id } else { nil }
  }
}

/// A pause begun, a pause ended, or a whole pause at once.
public struct PauseChange: Hashable, Sendable {
  /// When a pause began; `nil` for the end of one.
  public var pausedAt: Instant?
  /// When a pause ended; `nil` for the begin of one.
  public var resumedAt: Instant?

  /// Makes a value from its parts.
  public init(pausedAt: Instant? = nil, resumedAt: Instant? = nil) {
    self.pausedAt = pausedAt
    self.resumedAt = resumedAt
  }
}

/// A session's own end: by hand, and no consequence.
public struct SessionEnd: Hashable, Sendable {
  /// When.
  public var endedAt: Instant
  /// How.
  public var outcome: SessionOutcome

  /// Makes a value from its parts.
  public init(endedAt: Instant, outcome: SessionOutcome) {
    self.endedAt = endedAt
    self.outcome = outcome
  }
}

/// Something done to a task that ends a session on it: a completion, a drop or a real deferral.
public struct TaskClosing: Hashable, Sendable {
  /// When and where it was written; only what comes after a session's begin ends the session.
  public var stamp: Stamp
  /// When it happened.
  public var instant: Instant
  /// How a session reads that it ended.
  public var outcome: SessionOutcome

  /// Makes a value from its parts.
  public init(stamp: Stamp, instant: Instant, outcome: SessionOutcome) {
    self.stamp = stamp
    self.instant = instant
    self.outcome = outcome
  }
}

/// Everything people did to one focus session, and to its task as far as that can end it.
///
/// Versions are those that stand, in no order. Nothing here follows from a fold: a task's carried
/// day follows from its sessions, so a session must not follow from that day.
public struct SessionFacts: Equatable, Sendable {
  /// The session.
  public var id: RecordID
  /// What it is on; `nil` for something a newer version knows.
  public var subject: FocusSubject?
  /// The write that began it.
  public var began: Stamp
  /// When it began.
  public var startedAt: Instant
  /// The logical day it counts for.
  public var day: LogicalDate
  /// When that day ends, where it was begun.
  public var dayEndsAt: Instant
  /// The estimate or the target at the begin.
  public var estimateMinutes: Int?
  /// Minutes typed in instead of timed.
  public var manualMinutes: Int?
  /// Its pauses.
  public var pauses: [Authored<PauseChange>]
  /// Its own ends; there are several only if devices did not know of each other's.
  public var ends: [Authored<SessionEnd>]
  /// What was done to its task.
  public var closings: [TaskClosing]

  /// The longest a session can be, in seconds: no day is longer, whatever a record says.
  public static let secondsMax = 48 * 3600

  /// Makes a value from its parts.
  public init(
    id: RecordID, subject: FocusSubject?, began: Stamp, startedAt: Instant, day: LogicalDate,
    dayEndsAt: Instant, estimateMinutes: Int? = nil, manualMinutes: Int? = nil,
    pauses: [Authored<PauseChange>] = [], ends: [Authored<SessionEnd>] = [],
    closings: [TaskClosing] = []
  ) {
    self.id = id
    self.subject = subject
    self.began = began
    self.startedAt = startedAt
    self.day = day
    self.dayEndsAt = dayEndsAt
    self.estimateMinutes = estimateMinutes
    self.manualMinutes = manualMinutes
    self.pauses = pauses
    self.ends = ends
    self.closings = closings
  }

  /// Where the timer closes by itself.
  var boundary: Instant {
    min(max(dayEndsAt, startedAt), startedAt + Self.secondsMax)
  }

  /// The end by hand that stands: a second one changes nothing, nor does one after the day's end.
  var ownEnd: SessionEnd? {
    ends.filter { $0.value.endedAt < boundary }.min { $0.stamp < $1.stamp }?.value
  }

  /// The first thing done to its task after it began, and before the day's end.
  var closing: TaskClosing? {
    closings.filter { began < $0.stamp && $0.instant < boundary }.min { $0.stamp < $1.stamp }
  }
}

extension TaskFacts {
  /// What can end a session on the task.
  public var closings: [TaskClosing] {
    let completions = completion.compactMap { act in
      act.value.map { TaskClosing(stamp: act.stamp, instant: $0, outcome: .finished) }
    }
    let drops = drop.compactMap { act in
      act.value.map { TaskClosing(stamp: act.stamp, instant: $0, outcome: .dropped) }
    }
    let deferrals = deferrals.flatMap(\.choices).map {
      TaskClosing(stamp: $0.stamp, instant: $0.value.deferredOn, outcome: .deferred)
    }
    return completions + drops + deferrals
  }
}
