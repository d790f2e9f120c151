import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Keep, Later and Drop, and taking them back.
@Suite struct PlanningCarryTests {
  private static let date = "2026-03-03"

  /// A machine at Carry with one task that was put off so often already.
  private func machine(
    deferrals: Int = 0, importance: Importance = .low, path: String = ":memory:"
  ) throws -> (Machine, RecordID) {
    let start = try parsed("2026-03-02") - deferrals
    let machine = try Machine(1, at: "\(start)T08:00:00Z", path: path)
    let id = try machine.add("Letter", due: "\(start)", importance: importance)
    try machine.plan(at: "2026-03-02T21:00:00Z")
    #expect(try machine.next(Self.date) == .carry)
    return (machine, id)
  }

  @Test(arguments: [(0, 1), (1, 2)])
  func `Keep is instant the first two times`(before: Int, after: Int) throws {
    let (machine, id) = try machine(deferrals: before)
    try machine.carry(.keep, id, Self.date)
    let task = try machine.task("Letter").task
    #expect(task.dueDate == (try parsed(Self.date)) && task.deferralCount == after)
    #expect(try machine.carried(Self.date) == ["Letter: 2026-03-03"])
  }

  @Test func `from the third time on a day has to be picked, and an important task eases`() throws {
    let (machine, id) = try machine(deferrals: 2, importance: .high)
    #expect(try machine.page(Self.date).carry[0].preview.easesFrom == .high)
    let before = machine.replica.digest
    #expect(throws: PlannerError.self) { try machine.carry(.keep, id, Self.date) }
    #expect(machine.replica.digest == before)
    try machine.carry(.later(parsed("2026-03-09"), reason: .tooMuch), id, Self.date)
    let detail = try machine.task("Letter")
    #expect(detail.task.importance == .low && detail.task.easedFrom == .high)
    #expect(detail.deferrals.last?.reason == .tooMuch && detail.task.deferralCount == 3)
  }

  @Test func `Someday is for low tasks`() throws {
    let (low, id) = try machine()
    try low.carry(.later(nil), id, Self.date)
    #expect(try low.carried(Self.date) == ["Letter: someday"])
    let (high, other) = try machine(importance: .medium)
    #expect(throws: PlannerError.self) { try high.carry(.later(nil), other, Self.date) }
  }

  @Test func `Continue keeps what nothing was said about, all of it together`() throws {
    let (machine, id) = try machine()
    try machine.add("Call", due: "2026-03-02")
    try machine.carry(.later(parsed("2026-03-05")), id, Self.date)
    let receipt = try machine.planner.continuePlanning(of: parsed(Self.date), machine.context)
    #expect(receipt.session?.currentStep == .build && receipt.tasks.count == 1)
    #expect(try machine.task("Call").task.dueDate == parsed(Self.date))
    #expect(try machine.task("Letter").task.dueDate == parsed("2026-03-05"))
    let counts = try machine.page(Self.date).counts
    #expect(counts.kept == 1 && counts.moved == 1 && counts.pending == 0)
  }

  @Test func `what is on its third deferral goes to next week when nothing is said`() throws {
    let (machine, _) = try machine(deferrals: 2)
    try machine.next(Self.date)
    #expect(try machine.task("Letter").task.dueDate == parsed("2026-03-09"))
  }

  @Test func `a task that is not left over cannot be carried`() throws {
    let (machine, _) = try machine()
    let later = try machine.add("Later", due: "2026-03-05")
    #expect(throws: PlannerError.self) { try machine.carry(.keep, later, Self.date) }
  }

  @Test(arguments: [
    CarryForward.Choice.keep, .later(LogicalDate(dayNumber: 20_520), reason: .notReady), .drop,
  ])
  func `a choice is taken back exactly`(choice: CarryForward.Choice) throws {
    let (machine, id) = try machine(deferrals: 1, importance: .medium)
    let before = try machine.task("Letter")
    let page = try machine.page(Self.date)
    try machine.carry(choice, id, Self.date)
    #expect(try machine.page(Self.date).carry[0].isUndoable)
    try machine.planner.undoCarry(id, in: parsed(Self.date), machine.context)
    #expect(try machine.task("Letter") == before)
    #expect(try machine.page(Self.date).carry == page.carry)
  }

