public import ReplicaStore

/// What an action on a day or on its planning did, and what undoes it.
public struct PlanningReceipt: Hashable, Sendable {
  /// The day being planned.
  public var forDate: LogicalDate
  /// The session as it stands now; `nil` for an action that is not part of one.
  public var session: PlanningSession?
  /// What became of tasks on the way.
  public var tasks: [ActionReceipt] = []
  /// The one-off Anchor that it made, if it made one.
  public var anchor: RecordID?
  /// Everything it wrote; `Planner.undo` takes it back.
  public var versions: [VersionReference] = []
}

extension PlannerError.Code {
  /// There is no planning of that day to go on with, or not at that point.
  public static let planning = PlannerError.Code(rawValue: "planning")
}

extension Planner {
  /// The day that planning is for just now.
  ///
  /// - Parameters:
  ///   - isShortened: Whether the morning's short way is meant, which plans today.
  ///   - context: The moment and the place.
  /// - Returns: The day being planned, and the one under review.
  /// - Throws: `ReplicaError`.
  public func planningTarget(
    isShortened: Bool = false, _ context: DayContext
  ) throws -> PlanningTarget {
    let moment = try tick(context)
    return isShortened ? PlanningTarget(forDate: moment.today) : moment.planningTarget
  }

  /// Begins to plan, or goes on: a day never gets a second session.
  ///
  /// A confirmed plan opens at Build and stays confirmed; a skipped one starts again.
  /// - Parameters:
  ///   - isShortened: Whether to go the morning's short way, which plans today.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `ReplicaError`.
  @discardableResult
  public func openPlanning(
    isShortened: Bool = false, _ context: DayContext
  ) throws -> PlanningReceipt {
    let moment = try tick(context)
    let target =
      isShortened ? PlanningTarget(forDate: moment.today) : moment.planningTarget
    return try replica.write(tag: moment.tag.tag) { transaction in
      let existing = try transaction.session(for: target.forDate)
      let opened = PlanningFlow.opening(
        existing, forDate: target.forDate, isShortened: isShortened, at: moment.now)
      try transaction.save(opened, over: existing)
      if isShortened { try transaction.putAway(.morningCard(moment.today), moment) }
      return PlanningReceipt(
        forDate: target.forDate, session: opened, versions: transaction.authored)
    }
  }

  /// Continue: the next step.
  ///
  /// Leaving Carry keeps what nothing was said about; from a task's third deferral on it goes to
  /// the start of next week instead. All of it happens together, or nothing does.
  /// - Parameters:
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: The session, and the tasks that were carried.
  /// - Throws: `PlannerError` with `planning`, and nothing is written; `ReplicaError`.
  public func continuePlanning(
    of forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    try step(of: forDate, context) { planning in
      if planning.session.currentStep == .carry { try planning.carryTheRest() }
      guard let next = try planning.flow().advancing() else {
        throw PlannerError(.planning, "This is the last step. Close the day to confirm the plan.")
      }
      return next
    }
  }

  /// Back: the step before.
  ///
  /// - Parameters:
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `planning`, and nothing is written; `ReplicaError`.
  public func goBackInPlanning(
    of forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    try step(of: forDate, context) { planning in
      guard let back = try planning.flow().goingBack() else {
        throw PlannerError(.planning, "This is the first step; there is none before it.")
      }
      return back
    }
  }

  /// Goes back to a step that lies behind.
  ///
  /// - Parameters:
  ///   - step: The step wanted.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: The session, one step earlier if Carry is wanted and has nothing to show.
  /// - Throws: `PlannerError` with `planning`, and nothing is written; `ReplicaError`.
  public func goInPlanning(
    to step: PlanningStep, of forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    try self.step(of: forDate, context) { planning in
      guard let gone = try planning.flow().going(to: step) else {
        throw PlannerError(
          .planning, "Only a step that lies behind can be gone to; Continue leads to the others.")
      }
      return gone
    }
  }

  /// Skip tonight: ends the planning without a plan; what was decided about tasks stays.
  ///
  /// It can be skipped without having been begun.
  /// - Parameters:
  ///   - forDate: The day that will not be planned.
  ///   - context: The moment and the place.
  /// - Returns: The session.
  /// - Throws: `PlannerError` with `planning` if it is confirmed or skipped already, or its day is
  ///   over; `ReplicaError`.
  public func skipPlanning(
    of forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    let moment = try tick(context)
    try moment.requirePlannable(forDate)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let existing = try transaction.session(for: forDate)
      let session = existing ?? PlanningSession(forDate: forDate, createdAt: moment.now)
      guard
        let skipped = PlanningFlow(session, carryHasWork: false).skipping(at: moment.now)
      else {
        throw PlannerError(
          .planning,
          session.isComplete
            ? "That day's plan is confirmed already, and it stays." : "It is skipped already.")
      }
      try transaction.save(skipped, over: existing)
      return PlanningReceipt(
        forDate: forDate, session: skipped, versions: transaction.authored)
    }
  }

  /// Takes an action on a day back, as if it had never been; later ones stay.
  ///
  /// - Parameters:
  ///   - receipt: What the action returned.
  ///   - context: The moment and the place.
  /// - Throws: `ReplicaError`.
  public func undo(_ receipt: PlanningReceipt, _ context: DayContext) throws {
    let moment = try tick(context)
    try replica.write(tag: moment.tag.tag) { try $0.void(receipt.versions) }
  }

  private func step(
    of forDate: LogicalDate, _ context: DayContext,
    _ move: (inout OpenPlanning) throws -> PlanningSession
  ) throws -> PlanningReceipt {
    try plan(forDate, context) { planning in
      let moved = try move(&planning)
      try planning.save(moved)
    }
  }

  /// Runs a gesture of the planning that is under way for a day.
  func plan(
    _ forDate: LogicalDate, _ context: DayContext, _ gesture: (inout OpenPlanning) throws -> Void
  ) throws -> PlanningReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      var planning = try OpenPlanning(forDate, transaction, moment)
      try gesture(&planning)
      return PlanningReceipt(
        forDate: forDate, session: planning.session, tasks: planning.tasks,
        versions: transaction.authored)
    }
  }
}
