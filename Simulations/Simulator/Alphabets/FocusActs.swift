import JamaalCore
import ReplicaStore

/// The timer: begun on one device and ended on another, twice at once, over a day's end.
///
/// It has tasks of its own: one that is timed at its day's end is carried and not put off, which the
/// reference models of tasks know nothing of.
enum FocusActs: ModuleActs {
  static let name = "focus"

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name,
      act: dice.pick(["begin", "begin", "begin", "pause", "resume", "end", "later", "done"]),
      subject: dice.below(2), number: dice.below(10))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let context = device.context
    switch act.act {
    case "begin":
      guard let id = world.made.timed[act.subject] else {
        let draft = TaskDraft(title: "Timed \(act.subject)", dueDate: moment.today)
        world.made.timed[act.subject] = try planner.addTask(draft, context).task
        return world.note(.module(act), device, moment)
      }
      _ = try planner.beginFocus(onTask: id, context)
    case "pause": _ = try planner.pauseFocus(context)
    case "resume": _ = try planner.resumeFocus(context)
    case "end": _ = try planner.endFocus(.stop, context)
    case "later": _ = try planner.endFocus(.putOff(to: nil, reason: .reschedule), context)
    default: _ = try planner.endFocus(.done, context)
    }
    world.note(.module(act), device, moment)
  }

  static func check(_ world: World, _ context: DayContext) throws {
    var begins: Set<Int> = []
    for act in world.ledger {
      if case .module(let planned) = act.kind, planned.module == name, planned.act == "begin" {
        begins.insert(act.device)
      }
    }
    guard !begins.isEmpty else { return }
    if begins.count > 1 { world.reach(.timersOnTwoDevices) }
    for device in world.alive {
      let name = device.planned.name
      var all: [SessionState] = []
      for id in world.made.timed.values.sorted() {
        all += try device.planner.sessions(ofTask: id, context)
      }
      let live = all.filter { $0.isLive(at: context.now) }
      try world.check(
        .oneTimer, exercised: all.count > 1, live.count <= 1,
        "\(name) shows \(live.count) timers that run")
      for session in all {
        let seconds = session.seconds(at: context.now)
        let length = Int((session.closesAt.millis - session.startedAt.millis) / 1000)
        try world.check(
          .oneTimer, exercised: seconds > 0, seconds >= 0 && seconds <= max(length, 0) + 1,
          "\(name) counts \(seconds) s for a session of \(length) s")
      }
      if all.contains(where: { !$0.cameFirst }) { world.reach(.timersMerged) }
      if all.contains(where: \.isTimedAtDayEnd) { world.reach(.timerOverDayEnd) }
    }
  }
}
