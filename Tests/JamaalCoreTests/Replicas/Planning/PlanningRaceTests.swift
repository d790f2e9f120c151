import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// One evening planned on two machines that do not hear of each other.
@Suite struct PlanningRaceTests {
  private static let date = "2026-03-03"

  private func pair(_ tasks: [String] = ["Letter"]) throws -> (Machine, Machine) {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let phone = try Machine(2, at: "2026-03-02T08:00:05Z")
    for task in tasks { try laptop.add(task, due: "2026-03-02") }
    try sync(laptop, phone)
    return (laptop, phone)
  }

  @Test func `two machines begin one evening: one session`() throws {
    let (laptop, phone) = try pair()
    try laptop.plan(at: "2026-03-02T21:00:00Z")
    try laptop.next(Self.date)
    try phone.plan(at: "2026-03-02T21:05:00Z")
    for _ in 0..<2 { try phone.next(Self.date) }
    try laptop.at("2026-03-02T21:10:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let session = try #require(try machine.page(Self.date).session)
      #expect(session.currentStep == .build)
      #expect(try session.createdAt == instant("2026-03-02T21:00:00Z"))
      #expect(try machine.replica.read { try $0.records(NightPlanningSession.self).count } == 1)
    }
    try expectTheSame(laptop, phone)
  }

  @Test func `two machines close one night: one plan, counted once`() throws {
    let (laptop, phone) = try pair()
    try laptop.plan(at: "2026-03-02T21:00:00Z")
    try laptop.close(Self.date)
    try phone.plan(at: "2026-03-02T21:05:00Z")
    _ = try phone.planner.setLevel(.high, on: parsed(Self.date), phone.context)
    try phone.close(Self.date)
    try laptop.at("2026-03-02T21:10:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let page = try machine.page(Self.date)
      #expect(page.nightsPlanned == 1 && page.confirmed?.level == .high)
    }
    try expectTheSame(laptop, phone)
  }

  @Test(arguments: [true, false])
  func `a close stays although the other machine goes on stepping or skips`(skips: Bool) throws {
    let (laptop, phone) = try pair()
    try laptop.plan(at: "2026-03-02T21:00:00Z")
    try sync(laptop, phone)
    try laptop.close(Self.date)
    try phone.at("2026-03-02T21:30:00Z")
    if skips {
      _ = try phone.planner.skipPlanning(of: parsed(Self.date), phone.context)
    } else {
      for _ in 0..<3 { try phone.next(Self.date) }
    }
    try laptop.at("2026-03-02T22:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let page = try machine.page(Self.date)
      #expect(page.session?.isComplete == true && page.session?.isSkipped == false)
      #expect(page.confirmed != nil && page.nightsPlanned == 1)
      #expect(try machine.planner.today(machine.context).eveningPrompt == nil)
    }
    try expectTheSame(laptop, phone)
  }

  @Test func `going on later takes back a skip of the other machine`() throws {
    let (laptop, phone) = try pair()
    try laptop.plan(at: "2026-03-02T21:00:00Z")
    try sync(laptop, phone)
    _ = try laptop.planner.skipPlanning(of: parsed(Self.date), laptop.at("2026-03-02T21:10:00Z"))
    try phone.at("2026-03-02T21:20:00Z")
    try phone.next(Self.date)
    try laptop.at("2026-03-02T21:30:00Z")
    try sync(laptop, phone)
    #expect(try laptop.page(Self.date).session?.isSkipped == false)
    try expectTheSame(laptop, phone)
  }

  @Test func `different choices about one task on two machines are one deferral`() throws {
    let (laptop, phone) = try pair()
    let id = try laptop.task("Letter").task.id
    for machine in [laptop, phone] {
      try machine.plan(at: "2026-03-02T21:00:00Z")
      try machine.next(Self.date)
    }
    try laptop.carry(.later(parsed("2026-03-05"), reason: .tooMuch), id, Self.date)
    try phone.at("2026-03-02T21:01:00Z")
    try phone.carry(.keep, id, Self.date)
    try laptop.at("2026-03-02T21:05:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let detail = try machine.task("Letter")
      #expect(detail.task.deferralCount == 1)
      #expect(try detail.task.dueDate == parsed(Self.date))
    }
    try expectTheSame(laptop, phone)
  }

  @Test func `trap 19: choices made at half past midnight refine yesterday's deferral`() throws {
    let (laptop, phone) = try pair()
    let id = try laptop.task("Letter").task.id
    // Two deferrals before, so that a third would ease the importance.
    for machine in [laptop, phone] { try machine.at("2026-03-04T20:00:00Z") }
    #expect(try laptop.task("Letter").task.deferralCount == 2)
    try laptop.at("2026-03-05T00:10:00Z")
    #expect(try laptop.task("Letter").task.deferralCount == 3)
    try laptop.plan(at: "2026-03-05T00:10:00Z")
    _ = try laptop.planner.weighPlanned(
      id, as: .high, in: parsed("2026-03-05"), laptop.context)
    try laptop.at("2026-03-05T00:30:00Z")
    try laptop.next("2026-03-05")
    let page = try laptop.page("2026-03-05")
    #expect(page.carry.map(\.status) == [.pending] && page.carry[0].preview.isRefinement)
    try laptop.carry(.later(parsed("2026-03-09"), reason: .notReady), id, "2026-03-05")
    try phone.at("2026-03-05T08:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let detail = try machine.task("Letter")
      #expect(detail.task.deferralCount == 3 && detail.deferrals.count == 3)
      #expect(detail.deferrals.map(\.isAutomatic) == [true, true, false])
      #expect(try detail.deferrals.last?.day == parsed("2026-03-04"))
      #expect(detail.task.importance == .high && detail.task.easedFrom == nil)
      #expect(try detail.task.dueDate == parsed("2026-03-09"))
    }
    try expectTheSame(laptop, phone)
  }

  @Test func `an undo at half past midnight gives the task back to the day's end`() throws {
    let (laptop, phone) = try pair()
    let id = try laptop.task("Letter").task.id
    try laptop.plan(at: "2026-03-02T23:40:00Z")
    try laptop.next(Self.date)
    try laptop.carry(.later(parsed("2026-03-05")), id, Self.date)
    try laptop.at("2026-03-03T00:30:00Z")
    try laptop.planner.undoCarry(id, in: parsed(Self.date), laptop.context)
    try phone.at("2026-03-03T00:40:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let detail = try machine.task("Letter")
      #expect(detail.deferrals.map(\.isAutomatic) == [true])
      #expect(try detail.task.dueDate == parsed(Self.date))
      #expect(try machine.carried(Self.date) == ["Letter: pending"])
    }
    try expectTheSame(laptop, phone)
  }

  @Test func `the morning card is put away on every machine, for that day only`() throws {
    let (laptop, phone) = try pair()
    try laptop.planner.noteMorningCard(laptop.at("2026-03-03T09:00:00Z"))
    #expect(try laptop.planner.today(laptop.context).isMorningCardDue)
    try laptop.planner.dismissMorningCard(laptop.context)
    try phone.planner.noteMorningCard(phone.at("2026-03-03T09:05:00Z"))
    try laptop.at("2026-03-03T09:10:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try !machine.planner.today(machine.context).isMorningCardDue)
      let logs = try machine.replica.read { try $0.records(NudgeLog.self) }
      #expect(try logs.map(\.sentAt) == [instant("2026-03-03T09:00:00Z")])
      #expect(try machine.planner.today(machine.at("2026-03-04T09:00:00Z")).isMorningCardDue)
    }
    try expectTheSame(laptop, phone)
  }
}
