import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Habits on replicas that really sync.
@Suite struct HabitTrapTests {
  private func pair(_ zone: String = "UTC") throws -> (Machine, Machine) {
    (
      try Machine(1, at: "2026-03-02T08:00:00Z", zone: zone),
      try Machine(2, at: "2026-03-02T08:00:05Z", zone: zone)
    )
  }

  @Test func `trap 8: a glass counted on two machines is two glasses`() throws {
    let (laptop, phone) = try pair()
    let water = try laptop.habit("Water", .counted, target: 8)
    try laptop.log(.step(2), water)
    try sync(laptop, phone)
    try laptop.log(.step(1), water)
    try phone.log(.step(1), water)
    #expect(try laptop.reading("Water").amount == 3)
    #expect(try phone.reading("Water").amount == 3)
    try sync(laptop, phone)
    for machine in [laptop, phone] { #expect(try machine.reading("Water").amount == 4) }
    try expectAgreement(laptop, phone)
  }

  @Test func `trap 8: the same glass taken back on two machines leaves none, and no debt`() throws {
    let (laptop, phone) = try pair()
    let water = try laptop.habit("Water", .counted, target: 8)
    try laptop.log(.step(1), water)
    try sync(laptop, phone)
    try laptop.log(.step(-1), water)
    try phone.log(.step(-1), water)
    try sync(laptop, phone)
    for machine in [laptop, phone] { #expect(try machine.reading("Water").amount == 0) }
    // The next glass is one again.
    try phone.log(.step(1), water)
    try sync(laptop, phone)
    for machine in [laptop, phone] { #expect(try machine.reading("Water").amount == 1) }
    try expectAgreement(laptop, phone)
  }

  @Test func `a correction sets the day, and what was counted before it is set aside`() throws {
    let (laptop, phone) = try pair()
    let water = try laptop.habit("Water", .counted, target: 8)
    try laptop.log(.step(5), water)
    try sync(laptop, phone)
    try phone.log(.step(2), water)
    try laptop.at("2026-03-02T09:00:00Z")
    let today = try parsed("2026-03-02")
    try laptop.planner.correctHabit(.count(3), for: water, on: today, laptop.context)
    try phone.at("2026-03-02T09:10:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] { #expect(try machine.reading("Water").amount == 3) }
    // What is counted on top of it adds up again.
    try laptop.log(.step(1), water)
    try phone.log(.step(1), water)
    try sync(laptop, phone)
    for machine in [laptop, phone] { #expect(try machine.reading("Water").amount == 5) }
    try expectAgreement(laptop, phone)
  }

  @Test func `trap 15: yesterday put right on a machine that was offline shows on both`() throws {
    let (laptop, phone) = try pair()
    let read = try laptop.habit("Read")
    let water = try laptop.habit("Water", .counted, target: 8)
    try sync(laptop, phone)
    for machine in [laptop, phone] { try machine.at("2026-03-03T08:00:00Z") }
    #expect(try laptop.cell("Read", on: "2026-03-02") == .missed)
    let yesterday = try parsed("2026-03-02")
    try phone.planner.correctHabit(.done, for: read, on: yesterday, phone.context)
    try phone.planner.correctHabit(.count(6), for: water, on: yesterday, phone.context)
    // Days later the laptop hears of it.
    for machine in [laptop, phone] { try machine.at("2026-03-06T08:00:00Z") }
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.cell("Read", on: "2026-03-02") == .complete)
      #expect(try machine.cell("Water", on: "2026-03-02") == .partialHigh)
      #expect(try machine.cell("Water", on: "2026-03-03") == .missed)
      // The score's part of it: what the last three weeks say.
      let id = try machine.summary("Read").id
      #expect(try machine.planner.habit(id, machine.context).read.complete == 1)
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `a habit logged at 01:00 with rollover 03:00 counts for the day before`() throws {
    let laptop = try Machine(1, at: "2026-03-02T12:00:00Z")
    try laptop.planner.changeSettings(laptop.context) { $0.rolloverMinute = 180 }
    var draft = HabitDraft(title: "Read")
    draft.windows[0].reminderMinute = 22 * 60
    let id = try laptop.planner.addHabit(draft, laptop.context).habit
    let window = try laptop.planner.habit(id, laptop.context).habit.windows[0]
    try laptop.at("2026-03-03T01:00:00Z")
    let receipt = try laptop.log(.tick, window.id)
    #expect(receipt.day == (try parsed("2026-03-02")))
    #expect(try laptop.reading("Read", on: "2026-03-02").isDone)
    #expect(try !laptop.reading("Read", on: "2026-03-03").isDone)
    // The reminder stays on the wall's clock.
    #expect(try laptop.summary("Read").windows[0].reminderMinute == 22 * 60)
    try laptop.at("2026-03-03T03:00:00Z")
    #expect(try laptop.cell("Read", on: "2026-03-02") == .complete)
    try expectAgreement(laptop)
  }

  @Test func `three a week counts whole days of a calendar week`() throws {
    let (laptop, phone) = try pair()
    let run = try laptop.habit("Run", schedule: HabitSchedule(timesPerWeek: 3))
    try sync(laptop, phone)
    // Monday on one machine, Wednesday on the other.
    try laptop.log(.tick, run)
    try phone.at("2026-03-04T08:00:00Z")
    try phone.log(.tick, run)
    try laptop.at("2026-03-04T20:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      try machine.at("2026-03-08T20:00:00Z")
      #expect(try machine.summary("Run").week == HabitWeek(done: 2, target: 3))
      #expect(try machine.cell("Run", on: "2026-03-03") == .empty)
    }
    // Friday late: then the week is met, and Sunday asks for nothing more.
    let friday = try parsed("2026-03-06")
    try laptop.planner.correctHabit(.done, for: run, on: friday, laptop.context)
    let row = try #require(try laptop.planner.todayHabits(laptop.context).ungrouped.first)
    #expect(row.week == HabitWeek(done: 3, target: 3))
    #expect(row.isDone && !row.reading.isDone && row.minutesLeft == 0)
    // Monday begins at none again.
    try laptop.at("2026-03-09T08:00:00Z")
    #expect(try laptop.summary("Run").week == HabitWeek(done: 0, target: 3))
    try sync(laptop, phone)
    try phone.at("2026-03-09T08:00:00Z")
    try expectAgreement(laptop, phone)
  }

  @Test func `the day's target is that of its first log, whichever arrives first`() throws {
    let (laptop, phone) = try pair()
    let water = try laptop.habit("Water", .counted, target: 8)
    let id = try laptop.summary("Water").id
    try sync(laptop, phone)
    try laptop.at("2026-03-02T09:00:00Z")
    try laptop.log(.step(1), water)
    try phone.at("2026-03-02T10:00:00Z")
    var draft = HabitDraft(try phone.summary("Water"))
    draft.windows[0].target = 1
    try phone.planner.editHabit(id, draft, phone.context)
    try phone.log(.step(1), water)
    #expect(try phone.reading("Water").isDone)
    try laptop.at("2026-03-02T10:05:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let reading = try machine.reading("Water")
      #expect(reading.amount == 2 && reading.target == 8 && !reading.isDone)
      #expect(try machine.summary("Water").windows[0].target == 1)
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `a tick on each of two machines is one, and its first time stands`() throws {
    let (laptop, phone) = try pair()
    let read = try laptop.habit("Read")
    try sync(laptop, phone)
    try laptop.at("2026-03-02T09:00:00Z")
    try laptop.log(.tick, read)
    try phone.at("2026-03-02T10:00:00Z")
    try phone.log(.tick, read)
    try laptop.at("2026-03-02T10:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let reading = try machine.reading("Read")
      #expect(reading.amount == 1)
      #expect(reading.completedAt == (try instant("2026-03-02T09:00:00Z")))
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `the target's time is when the count reached it and stayed`() throws {
    let (laptop, _) = try pair()
    let water = try laptop.habit("Water", .counted, target: 2)
    for (time, step) in [("09:00", 1), ("10:00", 1), ("11:00", -1), ("12:00", 2), ("13:00", 1)] {
      try laptop.at("2026-03-02T\(time):00Z")
      try laptop.log(.step(step), water)
    }
    #expect(
      try laptop.reading("Water").completedAt == instant("2026-03-02T12:00:00Z"))
    try laptop.log(.step(-3), water)
    #expect(try laptop.reading("Water").completedAt == nil)
  }

  @Test func `two pauses made apart become one, and resuming one leaves the other's later edit`()
    throws
  {
    let (laptop, phone) = try pair()
    try laptop.habit("Run")
    let id = try laptop.summary("Run").id
    try sync(laptop, phone)
    try laptop.planner.pauseHabit(
      id, from: parsed("2026-03-02"), through: parsed("2026-03-05"), reason: .travel,
      laptop.context)
    try phone.planner.pauseHabit(
      id, from: parsed("2026-03-04"), through: parsed("2026-03-09"), reason: .illness,
      phone.context)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let pauses = try machine.summary("Run").pauses
      #expect(
        pauses == [
          PauseSpan(
            first: try parsed("2026-03-02"), last: try parsed("2026-03-09"), reason: .travel)
        ])
      #expect(try machine.planner.todayHabits(machine.context).total == 0)
    }
    try laptop.planner.resumeHabit(id, laptop.at("2026-03-03T08:00:00Z"))
    #expect(try laptop.summary("Run").pauses.map(\.last) == [parsed("2026-03-02")])
    #expect(try laptop.planner.todayHabits(laptop.context).total == 1)
    try phone.at("2026-03-03T08:00:00Z")
    try sync(laptop, phone)
    try expectAgreement(laptop, phone)
  }

  @Test func `a time of day taken away here and logged for there stays`() throws {
    let (laptop, phone) = try pair()
    let draft = HabitDraft(
      title: "Medication",
      windows: [HabitDraft.Window(label: "Morning"), HabitDraft.Window(label: "Evening")])
    let id = try laptop.planner.addHabit(draft, laptop.context).habit
    try sync(laptop, phone)
    let windows = try laptop.planner.habit(id, laptop.context).habit.windows
    var fewer = HabitDraft(try laptop.summary("Medication"))
    fewer.windows.remove(at: 1)
    try laptop.planner.editHabit(id, fewer, laptop.context)
    #expect(try laptop.summary("Medication").windows.count == 1)
    try phone.log(.tick, windows[1].id)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.summary("Medication").windows.count == 2)
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `an undone step takes away only its own glass`() throws {
    let (laptop, phone) = try pair()
    let water = try laptop.habit("Water", .counted, target: 8)
    try sync(laptop, phone)
    let receipt = try laptop.log(.step(2), water)
    try sync(laptop, phone)
    try phone.log(.step(1), water)
    try laptop.planner.undo(receipt, laptop.context)
    try sync(laptop, phone)
    for machine in [laptop, phone] { #expect(try machine.reading("Water").amount == 1) }
    try expectAgreement(laptop, phone)
  }

  @Test func `Sydney and London log one habit, each for their own day`() throws {
    let sydney = try Machine(1, at: "2026-03-01T22:00:00Z", zone: "Australia/Sydney")
    let london = try Machine(2, at: "2026-03-01T22:00:00Z", zone: "Europe/London")
    let water = try london.habit("Water", .counted, target: 4)
    try sync(sydney, london)
    try sydney.log(.step(1), water)
    try london.log(.step(1), water)
    try sync(sydney, london)
    for machine in [sydney, london] {
      try machine.at("2026-03-03T12:00:00Z")
      #expect(try machine.reading("Water", on: "2026-03-01").amount == 1)
      #expect(try machine.reading("Water", on: "2026-03-02").amount == 1)
    }
    try sync(sydney, london)
    for day in ["2026-03-01", "2026-03-02"] {
      #expect(try sydney.cell("Water", on: day) == london.cell("Water", on: day))
    }
  }
}
