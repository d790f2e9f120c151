import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Days as they were lived, read from the facts.
@Suite struct LivedDayTests {
  private func lived(_ machine: Machine, _ day: String) throws -> LivedDay? {
    let date = try parsed(day)
    return try machine.planner.livedDays(date...date, machine.context).first
  }

  @Test func `a day on which nobody did anything has no row`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    try machine.add("Report", due: "2026-03-02")
    try machine.at("2026-03-05T08:00:00Z")
    let days = try machine.planner.livedDays(
      parsed("2026-03-01")...parsed("2026-03-04"), machine.context)
    #expect(days.isEmpty)
  }

  @Test func `a task done, a level, a plan and a review closed or skipped each earn one`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02")
    _ = try machine.planner.complete(id, machine.context)
    _ = try machine.planner.setLevel(.low, on: nil, machine.at("2026-03-03T09:00:00Z"))
    // The evening of the 5th is closed: it reviews the 5th and plans the 6th.
    try machine.plan(at: "2026-03-05T21:00:00Z")
    try machine.close("2026-03-06")
    _ = try machine.planner.skipPlanning(
      of: parsed("2026-03-09"), machine.at("2026-03-08T21:00:00Z"))
    // Begun and left: nobody's act.
    try machine.plan(at: "2026-03-10T21:00:00Z")
    try machine.at("2026-03-20T08:00:00Z")
    let days = try machine.planner.livedDays(
      parsed("2026-03-01")...parsed("2026-03-19"), machine.context)
    #expect(days.map { $0.date.day } == [2, 3, 5, 6, 8])
    #expect(days.map(\.hasActivity) == [true, false, true, false, true])
    #expect(days.map { $0.planningCompletedAt != nil } == [false, false, false, true, false])
  }

  @Test func `a day's record replaces its plan by what was lived`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let done = try machine.add("Done", due: "2026-03-03", minutes: 60)
    try machine.add("Left", due: "2026-03-03", minutes: 45)
    try machine.plan(at: "2026-03-02T21:00:00Z")
    #expect(try machine.close("2026-03-03").plan.plannedTaskMinutes == 105)
    let unplanned = try machine.add("Unplanned", due: "2026-03-03", minutes: 120)
    for id in [done, unplanned] {
      _ = try machine.planner.complete(id, machine.at("2026-03-03T15:00:00Z"))
    }
    try machine.at("2026-03-04T08:00:00Z")
    let day = try #require(try lived(machine, "2026-03-03"))
    #expect(day.record.plannedTaskMinutes == 225 && day.record.completedEffortMinutes == 180)
    #expect(day.record.completionBasis == 3 && day.record.completedCount == 2)
    #expect(day.record.loadScore == 125 && day.record.wasOverloaded)
    #expect(day.freeMinutes == 660 && day.committedMinutes == 0)
  }

  @Test func `no later setting changes an earlier day`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02", minutes: 90)
    _ = try machine.planner.complete(id, machine.context)
    try machine.at("2026-03-03T12:00:00Z")
    let before = try #require(try lived(machine, "2026-03-02"))
    #expect(before.record.loadScore == 50 && before.freeMinutes == 660)
    try machine.planner.changeSettings(machine.context) {
      $0.mediumDayMinutes = 90
      $0.dayEndMinute = 1200
      $0.mondayLevel = .high
    }
    #expect(try lived(machine, "2026-03-02") == before)
    try machine.planner.rebuild(machine.context)
    #expect(try lived(machine, "2026-03-02") == before)
    let next = try machine.add("More", due: "2026-03-09", minutes: 90)
    _ = try machine.planner.complete(next, machine.at("2026-03-09T09:00:00Z"))
    try machine.at("2026-03-10T09:00:00Z")
    let after = try #require(try lived(machine, "2026-03-09"))
    #expect(after.level == .high && after.record.loadScore == 75 && after.freeMinutes == 720)
  }

  @Test func `the working day is that of the zone the day was lived in`() throws {
    // On 29 March clocks in Paris go forward at two in the night, before work begins; a working
    // day from 01:00 is an hour shorter.
    let machine = try Machine(1, at: "2026-03-28T12:00:00Z", zone: "Europe/Paris")
    try machine.planner.changeSettings(machine.context) { $0.dayStartMinute = 60 }
    let id = try machine.add("Report", due: "2026-03-29")
    _ = try machine.planner.complete(id, machine.at("2026-03-29T12:00:00Z"))
    try machine.at("2026-03-31T12:00:00Z")
    machine.zone = try ZoneDirectory().rules(for: "Asia/Tokyo")
    #expect(try lived(machine, "2026-03-29")?.freeMinutes == 17 * 60)
  }

  @Test func `a fact that arrives late changes the record on both machines`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let phone = try Machine(2, at: "2026-03-02T08:00:05Z")
    let id = try laptop.add("Report", due: "2026-03-02")
    try sync(laptop, phone)
    _ = try phone.planner.complete(id, phone.at("2026-03-02T22:00:00Z"))
    try laptop.at("2026-03-12T08:00:00Z")
    #expect(try lived(laptop, "2026-03-02") == nil)
    try phone.at("2026-03-12T08:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try lived(machine, "2026-03-02")?.record.completionRate == 1)
    }
    #expect(try lived(laptop, "2026-03-02") == lived(phone, "2026-03-02"))
    try expectTheSame(laptop, phone)
  }

  @Test func `many days at once are the same as each by itself`() throws {
    let machine = try Machine(1, at: "2026-01-01T08:00:00Z")
    var random = SeededGenerator(seed: 20_260_101)
    for day in 0..<75 {
      let date = try parsed("2026-01-01") + day
      let context = try machine.at("\(date)T09:00:00Z")
      let id = try machine.add(
        "t\(day)", due: "\(date)", minutes: Int.random(in: 10...200, using: &random))
      if Int.random(in: 0..<3, using: &random) > 0 { _ = try machine.planner.complete(id, context) }
    }
    let days = try parsed("2026-01-01")...parsed("2026-03-16")
    let together = try machine.planner.livedDays(days, machine.context)
    #expect(together.count > 40)
    for date in days {
      let alone = try machine.planner.livedDays(date...date, machine.context).first
      #expect(together.first { $0.date == date } == alone)
    }
  }
}
