import JamaalCore
import ReplicaStore
import Testing

/// What habits take of a day: of one still to live, and of one as it was lived.
@Suite struct HabitMinutesTests {
  private let laptop: Machine

  init() throws {
    laptop = try Machine(1, at: "2026-03-02T07:00:00Z")
  }

  private func left(_ day: String = "2026-03-02") throws -> Int {
    try laptop.planner.habitMinutes(on: parsed(day), isLived: false, laptop.context)
  }

  private func lived(_ day: String, _ machine: Machine? = nil) throws -> Int {
    let machine = machine ?? laptop
    return try machine.planner.habitMinutes(on: parsed(day), isLived: true, machine.context)
  }

  @Test func `what is done takes no time any more, and a part its part`() throws {
    let water = try laptop.habit("Water", .counted, target: 4, minutes: 20)
    let read = try laptop.habit("Read", minutes: 15)
    try laptop.habit("Qur'an", .timed, target: 30)
    try laptop.habit("Sugar", .avoid, target: 1, minutes: 60)
    #expect(try left() == 65)
    try laptop.log(.step(1), water)
    #expect(try left() == 60)
    try laptop.log(.tick, read)
    #expect(try left() == 45)
    #expect(try left("2026-03-03") == 65)
    #expect(try lived("2026-03-02") == 65)
  }

  @Test func `only times of day inside the working day count`() throws {
    for (start, end) in [(300, 480), (420, 540), (1100, 1140), (1140, 1200)] {
      try laptop.planner.addHabit(
        HabitDraft(
          title: "\(start)",
          windows: [
            .init(times: HabitTimes(startMinute: start, endMinute: end), effortMinutes: 10)
          ]), laptop.context)
    }
    // 08:00 to 19:00: the first ends as it starts, the last starts as it ends.
    #expect(try left() == 20)
    #expect(try lived("2026-03-02") == 20)
    try laptop.at("2026-03-02T10:00:00Z")
    #expect(try left() == 10)
    #expect(try lived("2026-03-02") == 20)
    try laptop.at("2026-03-02T20:00:00Z")
    #expect(try left() == 0)
  }

  @Test func `a past day keeps what stood on it, also after a rebuild`() throws {
    try laptop.habit("Read", minutes: 30)
    let id = try laptop.summary("Read").id
    // Changed on Friday.
    try laptop.at("2026-03-06T09:00:00Z")
    var draft = HabitDraft(try laptop.summary("Read"))
    draft.windows[0].effortMinutes = 50
    draft.schedule = HabitSchedule(weekdays: [5, 6])
    try laptop.planner.editHabit(id, draft, laptop.context)
    // Paused for the next Friday, archived after that.
    try laptop.at("2026-03-09T09:00:00Z")
    try laptop.planner.pauseHabit(
      id, from: parsed("2026-03-13"), through: parsed("2026-03-13"), laptop.context)
    try laptop.at("2026-03-22T09:00:00Z")
    try laptop.planner.archiveHabit(id, laptop.context)
    try laptop.at("2026-03-30T09:00:00Z")
    let phone = try Machine(2, at: "2026-03-30T09:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      try machine.planner.rebuild(machine.context)
      let minutes = try [
        "2026-03-01", "2026-03-02", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08",
        "2026-03-13", "2026-03-14", "2026-03-20", "2026-03-27",
      ].map { try lived($0, machine) }
      #expect(minutes == [0, 30, 30, 50, 50, 0, 0, 50, 50, 0])
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `a pause made late about earlier days leaves their records alone`() throws {
    try laptop.habit("Read", minutes: 30)
    let id = try laptop.summary("Read").id
    try laptop.at("2026-03-05T09:00:00Z")
    try laptop.planner.pauseHabit(
      id, from: parsed("2026-03-03"), through: parsed("2026-03-06"), laptop.context)
    #expect(try lived("2026-03-04") == 30)
    #expect(try lived("2026-03-05") == 0)
    // The grid reads it as it is now.
    #expect(try laptop.cell("Read", on: "2026-03-04") == .empty)
  }

  @Test func `so many a week asks until the week is met`() throws {
    let run = try laptop.habit(
      "Run", schedule: HabitSchedule(timesPerWeek: 2), minutes: 40)
    try laptop.log(.tick, run)
    try laptop.at("2026-03-03T07:00:00Z")
    #expect(try left("2026-03-03") == 40)
    try laptop.log(.tick, run)
    #expect(try left("2026-03-03") == 0)
    try laptop.at("2026-03-04T07:00:00Z")
    #expect(try left("2026-03-04") == 0)
    #expect(try lived("2026-03-03") == 40)
    #expect(try lived("2026-03-04") == 0)
    // A week begins anew on Monday.
    #expect(try left("2026-03-09") == 40)
  }
}
