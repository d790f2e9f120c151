import JamaalCore
import ReplicaStore

/// Tasks that come back: made, done, dropped, put off, stopped, and done again elsewhere.
enum RepeatActs: ModuleActs {
  static let name = "repeat"

  private static let rules: [RepeatRule] = [
    RepeatRule(kind: .daily), RepeatRule(kind: .weekly, weekdays: [1, 3, 5]),
    RepeatRule(kind: .monthly, dayOfMonth: 31),
  ]

  static func draw(_ dice: inout Dice) -> ModuleAct {
    let act =
      dice.pick([
        "make", "make", "done", "done", "done", "done", "undone", "undone", "drop", "later",
        "later", "raise", "stop",
      ])
    return ModuleAct(
      module: name, act: act, subject: dice.below(2), number: dice.within(1...9))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let context = device.context
    guard let first = world.series[act.subject] else {
      guard act.act == "make" || act.act == "done" else { return }
      let draft = TaskDraft(
        title: "Repeat \(act.subject)", dueDate: moment.today + act.number % 3,
        importance: .medium, repeats: rules[act.number % rules.count])
      let receipt = try planner.addTask(draft, context)
      world.series[act.subject] = receipt.task
      return world.note(.module(act), device, moment, versions: receipt.versions)
    }
    let instances = try instances(of: first, device, context)
    let live = instances.first { $0.isLive }
    let latest = instances.filter { !$0.isLive }.max {
      ($0.completedAt?.millis ?? 0) < ($1.completedAt?.millis ?? 0)
    }
    let receipt: ActionReceipt
    switch (act.act, live?.id, latest?.id) {
    case ("done", let id?, _): receipt = try planner.complete(id, context)
    case ("drop", let id?, _): receipt = try planner.drop(id, context)
    case ("stop", let id?, _): receipt = try planner.stopRepeating(id, context)
    case ("later", let id?, _):
      receipt = try planner.putOff(id, to: .day(moment.today + act.number), context)
    case ("raise", let id?, _):
      receipt = try raise(id, device, moment)
    case ("undone", _, let id?):
      do {
        receipt = try planner.uncomplete(id, context)
      } catch let error as PlannerError where error.code == .alreadyRepeated {
        world.reach(.undoneAfterNextBegan)
        throw error
      }
    default: return
    }
    world.note(.module(act), device, moment, versions: receipt.versions)
    try world.checkAct(device, receipt.task)
    if act.act == "done", world.bug == .randomSuccessor {
      try device.mischief.makeSecondSuccessor(first, device, moment)
    }
  }

  /// Changes an instance in the way that a form does.
  private static func raise(
    _ id: RecordID, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws -> ActionReceipt {
    // A first write to an instance that nobody wrote to has to say which one it follows, and only
    // the planner's own gestures do: a put off to another day is one of them.
    try device.planner.putOff(id, to: .day(moment.today + 2), device.context)
  }

  /// Every instance of a series that a device shows.
  static func instances(
    of first: RecordID, _ device: SimulatedDevice, _ context: DayContext
  ) throws -> [TaskView] {
    try device.planner.tasks(includesEnded: true, context).filter {
      $0.id == first || $0.seriesID == first
    }
  }

  static func check(_ world: World, _ context: DayContext) throws {
    for (number, first) in world.series.sorted(by: { $0.key < $1.key }) {
      for device in world.alive {
        let instances = try instances(of: first, device, context)
        let live = instances.filter(\.isLive)
        try world.check(
          .oneLiveInstance, exercised: instances.count > 1, live.count <= 1,
          "\(device.planned.name) shows \(live.count) live instances of repeat \(number)")
        if instances.count >= 4 { world.reach(.longSeries) }
        let isShort = instances.contains { view in
          guard view.id != first, case .monthly = view.repeats.kind, let due = view.dueDate else {
            return false
          }
          return due.monthDayCount < 31 && due.day == due.monthDayCount
        }
        if isShort { world.reach(.shortMonth) }
      }
      noteRaces(number, world)
    }
  }

  private static func noteRaces(_ number: Int, _ world: World) {
    var done: [RecordID: Set<Int>] = [:]
    var dropped: [RecordID: Set<Int>] = [:]
    var later: [RecordID: Set<Int>] = [:]
    for act in world.ledger {
      guard case .module(let planned) = act.kind, planned.module == name,
        planned.subject == number, let id = act.evidence.first?.id
      else { continue }
      switch planned.act {
      case "done": done[id, default: []].insert(act.device)
      case "drop": dropped[id, default: []].insert(act.device)
      case "later": later[id, default: []].insert(act.device)
      case "stop":
        if !(done[id] ?? []).subtracting([act.device]).isEmpty { world.reach(.stoppedWhileDone) }
      default: break
      }
    }
    if done.values.contains(where: { $0.count > 1 }) {
      world.reach(.repeatDoneTwice)
      world.strike(.sameRepeatTwice)
    }
    if done.contains(where: { !(dropped[$0.key] ?? []).subtracting($0.value).isEmpty }) {
      world.reach(.repeatDoneAndDropped)
    }
    if done.contains(where: { !(later[$0.key] ?? []).subtracting($0.value).isEmpty }) {
      world.reach(.repeatDeferredAndDone)
    }
  }
}
