/// The way through planning: which step comes next, and what opening, skipping and closing amount
/// to.
///
/// Every gesture gives the session as it is to be kept, or `nil` if it leads nowhere from here. A
/// step of a newer version is never rewritten: the session can be looked at and skipped, no more.
public struct PlanningFlow: Hashable, Sendable {
  /// The session as it stands.
  public let session: PlanningSession
  /// Whether Carry has anything to decide, or to show of what was decided.
  public let carryHasWork: Bool

  /// Looks at a session.
  ///
  /// - Parameters:
  ///   - session: The session as it stands.
  ///   - carryHasWork: Whether anything was left, moved or dropped on the reviewed day; without it
  ///     Carry is passed through. See ``CarryForward/status(of:)``.
  public init(_ session: PlanningSession, carryHasWork: Bool) {
    self.session = session
    self.carryHasWork = carryHasWork
  }

  /// Opens the planning of a day: goes on with its session, or begins it.
  ///
  /// - Parameters:
  ///   - existing: The day's session, if there is one; a day never gets a second.
  ///   - forDate: The day being planned.
  ///   - isShortened: Whether the morning's short way is asked for.
  ///   - now: The moment.
  /// - Returns: The session as it is to be kept. A confirmed one opens at Build and stays confirmed;
  ///   a skipped one starts again the way that is asked for; one that is under way stands where it
  ///   stood, except that the morning's way goes past Review and Carry.
  public static func opening(
    _ existing: PlanningSession?, forDate: LogicalDate, isShortened: Bool, at now: Instant
  ) -> PlanningSession {
    guard var session = existing else {
      return PlanningSession(
        forDate: forDate, currentStep: isShortened ? .build : .review, isShortened: isShortened,
        createdAt: now)
    }
    let wasSkipped = session.isSkipped
    if wasSkipped { session.skippedAt = nil }
    guard session.currentStep.isKnown else { return session }
    if session.isComplete {
      // At Load it was opened before, and has not been closed again since.
      if session.currentStep != .load { session.currentStep = .build }
    } else if wasSkipped {
      session.isShortened = isShortened
      session.currentStep = session.steps[0]
    } else {
      session.isShortened = session.isShortened || isShortened
      if !session.steps.contains(session.currentStep) { session.currentStep = session.steps[0] }
    }
    return session
  }

  /// Continue: the next step.
  ///
  /// - Returns: `nil` at Close, which is left by ``closing(at:)``.
  public func advancing() -> PlanningSession? {
    place.flatMap { steps[($0 + 1)...].first { isEntered($0) } }.map(standing)
  }

  /// Back: the step before.
  ///
  /// - Returns: `nil` at the first step.
  public func goingBack() -> PlanningSession? {
    place.flatMap { steps[..<$0].last { isEntered($0) } }.map(standing)
  }

  /// A tap on a step that lies behind.
  ///
  /// - Parameter step: The step wanted.
  /// - Returns: The session at that step, or before it if Carry has nothing to show; `nil` for the
  ///   open step and those ahead, which Continue leads to.
  public func going(to step: PlanningStep) -> PlanningSession? {
    guard let place, let wanted = steps.firstIndex(of: step), wanted < place else { return nil }
    return steps[...wanted].last { isEntered($0) }.map(standing)
  }

  /// Skip tonight: ends the session without a plan, at any step.
  ///
  /// What was decided about tasks on the way stays.
  /// - Parameter now: The moment.
  /// - Returns: `nil` if there is a confirmed plan, which stands, or if it is skipped already.
  public func skipping(at now: Instant) -> PlanningSession? {
    guard !session.isComplete, !session.isSkipped else { return nil }
    var skipped = session
    skipped.skippedAt = now
    return skipped
  }

  /// Close the day: confirms the plan.
  ///
  /// - Parameter now: The moment.
  /// - Returns: `nil` anywhere but at Close.
  public func closing(at now: Instant) -> PlanningSession? {
    guard place == steps.count - 1 else { return nil }
    var closed = session
    closed.isComplete = true
    closed.completedAt = now
    closed.skippedAt = nil
    return closed
  }

  /// How a step stands to the open one.
  public enum Standing: Hashable, Sendable {
    /// Done with, for now.
    case behind
    /// The open one.
    case current
    /// Still to come.
    case ahead
  }

  /// How each step stands, in order.
  ///
  /// - Returns: Nothing while the session stands at a step of a newer version.
  public var rail: [(step: PlanningStep, standing: Standing)] {
    guard let openIndex else { return [] }
    return steps.enumerated().map { index, step in
      (step, index < openIndex ? .behind : index == openIndex ? .current : .ahead)
    }
  }

  private var steps: [PlanningStep] { session.steps }

  /// Where the session stands among its steps.
  ///
  /// Two devices may leave the morning's way at a step it does not have: that is its first.
  private var openIndex: Int? {
    guard session.currentStep.isKnown else { return nil }
    return steps.firstIndex(of: session.currentStep) ?? 0
  }

  /// Where the session stands, if it can move from there.
  private var place: Int? { session.isSkipped ? nil : openIndex }

  private func isEntered(_ step: PlanningStep) -> Bool {
    step != .carry || carryHasWork
  }

  private func standing(at step: PlanningStep) -> PlanningSession {
    var moved = session
    moved.currentStep = step
    return moved
  }
}
