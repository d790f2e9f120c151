import JamaalCore
import ReplicaStore
import Testing

/// What the forms refuse, and that nothing is written when they do.
@Suite struct AnchorEditingTests {
  private func expectRefusal(
    _ machine: Machine, _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    _ = try machine.planner.tick(machine.context)
    let digest = machine.replica.digest
    #expect(throws: PlannerError.self, sourceLocation: sourceLocation) { try body() }
    #expect(machine.replica.digest == digest, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "blank", "days", "weeks", "no time", "interval", "longest", "unnamed", "window", "end",
    "twice", "effort", "reminder", "prayers",
  ])
  func `a scheduled form refuses`(problem: String) throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    var draft = AnchorRuleDraft.schoolRun()
    let today = try parsed("2026-03-02")
    switch problem {
    case "blank": draft.title = " \n"
    case "days": draft.recurrence = .weekly([])
    case "weeks": draft.recurrence = .everyWeeks(2, [], from: today)
    case "no time": draft.slots = []
    case "interval": draft.recurrence = .everyDays(0, from: today)
    case "longest": draft.recurrence = .afterLast(minDays: 3, maxDays: 2, from: today)
    case "unnamed": draft.slots[1].label = " "
    case "window": draft.slots[1].windowMinutes = 0
    case "end": draft.endDate = today - 1
    case "twice":
      draft.slots[0].key = "a"
      draft.slots[1].key = "a"
    case "effort": draft.effortMinutes = 0
    case "reminder": draft.remindBeforeEndMinutes = -1
    default: draft.source = .prayerWindow
    }
    try expectRefusal(machine) { _ = try machine.planner.addAnchorRule(draft, machine.context) }
  }

  @Test func `an edit refuses a time that is not there, and leaves everything`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let rule = try machine.planner.addAnchorRule(.schoolRun(), machine.context).id
    var draft = AnchorRuleDraft.schoolRun()
    draft.title = "Bus"
    draft.slots[0].key = "nobody"
    try expectRefusal(machine) {
      _ = try machine.planner.changeAnchorRule(rule, to: draft, machine.context)
    }
    #expect(try machine.planner.anchorRule(rule, machine.context).title == "School run")
  }

  @Test func `an edit that changes nothing writes nothing`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let rule = try machine.planner.addAnchorRule(.schoolRun(), machine.context).id
    var draft = AnchorRuleDraft.schoolRun()
    let slots = try machine.planner.anchorRule(rule, machine.context).slots
    draft.slots[0].key = slots[0].key
    draft.slots[1].key = slots[1].key
    let receipt = try machine.planner.changeAnchorRule(rule, to: draft, machine.context)
    #expect(receipt.versions.isEmpty)
    draft.title = "Bus"
    #expect(
      try machine.planner.changeAnchorRule(rule, to: draft, machine.context).versions.map(\.group)
        == ["title"])
  }

  @Test(arguments: ["blank", "none", "place", "hour", "effort"])
  func `the prayer form refuses`(problem: String) throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    var draft = PrayerRuleDraft(country: "TR", place: machine.place(41.01, 28.98))
    #expect(draft.method == .turkey)
    #expect(draft.madhab == .hanafi)
    switch problem {
    case "blank": draft.title = ""
    case "none": draft.prayers = []
    case "place": draft.place = nil
    case "hour": draft.adjustments = [.asr: 61]
    default: draft.effortMinutes = 2000
    }
    try expectRefusal(machine) { _ = try machine.planner.addPrayers(draft, machine.context) }
  }

  @Test func `each form leaves the other's rules alone`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let school = try machine.planner.addAnchorRule(.schoolRun(), machine.context).id
    let prayers = try machine.addPrayers(51.51, -0.13)
    try expectRefusal(machine) {
      _ = try machine.planner.changeAnchorRule(prayers, to: .schoolRun(), machine.context)
    }
    try expectRefusal(machine) {
      _ = try machine.planner.changePrayers(
        school, to: PrayerRuleDraft(place: machine.place(1, 1)), machine.context)
    }
  }

  @Test(arguments: [
    ("2026-03-02T10:00:00Z", "2026-03-02T10:00:00Z"),
    ("2026-03-02T11:00:00Z", "2026-03-02T10:00:00Z"),
    ("2026-03-02T06:00:00Z", "2026-03-02T08:00:00Z"),
    ("2026-03-02T06:00:00Z", "2026-03-12T08:00:00Z"),
  ])
  func `a one-off ends after it starts and after now`(start: String, end: String) throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let draft = OneOffDraft(title: "Dentist", start: try instant(start), end: try instant(end))
    try expectRefusal(machine) { _ = try machine.planner.addOneOff(draft, machine.context) }
  }

  @Test func `a break that ends before it starts is refused`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let rule = try machine.addDaily("Walk", at: "10:00")
    let day = try parsed("2026-03-05")
    try expectRefusal(machine) {
      _ = try machine.planner.addBreak(
        to: rule, BreakRange(first: day, last: day - 1), machine.context)
    }
    try expectRefusal(machine) {
      _ = try machine.planner.endBreak(of: rule, on: day, machine.context)
    }
  }

  @Test func `the form says which of today's prayers are over`() throws {
    let machine = try Machine(1, at: "2026-03-02T14:00:00Z")
    let draft = PrayerRuleDraft(place: machine.place(51.51, -0.13))
    let today = draft.upcoming(
      on: try parsed("2026-03-02"), boundary: .midnight, machine.context)
    #expect(today.closed.map(\.prayer) == [.fajr])
    #expect(today.left.map(\.prayer) == [.dhuhr, .asr, .maghrib, .isha])
  }

  @Test func `a place follows a device that moved itself, and a chosen one never`() throws {
    let phone = try Machine(1, at: "2026-03-02T08:00:00Z")
    let london = try #require(Coordinates(latitude: 51.51, longitude: -0.13))
    let leeds = try #require(Coordinates(latitude: 53.80, longitude: -1.55))
    let device = try phone.addPrayers(51.51, -0.13) {
      $0.place = PrayerPlace(mode: .device, coordinates: london, name: "London")
    }
    let chosen = try phone.addPrayers(51.51, -0.13)
    let first = try phone.planner.followDevice(to: london, from: nil, phone.context)
    #expect(first.moved.isEmpty)
    #expect(first.mark == london)
    let second = try phone.planner.followDevice(
      to: leeds, from: first.mark, named: "Leeds", phone.context)
    #expect(second.moved == [device])
    #expect(try phone.planner.anchorRule(device, phone.context).rule.latitude == 53.80)
    #expect(try phone.planner.anchorRule(device, phone.context).rule.placeName == "Leeds")
    #expect(try phone.planner.anchorRule(chosen, phone.context).rule.latitude == 51.51)
    // A computer that stayed at home does not fetch it back.
    let third = try phone.planner.followDevice(to: london, from: london, phone.context)
    #expect(third.moved.isEmpty)
  }
}
