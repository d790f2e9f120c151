import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Prayers whose place follows a device, with a phone that travels and a computer that stays.
@Suite struct PlaceFollowingTests {
  private let phone: Machine
  private let desktop: Machine
  private let rule: RecordID

  private static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
    try #require(Coordinates(latitude: latitude, longitude: longitude))
  }

  /// The rule is made on the phone, in London, on Monday, 2026-03-02.
  init() throws {
    phone = try Machine(1, at: "2026-03-02T00:30:00Z", zone: "Europe/London")
    desktop = try Machine(2, at: "2026-03-02T00:30:05Z", zone: "Europe/London")
    let london = try Self.place(51.51, -0.13)
    rule = try phone.addPrayers(51.51, -0.13) {
      $0.place = PrayerPlace(mode: .device, coordinates: london, name: "London")
    }
    try sync(phone, desktop)
  }

  private func tell(
    _ machine: Machine, _ latitude: Double, _ longitude: Double, _ name: String = ""
  ) throws -> PlaceFollowing {
    try machine.planner.followDevice(
      to: Self.place(latitude, longitude), named: name, machine.context)
  }

  private func name(_ machine: Machine) throws -> String {
    try machine.planner.anchorRule(rule, machine.context).rule.placeName
  }

  @Test func `the place follows the device that made it and moved, and no other fetches it back`()
    throws
  {
    // The computer says for the first time where it is: there is nothing to compare with.
    #expect(try tell(desktop, 51.51, -0.13).moved.isEmpty)
    // The phone was in London when it made the rule, so its first word from Leeds counts.
    let moved = try tell(phone, 53.80, -1.55, "Leeds")
    #expect(moved.moved == [rule])
    try sync(phone, desktop)
    for machine in [phone, desktop] { #expect(try name(machine) == "Leeds") }
    for _ in 0..<3 { #expect(try tell(desktop, 51.51, -0.13, "London").moved.isEmpty) }
    #expect(try tell(phone, 53.80, -1.55).moved.isEmpty, "it is there already")
    try sync(phone, desktop)
    for machine in [phone, desktop] { #expect(try name(machine) == "Leeds") }
    // The computer is carried to Paris: now it moved itself, so the place follows it.
    #expect(try tell(desktop, 48.86, 2.35, "Paris").moved == [rule])
    try phone.at("2026-03-02T12:00:00Z")
    try desktop.at("2026-03-02T12:00:00Z")
    try sync(phone, desktop)
    #expect(try name(phone) == "Paris")
    #expect(try tell(phone, 53.80, -1.55).moved.isEmpty, "it has not moved since Leeds")
    try expectAccord([phone, desktop])
  }

  @Test func `small moves add up, and what is remembered has two decimals`() throws {
    var moves = 0
    for step in 1...50 {
      moves += try tell(phone, 51.51 + Double(step) * 0.01, -0.1312).moved.count
    }
    #expect(moves == 2)
    #expect(try tell(phone, 51.97049, -0.12951).mark == Self.place(51.97, -0.13))
  }

  @Test func `an edit of something else is no word of where a device is`() throws {
    var draft = try #require(
      PrayerRuleDraft(try desktop.planner.anchorRule(rule, desktop.context)))
    draft.effortMinutes = 20
    _ = try desktop.planner.changePrayers(rule, to: draft, desktop.context)
    // Had the computer taken London for where it is, this would fetch the place to Paris.
    #expect(try tell(desktop, 48.86, 2.35, "Paris").moved.isEmpty)
    // A place that is said on it is one.
    draft.place = PrayerPlace(
      mode: .device, coordinates: try Self.place(52.52, 13.41), name: "Berlin")
    _ = try desktop.planner.changePrayers(rule, to: draft, desktop.context)
    #expect(try tell(desktop, 48.86, 2.35, "Paris").moved == [rule])
  }

  @Test func `a move reaches what is pending, and leaves what is decided or over`() throws {
    try phone.at("2026-03-02T13:00:00Z")
    try phone.say(.attend, "Dhuhr", on: "2026-03-02")
    let before = try phone.planner.todayAnchors(phone.context).items.map(\.anchor)
    _ = try tell(phone, 53.80, -1.55, "Leeds")
    try desktop.at("2026-03-02T13:00:00Z")
    try sync(phone, desktop)
    for machine in [phone, desktop] {
      let after = try machine.planner.todayAnchors(machine.context).items.map(\.anchor)
      #expect(after.map(\.key) == before.map(\.key))
      let moved = zip(before, after).map { $0.windowStart != $1.windowStart }
      // Fajr is over and missed, dhuhr attended; the others are those of Leeds.
      #expect(moved == [false, false, true, true, true])
    }
    try expectAccord([phone, desktop])
  }

  @Test func `a move is taken back like any other act`() throws {
    let following = try tell(phone, 53.80, -1.55, "Leeds")
    try phone.planner.undo(following.acts, phone.context)
    #expect(try name(phone) == "London")
    // The device is still where it said it is.
    #expect(try tell(phone, 53.80, -1.55, "Leeds").moved.isEmpty)
    try expectAccord([phone])
  }

  @Test func `a chosen place stays, and so does one that was put away`() throws {
    let chosen = try phone.addPrayers(51.51, -0.13)
    _ = try phone.planner.setAnchorRule(rule, isArchived: true, phone.context)
    #expect(try tell(phone, 53.80, -1.55, "Leeds").moved.isEmpty)
    #expect(try phone.planner.anchorRule(chosen, phone.context).rule.latitude == 51.51)
  }

  @Test func `deleting everything forgets where the device was`() throws {
    // Ten kilometres from where the rule was made: no move, so that is what stays remembered.
    #expect(try tell(phone, 51.60, -0.13).mark == Self.place(51.51, -0.13))
    try phone.planner.reset()
    #expect(try tell(phone, 51.60, -0.13).mark == Self.place(51.60, -0.13))
  }

  // MARK: Where the sun stays up or down

  @Test(arguments: [
    ("2026-06-21", PrayerTimesAbsence?.some(.midnightSun)), ("2026-12-21", .polarNight),
    ("2026-03-21", nil),
  ])
  func `Tromsø says why there are no prayers, and goes by the nearest day where that was chosen`(
    date: String, absence: PrayerTimesAbsence?
  ) throws {
    let machine = try Machine(3, at: "\(date)T00:30:00Z", zone: "Europe/Oslo")
    let north = try machine.addPrayers(69.65, 18.96)
    func status() throws -> AnchorRuleStatus {
      try machine.planner.anchorRule(north, machine.context).status
    }
    let today = try machine.planner.todayAnchors(machine.context)
    #expect(try status() == (absence.map { .noSun($0) } ?? .running))
    #expect(today.sunless.map(\.absence) == (absence.map { [$0] } ?? []))
    #expect(today.items.isEmpty == (absence != nil))
    var draft = try #require(
      PrayerRuleDraft(try machine.planner.anchorRule(north, machine.context)))
    draft.polarRule = .nearestDay
    _ = try machine.planner.changePrayers(north, to: draft, machine.context)
    #expect(try status() == .running)
    let day = try parsed(date)
    #expect(try machine.planner.todayAnchors(machine.context).sunless.isEmpty)
    #expect(try machine.planner.anchors(on: day + 1...day + 1, machine.context).count == 5)
    // One that rests or is switched off says nothing of the sun.
    draft.polarRule = .noTimes
    _ = try machine.planner.changePrayers(north, to: draft, machine.context)
    _ = try machine.planner.setAnchorRule(north, isEnabled: false, machine.context)
    #expect(try status() == .off)
    #expect(try machine.planner.todayAnchors(machine.context).sunless.isEmpty)
  }
}
