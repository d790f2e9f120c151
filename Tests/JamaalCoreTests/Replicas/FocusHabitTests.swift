import JamaalCore
import ReplicaStore
import Testing

/// The timer on habits of minutes, on machines that really sync.
@Suite struct FocusHabitTests {
  private static let monday = "2026-03-02"
  private static let tuesday = "2026-03-03"

  private func pair() throws -> (Machine, Machine, RecordID) {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let phone = try Machine(2, at: "2026-03-02T08:00:05Z")
    let id = try laptop.add("Report", due: Self.monday)
    try sync(laptop, phone)
    return (laptop, phone, id)
  }

  @Test func `a timed habit from 00:20 to 00:50 with rollover 04:00 counts for the day before`()
    throws
  {
    let (laptop, phone, _) = try pair()
    let window = try laptop.habit("Read", .timed, target: 15)
    try sync(laptop, phone)
    try laptop.planner.changeSettings(laptop.at("2026-03-02T12:00:00Z")) { $0.rolloverMinute = 240 }
    _ = try laptop.planner.beginFocus(
      onHabitWindow: window, laptop.at("2026-03-03T00:20:00Z"))
    #expect(try laptop.planner.focus(laptop.at("2026-03-03T00:40:00Z"))?.phase == .overrun)
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-03T00:50:00Z"))
    try sync(laptop, phone)
    let seconds = try phone.planner.timedSeconds(
      ofHabitWindow: window, on: parsed(Self.monday), phone.at("2026-03-03T09:00:00Z"))
    #expect(seconds == 1_800)
    #expect(
      try phone.planner.timedSeconds(
        ofHabitWindow: window, on: parsed(Self.tuesday), phone.context) == nil)
  }

  @Test func `a habit is logged or stopped, and never put off, dropped or given a note`() throws {
    let (laptop, phone, id) = try pair()
    let window = try laptop.habit("Read", .timed, target: 15)
    try sync(laptop, phone)
    _ = try laptop.planner.beginFocus(
      onHabitWindow: window, laptop.at("2026-03-02T09:00:00Z"))
    try laptop.at("2026-03-02T09:10:00Z")
    #expect(throws: PlannerError.self) { try laptop.planner.endFocus(.drop, laptop.context) }
    #expect(throws: PlannerError.self) { try laptop.planner.endFocus(.putOff(), laptop.context) }
    #expect(throws: PlannerError.self) {
      try laptop.planner.endFocus(.done, note: "x", laptop.context)
    }
    #expect(throws: PlannerError.self) { try laptop.planner.beginFocus(onTask: id, laptop.context) }
    _ = try laptop.planner.endFocus(.stop, next: .task(id), laptop.context)
    let monday = try parsed(Self.monday)
    #expect(
      try laptop.planner.timedSeconds(ofHabitWindow: window, on: monday, laptop.context) == 600)
    #expect(try laptop.planner.focus(laptop.context)?.title == "Report")
  }

  @Test func `minutes typed in on two machines add up with the timer's`() throws {
    let (laptop, phone, _) = try pair()
    let window = try laptop.habit("Read", .timed, target: 15)
    try sync(laptop, phone)
    let monday = try parsed(Self.monday)
    _ = try laptop.planner.beginFocus(
      onHabitWindow: window, laptop.at("2026-03-02T09:00:00Z"))
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-02T09:10:00Z"))
    let typed = try laptop.planner.addMinutes(
      20, toHabitWindow: window, on: monday, laptop.at("2026-03-03T09:00:00Z"))
    _ = try phone.planner.addMinutes(
      5, toHabitWindow: window, on: monday, phone.at("2026-03-03T09:00:00Z"))
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(
        try machine.planner.timedSeconds(ofHabitWindow: window, on: monday, machine.context)
          == 35 * 60)
    }
    let entries = try phone.planner.manualMinutes(ofHabitWindow: window, on: monday, phone.context)
    #expect(entries.count == 2 && entries.contains { $0.id == typed.session })
    try phone.planner.removeMinutes(typed.session, phone.context)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(
        try machine.planner.timedSeconds(ofHabitWindow: window, on: monday, machine.context)
          == 15 * 60)
    }
    #expect(try laptop.reading("Read", on: Self.monday).amount == 15)
    let timer = try #require(
      try laptop.planner.sessions(ofHabitWindow: window, laptop.context).first { !$0.isManual })
    #expect(throws: PlannerError.self) {
      try laptop.planner.removeMinutes(timer.id, laptop.context)
    }
    #expect(throws: PlannerError.self) {
      try laptop.planner.addMinutes(
        10, toHabitWindow: window, on: monday + 2, laptop.context)
    }
    try expectAgreement([laptop, phone])
  }

  @Test func `a day reads its minutes against the target of its first session`() throws {
    let (laptop, phone, _) = try pair()
    let window = try laptop.habit("Read", .timed, target: 15)
    try sync(laptop, phone)
    _ = try laptop.planner.beginFocus(onHabitWindow: window, laptop.at("2026-03-02T09:00:00Z"))
    // A running timer is not logged yet.
    try laptop.at("2026-03-02T09:08:00Z")
    #expect(try laptop.reading("Read").amount == 0)
    _ = try laptop.planner.endFocus(.stop, laptop.context)
    #expect(try laptop.reading("Read").isPartial)
    _ = try laptop.planner.beginFocus(onHabitWindow: window, laptop.at("2026-03-02T18:00:00Z"))
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-02T18:06:40Z"))
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      try machine.at("2026-03-02T20:00:00Z")
      let reading = try machine.reading("Read")
      #expect(reading.amount == 15 && reading.target == 15 && reading.isDone)
      #expect(reading.completedAt == (try instant("2026-03-02T18:06:40Z")))
      #expect(try machine.cell("Read", on: Self.monday) == .complete)
      let record = try machine.planner.habits(machine.context).habits.first
      #expect(record?.title == "Read")
    }
    try expectAgreement([laptop, phone])
  }

  @Test func `what is not kept in minutes, archived or resting is not timed`() throws {
    let (laptop, _, _) = try pair()
    let walk = try laptop.habit("Walk")
    let kind = #expect(throws: PlannerError.self) {
      try laptop.planner.beginFocus(onHabitWindow: walk, laptop.context)
    }
    #expect(kind?.code == .wrongKind)
    let unknown = #expect(throws: PlannerError.self) {
      try laptop.planner.beginFocus(onHabitWindow: RecordID(high: 9, low: 9), laptop.context)
    }
    #expect(unknown?.code == .notFound)
    let read = try laptop.habit("Read", .timed, target: 15)
    for minutes in [0, 721] {
      #expect(throws: PlannerError.self) {
        try laptop.planner.addMinutes(
          minutes, toHabitWindow: read, on: parsed(Self.monday), laptop.context)
      }
    }
    let before = #expect(throws: PlannerError.self) {
      try laptop.planner.addMinutes(
        10, toHabitWindow: read, on: parsed("2026-03-01"), laptop.context)
    }
    #expect(before?.code == .notThen, "the habit did not exist yet")
  }

  @Test func `two timers on a habit and a task: one runs, the other's minutes are kept`() throws {
    let (laptop, phone, id) = try pair()
    let window = try laptop.habit("Read", .timed, target: 15)
    try sync(laptop, phone)
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    _ = try phone.planner.beginFocus(onHabitWindow: window, phone.at("2026-03-02T09:10:00Z"))
    try laptop.at("2026-03-02T09:20:00Z")
    try phone.at("2026-03-02T09:20:00Z")
    try sync(laptop, phone)
    _ = try laptop.planner.endFocus(.done, laptop.context)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.planner.focus(machine.context) == nil)
      #expect(try machine.reading("Read").amount == 10)
    }
    try expectAgreement([laptop, phone])
  }
}
