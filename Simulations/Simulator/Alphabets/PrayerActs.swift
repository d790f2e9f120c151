import JamaalCore
import ReplicaStore

/// Prayers in London when nights are short: said, switched off and on, and their minutes changed.
enum PrayerActs: ModuleActs {
  static let name = "prayer"
  static let isEveryday = false

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name,
      act: dice.pick([
        "attend", "attend", "attend", "skip", "delegate", "undo", "off", "on", "on", "estimate",
      ]),
      subject: 0, number: dice.below(60))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let context = device.context
    guard let rule = world.made.prayers else {
      world.made.prayers = try planner.addPrayers(draft(minutes: 10), context).id
      return world.note(.module(act.making), device, moment)
    }
    switch act.act {
    case "off", "on": _ = try planner.setAnchorRule(rule, isEnabled: act.act == "on", context)
    case "estimate":
      _ = try planner.changePrayers(rule, to: draft(minutes: 5 + act.number), context)
    default:
      let shown = try planner.todayAnchors(context).items.filter { $0.anchor.rule == rule }
      guard !shown.isEmpty, let action = AnchorAction(rawValue: act.act) else { return }
      let id = shown[act.number % shown.count].anchor.id
      _ = try planner.say(action, of: id, context)
      world.made.said[id, default: []].append((device.index, world.ledger.count, action))
    }
    world.note(.module(act), device, moment)
  }

  private static func draft(minutes: Int) -> PrayerRuleDraft {
    var draft = PrayerRuleDraft(
      place: Coordinates(latitude: 51.51, longitude: -0.13).map {
        PrayerPlace(mode: .manual, coordinates: $0, name: "London")
      })
    draft.highLatitudeRule = .middleOfNight
    draft.effortMinutes = minutes
    return draft
  }

  static func check(_ world: World, _ context: DayContext) throws {
    guard let rule = world.made.prayers, let first = world.alive.first else { return }
    let days = world.lastDays(context)
    let shown = try first.planner.anchors(on: days, context)
    for device in world.alive.dropFirst() {
      try world.check(
        .equalConsequences, try device.planner.anchors(on: days, context) == shown,
        "\(device.planned.name) and \(first.planned.name) show other prayers")
    }
    let nights = shown.map(\.anchor).filter { $0.key.slotKey == Prayer.isha.rawValue }
    if Dictionary(grouping: nights, by: \.occurrenceDate).contains(where: { $0.value.count > 1 }) {
      world.reach(.twoNightsOnOneDate)
    }
    try world.checkRest(of: rule, module: name, context)
  }
}

extension World {
  /// The days whose Anchors are compared.
  func lastDays(_ context: DayContext) -> ClosedRange<LogicalDate> {
    let today = context.zone.localTime(at: context.now).date
    return (today - 14)...today
  }

  /// Looks whether nothing was missed on days on which a rule was off.
  func checkRest(of rule: RecordID, module: String, _ context: DayContext) throws {
    let switches = ledger.filter { act in
      guard case .module(let planned) = act.kind else { return false }
      // After a deletion of everything there may be another rule.
      return planned.module == module && ["on", "off"].contains(planned.act)
        && act.evidence.contains { $0.id == rule }
    }.sorted { $0.stamp < $1.stamp }
    // Days are told from acts, which has a meaning only where all are known and follow one another.
    guard !isSettingUncertain, !switches.contains(where: \.isForgiven),
      zip(switches, switches.dropFirst()).allSatisfy({ $0.day <= $1.day }), let device = alive.first
    else { return }
    let last = lastDays(context)
    var off: LedgerAct?
    for (place, act) in switches.enumerated() {
      guard case .module(let planned) = act.kind else { continue }
      let isOff = planned.act == "off"
      defer { off = isOff ? off ?? act : nil }
      let ends = isOff ? place == switches.count - 1 : true
      guard ends, let switchedOff = off ?? (isOff ? act : nil) else { continue }
      let from = switchedOff.day
      let until = isOff ? last.upperBound : act.day
      let lower = max(from + 1, last.lowerBound)
      guard lower < until else { continue }
      if !isOff { reach(.ruleOffAndOn) }
      let days = lower...(until - 1)
      let missed = try device.planner.anchors(on: days, context).map(\.anchor).filter {
        // Where people are far apart, a day that is yet to come here can be over elsewhere.
        $0.rule == rule && $0.windowStart > switchedOff.instant
          && (isOff || $0.windowEnd < act.instant) && $0.status(at: context.now) == .missed
          && days.contains($0.occurrenceDate)
      }
      try check(
        .decidedStays, exercised: true, missed.isEmpty,
        "\(device.planned.name) says that \(missed.count) Anchors were missed from \(lower) to"
          + " \(until - 1), and their rule was off")
    }
  }
}
