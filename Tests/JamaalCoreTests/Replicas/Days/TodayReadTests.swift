import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// What Today says about the day, and what a day has room for.
@Suite struct TodayReadTests {
  @Test(arguments: [
    ("07:59", true), ("08:00", true), ("12:00", true), ("18:59", true), ("19:00", false),
  ])
  func `the morning card shows until the working day ends`(time: String, isDue: Bool) throws {
    let machine = try Machine(1, at: "2026-03-02T06:00:00Z")
    let today = try machine.planner.today(machine.at("2026-03-02T\(time):00Z"))
    #expect(today.isMorningCardDue == isDue)
  }

  @Test(arguments: [
    ("2026-03-02T19:59:00Z", nil), ("2026-03-02T20:00:00Z", "2026-03-03"),
    ("2026-03-03T00:30:00Z", "2026-03-03"), ("2026-03-03T07:59:00Z", "2026-03-03"),
    ("2026-03-03T08:00:00Z", nil),
  ])
  func `planning is offered from its time until the planned day's work begins`(
    time: String, forDate: String?
  ) throws {
    let machine = try Machine(1, at: "2026-03-02T06:00:00Z")
    let prompt = try machine.planner.today(machine.at(time)).eveningPrompt
    #expect(try prompt?.forDate == forDate.map { try parsed($0) })
  }

  @Test func `a plan that is confirmed or skipped is not offered again, an unfinished one is`()
    throws
  {
    let machine = try Machine(1, at: "2026-03-02T06:00:00Z")
    try machine.plan(at: "2026-03-02T20:10:00Z")
    #expect(try machine.planner.today(machine.context).eveningPrompt != nil)
    let receipt = try machine.planner.skipPlanning(of: parsed("2026-03-03"), machine.context)
    #expect(try machine.planner.today(machine.context).eveningPrompt == nil)
    try machine.planner.undo(receipt, machine.context)
    try machine.close("2026-03-03")
    #expect(try machine.planner.today(machine.context).eveningPrompt == nil)
    // Confirmed, so no card in the morning; a skipped night gets one.
    #expect(try !machine.planner.today(machine.at("2026-03-03T09:00:00Z")).isMorningCardDue)
    _ = try machine.planner.skipPlanning(
      of: parsed("2026-03-04"), machine.at("2026-03-03T21:00:00Z"))
    #expect(try machine.planner.today(machine.at("2026-03-04T09:00:00Z")).isMorningCardDue)
  }

  @Test func `a day is blank, usual or all done`() throws {
    let machine = try Machine(1, at: "2026-03-02T09:00:00Z")
    #expect(try machine.planner.today(machine.context).outlook == .blank)
    let id = try machine.add("Report", due: "2026-03-02")
    #expect(try machine.planner.today(machine.context).outlook == .usual)
    _ = try machine.planner.setLevel(.low, on: nil, machine.context)
    let hidden = try machine.planner.today(machine.context)
    #expect(hidden.outlook == .allDone && hidden.items.tasksHidden == 1)
    _ = try machine.planner.setLevel(.high, on: nil, machine.context)
    _ = try machine.planner.complete(id, machine.context)
    let done = try machine.planner.today(machine.context)
    #expect(done.outlook == .allDone && done.items.tasksDone == 1)
  }

  @Test func `a filter narrows the tasks and leaves the meter alone`() throws {
    let machine = try Machine(1, at: "2026-03-02T09:00:00Z")
    let labels = try machine.planner.categories(machine.context)
    let family = try #require(labels.category(named: "Family"))
    let draft = TaskDraft(
      title: "Call", dueDate: try parsed("2026-03-02"), category: family.id)
    _ = try machine.planner.addTask(draft, machine.context)
    try machine.add("Report", due: "2026-03-02")
    let today = try machine.planner.today(machine.context)
    let filter = try #require(
      TodayTaskFilter.picking(family.members, current: nil, on: today.date))
    #expect(filter.narrowing(today.shown).map(\.title) == ["Call"])
    #expect(today.plannedTaskMinutes == 60)
    #expect(!filter.isValid(on: today.date + 1))
  }

  @Test func `what is left to do runs past the working day while there is any left of it`() throws {
    let machine = try Machine(1, at: "2026-03-02T09:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02", minutes: 150)
    #expect(try machine.planner.today(machine.context).overflow == nil)
    let late = try machine.planner.today(machine.at("2026-03-02T17:00:00Z"))
    #expect(late.overflow?.minutes == 30 && late.freeTime.freeMinutes == 120)
    #expect(try machine.planner.today(machine.at("2026-03-02T19:00:00Z")).overflow == nil)
    _ = try machine.planner.complete(id, machine.at("2026-03-02T17:00:00Z"))
    #expect(try machine.planner.today(machine.context).overflow == nil)
  }

  @Test(
    arguments: [
      (nil, "2026-03-02", DayFullCheck.notChecked), (30, nil, .notChecked),
      (30, "2026-03-01", .notChecked), (60, "2026-03-02", .fits),
      (61, "2026-03-02", .full(offer: LogicalDate(dayNumber: 20_516))),
      (30, "2026-03-03", .full(offer: LogicalDate(dayNumber: 20_516))), (180, "2026-03-05", .fits),
      (241, "2026-03-02", .full(offer: nil)),
    ] as [(Int?, String?, DayFullCheck)])
  func `a full day is told when a task is added, with the nearest day that has room`(
    minutes: Int?, day: String?, expected: DayFullCheck
  ) throws {
    let machine = try Machine(1, at: "2026-03-02T09:00:00Z")
    // Today holds 120 of 180, half of it done; tomorrow is full.
    let done = try machine.add("Done", due: "2026-03-02", minutes: 60)
    _ = try machine.planner.complete(done, machine.context)
    try machine.add("Left", due: "2026-03-02", minutes: 60)
    try machine.add("Tomorrow", due: "2026-03-03", minutes: 180)
    let check = try machine.planner.dayFullCheck(
      effortMinutes: minutes, on: day.map { try parsed($0) }, machine.context)
    #expect(check == expected)
  }

  @Test func `several tasks are done together or not at all`() throws {
    let machine = try Machine(1, at: "2026-03-02T09:00:00Z")
    let first = try machine.add("First", due: "2026-03-02")
    let second = try machine.add("Second", due: "2026-03-02")
    let before = machine.replica.digest
    #expect(throws: PlannerError.self) {
      try machine.planner.complete(
        [first, second, RecordID(high: 1, low: 1)], machine.context)
    }
    #expect(throws: PlannerError.self) {
      try machine.planner.complete([first, first], machine.context)
    }
    #expect(machine.replica.digest == before)
    let receipts = try machine.planner.complete([first, second], machine.context)
    #expect(try machine.planner.today(machine.context).completedToday.count == 2)
    try machine.planner.undo(receipts[0], machine.context)
    #expect(try machine.today() == ["First"])
  }
}
