import JamaalCore
import ReplicaStore
import Testing

/// Night Planning on a machine, in few words.
extension Machine {
  func page(_ date: String) throws -> PlanningPage {
    try planner.planning(of: parsed(date), context)
  }

  /// Begins or goes on with planning at a time.
  @discardableResult
  func plan(at time: String, isShortened: Bool = false) throws -> PlanningSession? {
    try planner.openPlanning(isShortened: isShortened, at(time)).session
  }

  @discardableResult
  func next(_ date: String) throws -> PlanningStep? {
    try planner.continuePlanning(of: parsed(date), context).session?.currentStep
  }

  /// Goes on until the last step and closes the day.
  @discardableResult
  func close(_ date: String) throws -> PlanSummary {
    let date = try parsed(date)
    while try planner.planning(of: date, context).session?.currentStep != .close {
      _ = try planner.continuePlanning(of: date, context)
    }
    return try planner.closePlanning(of: date, context)
  }

  @discardableResult
  func carry(
    _ choice: CarryForward.Choice, _ task: RecordID, _ date: String
  ) throws -> PlanningReceipt {
    try planner.carry(choice, task, in: parsed(date), context)
  }

  /// The titles of a plan, in its order.
  func planned(_ date: String) throws -> [String] {
    let page = try page(date)
    return page.build.plan.map { page.tasks[$0.id]?.title ?? "?" }
  }

  /// What Carry lists, as `title: status`.
  func carried(_ date: String) throws -> [String] {
    try page(date).carry.map { "\($0.task.title): \($0.status.words)" }
  }
}

extension CarryForward.Status {
  var words: String {
    switch self {
    case .pending: "pending"
    case .moved(let day): day.map { "\($0)" } ?? "someday"
    case .dropped: "dropped"
    }
  }
}

/// Expects that machines hold the same, conclude the same, and conclude it again from nothing, at
/// the latest of their moments and in the zone of the first.
func expectTheSame(
  _ machines: Machine..., sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let latest = machines.map(\.now).max { $0 < $1 } ?? machines[0].now
  for machine in machines {
    machine.now = latest
    machine.zone = machines[0].zone
  }
  try expectAgreement(machines, sourceLocation: sourceLocation)
}
