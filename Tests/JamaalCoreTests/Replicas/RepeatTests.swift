import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Repeating tasks on replicas that really sync.
@Suite struct RepeatTests {
  private func pair(
    _ rule: RepeatRule, due: String = "2026-03-02", importance: Importance = .low
  ) throws -> (Machine, Machine, RecordID) {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    let draft = TaskDraft(
      title: "Water", dueDate: try parsed(due), importance: importance, notes: "can",
      repeats: rule)
    let id = try laptop.planner.addTask(draft, laptop.context).task
    try sync(laptop, desktop)
    return (laptop, desktop, id)
  }

  private func live(_ machine: Machine) throws -> [TaskView] {
    try machine.planner.tasks(machine.context)
  }

  @Test func `a daily task done comes back tomorrow with everything it had`() throws {
    let (laptop, desktop, id) = try pair(RepeatRule(kind: .daily), importance: .high)
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T10:00:00Z"))
    try desktop.at("2026-03-02T10:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let next = try live(machine)
      #expect(next.count == 1)
      #expect(next[0].title == "Water" && next[0].notes == "can")
      #expect(next[0].importance == .high)
      #expect(next[0].dueDate == (try parsed("2026-03-03")))
      #expect(next[0].seriesID == id)
      #expect(next[0].id == TaskItem.successorID(id))
    }
    // The next one is worked with like any other, again and again.
    for day in 3...20 {
      let machine = day % 2 == 0 ? laptop : desktop
      let text = day < 10 ? "0\(day)" : "\(day)"
      let context = try machine.at("2026-03-\(text)T09:00:00Z")
      let next = try #require(try live(machine).first)
      #expect(next.dueDate == (try parsed("2026-03-\(text)")))
      _ = try machine.planner.complete(next.id, context)
      try sync(laptop, desktop)
    }
    try laptop.at("2026-03-21T09:00:00Z")
    #expect(try live(laptop).count == 1)
    try expectAgreement(laptop, desktop)
  }

