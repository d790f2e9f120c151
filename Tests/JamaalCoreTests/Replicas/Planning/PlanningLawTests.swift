import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Random evenings on machines that meet at random.
@Suite struct PlanningLawTests {
  /// Three machines over a few days, doing anything that can be done.
  private struct Fleet {
    let machines: [Machine]
    var random: SeededGenerator
    var now: Int64

    init(seed: UInt64) throws {
      machines = try (0..<3).map { try Machine(seed * 3 + UInt64($0), at: "2026-03-02T07:00:00Z") }
      random = SeededGenerator(seed: seed)
      now = machines[0].now.millis
    }

    mutating func pick<Element>(_ list: [Element]) -> Element? {
      list.randomElement(using: &random)
    }

    /// Lets time pass and one machine do something; what the rules refuse is passed over.
    mutating func step() throws {
      now += Int64([1, 5, 20, 90, 400].randomElement(using: &random) ?? 1) * 60_000
      let machine = machines[Int.random(in: 0..<machines.count, using: &random)]
      try machine.at(Instant(millis: now).text(in: .utc))
      do {
        try act(machine)
      } catch is PlannerError {
        // A refusal writes nothing; that it does not is checked by what all machines agree on.
      }
    }

    private mutating func act(_ machine: Machine) throws {
      let planner = machine.planner
      let context = machine.context
      let today = try planner.tick(context).today
      let target = try planner.planningTarget(context)
      let tasks = try planner.tasks(context)
      switch Int.random(in: 0..<17, using: &random) {
      case 0, 1:
        try machine.add(
          "t\(now)", due: "\(today + Int.random(in: 0...2, using: &random))",
          importance: Bool.random(using: &random) ? .high : .low)
      case 2:
        if let task = pick(tasks) { _ = try planner.complete(task.id, context) }
      case 3: _ = try planner.openPlanning(isShortened: true, context)
      case 4, 5: _ = try planner.openPlanning(context)
      case 6, 7: _ = try planner.continuePlanning(of: target.forDate, context)
      case 8, 9:
        let page = try planner.planning(of: target.forDate, context)
        if let row = pick(page.carry), let choice = choice(today) {
          try undoesExactly(choice, row.task.id, machine, target.forDate)
          _ = try planner.carry(choice, row.task.id, in: target.forDate, context)
        }
      case 10:
        let page = try planner.planning(of: target.forDate, context)
        if let row = pick(page.carry.filter(\.isUndoable)) {
          _ = try planner.undoCarry(row.task.id, in: target.forDate, context)
        }
      case 11: _ = try planner.skipPlanning(of: target.forDate, context)
      case 12: _ = try planner.closePlanning(of: target.forDate, context)
      case 13: try addAnchor(machine, target.forDate)
      case 14: _ = try planner.moveOverflow(context)
      case 15: if let task = pick(tasks) { _ = try planner.beginFocus(onTask: task.id, context) }
      default:
        _ = try planner.setLevel(
          pick(CapacityLevel.choices) ?? .low, on: target.forDate, context)
      }
    }

    /// An Anchor made while planning is a commitment of the planned day at once.
    private mutating func addAnchor(_ machine: Machine, _ date: LogicalDate) throws {
      let start = WallClock(minuteOfDay: Int.random(in: 0..<1440, using: &random))
      let draft = PlannedAnchorDraft(
        title: "a\(now)", start: start ?? .midnight,
        windowMinutes: Int.random(in: 1...300, using: &random))
      let receipt = try machine.planner.addPlannedAnchor(draft, in: date, machine.context)
      let page = try machine.planner.planning(of: date, machine.context)
      let made = page.commitments.filter { $0.id == receipt.anchor }
      #expect(made.map(\.effortMinutes) == [draft.windowMinutes])
      #expect(made.map(\.takesTime) == [true], "\(draft)")
    }

    private mutating func choice(_ today: LogicalDate) -> CarryForward.Choice? {
      pick([.keep, .later(today + 3, reason: .tooMuch), .later(nil), .drop])
    }

    /// A choice and its undo leave the task as it was.
    private func undoesExactly(
      _ choice: CarryForward.Choice, _ task: RecordID, _ machine: Machine, _ date: LogicalDate
    ) throws {
      let before = try machine.planner.task(task, machine.context)
      _ = try machine.planner.carry(choice, task, in: date, machine.context)
      try machine.planner.undoCarry(task, in: date, machine.context)
      #expect(try machine.planner.task(task, machine.context) == before, "\(choice)")
    }

    func meet() throws {
      let sets = try machines.compactMap { try $0.replica.seal()?.bytes }
      for machine in machines {
        for set in sets { try machine.replica.apply(set) }
      }
    }
  }

  /// What a planning page says wherever it is read.
  private func words(_ page: PlanningPage) -> String {
    let carry = page.carry.map { "\($0.task.id) \($0.status.words) \($0.preview)" }
    return "\(page.session.map { "\($0)" } ?? "none") \(carry) \(page.build) \(page.load)"
      + " \(page.commitments) \(page.freeTime) \(page.nightsPlanned) \(page.confirmed.map { "\($0)" } ?? "none")"
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `machines that meet show the same planning, and a rebuild changes nothing`(
    seed: UInt64
  ) throws {
    var fleet = try Fleet(seed: seed)
    for step in 1...120 {
      try fleet.step()
      guard step % 30 == 0 else { continue }
      fleet.now += 60_000
      for machine in fleet.machines { try machine.at(Instant(millis: fleet.now).text(in: .utc)) }
      try fleet.meet()
      let machines = fleet.machines
      try expectTheSame(machines[0], machines[1], machines[2])
      let target = try machines[0].planner.planningTarget(machines[0].context)
      let days = (target.forDate - 7)...target.forDate
      let first = try machines[0].planner.planning(of: target.forDate, machines[0].context)
      let lived = try machines[0].planner.livedDays(days, machines[0].context)
      for machine in machines.dropFirst() {
        let page = try machine.planner.planning(of: target.forDate, machine.context)
        #expect(words(page) == words(first), "seed \(seed), step \(step)")
        #expect(try machine.planner.livedDays(days, machine.context) == lived, "seed \(seed)")
      }
      for task in try machines[0].planner.tasks(includesEnded: true, machines[0].context) {
        let detail = try machines[0].planner.task(task.id, machines[0].context)
        #expect(
          Set(detail.deferrals.map(\.day)).count == detail.task.deferralCount, "seed \(seed)")
      }
      let complete = try machines[0].replica.read { try $0.records(NightPlanningSession.self) }
        .filter { $0.completedAt != nil }
      #expect(first.nightsPlanned == complete.count, "seed \(seed)")
    }
  }
}
