import JamaalCore
import ReplicaStore
import Testing

/// One-off Anchors that are made while the coming day is built.
@Suite struct PlanningAnchorTests {
  private static let date = "2026-03-03"

  /// A machine at Build on Monday evening, or some hours into the night.
  private func machine(
    _ seed: UInt64 = 1, rollover: Int = 0, at time: String = "2026-03-02T21:00:00Z"
  ) throws -> Machine {
    let machine = try Machine(seed, at: "2026-03-02T08:00:00Z")
    if rollover != 0 {
      try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = rollover }
    }
    try machine.plan(at: time)
    try machine.next(Self.date)
    return machine
  }

  @discardableResult
  private func add(
    _ title: String, _ start: String, _ minutes: Int = 60, effort: Int? = nil,
    to machine: Machine
  ) throws -> PlanningReceipt {
    let draft = PlannedAnchorDraft(
      title: title, start: try wallClock(start), windowMinutes: minutes, effortMinutes: effort)
    return try machine.planner.addPlannedAnchor(draft, in: parsed(Self.date), machine.context)
  }

  @Test func `it is a fixed commitment of the planned day at once`() throws {
    let machine = try machine()
    try machine.add("Long", due: Self.date, minutes: 300)
    #expect(try machine.page(Self.date).build.doesNotFit.isEmpty)
    let receipt = try add(" Dentist ", "12:00", to: machine)
    let page = try machine.page(Self.date)
    #expect(page.commitments.map(\.title) == ["Dentist"])
    #expect(page.commitments.map(\.id) == [receipt.anchor])
    #expect(page.commitments.map(\.placement) == [.fixed])
    #expect(page.freeTime.freeMinutes == 600 && page.freeTime.committedMinutes == 60)
    #expect(page.freeTime.freeBlocks.map(\.minutes) == [240, 360])
    #expect(page.freeTime.freeBlocks.map(\.before?.title) == ["Dentist", nil])
    try add("School", "16:00", 30, to: machine)
    #expect(try machine.page(Self.date).build.doesNotFit.count == 1, "no gap is five hours long")
    #expect(try machine.close(Self.date).plan.committedMinutes == 90)
    try machine.at("2026-03-03T09:00:00Z")
    #expect(
      try machine.anchorLines() == ["Dentist 12:00-13:00 pending", "School 16:00-16:30 pending"])
  }

  @Test(arguments: [
    (0, "2026-03-02T21:00:00Z", "14:00", "2026-03-03T14:00:00Z"),
    (0, "2026-03-03T00:30:00Z", "14:00", "2026-03-03T14:00:00Z"),
    (0, "2026-03-02T21:00:00Z", "01:00", "2026-03-03T01:00:00Z"),
    (180, "2026-03-02T21:00:00Z", "01:00", "2026-03-04T01:00:00Z"),
    (180, "2026-03-03T00:30:00Z", "01:00", "2026-03-04T01:00:00Z"),
    (180, "2026-03-03T00:30:00Z", "03:00", "2026-03-03T03:00:00Z"),
    (180, "2026-03-03T00:30:00Z", "23:30", "2026-03-03T23:30:00Z"),
  ])
  func `its time is one of the planned day, whenever that is planned and ends`(
    rollover: Int, time: String, clock: String, start: String
  ) throws {
    let machine = try machine(rollover: rollover, at: time)
    try add("Call", clock, to: machine)
    let anchor = try machine.anchor("Call", on: Self.date)
    #expect(try anchor.occurrenceDate == parsed(Self.date))
    #expect(try anchor.windowStart == instant(start))
  }

  /// Of an evening, of nine in the morning, and with a window that nothing fits.
  @Test(
    arguments: [
      ("  ", "14:00", 60, nil), ("Call", "14:00", 0, nil), ("Call", "14:00", -5, nil),
      ("Call", "14:00", Int.max, nil), ("Call", "14:00", 10_081, nil), ("Call", "14:00", 60, 0),
      ("Call", "14:00", 60, 1441),
    ] as [(String, String, Int, Int?)])
  func `what makes no sense is refused, and nothing is written`(
    title: String, clock: String, minutes: Int, effort: Int?
  ) throws {
    let machine = try machine()
    let before = machine.replica.digest
    let error = #expect(throws: PlannerError.self) {
      try add(title, clock, minutes, effort: effort, to: machine)
    }
    #expect(error?.code == .badValue && machine.replica.digest == before)
  }

  @Test func `the morning makes none for a time that is over, and one for a time that runs`()
    throws
  {
    let machine = try Machine(1, at: "2026-03-03T08:00:00Z")
    try machine.plan(at: "2026-03-03T09:20:00Z", isShortened: true)
    #expect(throws: PlannerError.self) { try add("Over", "08:00", to: machine) }
    try add("Runs", "09:00", to: machine)
    let page = try machine.page(Self.date)
    #expect(page.commitments.map(\.title) == ["Runs"])
    // Of its hour 40 minutes are left, and so they are of the day.
    #expect(page.freeTime.committedMinutes == 40 && page.freeTime.freeMinutes == 540)
  }

  @Test func `without a planning under way there is none to make it in`() throws {
    let machine = try Machine(1, at: "2026-03-02T21:00:00Z")
    #expect(throws: PlannerError.self) { try add("Call", "14:00", to: machine) }
    _ = try machine.planner.skipPlanning(of: parsed(Self.date), machine.context)
    let error = #expect(throws: PlannerError.self) { try add("Call", "14:00", to: machine) }
    #expect(error?.code == .planning)
    #expect(try machine.anchorLines(on: Self.date).isEmpty)
  }

  @Test func `what it does is taken back, and only that`() throws {
    let machine = try machine()
    try add("School", "08:15", to: machine)
    let before = try machine.page(Self.date)
    let receipt = try add("Dentist", "14:00", to: machine)
    try machine.planner.undo(receipt.acts, machine.context)
    let after = try machine.page(Self.date)
    #expect(after.commitments == before.commitments && after.freeTime == before.freeTime)
    try expectAgreement(machine)
  }

  @Test func `made on one machine and taken up on another, it shapes the plan there`() throws {
    let (laptop, phone) = (try machine(1), try Machine(2, at: "2026-03-02T21:00:05Z"))
    try add("Dentist", "12:00", to: laptop)
    let second = try add("Call", "12:30", to: laptop)
    try sync(laptop, phone)
    #expect(try phone.plan(at: "2026-03-02T21:30:00Z")?.currentStep == .build)
    let page = try phone.page(Self.date)
    #expect(page.commitments.map(\.title) == ["Dentist", "Call"])
    #expect(page.freeTime.committedMinutes == 90, "what overlaps takes its time once")
    try add("Parents' evening", "19:30", 90, to: phone)
    // The laptop thinks better of one of them before it hears of the other machine's.
    try laptop.at("2026-03-02T21:35:00Z")
    try laptop.planner.undo(second.acts, laptop.context)
    try phone.at("2026-03-02T21:40:00Z")
    try sync(laptop, phone)
    #expect(try phone.close(Self.date).plan.committedMinutes == 60, "the evening is not work time")
    try laptop.at("2026-03-02T21:45:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.page(Self.date).confirmed?.freeMinutes == 600)
      #expect(
        try machine.anchorLines(on: Self.date) == [
          "Dentist 12:00-13:00 pending", "Parents' evening 19:30-21:00 pending",
        ])
    }
    try expectTheSame(laptop, phone)
  }
}
