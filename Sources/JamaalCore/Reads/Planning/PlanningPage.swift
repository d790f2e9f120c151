public import ReplicaStore

/// The planning of a day as any face shows it: where it stands, and what each step has to say.
public struct PlanningPage: Sendable {
  /// The day being planned and the one under review.
  public var target: PlanningTarget
  /// The day it is.
  public var today: LogicalDate
  /// How far it has got; `nil` if it was not begun.
  ///
  /// One that was left unfinished reads as skipped once its day is over.
  public var session: PlanningSession?
  /// Whether Carry has anything to decide or to show.
  public var carryHasWork: Bool
  /// The look back.
  public var review: PlanningReview
  /// What the reviewed day leaves, with what was said about it, in an order that choices keep.
  public var carry: [CarriedTask]
  /// The same as numbers.
  public var counts: CarryCounts
  /// What is left of the planned day for tasks.
  public var freeTime: FreeTime
  /// What takes its time, in order of time.
  public var commitments: [Commitment]
  /// The habits due on it, in the order in which Today shows them; planning only reads them.
  public var habits: [HabitRow]
  /// The minutes that they take of its working time.
  public var habitMinutes: Int
  /// What there is to put the day together from.
  public var build: PlanningBuild
  /// What the plan amounts to.
  public var load: PlanningLoad
  /// The tasks that `build` and `review` name.
  public var tasks: [RecordID: TaskView]
  /// The plan as it was last confirmed.
  public var confirmed: PlanSnapshot?
  /// How many nights were planned so far.
  public var nightsPlanned: Int

  /// The steps and how each stands; empty before it was begun, and at a step of a newer version.
  public var rail: [(step: PlanningStep, standing: PlanningFlow.Standing)] {
    session.map { PlanningFlow($0, carryHasWork: carryHasWork).rail } ?? []
  }
}

/// A task that the reviewed day leaves, and what was said about it.
public struct CarriedTask: Hashable, Sendable {
  /// The task as it stands.
  public var task: TaskView
  /// What was chosen.
  public var status: CarryForward.Status
  /// What moving it would be.
  public var preview: DeferralPreview
  /// Whether the latest choice can be taken back on this device.
  public var isUndoable: Bool
}

extension Planner {
  /// Reads the planning of a day; writes nothing.
  ///
  /// - Parameters:
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: Everything its steps show.
  /// - Throws: `ReplicaError`.
  public func planning(
    of forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningPage {
    let moment = try tick(context)
    return try replica.read { transaction in
      let target = PlanningTarget(forDate: forDate)
      let session = try self.session(for: forDate, transaction, moment)
      let states = try transaction.carryStates(target, moment)
      let carry = try carriedTasks(states, target, session, transaction, moment)
      let counts = CarryCounts(carry.map(\.status), forDate: forDate)
      let review = PlanningReview(
        target, today: moment.today, tasks: states,
        habits: try transaction.reviewedHabits(on: target.reviewedDay, moment),
        anchors: try transaction.reviewedAnchors(on: target.reviewedDay, moment),
        sessions: try transaction.reviewedSessions(on: target.reviewedDay, moment))
      let pages = try PlanningPages(transaction, moment, forDate)
      let named =
        [pages.build.plan, pages.build.suggestions, pages.build.candidates].joined()
        .map(\.id) + review.timeSpent.map(\.task)
      let views = try transaction.views(named, moment)
      return PlanningPage(
        target: target, today: moment.today, session: session, carryHasWork: counts.hasWork,
        review: review, carry: carry, counts: counts, freeTime: pages.freeTime,
        commitments: pages.commitments.sorted {
          ($0.windowStart.millis, $0.id) < ($1.windowStart.millis, $1.id)
        }, habits: try transaction.habits(on: forDate, moment).rows,
        habitMinutes: pages.habitMinutes, build: pages.build, load: pages.load, tasks: views,
        confirmed: try transaction.record(DayPlan.self, DayPlan.id(date: forDate))?.snapshot,
        nightsPlanned: try transaction.nightsPlanned())
    }
  }

  /// The session of a day; an unfinished one of a day that is over reads as skipped at its end.
  func session(
    for date: LogicalDate, _ transaction: ReadTransaction, _ moment: PlannerMoment
  ) throws -> PlanningSession? {
    guard var session = try transaction.session(for: date) else { return nil }
    if session.hasLapsed(through: moment.lastEnded), session.skippedAt == nil {
      let name = try DayZones.zone(of: date, in: transaction.database) ?? ""
      let zone = zone(name, fallback: moment.context.zone)
      session.skippedAt = moment.boundary.end(of: date, in: zone)
    }
    return session
  }

  private func carriedTasks(
    _ states: [TaskState], _ target: PlanningTarget, _ session: PlanningSession?,
    _ transaction: ReadTransaction, _ moment: PlannerMoment
  ) throws -> [CarriedTask] {
    let rules = CarryForward(target: target, today: moment.today)
    let left = states.compactMap { state in rules.status(of: state).map { (state, $0) } }
    let views = try transaction.views(left.map(\.0.id), moment)
    let undoable =
      try session.map {
        try CarryChoices(transaction, for: target.forDate).undoable($0)
      } ?? []
    return left.compactMap { state, status in
      views[state.id].map {
        CarriedTask(
          task: $0, status: status, preview: rules.preview(of: state),
          isUndoable: undoable.contains(state.id))
      }
    }.sorted { $0.place < $1.place }
  }
}

extension CarriedTask {
  /// What matters first, then the older one: nothing in it changes with a choice.
  fileprivate var place: (Int, Int64, RecordID) {
    let isImportant = (task.easedFrom ?? task.importance).isImportant
    return (isImportant ? 0 : 1, task.createdAt.millis, task.id)
  }
}

extension ReadTransaction {
  /// Tasks as lists show them, by their ids.
  func views(_ ids: [RecordID], _ moment: PlannerMoment) throws -> [RecordID: TaskView] {
    let categories = try CategoryList(self)
    var views: [RecordID: TaskView] = [:]
    for id in ids where views[id] == nil {
      guard let row = try TaskRow.row(id, in: database) else { continue }
      views[id] = TaskView(row, categories, today: moment.today)
    }
    return views
  }
}
