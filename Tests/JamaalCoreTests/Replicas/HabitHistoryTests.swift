import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Random histories of habits on several machines.
@Suite struct HabitHistoryTests {
  /// Makes a person's machines do random things with habits, and remembers what was counted.
  private final class Story {
    let machines: [Machine]
    let windows: [HabitKind: RecordID]
    var random: SeededGenerator
    /// Everything counted, by day: the sum that all machines have to come to.
    var counted: [LogicalDate: Int] = [:]
    var minutes = 0

    init(_ seed: Int, machines count: Int) throws {
      random = SeededGenerator(seed: UInt64(seed) + 900)
      machines = try (1...count).map {
        try Machine(UInt64(seed * 10 + $0), at: "2026-03-02T08:00:0\($0)Z")
      }
      let first = machines[0]
      windows = [
        .binary: try first.habit("Read"), .counted: try first.habit("Water", .counted, target: 3),
        .avoid: try first.habit("Sugar", .avoid, target: 1),
      ]
      try syncAll()
    }

    func syncAll() throws {
      let sets = try machines.compactMap { try $0.replica.seal()?.bytes }
      for machine in machines { for set in sets { try machine.replica.apply(set) } }
    }

    /// All clocks run: a machine whose clock stood still would set the others' news aside.
    func advance() throws {
      minutes += Int.random(in: 5...700, using: &random)
      let now = Instant(millis: 1_772_440_000_000 + Int64(minutes) * 60_000)
      for machine in machines { try machine.at(now.description) }
    }

    func window(_ kind: HabitKind) throws -> RecordID {
      guard let window = windows[kind] else { throw PlannerError(.notFound, kind.text) }
      return window
    }

    /// Steps only up, whose sums are known whatever arrives when.
    func count() throws {
      let machine = machines[Int.random(in: 0..<machines.count, using: &random)]
      let step = Int.random(in: 1...3, using: &random)
      let receipt = try machine.log(.step(step), try window(.counted))
      if let day = receipt.day { counted[day, default: 0] += step }
    }

    /// Anything a person can do; what the rules refuse is passed over.
    func act() throws {
      let machine = machines[Int.random(in: 0..<machines.count, using: &random)]
      let context = machine.context
      let today = try machine.planner.tick(context).today
      let day = today - Int.random(in: 0...4, using: &random)
      let habits = try machine.planner.habits(context).habits
      guard let habit = habits.randomElement(using: &random) else { return }
      do {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: try machine.log(.tick, try window(.binary))
        case 1: try machine.log(.untick, try window(.binary))
        case 2: try machine.log(.step(Int.random(in: 1...2, using: &random)), try window(.counted))
        case 3: try machine.log(.step(-1), try window(.counted))
        case 4: try machine.log(.slip, try window(.avoid))
        case 5: try machine.log(.hold, try window(.avoid))
        case 6:
          let count = Int.random(in: 0...5, using: &random)
          try machine.planner.correctHabit(
            .count(count), for: try window(.counted), on: day, context)
        case 7: try machine.planner.correctHabit(.done, for: try window(.binary), on: day, context)
        case 8:
          let length = Int.random(in: -1...3, using: &random)
          try machine.planner.pauseHabit(
            habit.id, from: today, through: length < 0 ? nil : today + length, context)
        case 9: try machine.planner.resumeHabit(habit.id, context)
        case 10:
          if habit.isArchived {
            try machine.planner.restoreHabit(habit.id, context)
          } else if Bool.random(using: &random) {
            try machine.planner.archiveHabit(habit.id, context)
          }
        default:
          var draft = HabitDraft(habit)
          draft.windows[0].target = Int.random(in: 1...5, using: &random)
          draft.schedule =
            habit.kind == .avoid || Bool.random(using: &random)
            ? HabitSchedule(weekdays: [1, 2, 3, 4, 5, 6]) : HabitSchedule(timesPerWeek: 3)
          let receipt = try machine.planner.editHabit(habit.id, draft, context)
          if Bool.random(using: &random) { try machine.planner.undo(receipt, context) }
        }
      } catch is PlannerError {
        // Refused, as the rules say.
      }
    }
  }

  @Test(arguments: 0..<30) func `counts add up across machines`(seed: Int) throws {
    let story = try Story(seed, machines: 2 + seed % 3)
    for _ in 0..<25 {
      try story.advance()
      try story.count()
      if Int.random(in: 0..<4, using: &story.random) == 0 { try story.syncAll() }
    }
    try story.syncAll()
    for machine in story.machines {
      for (day, sum) in story.counted {
        #expect(
          try machine.reading("Water", on: day.description).amount == sum,
          "seed \(seed), \(day)")
      }
    }
  }

  @Test(arguments: 0..<30)
  func `whatever is done apart, machines agree, and a rebuild with them`(seed: Int) throws {
    let story = try Story(seed + 500, machines: 2 + seed % 2)
    for _ in 0..<45 {
      try story.advance()
      try story.act()
      if Int.random(in: 0..<5, using: &story.random) == 0 { try story.syncAll() }
    }
    try story.syncAll()
    let first = story.machines[0]
    let kept = try first.planner.consequences(first.context)
    for machine in story.machines {
      #expect(machine.replica.digest == first.replica.digest, "seed \(seed)")
      #expect(try machine.planner.consequences(machine.context) == kept, "seed \(seed)")
      #expect(
        try machine.planner.habits(machine.context) == first.planner.habits(first.context),
        "seed \(seed)")
      try machine.planner.rebuild(machine.context)
      #expect(
        try machine.planner.consequences(machine.context) == kept,
        "a rebuild differs, seed \(seed)")
    }
  }
}
