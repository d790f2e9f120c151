/// How far the planning of one day has got: what is kept, so that any device can go on with it.
///
/// The choices made on the way are kept with the tasks, not here. How it moves is ``PlanningFlow``.
public struct PlanningSession: Hashable, Sendable {
  /// The day being planned; there is one session for each.
  public var forDate: LogicalDate
  /// Where it stands.
  public var currentStep: PlanningStep
  /// Whether it is the morning's short one.
  public var isShortened: Bool
  /// Whether the plan is confirmed; a session opened again stays so until it is closed again.
  public var isComplete: Bool
  /// When it was skipped, if it was; it means nothing once the plan is confirmed.
  public var skippedAt: Instant?
  /// When it was begun.
  public var createdAt: Instant?
  /// When the plan was last confirmed.
  public var completedAt: Instant?

  /// Makes a value from its parts.
  public init(
    forDate: LogicalDate, currentStep: PlanningStep = .review, isShortened: Bool = false,
    isComplete: Bool = false, skippedAt: Instant? = nil, createdAt: Instant? = nil,
    completedAt: Instant? = nil
  ) {
    self.forDate = forDate
    self.currentStep = currentStep
    self.isShortened = isShortened
    self.isComplete = isComplete
    self.skippedAt = skippedAt
    self.createdAt = createdAt
    self.completedAt = completedAt
  }

  /// Its steps, in order.
  public var steps: [PlanningStep] { isShortened ? PlanningStep.morning : PlanningStep.evening }

  /// Whether it was skipped and has no plan.
  public var isSkipped: Bool { !isComplete && skippedAt != nil }

  /// Whether it has no plan and the day it is for is over, which ends it as skipped.
  ///
  /// It follows from the facts and is never written.
  /// - Parameter lastEnded: The last day that has ended.
  /// - Returns: `false` for a later day: planning after midnight is for a day still to come.
  public func hasLapsed(through lastEnded: LogicalDate) -> Bool {
    !isComplete && forDate <= lastEnded
  }
}

extension Sequence<PlanningSession> {
  /// How many nights were planned: each day with a confirmed plan once, and never a streak.
  public var nightsPlanned: Int {
    Set(lazy.filter(\.isComplete).map(\.forDate)).count
  }
}
