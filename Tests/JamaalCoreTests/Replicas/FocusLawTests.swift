import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// What holds whatever a few machines do with timers, offline and in whatever order they meet.
@Suite struct FocusLawTests {
  static let seeds: Range<UInt64> = 1..<41

  @Test(arguments: seeds)
  func `what is worked out step by step is what a rebuild gives, on every machine`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let machines = try (1...3).map { try Machine(seed &* 10 &+ $0, at: "2026-03-02T08:00:00Z") }
    let tasks = try (1...4).map { number in
      try machines[0].add("Task \(number)", due: number == 4 ? nil : "2026-03-02")
    }
    var folder = Folder()
    try folder.meet(machines)
    var seconds = 0
    for _ in 0..<60 {
      seconds += [3, 60, 600, 3_600, 20_000].randomElement(using: &random) ?? 0
      let machine = machines[Int.random(in: 0..<3, using: &random)]
      // Clocks that are a little off, each in its own way.
      let skew = machine === machines[1] ? 90 : machine === machines[2] ? -45 : 0
      try machine.advance(to: "2026-03-02T08:00:00Z", plus: seconds + skew)
      do {
        try act(on: machine, tasks, using: &random)
      } catch is PlannerError {
        // A refusal is an answer; what it must not do is change anything.
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        try folder.meet(machines.shuffled(using: &random).dropLast())
      }
    }
    try folder.meet(machines)
    for machine in machines {
      try machine.advance(to: "2026-03-02T08:00:00Z", plus: seconds + 200)
      let live = try tasks.flatMap { try machine.planner.sessions(ofTask: $0, machine.context) }
        .filter { $0.isLive(at: machine.now) }
      #expect(live.count <= 1, "seed \(seed)")
      #expect(live.first?.id == (try machine.planner.focus(machine.context)?.session.id))
    }
    try expectAgreement(machines)
  }

  private func act(
    on machine: Machine, _ tasks: [RecordID], using random: inout SeededGenerator
  ) throws {
    let planner = machine.planner
    let context = machine.context
    let task = tasks[Int.random(in: 0..<tasks.count, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: _ = try planner.beginFocus(onTask: task, context)
    case 4: _ = try planner.pauseFocus(context)
    case 5: _ = try planner.resumeFocus(context)
    case 6: _ = try planner.endFocus(.stop, note: "so far", context)
    case 7:
      _ = try planner.endFocus(.putOff(), next: .task(task), context)
    case 8:
      _ = try planner.endFocus(.done, note: "done", context)
      if Bool.random(using: &random) { _ = try planner.undoFocus(context) }
    case 9:
      let tick = try planner.complete(task, context)
      if Bool.random(using: &random) { try planner.undo(tick, context) }
    case 10: _ = try planner.uncomplete(task, context)
    default: _ = try planner.putOff(task, to: .day(planner.tick(context).today + 1), context)
    }
  }
}

/// Everything that any machine has told so far: who meets it hears what it has missed.
private struct Folder {
  private var sets: [[UInt8]] = []
  private var heard: [ObjectIdentifier: Int] = [:]

  mutating func meet(_ machines: [Machine]) throws {
    for machine in machines {
      if let set = try machine.replica.seal()?.bytes { sets.append(set) }
    }
    for machine in machines {
      for set in sets[(heard[ObjectIdentifier(machine)] ?? 0)...] {
        try machine.replica.apply(set)
      }
      heard[ObjectIdentifier(machine)] = sets.count
    }
  }
}
