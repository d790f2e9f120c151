public import ReplicaStore

/// How far the planning of one day has got: one record for each day, resumed on any device.
///
/// The choices made on the way are kept with the tasks. That an unfinished one ends as skipped when
/// its day is over follows from the facts and is never written; see ``PlanningSession``.
public struct NightPlanningSession: Record, Equatable {
  /// Made from the day.
  public let id: RecordID
  /// The day being planned.
  public var forDate: LogicalDate?
  /// Where it stands.
  public var currentStep = PlanningStep.review
  /// When it was skipped, if it was; together with the step, so that going on takes a skip back.
  public var skippedAt: Instant?
  /// When the plan was last confirmed.
  ///
  /// It has a clock of its own and is never cleared: a device that did not hear of the close and
  /// goes on stepping takes no plan back.
  public var completedAt: Instant?
  /// Whether it is the morning's short one.
  public var isShortened = false
  /// When it was begun.
  public var createdAt: Instant?

  /// A session with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// The session of a day.
  public init(forDate: LogicalDate) {
    self.init(id: Self.id(forDate: forDate))
    self.forDate = forDate
  }

  /// The id for one day.
  public static func id(forDate: LogicalDate) -> RecordID {
    .named("night_planning_session", .integer(Int64(forDate.dayNumber)))
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<NightPlanningSession>(
    "night_planning_session",
    [
      Field("forDate", \.forDate, isKey: true),
      Field("currentStep", \.currentStep, merge: .history, group: "progress"),
      Field("skippedAt", \.skippedAt, merge: .history, group: "progress"),
      Field("completedAt", \.completedAt, merge: .history),
      Field("isShortened", \.isShortened, merge: .history),
      Field("createdAt", \.createdAt, merge: .minimum),
    ])

  /// The session as the rules know it; `nil` while its day is not known.
  public var session: PlanningSession? {
    forDate.map { date in
      PlanningSession(
        forDate: date, currentStep: currentStep, isShortened: isShortened,
        isComplete: completedAt != nil, skippedAt: skippedAt, createdAt: createdAt,
        completedAt: completedAt)
    }
  }
}

extension PlanningStep: TextChoice {}
