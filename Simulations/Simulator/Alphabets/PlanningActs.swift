import JamaalCore
import ReplicaStore

/// Night Planning: opened, walked through, skipped and closed on several devices.
enum PlanningActs: ModuleActs {
  static let name = "planning"

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name,
      act: dice.pick(["open", "open", "next", "next", "next", "back", "skip", "close", "level"]),
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
      // Leaving Carry puts tasks off, each an act on its task that the oracle would have to know
      // of; a plan that still has something to carry is left where it is.
      if try planner.openPlanning(context).session?.currentStep != .carry {
        _ = try planner.continuePlanning(of: day, context)
      }
    case "back": _ = try planner.goBackInPlanning(of: day, context)
    case "skip": _ = try planner.skipPlanning(of: day, context)
    case "close":
      _ = try planner.closePlanning(of: day, context)
      world.made.closedPlans.append((day, world.ledger.count))
    default: return
    }
    world.note(.module(act), device, moment)
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
