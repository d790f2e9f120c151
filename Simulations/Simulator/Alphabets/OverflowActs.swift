import JamaalCore
import ReplicaStore

/// The one tap that moves what runs past today's working day to tomorrow.
///
/// What it puts off are tasks like any other, so each is an act of its own, which the reference models
/// are told of.
enum OverflowActs: ModuleActs {
  static let name = "overflow"

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name, act: dice.pick(["grow", "grow", "move", "move", "move"]),
      subject: dice.below(2), number: dice.pick([120, 480, 900]))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    if act.act == "grow" { return try grow(act, world, device, moment) }
    let before = try device.planner.today(device.context)
    let receipts = try device.planner.moveOverflow(device.context)
    if let former = world.made.overflow[moment.today], former != device.index {
      world.reach(.overflowMovedTwice)
    }
    world.made.overflow[moment.today] = device.index
    world.reach(.overflowMoved)
    world.noteTasks(receipts, from: nil, device, moment)
    world.note(.module(act), device, moment)
    try check(receipts, before, world, device)
  }

  /// Gives a task an estimate, so that days run over.
  private static func grow(
    _ act: ModuleAct, _ world: World, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    guard let id = world.taskIDs[act.subject] else { return }
    var edit = TaskEdit()
    edit.effortMinutes = .to(act.number)
    let receipt = try device.planner.editTask(id, edit, device.context)
    guard receipt.changedAnything else { return }
    world.note(.module(act), device, moment, versions: receipt.versions)
    try world.checkAct(device, id)
  }

  /// Looks whether tasks were taken from the bottom of Today's order until the rest fits, and no
  /// further.
  ///
  /// Source: the rules of a day's capacity, "Soft, never blocking".
  private static func check(
    _ receipts: [ActionReceipt], _ before: TodayOverview, _ world: World, _ device: SimulatedDevice
  ) throws {
    let name = device.planned.name
    let after = try device.planner.today(device.context)
    let moved = receipts.map(\.task)
    let stayed = after.shown.map(\.id)
    try world.check(
      .overflowFits, exercised: before.shown.count > 1,
      before.overflow != nil && !moved.isEmpty && moved.allSatisfy { !stayed.contains($0) },
      "\(name) moved \(moved.count) tasks out of a day that \(before.overflow == nil ? "fits" : "does not fit")"
    )
    // What stays although it stands below a task that went may not go just like that.
    let order = before.shown.map(\.id)
    let highest = moved.compactMap { order.firstIndex(of: $0) }.min() ?? order.endIndex
    for view in before.shown[highest...] where !moved.contains(view.id) {
      let isTimed = try device.planner.focus(device.context)?.session.subject?.task == view.id
      try world.check(
        .overflowFits,
        view.deferralCount >= 2 || isTimed || view.effortMinutes == 0,
        "\(name) left '\(view.title)' in today, which stands below what was moved")
    }
    try world.check(
      .overflowFits, exercised: after.overflow != nil,
      after.overflow == nil || after.overflowMove?.moved.isEmpty ?? true,
      "\(name) stopped moving before today fits")
  }

  static func check(_ world: World, _ context: DayContext) throws {}
}
