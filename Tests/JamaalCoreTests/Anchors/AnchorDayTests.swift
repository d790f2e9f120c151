import JamaalCore
import ReplicaStore
import Testing

/// What rules make of a day, on one machine.
@Suite struct AnchorDayTests {
  private func machine(_ time: String = "2026-03-02T08:00:00Z") throws -> Machine {
    try Machine(1, at: time)
  }

  private func draft(of rule: RecordID, on machine: Machine) throws -> AnchorRuleDraft {
    let view = try machine.planner.anchorRule(rule, machine.context)
    return AnchorRuleDraft(
      title: view.title, recurrence: .weekly([1, 2, 3, 4, 5, 6, 7]),
      slots: view.slots.map { slot in
        AnchorSlotDraft(
          key: slot.key, label: slot.label,
          start: slot.isAllDay ? nil : WallClock(minuteOfDay: slot.startMinute),
          windowMinutes: slot.windowMinutes)
      }, effortMinutes: view.rule.effortMinutes)
  }

  @Test func `a window that closed before the rule was made never exists`() throws {
    let machine = try machine("2026-03-02T21:00:00Z")
    _ = try machine.addPrayers(51.51, -0.13)
    #expect(
      try machine.planner.todayAnchors(machine.context).items.map(\.title) == ["Salah · Isha"])
    let school = try machine.planner.addAnchorRule(.schoolRun(), machine.context).id
    #expect(try machine.anchorLines().count == 1)
    try machine.at("2026-03-05T08:00:00Z")
    let lines = try machine.anchorLines(on: "2026-03-02")
    #expect(lines.count == 1)
    #expect(lines[0].hasPrefix("Salah · Isha"))
    #expect(lines[0].hasSuffix("missed"))
    #expect(try machine.planner.anchorRule(school, machine.context).next?.title == "Drop-off")
  }

  @Test func `an edit moves what is pending, adds no closed window, and leaves what is over`()
    throws
  {
    let machine = try machine()
    let rule = try machine.addDaily("Walk", at: "10:00")
    try machine.at("2026-03-02T09:00:00Z")
    var edited = try draft(of: rule, on: machine)
    edited.slots[0].start = try wallClock("14:00")
    edited.slots[0].label = "Long"
    edited.slots.append(AnchorSlotDraft(label: "Early", start: try wallClock("07:00")))
    _ = try machine.planner.changeAnchorRule(rule, to: edited, machine.context)
    let lines = ["Walk · Long 14:00-15:00 pending"]
    #expect(try machine.anchorLines() == lines)
    try machine.at("2026-03-02T16:00:00Z")
    edited = try draft(of: rule, on: machine)
    edited.title = "Stroll"
    edited.slots[0].start = try wallClock("20:00")
    _ = try machine.planner.changeAnchorRule(rule, to: edited, machine.context)
    // 14:00 was over before the title changed; the early one gets a window that is still to come.
    #expect(
      try machine.anchorLines() == [
        "Walk · Long 14:00-15:00 missed", "Stroll · Early 20:00-21:00 pending",
      ])
    #expect(
      try machine.anchorLines(on: "2026-03-03").map { $0.prefix(6) } == ["Stroll", "Stroll"])
  }

  @Test func `a slot keeps its key through an edit, and what was decided stays`() throws {
    let machine = try machine()
    let rule = try machine.addDaily("Walk", at: "10:00")
    let key = try machine.anchor("Walk", on: "2026-03-02").key
    try machine.at("2026-03-02T10:30:00Z")
    try machine.say(.attend, "Walk", on: "2026-03-02")
    var edited = try draft(of: rule, on: machine)
    edited.slots[0].start = try wallClock("18:00")
    _ = try machine.planner.changeAnchorRule(rule, to: edited, machine.context)
    #expect(try machine.anchorLines() == ["Walk 10:00-11:00 attended"])
    #expect(try machine.anchor("Walk", on: "2026-03-02").key == key)
    // The slot is taken out: what was decided is still there, nothing else is.
    edited.slots = [AnchorSlotDraft(start: try wallClock("20:00"))]
    _ = try machine.planner.changeAnchorRule(rule, to: edited, machine.context)
    #expect(
      try machine.anchorLines() == ["Walk 10:00-11:00 attended", "Walk 20:00-21:00 pending"])
    try machine.at("2026-03-04T08:00:00Z")
    #expect(try machine.anchorLines() == ["Walk 20:00-21:00 pending"])
  }

  @Test func `a skipped Anchor is never made again`() throws {
    let machine = try machine()
    let rule = try machine.addDaily("Walk", at: "10:00")
    try machine.say(.skip, "Walk", on: "2026-03-02")
    _ = try machine.planner.setAnchorRule(rule, isEnabled: false, machine.context)
    _ = try machine.planner.setAnchorRule(rule, isEnabled: true, machine.context)
    #expect(try machine.anchorLines() == ["Walk 10:00-11:00 skipped"])
    try machine.at("2026-03-03T08:00:00Z")
    #expect(try machine.anchorLines(on: "2026-03-02") == ["Walk 10:00-11:00 skipped"])
  }

  @Test func `a break takes pending ones away, keeps decided ones, and pauses the rule`() throws {
    let machine = try machine()
    let rule = try machine.addDaily("Walk", at: "10:00")
    try machine.say(.skip, "Walk", on: "2026-03-03")
    let first = try parsed("2026-03-02")
    _ = try machine.planner.addBreak(
      to: rule, BreakRange(first: first, last: first + 3, reason: .illness), machine.context)
    #expect(try machine.anchorLines().isEmpty)
    #expect(try machine.anchorLines(on: "2026-03-03") == ["Walk 10:00-11:00 skipped"])
    #expect(try machine.anchorLines(on: "2026-03-05").isEmpty)
    #expect(try machine.anchorLines(on: "2026-03-06").count == 1)
    let view = try machine.planner.anchorRule(rule, machine.context)
    #expect(view.status == .paused(BreakRange(first: first, last: first + 3, reason: .illness)))
    #expect(view.next?.occurrenceDate == first + 4)
    // Over again from Wednesday on.
    try machine.at("2026-03-04T08:00:00Z")
    _ = try machine.planner.endBreak(of: rule, on: first + 2, machine.context)
    #expect(try machine.planner.anchorRule(rule, machine.context).status == .running)
    #expect(try machine.anchorLines() == ["Walk 10:00-11:00 pending"])
    #expect(try machine.anchorLines(on: "2026-03-02").isEmpty)
  }

  @Test func `a rule put away makes nothing more, and its history stays`() throws {
    let machine = try machine()
    let rule = try machine.addDaily("Walk", at: "10:00")
    try machine.at("2026-03-03T08:00:00Z")
    let receipt = try machine.planner.setAnchorRule(rule, isArchived: true, machine.context)
    #expect(try machine.anchorLines().isEmpty)
    #expect(try machine.anchorLines(on: "2026-03-02") == ["Walk 10:00-11:00 missed"])
    let overview = try machine.planner.anchorsOverview(machine.context)
    #expect(overview.rules.isEmpty)
    #expect(overview.archived.map(\.title) == ["Walk"])
    try machine.planner.undo(receipt, machine.context)
    #expect(try machine.anchorLines().count == 1)
  }

  @Test func `undoing the making of a rule leaves nothing of it`() throws {
    let machine = try machine()
    let receipt = try machine.planner.addAnchorRule(.schoolRun(), machine.context)
    #expect(try machine.anchorLines().count == 2)
    try machine.planner.undo(receipt, machine.context)
    #expect(try machine.anchorLines().isEmpty)
    #expect(try machine.planner.anchorsOverview(machine.context).rules.isEmpty)
    try expectAccord([machine])
  }

  @Test func `Today groups a rule of several, counts it, and names the next`() throws {
    let machine = try machine()
    _ = try machine.planner.addAnchorRule(.schoolRun(), machine.context)
    try machine.addDaily("Walk", at: "10:00")
    try machine.at("2026-03-02T08:20:00Z")
    try machine.say(.attend, "School run · Drop-off", on: "2026-03-02")
    let today = try machine.planner.todayAnchors(machine.context)
    #expect(today.rows.count == 2)
    guard case .group(let group) = today.rows[0] else {
      Issue.record("no group")
      return
    }
    #expect(group.title == "School run")
    #expect(group.items.map(\.title) == ["Drop-off", "Pick-up"])
    #expect(group.attended == 1)
    #expect(group.counting == 2)
    #expect(group.next?.title == "Pick-up")
    try machine.say(.delegate, "School run · Pick-up", on: "2026-03-02")
    guard case .group(let later) = try machine.planner.todayAnchors(machine.context).rows[0] else {
      Issue.record("no group")
      return
    }
    #expect(later.counting == 1)
    #expect(later.next == nil)
  }

  @Test func `plants of three days say which day it is, on each of them`() throws {
    let machine = try machine()
    _ = try machine.addPlant(min: 1, max: 3, last: "2026-03-01")
    #expect(try machine.anchorLines() == ["Plants 00:00-00:00 pending"])
    try machine.at("2026-03-03T09:00:00Z")
    let item = try #require(try machine.planner.todayAnchors(machine.context).items.first)
    #expect(item.dayNumber == 2)
    #expect(item.dayCount == 3)
    #expect(item.anchor.placement == .flexible)
    _ = try machine.planner.say(.attend, of: item.id, machine.context)
    // It stays in sight on the day it was done, and the next opens the day after.
    #expect(try machine.anchorLines() == ["Plants 00:00-00:00 attended"])
    #expect(try machine.anchorLines(on: "2026-03-04") == ["Plants 00:00-00:00 pending"])
    try machine.at("2026-03-04T09:00:00Z")
    #expect(try machine.anchorLines() == ["Plants 00:00-00:00 pending"])
  }

  @Test func `next skips what is done already, and an undo puts it back`() throws {
    let machine = try Machine(1, at: "2026-03-02T12:00:00Z")
    let rule = try machine.addPrayers(51.51, -0.13) { $0.ishaEnds = .fajr }
    try machine.at("2026-03-02T22:00:00Z")
    func next() throws -> String? {
      let next = try machine.planner.anchorRule(rule, machine.context).next
      return next.map { "\($0.title) \($0.occurrenceDate)" }
    }
    #expect(try next() == "Isha 2026-03-02")
    try machine.say(.attend, "Isha", on: "2026-03-02")
    #expect(try next() == "Fajr 2026-03-03")
    try machine.say(.undo, "Isha", on: "2026-03-02")
    #expect(try next() == "Isha 2026-03-02")
  }

  @Test func `Friday's dhuhr has its name, and the slot stays dhuhr`() throws {
    let machine = try Machine(1, at: "2026-03-06T00:30:00Z")
    _ = try machine.addPrayers(51.51, -0.13)
    let friday = try machine.anchor("Jumu'ah", on: "2026-03-06")
    #expect(friday.key.slotKey == "dhuhr")
    #expect(friday.remindBeforeStartMinutes == 0)
    #expect(try machine.anchor("Dhuhr", on: "2026-03-07").key.slotKey == "dhuhr")
  }

  @Test func `an Anchor at 02:00 with the day ending at 05:00 belongs to the day before`() throws {
    let machine = try machine()
    try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = 300 }
    try machine.addDaily("Feed", at: "02:00", minutes: 30, weekdays: [1])
    let feed = try machine.anchor("Feed", on: "2026-03-02")
    #expect(feed.windowStart == (try instant("2026-03-03T02:00:00Z")))
    try machine.at("2026-03-03T02:10:00Z")
    #expect(try machine.anchorLines() == ["Feed 02:00-02:30 pending"])
    try machine.say(.attend, "Feed", on: "2026-03-02")
    #expect(try machine.anchorLines(on: "2026-03-03").isEmpty)
  }

  /// When the day ends, a window that opens on Monday, when it is put right, and whether it can be.
  static let corrections: [(Int, String, Int, String, Bool)] = [
    (0, "10:00", 60, "2026-03-02T11:00:00Z", true), (0, "10:00", 60, "2026-03-02T23:59:00Z", true),
    (0, "10:00", 60, "2026-03-03T00:00:00Z", false),
    // One that closes at midnight can be put right all through the day that follows.
    (0, "22:00", 120, "2026-03-03T00:00:00Z", true),
    (0, "22:00", 120, "2026-03-03T23:59:00Z", true),
    (0, "22:00", 120, "2026-03-04T00:00:00Z", false),
    (0, "22:00", 119, "2026-03-03T00:00:00Z", false),
    // With days that end at three, so do those in which it can be put right.
    (180, "22:00", 120, "2026-03-03T02:59:00Z", true),
    (180, "22:00", 120, "2026-03-03T03:00:00Z", false),
    (180, "01:00", 120, "2026-03-04T02:59:00Z", true),
    (180, "01:00", 120, "2026-03-04T03:00:00Z", false),
  ]

  @Test(arguments: corrections.indices)
  func `a miss is put right through the day that contains the instant its window closed`(
    row: Int
  ) throws {
    let (rollover, start, minutes, time, isAllowed) = Self.corrections[row]
    let machine = try machine()
    try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = rollover }
    try machine.addDaily("Walk", at: start, minutes: minutes, weekdays: [1])
    let walk = try machine.anchor("Walk", on: "2026-03-02")
    try machine.at(time)
    #expect(try machine.anchor("Walk", on: "2026-03-02").status(at: machine.now) == .missed)
    if isAllowed {
      _ = try machine.planner.say(.correct, of: walk.id, machine.context)
      let put = try machine.anchor("Walk", on: "2026-03-02")
      #expect(put.status == .attended && put.isLate && put.resolvedAt == machine.now)
    } else {
      let error = #expect(throws: PlannerError.self) {
        try machine.planner.say(.correct, of: walk.id, machine.context)
      }
      #expect(error?.code == .anchor)
    }
  }

  @Test func `a rule ends with its last day`() throws {
    let machine = try machine()
    var draft = AnchorRuleDraft(
      title: "Course", recurrence: .weekly([1, 2, 3]), slots: [AnchorSlotDraft()])
    draft.endDate = try parsed("2026-03-03")
    let rule = try machine.planner.addAnchorRule(draft, machine.context).id
    _ = try machine.planner.tick(machine.context)
    let before = machine.replica.latestChange
    #expect(
      try machine.planner.previewAnchors(of: rule, days: 30, machine.context)
        .map(\.occurrenceDate.description) == ["2026-03-02", "2026-03-03"])
    #expect(machine.replica.latestChange == before, "a preview writes nothing")
  }

  @Test func `a one-off is stored on its day, decided like any other, and changed until then`()
    throws
  {
    let machine = try machine()
    let id = try machine.planner.addOneOff(
      OneOffDraft(
        title: "Dentist", start: instant("2026-03-03T14:00:00Z"),
        end: instant("2026-03-03T15:00:00Z"), effortMinutes: 45), machine.context
    ).id
    #expect(try machine.anchorLines(on: "2026-03-03") == ["Dentist 14:00-15:00 pending"])
    _ = try machine.planner.changeOneOff(
      id,
      to: OneOffDraft(
        title: "Dentist", start: instant("2026-03-04T14:00:00Z"),
        end: instant("2026-03-04T15:00:00Z")), machine.context)
    #expect(try machine.anchorLines(on: "2026-03-03").isEmpty)
    try machine.at("2026-03-04T14:30:00Z")
    #expect(try machine.anchorLines() == ["Dentist 14:00-15:00 pending"])
    _ = try machine.planner.say(.attend, of: id, machine.context)
    #expect(try machine.anchorLines() == ["Dentist 14:00-15:00 attended"])
    #expect(throws: PlannerError.self) {
      try machine.planner.removeOneOff(id, machine.context)
    }
    // One that nobody decided about is missed like any other.
    _ = try machine.planner.addOneOff(
      OneOffDraft(
        title: "Call", start: instant("2026-03-04T16:00:00Z"),
        end: instant("2026-03-04T17:00:00Z")), machine.context)
    try machine.at("2026-03-08T14:30:00Z")
    #expect(
      try machine.anchorLines(on: "2026-03-04") == [
        "Dentist 14:00-15:00 attended", "Call 16:00-17:00 missed",
      ])
    try expectAccord([machine])
  }

  @Test(arguments: [
    ("{}", AnchorAttention.unreadable), ("not JSON", .unreadable),
    (#"{"version":2,"recurrence":{"kind":"lunar"}}"#, .newerVersion),
    (#"{"version":1,"recurrence":{"kind":"lunar"},"slots":[]}"#, .unreadable),
    (
      #"{"recurrence":{"kind":"weekly","weekdays":[1]},"slots":[{"id":"a","start":"08:00","windowMinutes":5}]}"#,
      .unreadable
    ),
    (#"{"version":1,"recurrence":{"kind":"weekly","weekdays":[]},"slots":[]}"#, .unreadable),
    (
      #"{"version":1,"recurrence":{"kind":"weekly","weekdays":[1]},"slots":[{"id":"a","label":"","start":"25:00","windowMinutes":5}]}"#,
      .unreadable
    ),
  ])
  func `a config that cannot be read makes nothing and stays word for word`(
    config: String, attention: AnchorAttention
  ) throws {
    let machine = try machine()
    let rule = try machine.planner.addAnchorRule(
      configData: config, title: "Strange", source: .custom, machine.context
    ).id
    let view = try machine.planner.anchorRule(rule, machine.context)
    #expect(view.status == .needsAttention(attention))
    #expect(view.configData == config)
    #expect(try machine.anchorLines().isEmpty)
    let draft = AnchorRuleDraft(
      title: "Mine", recurrence: .weekly([1]), slots: [AnchorSlotDraft()])
    #expect(throws: PlannerError.self) {
      try machine.planner.changeAnchorRule(rule, to: draft, machine.context)
    }
    #expect(try machine.planner.anchorRule(rule, machine.context).configData == config)
  }

  @Test func `a config is read back as it was written`() throws {
    let machine = try machine()
    var school = AnchorRuleDraft.schoolRun()
    school.slots[0].label = "“Drop” \\ off\n"
    school.endDate = try parsed("2027-01-31")
    let first = try machine.planner.addAnchorRule(school, machine.context).id
    _ = try machine.planner.addBreak(
      to: first, BreakRange(first: parsed("2026-04-01"), last: nil, reason: .term),
      machine.context)
    let plants = try machine.addPlant(min: 2, max: 4, last: "2026-03-01")
    let prayers = try machine.addPrayers(-33.87, 151.21) { draft in
      draft.adjustments = [.fajr: -5, .isha: 12]
      draft.highLatitudeRule = .seventhOfNight
      draft.prayers = [.isha, .fajr]
    }
    for id in [first, plants, prayers] {
      let view = try machine.planner.anchorRule(id, machine.context)
      let copy = try machine.planner.addAnchorRule(
        configData: view.configData, title: view.title, source: view.source, machine.context
      ).id
      let read = try machine.planner.anchorRule(copy, machine.context)
      #expect(read.configData == view.configData)
      #expect(read.status == view.status)
    }
  }
}
