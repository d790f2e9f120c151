import JamaalCore
import ReplicaStore
import Testing

/// Races about Anchors, on replicas that really sync.
@Suite struct AnchorTrapTests {
  /// Two machines that both know a walk at 10:00, since Monday, 2026-03-02.
  private func pair() throws -> (Machine, Machine, RecordID) {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    let rule = try laptop.addDaily("Walk", at: "10:00")
    try sync(laptop, desktop)
    return (laptop, desktop, rule)
  }

  private func draft(
    _ title: String, at start: String, minutes: Int = 60, effort: Int? = 10, of machine: Machine,
    _ rule: RecordID
  ) throws -> AnchorRuleDraft {
    let slots = try machine.planner.anchorRule(rule, machine.context).slots
    return AnchorRuleDraft(
      title: title, recurrence: .weekly([1, 2, 3, 4, 5, 6, 7]),
      slots: [
        AnchorSlotDraft(
          key: slots.first?.key, start: try wallClock(start), windowMinutes: minutes)
      ], effortMinutes: effort)
  }

  @Test func `trap 10: an instance decided while its rule is edited keeps the window as seen`()
    throws
  {
    let (laptop, desktop, rule) = try pair()
    try laptop.at("2026-03-02T09:55:00Z")
    _ = try laptop.planner.changeAnchorRule(
      rule, to: draft("Stroll", at: "12:00", of: laptop, rule), laptop.context)
    try desktop.at("2026-03-02T10:05:00Z")
    try desktop.say(.attend, "Walk", on: "2026-03-02")
    try laptop.at("2026-03-02T12:30:00Z")
    try desktop.at("2026-03-02T12:30:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(try machine.anchorLines() == ["Walk 10:00-11:00 attended"])
      #expect(
        try machine.anchorLines(on: "2026-03-03") == ["Stroll 12:00-13:00 pending"])
    }
    try laptop.at("2026-03-05T08:00:00Z")
    try desktop.at("2026-03-05T08:00:00Z")
    #expect(try laptop.anchorLines(on: "2026-03-02") == ["Walk 10:00-11:00 attended"])
    try expectAccord([laptop, desktop])
  }

  @Test func `trap 14: Sydney and London each show their own today, and agree once both are past`()
    throws
  {
    let sydney = try Machine(1, at: "2026-03-02T00:00:00Z", zone: "Australia/Sydney")
    let london = try Machine(2, at: "2026-03-02T00:00:05Z", zone: "Europe/London")
    try sydney.addDaily("Walk", at: "10:00", minutes: 120)
    try sync(sydney, london)
    // Sydney is in Tuesday already, London still in Monday.
    try sydney.at("2026-03-02T23:30:00Z")
    try london.at("2026-03-02T11:00:00Z")
    #expect(try sydney.planner.todayAnchors(sydney.context).date == parsed("2026-03-03"))
    #expect(try london.planner.todayAnchors(london.context).date == parsed("2026-03-02"))
    #expect(try sydney.anchorLines() == ["Walk 10:00-12:00 pending"])
    #expect(try london.anchorLines() == ["Walk 10:00-12:00 pending"])
    try london.say(.attend, "Walk", on: "2026-03-02")
    try sydney.say(.attend, "Walk", on: "2026-03-03")
    try sydney.at("2026-03-05T00:00:00Z")
    try london.at("2026-03-05T12:00:00Z")
    try sync(sydney, london)
    let days = try parsed("2026-03-02")...parsed("2026-03-04")
    let seen = try [sydney, london].map { machine in
      try machine.planner.anchors(on: days, machine.context).map(\.anchor)
    }
    #expect(seen[0] == seen[1])
    #expect(seen[0].map(\.status) == [.attended, .attended, .pending])
    try expectAccord([sydney, london])
  }

  @Test(arguments: [
    // Clocks jump over midnight itself in Beirut, and back over it in Santiago.
    ("Asia/Beirut", "2026-03-28", "2026-03-29", "2026-03-30"),
    ("America/Santiago", "2026-04-04", "2026-04-05", "2026-04-06"),
    ("America/Santiago", "2026-09-05", "2026-09-06", "2026-09-07"),
  ])
  func `trap 17: where clocks change at the rollover, each day has its Anchors once`(
    zone: String, before: String, day: String, after: String
  ) throws {
    let machine = try Machine(1, at: "\(before)T06:00:00Z", zone: zone)
    _ = try machine.planner.addAnchorRule(
      AnchorRuleDraft(
        title: "Quiet", recurrence: .weekly([1, 2, 3, 4, 5, 6, 7]), slots: [AnchorSlotDraft()]),
      machine.context)
    try machine.addDaily("Late", at: "00:30", minutes: 30)
    try machine.at("\(after)T23:00:00Z")
    let days = try [before, day, after].map { try parsed($0) }
    let anchors = try machine.planner.anchors(on: days[0]...days[2], machine.context)
    let quiet = anchors.map(\.anchor).filter { $0.title == "Quiet" }
    #expect(quiet.map(\.occurrenceDate) == days)
    for (left, right) in zip(quiet, quiet.dropFirst()) {
      #expect(left.windowEnd == right.windowStart)
    }
    let late = anchors.map(\.anchor).filter { $0.title == "Late" }
    #expect(late.map(\.occurrenceDate) == Array(days.dropFirst()))
    try expectAccord([machine])
  }

  @Test func `trap 20: a status of a newer version is kept, shown neutrally and not rewritten`()
    throws
  {
    let (laptop, desktop, _) = try pair()
    let anchor = try laptop.anchor("Walk", on: "2026-03-02")
    var decision = AnchorDecision(anchor.key)
    decision.status = .unknown("postponed")
    decision.occurrenceDate = anchor.occurrenceDate
    decision.windowStart = anchor.windowStart
    decision.windowEnd = anchor.windowEnd
    decision.title = anchor.title
    decision.ruleTitle = anchor.ruleTitle
    let tag = DayTag(day: anchor.occurrenceDate, zone: "UTC").tag
    try laptop.replica.write(tag: tag) { try $0.write(decision, \.subject, \.status) }
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      try machine.at("2026-03-02T10:30:00Z")
      let item = try #require(try machine.planner.todayAnchors(machine.context).items.first)
      #expect(item.status == .unknown("postponed"))
      #expect(item.actions.isEmpty)
      for action in AnchorAction.allCases {
        #expect(throws: PlannerError.self) {
          try machine.planner.say(action, of: anchor.id, machine.context)
        }
      }
      // Neither missed nor attended, nor anybody's deed here.
      try machine.at("2026-03-04T10:30:00Z")
      #expect(try machine.anchorLines(on: "2026-03-02") == ["Walk 10:00-11:00 postponed"])
    }
    try expectAccord([laptop, desktop])
  }

  @Test func `trap 21: two weeks without prayers leave no misses, and no edit changes the past`()
    throws
  {
    let laptop = try Machine(1, at: "2026-03-02T00:30:00Z")
    let desktop = try Machine(2, at: "2026-03-02T00:30:05Z")
    let rule = try laptop.addPrayers(51.51, -0.13)
    try sync(laptop, desktop)
    try laptop.at("2026-03-04T23:59:00Z")
    _ = try laptop.planner.setAnchorRule(rule, isEnabled: false, laptop.context)
    try laptop.at("2026-03-18T23:59:00Z")
    _ = try laptop.planner.setAnchorRule(rule, isEnabled: true, laptop.context)
    try laptop.at("2026-03-20T12:00:00Z")
    var view = try laptop.planner.anchorRule(rule, laptop.context).rule
    #expect(view.effortMinutes == 10)
    let monday = try laptop.anchorLines(on: "2026-03-02")
    let record = try laptop.planner.anchors(
      on: parsed("2026-03-02")...parsed("2026-03-02"), laptop.context)
    var draft = PrayerRuleDraft(place: laptop.place(51.51, -0.13))
    draft.effortMinutes = 25
    _ = try laptop.planner.changePrayers(rule, to: draft, laptop.context)
    try desktop.at("2026-03-21T08:00:00Z")
    try laptop.at("2026-03-21T08:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      for rebuilt in [false, true] {
        if rebuilt { try machine.planner.rebuild(machine.context) }
        #expect(try machine.anchorLines(on: "2026-03-02") == monday)
        #expect(monday.count == 5)
        #expect(
          try machine.planner.anchors(
            on: parsed("2026-03-02")...parsed("2026-03-02"), machine.context
          )
          .map(\.anchor) == record.map(\.anchor))
        for day in 5...18 {
          #expect(try machine.anchorLines(on: "2026-03-\(day < 10 ? "0" : "")\(day)").isEmpty)
        }
        #expect(try machine.anchorLines(on: "2026-03-19").count == 5)
      }
      view = try machine.planner.anchorRule(rule, machine.context).rule
      #expect(view.effortMinutes == 25)
      #expect(try machine.anchor("Asr", on: "2026-03-20").effortMinutes == 25)
      #expect(try machine.anchor("Fajr", on: "2026-03-20").effortMinutes == 10)
    }
    try expectAccord([laptop, desktop])
  }

  @Test func `trap 23: two nights' isha on one date are two instances with two decisions`() throws {
    let laptop = try Machine(1, at: "2026-06-01T12:00:00Z", zone: "Europe/London")
    let desktop = try Machine(2, at: "2026-06-01T12:00:05Z", zone: "Europe/London")
    _ = try laptop.addPrayers(51.51, -0.13) { draft in
      draft.highLatitudeRule = .middleOfNight
      draft.prayers = [.isha]
      draft.ishaEnds = .fajr
    }
    try sync(laptop, desktop)
    let range = try parsed("2026-06-02")...parsed("2026-08-10")
    let all = try laptop.planner.anchors(on: range, laptop.context).map(\.anchor)
    let byDay = Dictionary(grouping: all, by: \.occurrenceDate)
    let double = try #require(byDay.filter { $0.value.count == 2 }.keys.min())
    let pair = try #require(byDay[double])
    #expect(pair[0].key.date != pair[1].key.date)
    #expect(pair[0].id != pair[1].id)
    // Each is decided on another machine, in its own window.
    func say(_ action: AnchorAction, _ anchor: AnchorView, on machine: Machine) throws {
      try machine.at((anchor.windowStart + 60).description)
      _ = try machine.planner.say(action, of: anchor.id, machine.context)
    }
    try say(.attend, pair[0], on: laptop)
    try say(.delegate, pair[1], on: desktop)
    try laptop.at(desktop.now.description)
    try sync(laptop, desktop)
    try laptop.at((desktop.now + 3 * 86_400).description)
    try desktop.at(laptop.now.description)
    for machine in [laptop, desktop] {
      let seen = try machine.planner.anchors(on: double...double, machine.context)
      #expect(seen.map(\.status) == [.attended, .delegated])
      #expect(seen.map(\.anchor.key) == pair.map(\.key))
    }
    try expectAccord([laptop, desktop])
  }

  @Test func `a late correction never moves a chain; a word in time that arrives late does`() throws
  {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    _ = try laptop.addPlant(min: 2, max: 3, last: "2026-03-01")
    try sync(laptop, desktop)
    // Open from Tuesday to Wednesday; nobody says a word on the desktop.
    #expect(try desktop.anchorLines(on: "2026-03-03") == ["Plants 00:00-00:00 pending"])
    try desktop.at("2026-03-05T09:00:00Z")
    #expect(try desktop.anchorLines() == ["Plants 00:00-00:00 pending"])
    // Put right on Thursday, the day its window closed: Thursday's window stays.
    try desktop.say(.correct, "Plants", on: "2026-03-03")
    #expect(
      try desktop.anchorLines(on: "2026-03-03") == ["Plants 00:00-00:00 attended"])
    #expect(try desktop.anchorLines() == ["Plants 00:00-00:00 pending"])
    // The laptop had been told in time, on Wednesday: two days from then is Friday.
    try laptop.at("2026-03-04T20:00:00Z")
    try laptop.say(.attend, "Plants", on: "2026-03-03")
    try laptop.at("2026-03-05T10:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(try machine.anchorLines().isEmpty)
      #expect(try machine.anchorLines(on: "2026-03-06") == ["Plants 00:00-00:00 pending"])
    }
    try expectAccord([laptop, desktop])
  }

  @Test func `instances exist whether or not a device ran that day`() throws {
    let (laptop, desktop, _) = try pair()
    try laptop.at("2026-03-12T08:00:00Z")
    #expect(try laptop.anchorLines(on: "2026-03-07") == ["Walk 10:00-11:00 missed"])
    for day in 3...12 {
      try desktop.at("2026-03-\(day < 10 ? "0" : "")\(day)T08:00:00Z")
      _ = try desktop.anchorLines()
    }
    try sync(laptop, desktop)
    try expectAccord([laptop, desktop])
  }

  @Test func `edits of two machines merge: a time here, a break there, a title elsewhere`() throws {
    let (laptop, desktop, rule) = try pair()
    try laptop.at("2026-03-02T08:10:00Z")
    var longer = try draft("Walk", at: "10:00", of: laptop, rule)
    longer.slots[0].label = "Morning"
    longer.slots.append(AnchorSlotDraft(label: "Evening", start: try wallClock("18:00")))
    _ = try laptop.planner.changeAnchorRule(rule, to: longer, laptop.context)
    try desktop.at("2026-03-02T08:20:00Z")
    let friday = try parsed("2026-03-06")
    _ = try desktop.planner.addBreak(
      to: rule, BreakRange(first: friday, last: friday + 1, reason: .travel), desktop.context)
    _ = try desktop.planner.changeAnchorRule(
      rule, to: draft("Stroll", at: "10:00", of: desktop, rule), desktop.context)
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(
        try machine.anchorLines(on: "2026-03-05") == [
          "Stroll · Morning 10:00-11:00 pending", "Stroll · Evening 18:00-19:00 pending",
        ])
      #expect(try machine.anchorLines(on: "2026-03-06").isEmpty)
      #expect(try machine.anchorLines(on: "2026-03-07").isEmpty)
      #expect(try machine.anchorLines(on: "2026-03-08").count == 2)
    }
    try expectAccord([laptop, desktop])
  }
}

extension Machine {
  func place(_ latitude: Double, _ longitude: Double) -> PrayerPlace? {
    Coordinates(latitude: latitude, longitude: longitude).map {
      PrayerPlace(mode: .manual, coordinates: $0, name: "Here")
    }
  }
}
