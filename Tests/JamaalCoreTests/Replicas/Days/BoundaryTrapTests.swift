import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Days that end at unusual times or in unusual places, on replicas that really sync.
@Suite struct BoundaryTrapTests {
  @Test func `trap 12: facts keep the day they were made in when the rollover is changed`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    try laptop.planner.changeSettings(laptop.context) { $0.rolloverMinute = 180 }
    let id = try laptop.add("Report", due: "2026-03-02")
    let other = try laptop.add("Call", due: "2026-03-02")
    try sync(laptop, desktop)
    // On Monday afternoon the laptop takes midnight; the desktop works on past it, offline.
    try laptop.planner.changeSettings(laptop.at("2026-03-02T15:00:00Z")) { $0.rolloverMinute = 0 }
    _ = try desktop.planner.complete(id, desktop.at("2026-03-03T01:30:00Z"))
    #expect(try desktop.planner.tick(desktop.context).today == parsed("2026-03-02"))
    try laptop.at("2026-03-03T02:00:00Z")
    #expect(try laptop.task("Call").task.deferralCount == 1)
    try desktop.at("2026-03-03T02:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let report = try machine.task("Report")
      #expect(try report.task.completedDay == parsed("2026-03-02"))
      #expect(report.task.deferralCount == 0)
      let monday = try machine.planner.dayRecord(parsed("2026-03-02"), machine.context)
      #expect(monday.completedCount == 1 && monday.completionBasis == 2)
      #expect(try machine.planner.task(other, machine.context).task.deferralCount == 1)
      #expect(try machine.planner.tick(machine.context).today == parsed("2026-03-03"))
    }
    try expectTheSame(laptop, desktop)
  }

  /// A zone, a rollover, the day whose end is at the change of clocks, and that instant.
  @Test(arguments: [
    ("Africa/Cairo", 0, "2026-04-23", "2026-04-23T22:00:00Z"),
    ("Europe/London", 60, "2026-03-28", "2026-03-29T01:00:00Z"),
    ("Europe/London", 90, "2026-03-28", "2026-03-29T01:00:00Z"),
    ("Europe/London", 90, "2026-10-24", "2026-10-25T00:30:00Z"),
    ("America/New_York", 120, "2026-03-07", "2026-03-08T07:00:00Z"),
    ("Australia/Lord_Howe", 135, "2026-10-03", "2026-10-03T15:30:00Z"),
  ])
  func `trap 17: clocks that change at the rollover itself make one boundary`(
    zone: String, rollover: Int, day: String, end: String
  ) throws {
    let date = try parsed(day)
    let boundary = try instant(end)
    let start = Instant(millis: boundary.millis - 20 * 3_600_000)
    let laptop = try Machine(1, at: start.text(in: .utc), zone: zone)
    let desktop = try Machine(2, at: start.text(in: .utc), zone: zone)
    try laptop.planner.changeSettings(laptop.context) {
      $0.rolloverMinute = rollover
    }
    let late = try laptop.add("Late", due: day)
    try laptop.add("Left", due: day)
    try sync(laptop, desktop)
    let before = Instant(millis: boundary.millis - 1).text(in: .utc)
    _ = try laptop.planner.complete(late, laptop.at(before))
    #expect(try laptop.planner.tick(laptop.context).today == date)
    // Every quarter of an hour until long after the hour that is missing or shown twice.
    for quarter in 0..<12 {
      let time = Instant(millis: boundary.millis + Int64(quarter) * 900_000).text(in: .utc)
      #expect(try desktop.planner.tick(desktop.at(time)).today == date + 1)
      #expect(try desktop.task("Left").task.deferralCount == 1)
      try laptop.at(time)
    }
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(try machine.task("Late").task.completedDay == date)
      #expect(try machine.task("Left").deferrals.map(\.day) == [date])
      #expect(try machine.task("Left").deferrals.map(\.deferredOn) == [boundary])
      let record = try machine.planner.dayRecord(date, machine.context)
      #expect(record.completedCount == 1 && record.completionBasis == 2)
    }
    try expectTheSame(laptop, desktop)
  }

  @Test func `with days ending at 03:00, one at night is yesterday in every read`() throws {
    let machine = try Machine(1, at: "2026-03-02T15:00:00Z")
    try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = 180 }
    try machine.add("Report", due: "2026-03-02")
    let night = try machine.at("2026-03-03T01:00:00Z")
    let monday = try parsed("2026-03-02")
    #expect(try machine.planner.today(night).date == monday)
    #expect(try machine.today() == ["Report"])
    #expect(try machine.planner.planningTarget(isShortened: true, night).forDate == monday)
    #expect(try machine.planner.planningTarget(night).reviewedDay == monday)
    #expect(try machine.planner.today(night).eveningPrompt?.reviewedDay == monday)
    _ = try machine.planner.setLevel(.low, on: nil, night)
    #expect(try machine.planner.today(machine.at("2026-03-03T02:59:00Z")).level == .low)
    let id = try machine.task("Report").task.id
    _ = try machine.planner.complete(id, machine.context)
    #expect(try machine.task("Report").task.completedDay == monday)
    #expect(try machine.planner.today(machine.at("2026-03-03T03:00:00Z")).level == .medium)
  }

  @Test(arguments: [
    ("Pacific/Auckland", "2026-04-04"), ("Pacific/Auckland", "2026-09-26"),
    ("Europe/Paris", "2026-03-28"), ("Africa/Cairo", "2026-04-23"),
  ])
  func `a daily task done on the eve of the change comes back tomorrow`(
    zone: String, eve: String
  ) throws {
    let pair = try (1...2).map { try Machine($0, at: "2026-01-01T00:00:00Z", zone: zone) }
    let date = try parsed(eve)
    let draft = TaskDraft(title: "Water", dueDate: date, repeats: RepeatRule(kind: .daily))
    let evening = pair[0].zone.instant(of: date, at: try #require(WallClock(minuteOfDay: 1320)))
    for machine in pair { try machine.at(evening.text(in: .utc)) }
    let id = try pair[0].planner.addTask(draft, pair[0].context).task
    try sync(pair)
    // Both tick it off, an hour apart.
    _ = try pair[0].planner.complete(id, pair[0].context)
    _ = try pair[1].planner.complete(id, pair[1].at((evening + 3600).text(in: .utc)))
    try pair[0].at((evening + 3600).text(in: .utc))
    try sync(pair)
    for machine in pair {
      #expect(try machine.planner.tasks(machine.context).map(\.dueDate) == [date + 1])
    }
    try expectAgreement(pair)
  }

  @Test func `monthly from 31 January, 14 times through a leap year, never drifts`() throws {
    let pair = try (1...2).map { try Machine($0, at: "2027-01-31T08:00:00Z") }
    let draft = TaskDraft(
      title: "Rent", dueDate: try parsed("2027-01-31"), repeats: RepeatRule(kind: .monthly))
    var id = try pair[0].planner.addTask(draft, pair[0].context).task
    var days: [String] = []
    for round in 0..<14 {
      try sync(pair)
      let machine = pair[round % 2]
      let due = try #require(try machine.planner.task(id, machine.context).task.dueDate)
      // Two days late, so that it is done in another month than it was due in.
      for each in pair { try each.at("\(due + 2)T09:00:00Z") }
      _ = try machine.planner.complete(id, machine.context)
      id = TaskItem.successorID(id)
      days.append(
        "\(try #require(try machine.planner.task(id, machine.context).task.dueDate))")
    }
    try sync(pair)
    try expectAgreement(pair)
    #expect(
      days == [
        "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31", "2027-06-30", "2027-07-31",
        "2027-08-31", "2027-09-30", "2027-10-31", "2027-11-30", "2027-12-31", "2028-01-31",
        "2028-02-29", "2028-03-31",
      ])
  }
}