  @Test func `one choice after another is taken back one by one`() throws {
    let (machine, id) = try machine()
    let date = try parsed(Self.date)
    try machine.carry(.keep, id, Self.date)
    try machine.carry(.later(parsed("2026-03-05"), reason: .tooMuch), id, Self.date)
    try machine.carry(.drop, id, Self.date)
    var seen: [String] = []
    for _ in 0..<3 {
      try machine.planner.undoCarry(id, in: date, machine.context)
      seen += try machine.carried(Self.date)
    }
    #expect(seen == ["Letter: 2026-03-05", "Letter: 2026-03-03", "Letter: pending"])
    #expect(try machine.task("Letter").task.deferralCount == 0)
    #expect(throws: PlannerError.self) {
      try machine.planner.undoCarry(id, in: date, machine.context)
    }
  }

  @Test func `a choice that was undone as the last act is not there to be taken back again`()
    throws
  {
    let (machine, id) = try machine()
    try machine.carry(.later(parsed("2026-03-05"), reason: .tooMuch), id, Self.date)
    let keep = try machine.carry(.keep, id, Self.date)
    try machine.planner.undo(keep.acts, machine.context)
    #expect(try machine.carried(Self.date) == ["Letter: 2026-03-05"])
    try machine.planner.undoCarry(id, in: parsed(Self.date), machine.context)
    #expect(try machine.carried(Self.date) == ["Letter: pending"])
    #expect(try machine.page(Self.date).carry.map(\.isUndoable) == [false])
    #expect(throws: PlannerError.self) {
      try machine.planner.undoCarry(id, in: parsed(Self.date), machine.context)
    }
    // The same for what Continue kept.
    let went = try machine.planner.continuePlanning(of: parsed(Self.date), machine.context)
    try machine.planner.undo(went.acts, machine.context)
    #expect(try machine.page(Self.date).session?.currentStep == .carry)
    #expect(try machine.page(Self.date).carry.map(\.isUndoable) == [false])
    #expect(try machine.task("Letter").task.deferralCount == 0)
  }

  @Test func `dropping a repeating task makes the next one, and undo takes it away`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let draft = TaskDraft(
      title: "Water", dueDate: try parsed("2026-03-02"), repeats: RepeatRule(kind: .daily))
    let id = try machine.planner.addTask(draft, machine.context).task
    try machine.plan(at: "2026-03-02T21:00:00Z")
    try machine.next(Self.date)
    try machine.carry(.drop, id, Self.date)
    #expect(try machine.planner.tasks(machine.context).map(\.dueDate) == [parsed("2026-03-03")])
    try machine.planner.undoCarry(id, in: parsed(Self.date), machine.context)
    #expect(try machine.planner.tasks(machine.context).map(\.id) == [id])
  }

  @Test func `undo survives the program being closed, until the day is closed`() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/replica.db"
    var id = RecordID(high: 0, low: 0)
    do {
      let (machine, made) = try machine(path: path)
      id = made
      try machine.carry(.later(parsed("2026-03-05"), reason: .tooMuch), id, Self.date)
    }
    let again = try Machine(9, at: "2026-03-02T21:30:00Z", path: path)
    // Dropping every consequence takes no choice away.
    try again.planner.rebuild(again.context)
    #expect(try again.page(Self.date).carry.map(\.isUndoable) == [true])
    try again.planner.undoCarry(id, in: parsed(Self.date), again.context)
    #expect(try again.carried(Self.date) == ["Letter: pending"])
    #expect(try again.task("Letter").task.deferralCount == 0)
    try again.carry(.keep, id, Self.date)
    try again.close(Self.date)
    try again.plan(at: "2026-03-02T22:00:00Z")
    #expect(try again.page(Self.date).carry.map(\.isUndoable) == [false])
    #expect(throws: PlannerError.self) {
      try again.planner.undoCarry(id, in: parsed(Self.date), again.context)
    }
  }

  @Test func `a close that arrives from another machine ends the undo here too`() throws {
    let (laptop, id) = try machine()
    let phone = try Machine(2, at: "2026-03-02T21:00:00Z")
    try laptop.carry(.keep, id, Self.date)
    try sync(laptop, phone)
    try phone.plan(at: "2026-03-02T21:10:00Z")
    try phone.close(Self.date)
    try laptop.at("2026-03-02T21:20:00Z")
    try sync(laptop, phone)
    #expect(try laptop.page(Self.date).carry.map(\.isUndoable) == [false])
  }

  @Test func `an undo leaves alone what another machine has written since`() throws {
    let (laptop, id) = try machine()
    let phone = try Machine(2, at: "2026-03-02T21:00:00Z")
    try laptop.carry(.later(parsed("2026-03-05")), id, Self.date)
    try sync(laptop, phone)
    _ = try phone.planner.putOff(
      id, to: .day(parsed("2026-03-12")), reason: .notReady, phone.at("2026-03-02T21:10:00Z"))
    try laptop.at("2026-03-02T21:20:00Z")
    try sync(laptop, phone)
    try laptop.planner.undoCarry(id, in: parsed(Self.date), laptop.context)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let detail = try machine.task("Letter")
      #expect(try detail.task.dueDate == parsed("2026-03-12"))
      #expect(detail.deferrals.map(\.reason) == [.notReady])
    }
    try expectTheSame(laptop, phone)
  }
}
