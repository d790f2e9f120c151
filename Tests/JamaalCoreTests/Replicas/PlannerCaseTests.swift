import JamaalCore
import ReplicaStore
import Testing

/// What other planners got wrong, on replicas that really sync.
@Suite struct PlannerCaseTests {
  @Test
  func `two devices tick at 00:01 offline, then sync: nothing conflicts, nothing is there twice`()
    throws
  {
    let laptop = try Machine(1, at: "2026-03-02T20:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T20:00:00Z")
    for title in ["one", "two"] { try laptop.add(title, due: "2026-03-02", importance: .medium) }
    try sync(laptop, desktop)
    try laptop.planner.tick(laptop.at("2026-03-03T00:01:00Z"))
    try desktop.planner.tick(desktop.at("2026-03-03T00:01:00Z"))
    #expect(try !laptop.replica.hasUnsealed() && !desktop.replica.hasUnsealed())
    try sync(laptop, desktop)
    #expect(laptop.replica.digest == desktop.replica.digest)
    let everything = try laptop.everything()
    #expect(try desktop.everything() == everything)
    #expect(everything.map(\.task.deferralCount) == [1, 1])
    #expect(everything.map(\.deferrals.count) == [1, 1])
    try expectTheSame(laptop, desktop)
  }

  @Test func `50 overdue tasks, 3 devices, rollover, sync: converged within 2 rounds`() throws {
    let machines = try (1...3).map { try Machine($0, at: "2026-03-02T08:00:00Z") }
    for index in 0..<50 {
      let due = "2026-02-\(10 + index % 19)"
      try machines[index % 3].add(
        "task \(index)", due: due, importance: index % 4 == 0 ? .high : .low)
    }
    for (index, machine) in machines.enumerated() {
      // Each wakes on another day, one of them acting before it has heard of the others.
      try machine.at("2026-03-0\(4 + index)T08:00:00Z")
      for id in try machine.planner.tasks(machine.context).prefix(3).map(\.id) {
        _ = try machine.planner.complete(id, machine.context)
      }
    }
    for machine in machines { try machine.at("2026-03-06T09:00:00Z") }
    for _ in 1...2 { try sync(machines[0], machines[1], machines[2]) }
    let everything = try machines[0].everything()
    #expect(everything.count == 50)
    for machine in machines.dropFirst() {
      #expect(machine.replica.digest == machines[0].replica.digest)
      #expect(try machine.everything() == everything)
    }
    try expectAgreement(machines)
  }

  @Test func `rollover 03:00, 01:00 at night: every read of today is yesterday`() throws {
    let machine = try Machine(1, at: "2026-03-02T12:00:00Z")
    try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = 180 }
    let id = try machine.add("Report", due: "2026-03-02", minutes: 60)
    let context = try machine.at("2026-03-03T01:00:00Z")
    let monday = try parsed("2026-03-02")
    #expect(try machine.planner.tick(context).today == monday)
    let today = try machine.planner.today(context)
    #expect(today.date == monday && today.shown.map(\.title) == ["Report"])
    #expect(try machine.task("Report").task.deferralCount == 0)
    let preview = try machine.planner.previewPuttingOff(id, context)
    #expect(preview.number == 1)
    #expect(
      try machine.planner.dayFullCheck(effortMinutes: 130, on: monday, context)
        == .full(offer: monday + 1))
    _ = try machine.planner.complete(id, context)
    #expect(try machine.task("Report").task.completedDay == monday)
    #expect(try machine.planner.dayRecord(monday, context).completedCount == 1)
    let made = try machine.add("Late idea", due: "2026-03-02")
    _ = try machine.planner.putOff(made, to: .quick(monday + 1), context)
    #expect(try machine.task("Late idea").deferrals.map(\.day) == [monday])
    // At three the day is over.
    #expect(try machine.planner.tick(machine.at("2026-03-03T03:00:00Z")).today == monday + 1)
  }

  @Test func `a task made due Monday at UTC-8 is read as Monday at UTC+9`() throws {
    let west = try Machine(1, at: "2026-03-02T05:00:00Z", zone: "America/Los_Angeles")
    let east = try Machine(2, at: "2026-03-02T05:00:00Z", zone: "Asia/Tokyo")
    let monday = try parsed("2026-03-02")
    try west.add("Report", due: "2026-03-02")
    try sync(west, east)
    #expect(try east.task("Report").task.dueDate == monday)
    // There it is due already, here it is still Sunday.
    #expect(try east.today() == ["Report"] && west.today().isEmpty)
    try east.at("2026-03-02T16:00:00Z")
    #expect(try east.task("Report").task.dueDate == monday + 1, "Monday is over in Tokyo")
    try west.at("2026-03-02T16:00:00Z")
    #expect(try west.task("Report").task.dueDate == monday)
  }

  @Test func `a daily task done 4 days late comes back on the first date after both`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    let draft = TaskDraft(
      title: "Water", dueDate: try parsed("2026-03-02"), repeats: RepeatRule(kind: .daily))
    let id = try laptop.planner.addTask(draft, laptop.context).task
    try sync(laptop, desktop)
    _ = try laptop.planner.complete(id, laptop.at("2026-03-06T08:00:00Z"))
    try desktop.at("2026-03-06T08:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let live = try machine.planner.tasks(machine.context)
      #expect(live.map(\.dueDate) == [LogicalDate("2026-03-07")])
      #expect(live.map(\.deferralCount) == [0])
      #expect(try machine.planner.task(id, machine.context).task.deferralCount == 4)
    }
    try expectTheSame(laptop, desktop)
  }

  @Test func `two devices complete the same repeating task: one next instance`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:00Z")
    let draft = TaskDraft(
      title: "Water", dueDate: try parsed("2026-03-02"), repeats: RepeatRule(kind: .daily))
    let id = try laptop.planner.addTask(draft, laptop.context).task
    try sync(laptop, desktop)
    _ = try laptop.planner.complete(id, laptop.context)
    _ = try desktop.planner.complete(id, desktop.context)
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(
        try machine.planner.tasks(machine.context).map(\.dueDate) == [draft.dueDate.map { $0 + 1 }])
      #expect(try machine.everything().count == 2)
    }
  }

  @Test func `one person's phone at UTC+9 and laptop at UTC-8: each day rolls over once`() throws {
    let phone = try Machine(1, at: "2026-03-01T20:00:00Z", zone: "Asia/Tokyo")
    let laptop = try Machine(2, at: "2026-03-01T20:00:00Z", zone: "America/Los_Angeles")
    try phone.add("Report", due: "2026-03-02")
    try sync(phone, laptop)
    for hour in stride(from: 0, to: 5 * 24, by: 5) {
      let day = 2 + hour / 24
      let time = "2026-03-0\(day)T\(hour % 24 < 10 ? "0" : "")\(hour % 24):30:00Z"
      try phone.planner.tick(phone.at(time))
      try laptop.planner.tick(laptop.at(time))
      if hour % 3 == 0 { try sync(phone, laptop) }
    }
    // Once both are past a day they agree on it: 2 to 6 March, each deferred from once.
    for machine in [phone, laptop] {
      try machine.at("2026-03-07T12:00:00Z")
      let detail = try machine.task("Report")
      #expect(detail.deferrals.map(\.day.day) == [2, 3, 4, 5, 6])
      #expect(detail.task.deferralCount == 5)
    }
    #expect(try phone.everything() == laptop.everything())
  }
}
