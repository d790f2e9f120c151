import JamaalCore
import ReplicaStore

/// Night Planning: opened, walked through, skipped and closed on several devices.
enum PlanningActs: ModuleActs {
  static let name = "planning"

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name,
      act: dice.pick([
        "open", "open", "next", "next", "next", "walk", "walk", "back", "skip", "close",
      ]),
      subject: 0, number: dice.below(3))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let context = device.context
    let day = try planner.planningTarget(context).forDate
    switch act.act {
    case "open": try planner.openPlanning(context)
    case "next":
      guard try !isAtCarry(device) else { return }
      _ = try planner.continuePlanning(of: day, context)
    case "walk":
      for _ in 0..<stepsMax {
        guard try !isAtCarry(device) else { return world.note(.module(act), device, moment) }
        do {
          _ = try planner.continuePlanning(of: day, context)
        } catch let error as PlannerError where error.code == .planning {
          break
        }
      }
      _ = try planner.closePlanning(of: day, context)
      world.made.closedPlans.append((day, world.ledger.count))
    case "back": _ = try planner.goBackInPlanning(of: day, context)
    case "skip": _ = try planner.skipPlanning(of: day, context)
    case "close":
      _ = try planner.closePlanning(of: day, context)
      world.made.closedPlans.append((day, world.ledger.count))
    default: return
    }
    world.note(.module(act), device, moment)
  }

  /// More than there are.
  private static let stepsMax = 9

  /// Whether planning has something to carry: leaving that step puts tasks off, each an act on its
  /// task that the oracle would have to know of, so it is left where it is.
  private static func isAtCarry(_ device: SimulatedDevice) throws -> Bool {
    try device.planner.openPlanning(device.context).session?.currentStep == .carry
  }

  static func check(_ world: World, _ context: DayContext) throws {
    for (day, act) in world.made.closedPlans where !world.ledger[act].isForgiven {
      world.reach(.planClosed)
      for device in world.alive {
        let plan = try device.replica.read {
          try $0.record(DayPlan.self, DayPlan.id(date: day))
        }
        try world.check(
          .decidedStays, plan?.planningCompletedAt != nil,
          "\(device.planned.name) does not know that \(day) was planned")
      }
    }
  }
}