  @Test func `trap 4: two machines complete the same instance on different days`() throws {
    let (laptop, desktop, id) = try pair(RepeatRule(kind: .daily))
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T20:00:00Z"))
    _ = try desktop.planner.complete(id, desktop.at("2026-03-04T09:00:00Z"))
    try laptop.at("2026-03-04T12:00:00Z")
    try desktop.at("2026-03-04T12:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let next = try live(machine)
      #expect(next.map(\.id) == [TaskItem.successorID(id)])
      // From the completion that stands, which is the first: made for the 3rd, carried since.
      #expect(next[0].dueDate == (try parsed("2026-03-04")))
      #expect(next[0].deferralCount == 1)
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `an instance of which only a part is known yet belongs to the one before it`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    let tablet = try Machine(3, at: "2026-03-02T08:00:10Z")
    let draft = TaskDraft(
      title: "Water", dueDate: try parsed("2026-03-02"), repeats: RepeatRule(kind: .weekly))
    let id = try laptop.planner.addTask(draft, laptop.context).task
    try desktop.add("Something else")
    try sync(laptop, desktop, tablet)
    let next = TaskItem.successorID(id)
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T10:00:00Z"))
    _ = try laptop.planner.complete(next, laptop.at("2026-03-02T10:01:00Z"))
    try desktop.at("2026-03-02T10:02:00Z")
    try sync(laptop, desktop)
    _ = try desktop.planner.uncomplete(next, desktop.context)
    try tablet.at("2026-03-02T10:03:00Z")
    try tablet.planner.tick(tablet.context)
    // The file of the laptop is late.
    let sealed = try #require(try desktop.replica.seal())
    try tablet.replica.apply(sealed.bytes)
    #expect(try tablet.replica.read { try $0.record(TaskItem.self, next) }?.predecessor == nil)
    try expectAgreement(tablet)
    #expect(try tablet.task("Water").task.seriesID == id)
  }

  @Test func `trap 5: the next instance deferred on one machine and made again on the other`()
    throws
  {
    let (laptop, desktop, id) = try pair(RepeatRule(kind: .weekly))
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T10:00:00Z"))
    let next = TaskItem.successorID(id)
    _ = try laptop.planner.putOff(
      next, to: .day(parsed("2026-03-12")), laptop.at("2026-03-02T10:05:00Z"))
    _ = try desktop.planner.complete(id, desktop.at("2026-03-02T11:00:00Z"))
    try laptop.at("2026-03-02T12:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let instances = try live(machine)
      #expect(instances.map(\.id) == [next])
      #expect(instances[0].dueDate == (try parsed("2026-03-12")))
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `trap 6: un-complete on one machine while the other edits the next instance`() throws {
    let (laptop, desktop, id) = try pair(RepeatRule(kind: .daily))
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T10:00:00Z"))
    try desktop.at("2026-03-02T10:00:00Z")
    try sync(laptop, desktop)
    let next = TaskItem.successorID(id)
    _ = try desktop.planner.putOff(
      next, to: .day(parsed("2026-03-06")), desktop.at("2026-03-02T11:00:00Z"))
    _ = try laptop.planner.uncomplete(id, laptop.at("2026-03-02T12:00:00Z"))
    #expect(try live(laptop).map(\.id) == [id])
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      machine.now = laptop.now
      let instances = try live(machine)
      #expect(instances.map(\.id) == [next])
      #expect(instances[0].dueDate == (try parsed("2026-03-06")))
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `an un-complete takes an untouched next instance away`() throws {
    let (laptop, _, id) = try pair(RepeatRule(kind: .daily))
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T10:00:00Z"))
    _ = try laptop.planner.uncomplete(id, laptop.at("2026-03-02T10:01:00Z"))
    #expect(try live(laptop).map(\.id) == [id])
    try expectAgreement(laptop)
  }

  @Test func `an un-complete is refused once the next instance was touched or its day has ended`()
    throws
  {
    let (laptop, _, id) = try pair(RepeatRule(kind: .daily))
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T10:00:00Z"))
    let late = #expect(throws: PlannerError.self) {
      try laptop.planner.uncomplete(id, laptop.at("2026-03-04T10:00:00Z"))
    }
    #expect(late?.code == .alreadyRepeated)
    let (desktop, _, other) = try pair(RepeatRule(kind: .daily))
    _ = try desktop.planner.complete(other, desktop.at("2026-03-02T10:00:00Z"))
    _ = try desktop.planner.complete(
      TaskItem.successorID(other), desktop.at("2026-03-02T10:01:00Z"))
    let touched = #expect(throws: PlannerError.self) {
      try desktop.planner.uncomplete(other, desktop.at("2026-03-02T10:02:00Z"))
    }
    #expect(touched?.code == .alreadyRepeated)
  }

  @Test func `trap 18: monthly on the 31st through February does not drift`() throws {
    let laptop = try Machine(1, at: "2026-01-31T08:00:00Z")
    let desktop = try Machine(2, at: "2026-01-31T08:00:00Z")
    let draft = TaskDraft(
      title: "Rent", dueDate: try parsed("2026-01-31"), repeats: RepeatRule(kind: .monthly))
    _ = try laptop.planner.addTask(draft, laptop.context)
    var days: [String] = []
    for round in 0..<14 {
      // Done by turns, each having heard of the other's.
      try sync(laptop, desktop)
      let machine = round % 2 == 0 ? laptop : desktop
      let task = try #require(try live(machine).first)
      let due = try #require(task.dueDate)
      days.append(due.description)
      for each in [laptop, desktop] { try each.at("\(due)T09:00:00Z") }
      _ = try machine.planner.complete(task.id, machine.context)
    }
    try sync(laptop, desktop)
    #expect(
      days.prefix(5) == ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
    #expect(days.suffix(2) == ["2027-01-31", "2027-02-28"])
    try expectAgreement(laptop, desktop)
  }

  @Test func `a daily task ignored for three days is one instance with three deferrals`() throws {
    let (laptop, desktop, id) = try pair(RepeatRule(kind: .daily))
    try laptop.at("2026-03-05T08:00:00Z")
    let instances = try live(laptop)
    #expect(instances.map(\.id) == [id])
    #expect(instances[0].deferralCount == 3)
    try desktop.at("2026-03-05T08:00:00Z")
    try expectAgreement(laptop, desktop)
  }

  @Test func `a weekly task carried over and done late comes after both days`() throws {
    let (laptop, desktop, id) = try pair(RepeatRule(kind: .weekly))
    // Due on Monday the 2nd, done on Tuesday the 10th: the Monday of the 9th has passed.
    _ = try laptop.planner.complete(id, laptop.at("2026-03-10T08:00:00Z"))
    try desktop.at("2026-03-10T08:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(try live(machine).map(\.dueDate) == [parsed("2026-03-16")])
      #expect(try live(machine).map(\.deferralCount) == [0])
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `a drop skips only that occurrence, and stopping ends the series`() throws {
    let (laptop, _, id) = try pair(RepeatRule(kind: .daily))
    _ = try laptop.planner.drop(id, laptop.at("2026-03-02T10:00:00Z"))
    let next = try #require(try live(laptop).first)
    #expect(next.dueDate == (try parsed("2026-03-03")))
    _ = try laptop.planner.stopRepeating(next.id, laptop.at("2026-03-02T10:01:00Z"))
    _ = try laptop.planner.complete(next.id, laptop.at("2026-03-03T10:00:00Z"))
    #expect(try live(laptop).isEmpty)
    try expectAgreement(laptop)
  }

  @Test func `trap 22: done, undone, done the next day, then the next instance edited`() throws {
    let (laptop, desktop, id) = try pair(RepeatRule(kind: .daily))
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T10:00:00Z"))
    _ = try laptop.planner.uncomplete(id, laptop.at("2026-03-02T10:05:00Z"))
    _ = try laptop.planner.complete(id, laptop.at("2026-03-03T09:00:00Z"))
    try desktop.at("2026-03-03T09:00:00Z")
    try sync(laptop, desktop)
    let next = TaskItem.successorID(id)
    _ = try desktop.planner.putOff(
      next, to: .day(parsed("2026-03-09")), desktop.at("2026-03-03T10:00:00Z"))
    try laptop.at("2026-03-03T11:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      machine.now = laptop.now
      #expect(try live(machine).map(\.id) == [next])
      let first = try machine.planner.task(id, machine.context).task
      #expect(first.completedDay == (try parsed("2026-03-03")))
      #expect(first.deferralCount == 1)
    }
    try expectAgreement(laptop, desktop)
  }

  @Test func `a weekly due day keeps its weekday across both changes of the clocks`() throws {
    for zone in [
      "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Pacific/Auckland",
      "Africa/Cairo", "America/Santiago",
    ] {
      let pair = try (1...2).map { try Machine($0, at: "2026-01-05T12:00:00Z", zone: zone) }
      let monday = try pair[0].planner.tick(pair[0].context).today
      let draft = TaskDraft(title: "Bins", dueDate: monday, repeats: RepeatRule(kind: .weekly))
      _ = try pair[0].planner.addTask(draft, pair[0].context)
      for week in 0..<50 {
        try sync(pair)
        let machine = pair[week % 2]
        let task = try #require(try live(machine).first)
        #expect(task.dueDate == monday + 7 * week, "\(zone)")
        let date = try #require(task.dueDate)
        let noon = machine.zone.instant(of: date, at: try #require(WallClock(minuteOfDay: 720)))
        for each in pair { try each.at(noon.description) }
        _ = try machine.planner.complete(task.id, machine.context)
      }
      try sync(pair)
      #expect(try live(pair[0]) == live(pair[1]))
    }
  }

  @Test(arguments: 0..<40)
  func `random series on two machines: one live instance, and a rebuild agrees`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 4000)
    let (laptop, desktop, _) = try pair(RepeatRule(kind: seed % 2 == 0 ? .daily : .weekly))
    var minutes = 0
    for _ in 0..<40 {
      minutes += Int.random(in: 10...900, using: &random)
      let machine = Bool.random(using: &random) ? laptop : desktop
      let now = Instant(millis: 1_772_440_000_000 + Int64(minutes) * 60_000)
      // Both clocks run: a machine whose clock stood still would set the other's news aside.
      for each in [laptop, desktop] { try each.at(now.description) }
      let context = machine.context
      let all = try machine.planner.tasks(includesEnded: true, context)
      guard let task = all.randomElement(using: &random) else { continue }
      do {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: _ = try machine.planner.complete(task.id, context)
        case 2: _ = try machine.planner.uncomplete(task.id, context)
        case 3: _ = try machine.planner.drop(task.id, context)
        case 4:
          let today = try machine.planner.tick(context).today
          let day = today + Int.random(in: 1...9, using: &random)
          _ = try machine.planner.putOff(task.id, to: .day(day), context)
        default: try sync(laptop, desktop)
        }
      } catch is PlannerError {
        // Refused, as the rules say.
      }
    }
    let end = Instant(millis: 1_772_440_000_000 + Int64(minutes + 10) * 60_000).description
    try laptop.at(end)
    try desktop.at(end)
    try sync(laptop, desktop)
    try expectAgreement(laptop, desktop)
    #expect(try live(laptop).count == 1, "seed \(seed)")
  }
}
