public import ReplicaStore

/// A deferral made by hand: one for each task and logical day.
///
/// Its id is made from that key, so two devices that defer one task from one day make one record.
/// The deferrals that a day's end makes are consequences and never stored as records.
public struct DeferralRecord: Record, Equatable {
  /// Made from the task and the day.
  public let id: RecordID
  /// The task.
  public var task: RecordID?
  /// The day deferred from.
  public var day: LogicalDate?
  /// Where the task went; `nil` is Someday.
  public var deferredTo: LogicalDate?
  /// Why.
  public var reason = DeferralReason.unspecified
  /// When it was chosen.
  public var deferredOn: Instant?

  /// A record with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// A choice for one task and day.
  public init(task: RecordID, day: LogicalDate, choice: DeferralChoice) {
    self.init(id: Self.id(task: task, day: day))
    self.task = task
    self.day = day
    deferredTo = choice.deferredTo
    reason = choice.reason
    deferredOn = choice.deferredOn
  }

  /// The id for one task and day.
  public static func id(task: RecordID, day: LogicalDate) -> RecordID {
    .named("deferral", .blob(task.bytes), .integer(Int64(day.dayNumber)))
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<DeferralRecord>(
    "deferral",
    [
      Field("task", \.task, isKey: true, references: "task"),
      Field("day", \.day, isKey: true),
      Field("deferredTo", \.deferredTo, merge: .history, group: "choice"),
      Field("reason", \.reason, merge: .history, group: "choice"),
      Field("deferredOn", \.deferredOn, merge: .history, group: "choice"),
    ])
}
