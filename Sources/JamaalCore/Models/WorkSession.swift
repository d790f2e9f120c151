public import ReplicaStore

/// A focus session: what people did to one timer, before anything follows from that.
///
/// Only its begin, its pauses and its own end are written. That a day's end, its task or another
/// timer closed it, and how long it was, follow from the facts (`SessionState`).
public struct WorkSession: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// When it began; for minutes typed in, when they were.
  public var startedAt: Instant?
  /// The logical day it counts for: that of its begin, or the one chosen for minutes typed in.
  public var day: LogicalDate?
  /// When that day ended where it was begun: there a timer closes by itself.
  public var dayEndsAt: Instant?
  /// What is being done; exactly one of this and `habitWindow` is set.
  public var task: RecordID?
  /// The time of day of a habit of minutes.
  public var habitWindow: RecordID?
  /// The task's estimate or the habit's target as it was at the begin.
  public var estimateMinutes: Int?
  /// Minutes typed in instead of timed.
  public var manualMinutes: Int?
  /// The begin of a pause.
  public var pausedAt: Instant?
  /// The end of a pause; together with `pausedAt` in one version it is a whole pause.
  public var resumedAt: Instant?
  /// When it was ended by hand.
  public var endedAt: Instant?
  /// How it was ended by hand.
  public var outcome = SessionOutcome.running
  /// The line that ending it added to the task's note.
  public var noteLine: String?

  /// A session with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  ///
  /// Pauses and ends keep every version. What two devices did to one timer is then read as one row
  /// of acts, and the undoing of one act leaves the others as they were.
  public static let recordType = RecordType<WorkSession>(
    "work_session",
    [
      Field("startedAt", \.startedAt, merge: .history, group: "begin"),
      Field("day", \.day, merge: .history, group: "begin"),
      Field("dayEndsAt", \.dayEndsAt, merge: .history, group: "begin"),
      Field("task", \.task, merge: .history, group: "begin"),
      Field("habitWindow", \.habitWindow, merge: .history, group: "begin"),
      Field("estimateMinutes", \.estimateMinutes, merge: .history, group: "begin"),
      Field("manualMinutes", \.manualMinutes, merge: .history, group: "begin"),
      Field("pausedAt", \.pausedAt, merge: .history, group: "pause"),
      Field("resumedAt", \.resumedAt, merge: .history, group: "pause"),
      Field("endedAt", \.endedAt, merge: .history, group: "end"),
      Field("outcome", \.outcome, merge: .history, group: "end"),
      Field("noteLine", \.noteLine, merge: .history, group: "end"),
    ])
}
