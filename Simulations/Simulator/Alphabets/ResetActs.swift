import JamaalCore
import ReplicaStore

/// *Delete my data*: everything goes, on every device that hears of it.
enum ResetActs: ModuleActs {
  static let name = "reset"
  static let isEveryday = false

  static let act = ModuleAct(module: name, act: "delete", subject: 0, number: 0)

  static func draw(_ dice: inout Dice) -> ModuleAct { act }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    try device.planner.reset()
    // What its owner had said to nobody is gone, whatever becomes of the deletion.
    world.forgive(device, from: 0)
    world.deletions.append(device.index)
    // What modules had made is made anew when somebody next acts on it.
    world.series = [:]
    world.made.forget()
    world.strike(.everythingDeleted)
    world.note(.module(act), device, moment)
  }

  static func check(_ world: World, _ context: DayContext) throws {
    guard !world.deletions.isEmpty else { return }
    if Set(world.deletions).count > 1 { world.reach(.deletedTwice) }
    if world.ledger.contains(where: \.isSetAside) { world.reach(.deletedWhileAway) }
    for device in world.alive {
      var reader = EvidenceReader(device.replica)
      for (index, act) in world.ledger.enumerated() where act.isSetAside {
        let isThere = try reader.count(of: act) > 0 || world.showsTask(of: act, on: device)
        try world.check(
          .deletedStays, exercised: !act.evidence.isEmpty, !isThere, act: index,
          "\(device.planned.name) shows '\(act.kind.words(act.task))', and everything was deleted"
            + " since")
      }
    }
  }
}

extension World {
  /// The number under which the ledger knows a task that plans call by one.
  ///
  /// It is another one each time that the task was made again after everything had been deleted, and
  /// people mean the latest that their device shows.
  func number(
    of planned: Int, isMaking: Bool, on device: SimulatedDevice
  ) throws -> Int {
    guard !deletions.isEmpty else { return planned }
    let made = Array(sequence(first: planned) { $0 + 1000 }.prefix { taskIDs[$0] != nil })
    for number in made.reversed() {
      guard let id = taskIDs[number] else { continue }
      if try device.replica.read({ try $0.record(TaskItem.self, id) }) != nil { return number }
    }
    guard let last = made.last else { return planned }
    return isMaking ? last + 1000 : last
  }

  /// Takes notice of what a device that had sealed nothing yet has brought into a new generation.
  func noteAdopted(_ device: SimulatedDevice) throws {
    let generation = device.replica.generation
    var reader = EvidenceReader(device.replica)
    for index in ledger.indices where ledger[index].generation != generation {
      let act = ledger[index]
      // What left no evidence was kept if what it was said about was: nobody else had written to that.
      let task = act.task.flatMap { taskIDs[$0] }
      let isKept =
        act.evidence.isEmpty
        ? try act.device == device.index && !act.isSafe
          && task.map { try reader.knows(task: $0) } ?? true
        : try reader.count(of: act) == act.evidence.count
      if isKept { ledger[index].generation = generation }
    }
  }

  /// Finds what was said without having heard that everything was deleted, once all are equal.
  func settleDeletions() throws {
    guard !deletions.isEmpty, let first = alive.first else { return }
    let generation = first.replica.generation
    try check(
      .convergence, alive.allSatisfy { $0.replica.generation == generation },
      "not everybody has heard of the same deletion")
    for index in ledger.indices where ledger[index].generation != generation {
      ledger[index].isForgiven = true
      // A copy may have brought a part of it along under its own name.
      ledger[index].isSetAside = !fleet.contains { $0?.planned.isClone ?? false }
    }
  }

  fileprivate func showsTask(of act: LedgerAct, on device: SimulatedDevice) throws -> Bool {
    guard case .added = act.kind, let id = act.task.flatMap({ taskIDs[$0] }) else { return false }
    return try device.replica.read { try $0.record(TaskItem.self, id) } != nil
  }
}
