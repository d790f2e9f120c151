import JamaalCore
import ReplicaStore
import Testing

extension Machine {
  /// Makes a rule of one time a day on some weekdays, and gives its id.
  @discardableResult
  func addDaily(
    _ title: String, at start: String, minutes: Int = 60,
    weekdays: Set<Int> = [1, 2, 3, 4, 5, 6, 7], effort: Int? = 10
  ) throws -> RecordID {
    let draft = try AnchorRuleDraft(
      title: title, recurrence: .weekly(weekdays),
      slots: [AnchorSlotDraft(start: wallClock(start), windowMinutes: minutes)],
      effortMinutes: effort)
    return try planner.addAnchorRule(draft, context).id
  }

  /// Makes a rule of one plant.
  func addPlant(min: Int, max: Int, last: String) throws -> RecordID {
    try planner.addAnchorRule(
      .plantWatering(minDays: min, maxDays: max, last: parsed(last)), context
    ).id
  }

  /// Makes prayers at a place.
  func addPrayers(
    _ latitude: Double, _ longitude: Double, _ change: (inout PrayerRuleDraft) -> Void = { _ in }
  ) throws -> RecordID {
    let coordinates = try #require(Coordinates(latitude: latitude, longitude: longitude))
    var draft = PrayerRuleDraft(
      place: PrayerPlace(mode: .manual, coordinates: coordinates, name: "Here"))
    change(&draft)
    return try planner.addPrayers(draft, context).id
  }

  /// What Today says of Anchors: one line an Anchor.
  func anchorLines() throws -> [String] {
    try planner.todayAnchors(context).items.map { line($0) }
  }

  /// What a day says of Anchors.
  func anchorLines(on day: String) throws -> [String] {
    let day = try parsed(day)
    return try planner.anchors(on: day...day, context).map { line($0) }
  }

  private func line(_ item: AnchorItem) -> String {
    let start = zone.localTime(at: item.anchor.windowStart).clock
    let end = zone.localTime(at: item.anchor.windowEnd).clock
    return "\(item.anchor.rowTitle) \(start)-\(end) \(item.status.text)"
  }

  /// The one Anchor of a title on a day.
  func anchor(_ title: String, on day: String) throws -> AnchorView {
    let day = try parsed(day)
    let found = try planner.anchors(on: day...day, context).first {
      $0.anchor.title == title || $0.anchor.rowTitle == title
    }
    return try #require(found, "no \(title) on \(day)").anchor
  }

  /// Says something about an Anchor of a title on a day.
  @discardableResult
  func say(_ action: AnchorAction, _ title: String, on day: String) throws -> AnchorReceipt {
    try planner.say(action, of: try anchor(title, on: day).id, context)
  }
}

/// Expects that machines agree, and that each agrees with a rebuild of itself.
func expectAccord(
  _ machines: [Machine], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for machine in machines.dropFirst() {
    #expect(machine.replica.digest == machines[0].replica.digest, sourceLocation: sourceLocation)
    let own = (machine.now, machine.zone)
    (machine.now, machine.zone) = (machines[0].now, machines[0].zone)
    #expect(
      try machine.planner.consequences(machine.context)
        == machines[0].planner.consequences(machines[0].context), sourceLocation: sourceLocation)
    (machine.now, machine.zone) = own
  }
  for machine in machines {
    let kept = try machine.planner.consequences(machine.context)
    try machine.planner.rebuild(machine.context)
    #expect(
      try machine.planner.consequences(machine.context) == kept, sourceLocation: sourceLocation)
  }
}

/// A time of day from its text.
func wallClock(_ text: String) throws -> WallClock {
  let clock: WallClock? = WallClock(text)
  return try #require(clock, "not a time of day: \(text)")
}
