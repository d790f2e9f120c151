import ReplicaStore
import SQLite

/// The planning of a day that is under way, within a transaction.
struct OpenPlanning {
  let transaction: WriteTransaction
  let moment: PlannerMoment
  let target: PlanningTarget
  private(set) var session: PlanningSession
  /// What became of tasks so far.
  var tasks: [ActionReceipt] = []

  /// Takes up the planning of a day.
  ///
  /// - Throws: `PlannerError` with `planning` if there is nothing to take up; `ReplicaError`.
  init(
    _ forDate: LogicalDate, _ transaction: WriteTransaction, _ moment: PlannerMoment
  ) throws {
    try moment.requirePlannable(forDate)
    guard let session = try transaction.session(for: forDate) else {
      throw PlannerError(
        .planning, "That day's planning has not begun. Begin it first, with “jamaal plan”.")
    }
    guard !session.isSkipped else {
      throw PlannerError(
        .planning,
        "That day's planning was skipped. Begin it again to go on, with “jamaal plan”.")
    }
    guard session.currentStep.isKnown else {
      throw PlannerError(
        .planning, "This planning stands at a step of a newer version. Update, then go on.")
    }
    self.session = session
    self.transaction = transaction
    self.moment = moment
    target = PlanningTarget(forDate: forDate)
  }

  var carry: CarryForward { CarryForward(target: target, today: moment.today) }

  /// The flow, with what it has to know about Carry.
  func flow() throws -> PlanningFlow {
    let states = try transaction.carryStates(target, moment)
    let counts = CarryCounts(states.compactMap(carry.status), forDate: target.forDate)
    return PlanningFlow(session, carryHasWork: counts.hasWork)
  }

  mutating func save(_ moved: PlanningSession) throws {
    try transaction.save(moved, over: session)
    session = moved
  }

  /// Applies a choice of Carry to a task, and keeps what takes it back.
  mutating func choose(_ choice: CarryForward.Choice, _ id: RecordID) throws {
    var edit = try TaskWriting(id, transaction, moment)
    guard carry.status(of: edit.task.state) != nil else {
      throw PlannerError(
        .planning,
        "“\(edit.item.title)” is not left over from that day, so there is nothing to carry.")
    }
    switch carry.decide(choice, for: edit.task.state) {
    case .move(.refused(.needsPickedDay)):
      throw PlannerError(
        .deferral,
        "“\(edit.item.title)” was put off several times already. Choose a day that works for it, or"
          + " let it go.")
    case .move(let decision):
      try edit.move(decision, from: target.reviewedDay)
      tasks.append(edit.receipt(decision))
    case .drop:
      try edit.drop()
      tasks.append(edit.receipt())
    case .refused: throw PlannerError(.notLive, title: edit.item.title)
    }
    if let receipt = tasks.last {
      try CarryChoices(transaction, for: target.forDate).remember(receipt, session)
    }
  }

  /// Keeps every task that nothing was said about.
  mutating func carryTheRest() throws {
    for state in try transaction.carryStates(target, moment) {
      let choice = carry.continuing(past: state, firstWeekday: moment.context.firstWeekday)
      if let choice { try choose(choice, state.id) }
    }
  }
}

extension PlannerMoment {
  /// The day that planning is for just now.
  var planningTarget: PlanningTarget {
    PlanningTarget(now: now, settings: settings.day, zone: context.zone)
  }

  /// Refuses a day that is over, or that is further away than planning goes.
  func requirePlannable(_ date: LogicalDate) throws {
    guard date > lastEnded else {
      throw PlannerError(.planning, "That day is over, and so is its planning.")
    }
    guard date <= max(today, planningTarget.forDate) else {
      throw PlannerError(.planning, "Planning goes no further than the coming day.")
    }
  }
}

extension ReadTransaction {
  /// The session of a day as it was written.
  func session(for date: LogicalDate) throws -> PlanningSession? {
    try record(NightPlanningSession.self, NightPlanningSession.id(forDate: date))?.session
  }

  /// The tasks that Carry may have to do with, folded, in order of their ids.
  func carryStates(_ target: PlanningTarget, _ moment: PlannerMoment) throws -> [TaskState] {
    let reviewed = target.reviewedDay
    let ids = try database.rows(
      """
      SELECT id FROM local_task WHERE is_live = 1 AND due <= ?1
      UNION SELECT task FROM local_deferral WHERE first_day <= ?2 AND last_day >= ?2
      UNION SELECT task FROM local_act WHERE day >= ?2
      ORDER BY 1
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(target.forDate.dayNumber, at: 1)
      try statement.bind(reviewed.dayNumber, at: 2)
    } row: {
      $0.recordID(0)
    }
    return try ids.compactMap { try task($0, through: moment.lastEnded)?.state }
  }
}

extension WriteTransaction {
  /// Keeps a session: what differs from how it was.
  func save(_ session: PlanningSession, over old: PlanningSession?) throws {
    guard session != old else { return }
    var record = NightPlanningSession(forDate: session.forDate)
    record.currentStep = session.currentStep
    record.skippedAt = session.skippedAt
    record.completedAt = session.completedAt
    record.isShortened = session.isShortened
    record.createdAt = session.createdAt
    guard let old else { return try insert(record) }
    try write(record, \.forDate)
    if session.currentStep != old.currentStep || session.skippedAt != old.skippedAt {
      try write(record, \.currentStep)
    }
    if session.completedAt != old.completedAt { try write(record, \.completedAt) }
    if session.isShortened != old.isShortened { try write(record, \.isShortened) }
  }
}
