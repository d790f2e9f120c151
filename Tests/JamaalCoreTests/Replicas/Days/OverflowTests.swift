import JamaalCore
import ReplicaStore
import Testing

/// What runs past the working day, moved to tomorrow in one gesture.
@Suite struct OverflowTests {
  private static let monday = "2026-03-02"

  /// A machine at four in the afternoon, with three hours of working time left.
  private func machine(_ seed: UInt64 = 1) throws -> Machine {
    try Machine(seed, at: "2026-03-02T16:00:00Z")
  }

  private func titles(_ machine: Machine, _ receipts: [ActionReceipt]) throws -> [String] {
    try receipts.map { try machine.planner.task($0.task, machine.context).task.title }
  }

  @Test func `the bottom of the order goes until the rest fits`() throws {
    let machine = try machine()
    try machine.add("Matters", due: Self.monday, minutes: 60, importance: .high)
    try machine.add("Older", due: Self.monday, minutes: 90)
    try machine.at("2026-03-02T16:01:00Z")
    try machine.add("Newer", due: Self.monday, minutes: 45)
    try machine.add("No estimate", due: Self.monday, minutes: nil)
    let today = try machine.planner.today(machine.context)
    #expect(today.overflow?.minutes == 16, "195 minutes in the 179 that are left")
    #expect(today.overflowMove?.rest == nil)
    let before = try machine.everything()
    let receipts = try machine.planner.moveOverflow(machine.context)
    #expect(try titles(machine, receipts) == ["Newer"])
    let newer = try machine.task("Newer")
    #expect(try newer.task.dueDate == parsed("2026-03-03") && newer.task.deferralCount == 1)
    #expect(newer.deferrals.map(\.isAutomatic) == [false])
    #expect(try machine.planner.today(machine.context).overflow == nil)
    try machine.planner.undo(receipts, machine.context)
    #expect(try machine.everything() == before)
  }

  @Test func `what needs a picked day, and what is being timed, stays`() throws {
    let machine = try Machine(1, at: "2026-02-28T08:00:00Z")
    // Put off twice by Monday, so that it takes a day that works.
    try machine.add("Put off twice", due: "2026-02-28", minutes: 100)
    try machine.at("2026-03-02T15:30:00Z")
    try machine.add("Free", due: Self.monday, minutes: 100)
    try machine.at("2026-03-02T15:40:00Z")
    let timed = try machine.add("Timed", due: Self.monday, minutes: 100)
    _ = try machine.planner.beginFocus(onTask: timed, machine.at("2026-03-02T16:00:00Z"))
    let move = try #require(try machine.planner.today(machine.context).overflowMove)
    #expect(move.rest?.minutes == 20)
    let receipts = try machine.planner.moveOverflow(machine.context)
    #expect(try titles(machine, receipts) == ["Free"])
    #expect(try machine.task("Timed").task.dueDate == parsed(Self.monday))
    #expect(try machine.task("Put off twice").task.deferralCount == 2)
    // Nothing else can go by itself.
    let digest = machine.replica.digest
    #expect(throws: PlannerError.self) { try machine.planner.moveOverflow(machine.context) }
    #expect(machine.replica.digest == digest)
  }

  @Test(arguments: ["2026-03-02T16:00:00Z", "2026-03-02T19:00:00Z", "2026-03-02T22:00:00Z"])
  func `a day that fits, or whose work is over, moves nothing`(time: String) throws {
    let machine = try machine()
    try machine.add("Fits", due: Self.monday, minutes: 180)
    try machine.at(time)
    #expect(try machine.planner.today(machine.context).overflowMove == nil)
    let digest = machine.replica.digest
    let error = #expect(throws: PlannerError.self) {
      try machine.planner.moveOverflow(machine.context)
    }
    #expect(error?.code == .deferral && machine.replica.digest == digest)
  }

  @Test func `moved on one machine and rolled over on another, it is one deferral`() throws {
    let (laptop, phone) = (try machine(1), try machine(2))
    try laptop.add("Big", due: Self.monday, minutes: 150)
    try laptop.at("2026-03-02T16:01:00Z")
    try laptop.add("Small", due: Self.monday, minutes: 60)
    try phone.at("2026-03-02T16:01:00Z")
    try sync(laptop, phone)
    #expect(try titles(laptop, try laptop.planner.moveOverflow(laptop.context)) == ["Small"])
    for machine in [laptop, phone] {
      try machine.planner.tick(machine.at("2026-03-03T08:00:00Z"))
    }
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.task("Small").deferrals.map(\.isAutomatic) == [false])
      #expect(try machine.task("Big").deferrals.map(\.isAutomatic) == [true])
      #expect(try machine.task("Small").task.dueDate == parsed("2026-03-03"))
    }
    try expectTheSame(laptop, phone)
  }
}
