import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Putting the coming day together, looking at its load, and moving what does not fit.
@Suite struct PlanningBuildTests {
  private static let date = "2026-03-03"

  /// A machine at Build on Monday evening, with nothing left over from that day.
  private func machine() throws -> Machine {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    try machine.plan(at: "2026-03-02T21:00:00Z")
    try machine.next(Self.date)
    return machine
  }

  private func move(_ machine: Machine, _ task: RecordID, to day: String?) throws {
    _ = try machine.planner.movePlanned(
      task, to: day.map { try parsed($0) }, in: parsed(Self.date), machine.context)
  }

  @Test func `tasks are pulled in and pushed out without a deferral`() throws {
    let machine = try machine()
    let undated = try machine.add("Undated")
    let later = try machine.add("Later", due: "2026-03-20", importance: .high)
    #expect(try machine.planned(Self.date).isEmpty)
    let page = try machine.page(Self.date)
    #expect(page.build.suggestions.map(\.id) == [later])
    #expect(page.build.candidates.map(\.id) == [undated])
    for task in [undated, later] { try move(machine, task, to: Self.date) }
    #expect(try machine.planned(Self.date) == ["Later", "Undated"])
    try move(machine, later, to: "2026-03-21")
    try move(machine, undated, to: nil)
    #expect(try machine.planned(Self.date).isEmpty)
    for title in ["Undated", "Later"] {
      let detail = try machine.task(title)
      #expect(detail.task.deferralCount == 0 && detail.deferrals.isEmpty)
    }
  }

  @Test func `a task kept in Carry and pushed out again is one deferral, to where it went`() throws
  {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Letter", due: "2026-03-02")
    try machine.plan(at: "2026-03-02T21:00:00Z")
    for _ in 0..<2 { try machine.next(Self.date) }
    try move(machine, id, to: "2026-03-06")
    let detail = try machine.task("Letter")
    #expect(detail.task.deferralCount == 1)
    #expect(try detail.deferrals.map(\.deferredTo) == [parsed("2026-03-06")])
  }

  @Test(arguments: ["2026-03-02", "2026-02-01"])
  func `a plan moves nothing into the past`(day: String) throws {
    let machine = try machine()
    let id = try machine.add("Later", due: "2026-03-20")
    #expect(throws: PlannerError.self) { try move(machine, id, to: day) }
    #expect(try machine.task("Later").task.dueDate == parsed("2026-03-20"))
  }

  @Test func `a task is made for the planned day, and raising gives one without a day that day`()
    throws
  {
    let machine = try machine()
    let date = try parsed(Self.date)
    _ = try machine.planner.addPlanned(
      TaskDraft(title: "New", importance: .high), in: date, machine.context)
    #expect(try machine.task("New").task.dueDate == date)
    let undated = try machine.add("Undated")
    let receipt = try machine.planner.weighPlanned(
      undated, as: .medium, in: date, machine.context)
    #expect(try machine.task("Undated").task.dueDate == date)
    try machine.planner.undo(receipt, machine.context)
    let undone = try machine.task("Undated").task
    #expect(undone.dueDate == nil && undone.importance == .low)
    #expect(throws: PlannerError.self) {
      try machine.planner.addPlanned(TaskDraft(title: "  "), in: date, machine.context)
    }
  }

  @Test(
    arguments: [(4, 0, []), (5, 0, [.pickPriorities]), (5, 1, [.pickPriorities])]
      + [(5, 2, [.multipleDoFirst]), (2, 2, [.multipleDoFirst])] as [(Int, Int, [PlanPrompt])])
  func `prompts follow the plan`(total: Int, important: Int, prompts: [PlanPrompt]) throws {
    let machine = try machine()
    for index in 0..<total {
      try machine.add(
        "t\(index)", due: Self.date, importance: index < important ? .high : .low)
    }
    #expect(try machine.page(Self.date).build.prompts == prompts)
  }

  @Test func `a level counts as soon as it is chosen, reading chooses none`() throws {
    let machine = try machine()
    let date = try parsed(Self.date)
    try machine.add("Work", due: Self.date, minutes: 120)
    #expect(try machine.page(Self.date).load.load.state == .light)
    let receipt = try machine.planner.setLevel(.low, on: date, machine.context)
    #expect(try machine.page(Self.date).load.load.state == .full)
    try machine.planner.undo(receipt, machine.context)
    #expect(try machine.page(Self.date).load.level == .medium)
    #expect(throws: PlannerError.self) {
      try machine.planner.setLevel(.low, on: parsed("2026-03-01"), machine.context)
    }
  }

  @Test func `the weekday's default is the level, also on the plan that is kept`() throws {
    let machine = try Machine(1, at: "2026-03-06T21:00:00Z")
    try machine.plan(at: "2026-03-06T21:00:00Z")
    #expect(try machine.page("2026-03-07").load.level == .low)
    #expect(try machine.close("2026-03-07").plan.level == .low)
    // What was confirmed stays, whatever the default becomes.
    try machine.planner.changeSettings(machine.at("2026-03-06T22:00:00Z")) {
      $0.saturdayLevel = .high
    }
    #expect(try machine.planner.today(machine.at("2026-03-07T09:00:00Z")).level == .low)
  }

  @Test func `an overloaded day offers one task to the nearest day that stays under full`() throws {
    let machine = try machine()
    let date = try parsed(Self.date)
    try machine.add("First", due: Self.date, minutes: 150, importance: .high)
    let low = try machine.add("Low", due: Self.date, minutes: 90)
    // Wednesday would be exactly full with it, which is not under full.
    try machine.add("Other", due: "2026-03-04", minutes: 90)
    let load = try machine.page(Self.date).load
    #expect(load.load.state == .overloaded)
    #expect(try load.move == MoveSuggestion(task: low, destination: parsed("2026-03-05")))
    _ = try machine.planner.movePlanned(
      low, to: load.move?.destination, in: date, machine.context)
    #expect(try machine.page(Self.date).load.move == nil)
    #expect(try machine.task("Low").task.deferralCount == 0)
  }

  @Test func `with no room in a week a date has to be asked for`() throws {
    let machine = try machine()
    for day in 3...10 {
      try machine.add("d\(day)", due: "2026-03-\(day < 10 ? "0" : "")\(day)", minutes: 240)
    }
    let move = try #require(try machine.page(Self.date).load.move)
    #expect(move.destination == nil)
  }

  @Test func `overflow is told against the working day, and long tasks against its gaps`() throws {
    let machine = try machine()
    try machine.planner.changeSettings(machine.context) {
      $0.dayStartMinute = 600
      $0.dayEndMinute = 720
    }
    let long = try machine.add("Long", due: Self.date, minutes: 130)
    let page = try machine.page(Self.date)
    #expect(page.load.overflow?.minutes == 10)
    #expect(page.build.doesNotFit.map(\.id) == [long])
    #expect(page.load.suggestedLevel == .low)
  }
}
