import JamaalCore
import ReplicaStore
import Testing

/// Races at the day's rollover, on replicas that really sync.
@Suite struct TrapTests {
  /// Two machines that both know one task due on Monday, 2026-03-02.
  private func pair(_ importance: Importance = .low) throws -> (Machine, Machine, RecordID) {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    let id = try laptop.add("Report", due: "2026-03-02", importance: importance)
    try sync(laptop, desktop)
    return (laptop, desktop, id)
  }

  @Test func `trap 1: a choice in flight beats the other machine's rollover`() throws {
    let (laptop, desktop, id) = try pair()
    let thursday = try parsed("2026-03-05")
    _ = try laptop.planner.putOff(id, to: .day(thursday), laptop.at("2026-03-02T23:50:00Z"))
    try desktop.at("2026-03-03T00:00:10Z")
    #expect(try desktop.task("Report").task.dueDate == parsed("2026-03-03"))
    try laptop.at("2026-03-03T08:00:00Z")
    try desktop.at("2026-03-03T08:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let report = try machine.task("Report")
      #expect(report.task.dueDate == thursday)
      #expect(report.task.deferralCount == 1)
      #expect(report.deferrals.map(\.isAutomatic) == [false])
      #expect(report.deferrals.first?.day == (try parsed("2026-03-02")))
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `trap 2: a late tick withdraws the deferral and its easing`() throws {
    let (laptop, desktop, id) = try pair(.high)
    // Two deferrals already, so the third would ease the importance.
    for day in ["2026-03-03", "2026-03-04"] {
      try laptop.at("\(day)T08:00:00Z")
      try desktop.at("\(day)T08:00:00Z")
      try sync(laptop, desktop)
    }
    #expect(try desktop.task("Report").task.deferralCount == 2)
    _ = try laptop.planner.complete(id, laptop.at("2026-03-04T23:55:00Z"))
    try desktop.at("2026-03-05T00:00:10Z")
    let raced = try desktop.task("Report").task
    #expect(raced.deferralCount == 3)
    #expect(raced.importance == .low)
    #expect(raced.easedFrom == .high)
    try laptop.at("2026-03-05T08:00:00Z")
    try desktop.at("2026-03-05T08:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let report = try machine.task("Report").task
      #expect(report.isCompleted)
      #expect(report.completedDay == (try parsed("2026-03-04")))
      #expect(report.deferralCount == 2)
      #expect(report.importance == .high)
      let day = try machine.planner.dayRecord(parsed("2026-03-04"), machine.context)
      #expect(day.completedCount == 1)
      #expect(day.completionBasis == 1)
      #expect(day.completedEffortMinutes == 30)
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `trap 3: a machine asleep for ten days concludes nothing that beats a choice`() throws
  {
    let (laptop, desktop, id) = try pair(.medium)
    _ = try laptop.planner.putOff(
      id, to: .day(parsed("2026-03-20")), reason: .tooMuch, laptop.at("2026-03-03T09:00:00Z"))
    // The desktop wakes, shows its day, and only then hears of it.
    try desktop.at("2026-03-12T07:00:00Z")
    #expect(try desktop.task("Report").task.deferralCount == 10)
    try laptop.at("2026-03-12T07:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let report = try machine.task("Report")
      #expect(report.task.dueDate == (try parsed("2026-03-20")))
      #expect(report.task.importance == .medium)
      #expect(report.task.deferralCount == 2)
      #expect(report.deferrals.map(\.isAutomatic) == [true, false])
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `trap 7: completion beats a drop on another machine`() throws {
    let (laptop, desktop, id) = try pair()
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T10:00:00Z"))
    _ = try desktop.planner.drop(id, desktop.at("2026-03-02T11:00:00Z"))
    try laptop.at("2026-03-02T12:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let report = try machine.task("Report").task
      #expect(report.isCompleted)
      #expect(report.droppedAt == nil)
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `trap 11: equal labels of two machines read as one, and renames stay`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    let first = try laptop.planner.addCategory("Fitness", laptop.context).task
    let second = try desktop.planner.addCategory("fitness ", desktop.context).task
    #expect(first != second)
    var draft = TaskDraft(title: "Run", dueDate: try parsed("2026-03-02"), category: first)
    _ = try laptop.planner.addTask(draft, laptop.context)
    draft.title = "Swim"
    draft.category = second
    _ = try desktop.planner.addTask(draft, desktop.context)
    let work = try laptop.planner.categories(laptop.context).category(named: "Work")
    let workID = try #require(work?.id)
    try laptop.planner.renameCategory(workID, to: "Office", laptop.context)
    try sync(laptop, desktop)
    // A third machine seeds the default labels late; that must undo no rename.
    let phone = try Machine(3, at: "2026-03-02T09:00:00Z")
    _ = try phone.planner.categories(phone.context)
    try sync(laptop, desktop, phone)
    for machine in [laptop, desktop] {
      let list = try machine.planner.categories(machine.context)
      // Of one label's names the one written last shows; here the desktop's.
      #expect(list.categories.map(\.name) == ["Personal", "Family", "Office", "fitness"])
      let run = try machine.task("Run").task.category
      #expect(run != nil)
      #expect(run == (try machine.task("Swim").task.category))
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `trap 13: a clock set back and forward does nothing twice`() throws {
    let (laptop, desktop, _) = try pair()
    try laptop.at("2026-03-03T00:10:00Z")
    let once = try laptop.task("Report")
    let ended = try laptop.planner.tick(laptop.context).lastEnded
    try laptop.at("2026-03-02T22:00:00Z")
    #expect(try laptop.planner.tick(laptop.context).lastEnded == ended)
    #expect(try laptop.task("Report") == once, "what has ended stays ended")
    try laptop.add("Written meanwhile", due: "2026-03-03")
    try laptop.at("2026-03-03T00:20:00Z")
    #expect(try laptop.task("Report") == once)
    #expect(once.task.deferralCount == 1)
    try desktop.at("2026-03-03T00:20:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(try machine.task("Report") == once)
      #expect(try machine.task("Written meanwhile").task.deferralCount == 0)
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `trap 14: Sydney and London each show their own today and agree once it has ended`()
    throws
  {
    let sydney = try Machine(1, at: "2026-03-01T22:00:00Z", zone: "Australia/Sydney")
    let london = try Machine(2, at: "2026-03-01T22:00:00Z", zone: "Europe/London")
    #expect(try sydney.planner.tick(sydney.context).today == parsed("2026-03-02"))
    #expect(try london.planner.tick(london.context).today == parsed("2026-03-01"))
    try sydney.add("Call", due: "2026-03-02")
    try sync(sydney, london)
    #expect(try sydney.today() == ["Call"])
    #expect(try london.today().isEmpty)
    for machine in [sydney, london] { try machine.at("2026-03-03T12:00:00Z") }
    try sync(sydney, london)
    let monday = try parsed("2026-03-02")
    for machine in [sydney, london] {
      #expect(try machine.task("Call").deferrals.map(\.day) == [monday])
      let record = try machine.planner.dayRecord(monday, machine.context)
      #expect(record.completionBasis == 1 && record.completedCount == 0)
    }
    #expect(try sydney.task("Call") == london.task("Call"))
    #expect(
      try sydney.planner.dayRecord(monday, sydney.context)
        == london.planner.dayRecord(monday, london.context))
  }

  @Test func `trap 16: deleting everything on one machine wins over work of another`() throws {
    let (laptop, desktop, id) = try pair()
    try laptop.replica.reset()
    #expect(try laptop.everything().isEmpty)
    _ = try desktop.planner.complete(id, desktop.at("2026-03-02T09:00:00Z"))
    try desktop.add("Written meanwhile", due: "2026-03-02")
    try laptop.at("2026-03-02T10:00:00Z")
    try desktop.at("2026-03-02T10:00:00Z")
    try laptop.add("Begun anew", due: "2026-03-02")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] { #expect(try machine.today() == ["Begun anew"]) }
    #expect(try !laptop.replica.setAside().isEmpty, "kept aside and told of, part of nothing")
    try sync(laptop, desktop)
    try expectAgreement(laptop, desktop)
    for machine in [laptop, desktop] { try machine.at("2026-03-03T08:00:00Z") }
    #expect(try desktop.task("Begun anew").task.deferralCount == 1)
  }

  @Test func `trap 24: undoing a choice gives the day back to its automatic deferral`() throws {
    let (laptop, desktop, id) = try pair()
    let receipt = try laptop.planner.putOff(
      id, to: .day(parsed("2026-03-05")), laptop.at("2026-03-02T23:50:00Z"))
    try laptop.planner.undo(receipt, laptop.at("2026-03-03T00:30:00Z"))
    try desktop.at("2026-03-03T00:30:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let report = try machine.task("Report")
      #expect(report.task.dueDate == (try parsed("2026-03-03")))
      #expect(report.task.deferralCount == 1)
      #expect(report.deferrals.map(\.isAutomatic) == [true])
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `a machine that agrees is quiet: nothing to write, nothing to send`() throws {
    let (laptop, desktop, _) = try pair()
    for day in 3...9 {
      try laptop.at("2026-03-0\(day)T00:01:00Z")
      try desktop.at("2026-03-0\(day)T00:01:00Z")
      _ = try laptop.today()
      _ = try desktop.today()
    }
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let before = machine.replica.latestChange
      _ = try machine.today()
      #expect(machine.replica.latestChange == before)
      #expect(try machine.replica.seal() == nil)
    }
    try expectAgreement(laptop, desktop)
  }
}
