import JamaalCore
import ReplicaStore

/// Habits: ticked and counted on several devices, slipped, taken back, put right later.
enum HabitActs: ModuleActs {
  static let name = "habit"

  /// What is made by number; the middle one is only ever counted up, so that its sum is known.
  private static let kinds: [HabitKind] = [.binary, .counted, .avoid]

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name, act: dice.pick(["log", "log", "log", "log", "back", "correct"]),
      subject: dice.pick([0, 1, 1, 2]), number: dice.within(1...3))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let context = device.context
    guard let window = world.made.habits[act.subject] else {
      let draft = HabitDraft(
        title: "Habit \(act.subject)", kind: kinds[act.subject],
        windows: [HabitDraft.Window(target: act.subject == 1 ? 8 : 1)])
      let habit = try planner.addHabit(draft, context).habit
      world.made.habits[act.subject] = try planner.habits(context).habits
        .first { $0.id == habit }?.windows.first?.id
      return world.note(.module(act), device, moment)
    }
    switch (act.act, act.subject) {
    case ("log", 0): try planner.logHabit(.tick, for: window, context)
    case ("back", 0): try planner.logHabit(.untick, for: window, context)
    case (_, 1):
      let entry = HabitEntry.id(window: window, date: moment.today)
      var step = act.number
      if world.bug == .countedByMaximum {
        step -= try device.replica.read { try $0.record(HabitEntry.self, entry)?.amount } ?? 0
      }
      if step > 0 { try planner.logHabit(.step(step), for: window, context) }
      world.made.counted.append(
        (
          device.index, world.ledger.count, entry, act.number
        ))
    case ("log", 2): try planner.logHabit(.slip, for: window, context)
    case ("back", 2): try planner.logHabit(.takeBackSlip, for: window, context)
    case ("correct", let subject):
      try planner.correctHabit(
        subject == 0 ? .done : .nothing, for: window, on: moment.today - act.number, context)
      world.reach(.habitCorrected)
    default: return
    }
    world.note(.module(act), device, moment)
  }

  static func check(_ world: World, _ context: DayContext) throws {
    let entries = Dictionary(grouping: world.made.counted, by: \.entry)
    for (entry, steps) in entries.sorted(by: { $0.key < $1.key }) {
      if Set(steps.map(\.device)).count > 1 { world.reach(.countedTwice) }
      let sure = steps.filter { !world.ledger[$0.act].isForgiven }.reduce(0) { $0 + $1.amount }
      let most = steps.reduce(0) { $0 + $1.amount }
      // What was counted while a clock was far ahead is written again by the device and by each copy.
      let isCountedAgain =
        steps.contains { world.ledger[$0.act].isRestamped }
        && world.plan.devices.contains(where: \.isClone)
      for device in world.alive {
        let amount = try device.replica.read { try $0.record(HabitEntry.self, entry)?.amount }
        // A disk that failed at the last moment may have kept a step that nobody acknowledged.
        try world.check(
          .countsAddUp, exercised: steps.count > 1,
          (sure...most).contains(amount ?? 0)
            || (world.isSettingUncertain || isCountedAgain) && amount ?? 0 > most,
          "\(device.planned.name) counts \(amount ?? 0), and it was \(sure) to \(most)")
      }
    }
    guard let first = world.alive.first, !world.made.habits.isEmpty else { return }
    let shown = try first.planner.habits(context)
    for device in world.alive.dropFirst() {
      try world.check(
        .equalConsequences, try device.planner.habits(context) == shown,
        "\(device.planned.name) and \(first.planned.name) show other habits")
    }
  }
}
