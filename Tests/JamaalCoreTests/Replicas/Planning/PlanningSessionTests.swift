import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Opening, stepping, skipping, closing and reopening, on a replica.
@Suite struct PlanningSessionTests {
  private static let evening = "2026-03-02T21:00:00Z"

  private func machine(_ tasks: [String] = []) throws -> Machine {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    for task in tasks { try machine.add(task, due: "2026-03-02") }
    return machine
  }

  @Test(arguments: [
    (0, "2026-03-02T21:00:00Z", "2026-03-03"), (0, "2026-03-03T00:30:00Z", "2026-03-03"),
    (0, "2026-03-03T07:59:00Z", "2026-03-03"), (0, "2026-03-03T08:00:00Z", "2026-03-04"),
    (180, "2026-03-03T00:30:00Z", "2026-03-03"), (180, "2026-03-02T23:00:00Z", "2026-03-03"),
  ])
  func `an evening plans the first day whose work has not begun`(
    rollover: Int, time: String, forDate: String
  ) throws {
    let machine = try machine()
    try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = rollover }
    let session = try #require(try machine.plan(at: time))
    #expect(session.forDate == (try parsed(forDate)) && session.currentStep == .review)
  }

  @Test func `every step in turn, and Carry only where it has work`() throws {
    let busy = try machine(["Letter"])
    try busy.plan(at: Self.evening)
    #expect(try (0..<3).map { _ in try busy.next("2026-03-03") } == [.carry, .build, .load])
    let quiet = try machine()
    try quiet.plan(at: Self.evening)
    #expect(try quiet.next("2026-03-03") == .build)
    let back = try quiet.planner.goBackInPlanning(of: parsed("2026-03-03"), quiet.context)
    #expect(back.session?.currentStep == .review)
    #expect(throws: PlannerError.self) {
      try quiet.planner.goBackInPlanning(of: parsed("2026-03-03"), quiet.context)
    }
  }

  @Test func `a step behind can be gone to, one ahead cannot`() throws {
    let machine = try machine(["Letter"])
    try machine.plan(at: Self.evening)
    for _ in 0..<3 { try machine.next("2026-03-03") }
    let date = try parsed("2026-03-03")
    let gone = try machine.planner.goInPlanning(to: .carry, of: date, machine.context)
    #expect(gone.session?.currentStep == .carry)
    #expect(throws: PlannerError.self) {
      try machine.planner.goInPlanning(to: .close, of: date, machine.context)
    }
    #expect(try machine.page("2026-03-03").session?.currentStep == .carry)
  }

  @Test func `a session is resumed where it stood, also after midnight and on another machine`()
    throws
  {
    let laptop = try machine(["Letter"])
    let phone = try Machine(2, at: "2026-03-02T20:00:00Z")
    try laptop.plan(at: "2026-03-02T23:50:00Z")
    for _ in 0..<2 { try laptop.next("2026-03-03") }
    try sync(laptop, phone)
    let resumed = try #require(try phone.plan(at: "2026-03-03T00:20:00Z"))
    #expect(try resumed.currentStep == .build && resumed.forDate == parsed("2026-03-03"))
    try sync(laptop, phone)
    try expectTheSame(laptop, phone)
  }

  @Test func `closing keeps the plan, ends the session and counts the night once`() throws {
    let machine = try machine(["Letter", "Call"])
    try machine.plan(at: Self.evening)
    let summary = try machine.close("2026-03-03")
    #expect(summary.taskCount == 2 && summary.nightsPlanned == 1)
    #expect(summary.plan.plannedTaskMinutes == 60 && summary.plan.freeMinutes == 660)
    #expect(summary.plan.level == .medium && summary.plan.loadScore == 33)
    let page = try machine.page("2026-03-03")
    #expect(page.session?.isComplete == true && page.confirmed == summary.plan)
    // Opened again at Build, it stays confirmed until it is closed again.
    let again = try #require(try machine.plan(at: "2026-03-02T22:00:00Z"))
    #expect(again.currentStep == .build && again.isComplete)
    try machine.add("More", due: "2026-03-03", minutes: 90)
    let second = try machine.close("2026-03-03")
    #expect(second.nightsPlanned == 1 && second.plan.plannedTaskMinutes == 150)
    #expect(try machine.page("2026-03-03").confirmed?.plannedTaskMinutes == 150)
  }

  @Test func `the plan is confirmed at the last step only`() throws {
    let machine = try machine()
    try machine.plan(at: Self.evening)
    #expect(throws: PlannerError.self) {
      try machine.planner.closePlanning(of: parsed("2026-03-03"), machine.context)
    }
    #expect(try machine.page("2026-03-03").confirmed == nil)
  }

  @Test func `skipping writes no plan, keeps choices and can be taken up again`() throws {
    let machine = try machine(["Letter"])
    let id = try machine.task("Letter").task.id
    try machine.plan(at: Self.evening)
    try machine.next("2026-03-03")
    try machine.carry(.later(parsed("2026-03-06")), id, "2026-03-03")
    let skipped = try machine.planner.skipPlanning(of: parsed("2026-03-03"), machine.context)
    #expect(skipped.session?.isSkipped == true)
    let page = try machine.page("2026-03-03")
    #expect(page.confirmed == nil && page.nightsPlanned == 0)
    #expect(try machine.task("Letter").task.dueDate == parsed("2026-03-06"))
    #expect(throws: PlannerError.self) { try machine.next("2026-03-03") }
    #expect(throws: PlannerError.self) {
      try machine.planner.skipPlanning(of: parsed("2026-03-03"), machine.context)
    }
    let again = try #require(try machine.plan(at: "2026-03-02T22:00:00Z"))
    #expect(again.currentStep == .review && !again.isSkipped)
  }

  @Test func `a night can be skipped without having been begun, and that can be undone`() throws {
    let machine = try machine()
    let date = try parsed("2026-03-03")
    let receipt = try machine.planner.skipPlanning(of: date, machine.at(Self.evening))
    #expect(try machine.page("2026-03-03").session?.isSkipped == true)
    try machine.planner.undo(receipt, machine.context)
    #expect(try machine.page("2026-03-03").session?.isSkipped == false)
  }

  @Test func `an unfinished session ends as skipped with its day, by itself`() throws {
    let machine = try machine(["Letter"])
    try machine.plan(at: Self.evening)
    try machine.at("2026-03-03T23:59:00Z")
    #expect(try machine.page("2026-03-03").session?.isSkipped == false)
    let before = machine.replica.digest
    try machine.at("2026-03-04T00:00:00Z")
    let lapsed = try #require(try machine.page("2026-03-03").session)
    #expect(try lapsed.isSkipped && lapsed.skippedAt == instant("2026-03-04T00:00:00Z"))
    // It follows from the facts: nothing was written that anybody else would hear of.
    #expect(machine.replica.digest == before)
    #expect(throws: PlannerError.self) { try machine.next("2026-03-03") }
  }

  @Test func `the morning's way plans today in three steps and puts the card away`() throws {
    let machine = try machine(["Letter"])
    let context = try machine.at("2026-03-03T09:20:00Z")
    #expect(try machine.planner.today(context).isMorningCardDue)
    let session = try #require(try machine.plan(at: "2026-03-03T09:20:00Z", isShortened: true))
    #expect(session.forDate == (try parsed("2026-03-03")) && session.currentStep == .build)
    #expect(try !machine.planner.today(context).isMorningCardDue)
    let page = try machine.page("2026-03-03")
    #expect(page.rail.map(\.step) == [.build, .load, .close])
    // Only what is left of today counts.
    #expect(page.freeTime.freeMinutes == 580)
    #expect(try machine.close("2026-03-03").nightsPlanned == 1)
  }

  @Test func `an evening's session that was left goes on the short way in the morning`() throws {
    let machine = try machine(["Letter"])
    try machine.plan(at: Self.evening)
    let session = try #require(try machine.plan(at: "2026-03-03T09:00:00Z", isShortened: true))
    #expect(session.isShortened && session.currentStep == .build)
  }

  @Test func `days that are over or too far ahead are refused`() throws {
    let machine = try machine()
    try machine.at(Self.evening)
    for text in ["2026-03-01", "2026-03-04", "2026-03-09"] {
      #expect(throws: PlannerError.self) {
        try machine.planner.skipPlanning(of: parsed(text), machine.context)
      }
    }
    #expect(throws: PlannerError.self) { try machine.next("2026-03-03") }
  }

  @Test func `reading the planning writes nothing`() throws {
    let machine = try machine(["Letter"])
    try machine.plan(at: Self.evening)
    let before = machine.replica.latestChange
    _ = try machine.page("2026-03-03")
    _ = try machine.planner.today(machine.context)
    #expect(machine.replica.latestChange == before)
  }
}
