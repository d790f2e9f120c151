import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// The list of habits: groups with theirs, counts of today and a row of the last days.
@Suite struct HabitsOverviewTests {
  private let laptop: Machine
  private let phone: Machine

  /// A group of two habits, made on Monday, 2026-03-02.
  init() throws {
    laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    phone = try Machine(2, at: "2026-03-02T08:00:05Z")
    try laptop.planner.addHabit(
      HabitDraft(title: "Read", group: .new("Evening")), laptop.context)
    let evening = try laptop.planner.habits(laptop.context).groups[0].id
    try laptop.planner.addHabit(
      HabitDraft(
        title: "Water", kind: .counted, windows: [.init(target: 4)], group: .existing(evening)),
      laptop.context)
  }

  private func window(_ title: String) throws -> RecordID {
    try #require(try laptop.summary(title).windows.first?.id)
  }

  @Test func `a group is complete when every time of day was, in part by the share, or missed`()
    throws
  {
    let read = try window("Read")
    let water = try window("Water")
    // What was done on each day from the 2nd on: read or not, and glasses.
    let days: [(Bool, Int, HabitCell)] = [
      (true, 4, .complete), (true, 0, .partialHigh), (false, 4, .partialHigh),
      (false, 1, .partialLow), (false, 0, .missed), (true, 2, .partialHigh),
    ]
    for (index, day) in days.enumerated() {
      try laptop.at("2026-03-0\(2 + index)T09:00:00Z")
      if day.0 { try laptop.log(.tick, read) }
      if day.1 > 0 { try laptop.log(.step(day.1), water) }
    }
    try laptop.at("2026-03-08T09:00:00Z")
    try laptop.log(.tick, read)
    try phone.at("2026-03-08T09:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let group = try #require(try machine.planner.habits(machine.context).groups.first)
      #expect(group.days.count == HabitsOverview.dayCount)
      // Before it existed, then each day, then today, which is open.
      #expect(
        group.days == Array(repeating: .empty, count: 7) + days.map(\.2) + [.empty])
      #expect(group.done == 1 && group.due == 2)
    }
    try laptop.log(.step(4), water)
    let group = try #require(try laptop.planner.habits(laptop.context).groups.first)
    #expect(group.days.last == .complete && group.done == 2)
  }

  @Test func `groups go by their place, then title; the rest as they were made`() throws {
    // Both machines make a group without knowing of the other's, so both are the second.
    try sync(laptop, phone)
    try laptop.planner.addHabitGroup("Noon", laptop.context)
    try phone.planner.addHabitGroup("Morning", phone.context)
    for (machine, title) in [(laptop, "Zzz"), (phone, "Aaa")] {
      try machine.at("2026-03-02T0\(title == "Zzz" ? 8 : 9):30:00Z")
      try machine.habit(title)
    }
    try laptop.at("2026-03-02T10:00:00Z")
    try phone.at("2026-03-02T10:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let overview = try machine.planner.habits(machine.context)
      #expect(overview.groups.map(\.title) == ["Evening", "Morning", "Noon"])
      #expect(overview.groups.map(\.sortOrder) == [0, 1, 1])
      #expect(overview.ungrouped.map(\.title) == ["Zzz", "Aaa"])
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `a paused habit is not due, and says why and until when`() throws {
    let id = try laptop.summary("Read").id
    try laptop.planner.pauseHabit(
      id, from: parsed("2026-03-02"), through: parsed("2026-03-04"), reason: .travel,
      laptop.context)
    try sync(laptop, phone)
    let overview = try phone.planner.habits(phone.context)
    #expect(overview.groups[0].due == 1 && overview.groups[0].done == 0)
    let read = try phone.summary("Read")
    #expect(!read.isDueToday)
    #expect(
      read.pause
        == PauseSpan(
          first: try parsed("2026-03-02"), last: try parsed("2026-03-04"), reason: .travel))
  }

  @Test func `each habit carries today's log, its target and its week`() throws {
    let run = try laptop.habit(
      "Run", .timed, target: 30, schedule: HabitSchedule(timesPerWeek: 3))
    try laptop.planner.addHabitMinutes(30, for: run, laptop.context)
    try laptop.log(.step(2), window("Water"))
    let sugar = try laptop.habit("Sugar", .avoid, target: 1)
    try sync(laptop, phone)
    let water = try phone.summary("Water").windows[0].reading
    #expect(water.amount == 2 && water.target == 4 && !water.isDone)
    #expect(try phone.summary("Run").week == HabitWeek(done: 1, target: 3))
    // Silence is no success: done only once somebody said that the day was held.
    #expect(try !phone.summary("Sugar").windows[0].reading.isDone)
    try phone.log(.hold, sugar)
    #expect(try phone.summary("Sugar").windows[0].reading.isDone)
  }

  @Test func `archived habits are kept apart with their history, and are none of today's`() throws {
    try laptop.log(.tick, window("Read"))
    try laptop.planner.archiveHabit(try laptop.summary("Read").id, laptop.context)
    try sync(laptop, phone)
    let overview = try phone.planner.habits(phone.context)
    #expect(overview.archived.map(\.title) == ["Read"])
    #expect(overview.groups[0].habits.map(\.title) == ["Water"] && overview.groups[0].due == 1)
    #expect(try phone.reading("Read").isDone)
  }

  @Test func `four habits made within a week are many`() throws {
    #expect(try !laptop.planner.habits(laptop.context).startsMany)
    try laptop.habit("Three")
    try laptop.habit("Four")
    #expect(try laptop.planner.habits(laptop.context).startsMany)
    try laptop.at("2026-03-09T08:00:00Z")
    #expect(try !laptop.planner.habits(laptop.context).startsMany)
  }
}
