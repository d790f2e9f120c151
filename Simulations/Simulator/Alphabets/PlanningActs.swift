import JamaalCore
import ReplicaStore

/// Night Planning: opened, walked through, carried, skipped and closed on several devices, with Anchors
/// made for the coming day.
///
/// What Carry does to tasks are acts on them, which the reference models are told of.
enum PlanningActs: ModuleActs {
  static let name = "planning"

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name,
      act: dice.pick([
        "open", "open", "next", "next", "next", "walk", "walk", "back", "skip", "close", "carry",
        "carry", "move", "anchor", "anchor", "remove", "remove",
      ]),
      subject: 0, number: dice.below(12))
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
      noteTasks(try planner.continuePlanning(of: day, context), world, device, moment)
    case "walk":
      for _ in 0..<stepsMax {
        do {
          noteTasks(try planner.continuePlanning(of: day, context), world, device, moment)
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
    case "carry", "anchor", "move":
      // Whoever has something to say about the coming day is planning it.
      if try planner.planning(of: day, context).session?.isSkipped ?? true {
        try planner.openPlanning(context)
        world.note(.module(act), device, moment)
      }
      if act.act == "anchor" { return try addAnchor(act, on: day, world, device, moment) }
      if act.act == "move" { return try move(act, to: day, world, device, moment) }
      return try carry(act, of: day, world, device, moment)
    case "remove": return try removeAnchor(act, world, device, moment)
    default: return
    }
    world.note(.module(act), device, moment)
  }

  /// More than there are.
  private static let stepsMax = 9

  /// Writes down what became of tasks on the way.
  private static func noteTasks(
    _ receipt: PlanningReceipt, _ world: World, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) {
    guard !receipt.tasks.isEmpty else { return }
    let reviewed = receipt.forDate - 1
    world.noteTasks(receipt.tasks, from: reviewed, device, moment)
    world.reach(.carried)
    if reviewed < moment.today { world.reach(.carriedAfterMidnight) }
  }

  /// Says what becomes of a task that the day under review leaves.
  private static func carry(
    _ act: ModuleAct, of day: LogicalDate, _ world: World, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let page = try planner.planning(of: day, device.context)
    guard !page.carry.isEmpty else { return }
    let task = page.carry[act.number % page.carry.count].task.id
    let choices: [CarryForward.Choice] = [
      .keep, .later(day + 2), .later(nil), .drop, .keep, .later(day, reason: .reschedule),
    ]
    let choice = choices[act.number % choices.count]
    noteTasks(
      try planner.carry(choice, task, in: day, device.context), world, device, moment)
  }

  /// Moves a task into the coming day or out of it.
  private static func move(
    _ act: ModuleAct, to day: LogicalDate, _ world: World, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) throws {
    let tasks = world.taskIDs.sorted { $0.key < $1.key }.map(\.value)
    guard !tasks.isEmpty else { return }
    let days = [day, day, day + 1, day + 3, nil]
    let receipt = try device.planner.movePlanned(
      tasks[act.number % tasks.count], to: days[act.number % days.count], in: day,
      device.context)
    world.noteTasks(receipt.tasks, from: day - 1, device, moment)
    world.reach(.movedInBuild)
  }

  private static let starts = [90, 9 * 60, 14 * 60 + 30, 23 * 60 + 30]

  /// Makes an Anchor for the day being planned.
  private static func addAnchor(
    _ act: ModuleAct, on day: LogicalDate, _ world: World, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) throws {
    let minute = starts[act.number % starts.count]
    guard let start = WallClock(minuteOfDay: minute) else { return }
    let title = "Planned \(world.made.plannedAnchors.count)"
    let receipt = try device.planner.addPlannedAnchor(
      PlannedAnchorDraft(title: title, start: start), in: day, device.context)
    guard let id = receipt.anchor else { return }
    world.made.plannedAnchors.append(
      .init(id: id, title: title, day: day, act: world.ledger.count))
    world.reach(.anchorPlanned)
    world.note(.module(act), device, moment, versions: receipt.versions)
    let anchor = try device.replica.read { try $0.record(Anchor.self, id) }
    let shown = anchor?.windowStart.map {
      ReferenceDay.date(
        of: $0, in: device.zone, rolloverMinute: moment.settings.rolloverMinute)
    }
    try world.check(
      .authorsDay, shown == day,
      "\(device.planned.name) put an Anchor planned for \(day) on"
        + " \(shown.map { "\($0)" } ?? "no day")")
  }

  /// Takes an Anchor away that somebody made while planning.
  private static func removeAnchor(
    _ act: ModuleAct, _ world: World, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    // One that is shown here and still to come; the latest, so that others have just made it.
    let anchors = world.made.plannedAnchors
    let shown = try anchors.indices.filter { index in
      let anchor = try device.replica.read { try $0.record(Anchor.self, anchors[index].id) }
      return anchor.map { !$0.isRemoved && $0.windowEnd ?? device.now > device.now } ?? false
    }
    guard let index = shown.last else { return }
    let receipt = try device.planner.removeOneOff(anchors[index].id, device.context)
    if world.ledger[anchors[index].act].device != device.index {
      world.reach(.plannedAnchorRemovedElsewhere)
    }
    // Whoever removed it first and kept that decides.
    let former = anchors[index].removal.flatMap { world.ledger[$0].isForgiven ? nil : $0 }
    world.made.plannedAnchors[index].removal = former ?? world.ledger.count
    world.note(.module(act), device, moment, versions: receipt.versions)
  }

  /// Looks whether everybody shows the Anchors that were planned on their day, and those alone.
  private static func checkAnchors(_ world: World, _ context: DayContext) throws {
    for planned in world.made.plannedAnchors where !world.ledger[planned.act].isForgiven {
      let removal = planned.removal.map { world.ledger[$0] }
      if let removal, removal.isForgiven { continue }
      for device in world.alive {
        let anchor = try device.replica.read { try $0.record(Anchor.self, planned.id) }
        try world.check(
          .decidedStays, exercised: removal != nil,
          anchor?.title == planned.title && anchor?.occurrenceDate == planned.day
            // Where a disk failed it may have been removed without a word.
            && (anchor?.isRemoved == (removal != nil) || world.isSettingUncertain),
          "\(device.planned.name) does not show '\(planned.title)' of \(planned.day) as it was"
            + " \(removal == nil ? "planned" : "removed")")
      }
    }
  }

  static func check(_ world: World, _ context: DayContext) throws {
    try checkAnchors(world, context)
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
