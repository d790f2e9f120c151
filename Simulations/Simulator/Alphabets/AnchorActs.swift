import JamaalCore
import ReplicaStore

/// Anchors: one-offs and a rule, said different things about on different devices.
enum AnchorActs: ModuleActs {
  static let name = "anchor"

  /// Acts on the rule itself, whatever Anchor a plan names.
  private static let ruleActs: Set<String> = ["edit", "rest", "off", "on"]

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name,
      act: dice.pick([
        "attend", "attend", "attend", "attend", "skip", "skip", "delegate", "undo", "correct",
        "remove", "edit", "edit", "rest", "rest", "off", "on",
      ]),
      subject: dice.pick([0, 0, 1, 2]), number: dice.within(4...30))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let context = device.context
    var act = act
    if ruleActs.contains(act.act) { act.subject = 0 }
    guard let subject = world.made.anchors[act.subject] else {
      try make(act, world, device)
      return world.note(.module(act.making), device, moment)
    }
    if ruleActs.contains(act.act) { return try change(subject, act, world, device, moment) }
    guard let id = try anchor(act.subject, world, device, moment) else { return }
    if act.act == "remove" {
      guard act.subject > 0 else { return }
      _ = try planner.removeOneOff(id, context)
      return world.note(.module(act), device, moment)
    }
    guard let action = AnchorAction(rawValue: act.act) else { return }
    _ = try planner.say(action, of: id, context)
    world.made.said[id, default: []].append((device.index, world.ledger.count, action))
    world.note(.module(act), device, moment)
  }

  private static func make(_ act: ModuleAct, _ world: World, _ device: SimulatedDevice) throws {
    guard act.subject > 0 else {
      var draft = AnchorRuleDraft.binNight(weekday: 1, from: .usualEvening)
      draft.recurrence = .weekly([1, 2, 3, 4, 5, 6, 7])
      world.made.anchors[0] = try device.planner.addAnchorRule(draft, device.context).id
      return
    }
    let draft = OneOffDraft(
      title: "One-off \(act.subject)", start: device.now - 60,
      end: device.now + act.number * 3600)
    world.made.anchors[act.subject] = try device.planner.addOneOff(draft, device.context).id
  }

  /// Changes the rule, which leaves alone what anybody said about its Anchors.
  private static func change(
    _ rule: RecordID, _ act: ModuleAct, _ world: World, _ device: SimulatedDevice,
    _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let context = device.context
    switch act.act {
    case "edit":
      guard var draft = AnchorRuleDraft(try planner.anchorRule(rule, context)) else { return }
      draft.title = "Bins \(act.number)"
      draft.effortMinutes = act.number
      for slot in draft.slots.indices {
        draft.slots[slot].start = WallClock(minuteOfDay: 18 * 60 + act.number)
      }
      _ = try planner.changeAnchorRule(rule, to: draft, context)
    case "rest":
      _ = try planner.addBreak(
        to: rule, BreakRange(first: moment.today, last: moment.today), context)
    default: _ = try planner.setAnchorRule(rule, isEnabled: act.act == "on", context)
    }
    try device.mischiefAfterRuleChange(rule, act, moment)
    if try decidedElsewhere(rule, world, device) {
      world.reach(act.act == "rest" ? .restedWhileDecided : .ruleChangedWhileDecided)
    }
    world.note(.module(act), device, moment)
  }

  /// Whether somebody has said something about an Anchor of a rule that a device has not heard of.
  private static func decidedElsewhere(
    _ rule: RecordID, _ world: World, _ device: SimulatedDevice
  ) throws -> Bool {
    for (id, words) in world.made.said where words.contains(where: { $0.device != device.index }) {
      guard let other = words.last(where: { $0.device != device.index }),
        let author = world.fleet[other.device],
        try author.replica.read({ try $0.record(AnchorDecision.self, id) })?.subject == rule
      else { continue }
      if try device.replica.read({ try $0.record(AnchorDecision.self, id) }) == nil { return true }
    }
    return false
  }

  /// The Anchor an act is about: a one-off, or the rule's own of today.
  private static func anchor(
    _ subject: Int, _ world: World, _ device: SimulatedDevice, _ moment: PlannerMoment
  ) throws -> RecordID? {
    guard subject == 0 else { return world.made.anchors[subject] }
    return try device.planner.todayAnchors(device.context).items
      .first { $0.anchor.rule == world.made.anchors[0] }?.id
  }

  static func check(_ world: World, _ context: DayContext) throws {
    for words in world.made.said.values where Set(words.map(\.device)).count > 1 {
      world.reach(.anchorDecidedTwice)
      if Set(words.map(\.action)).count > 1 { world.reach(.anchorDecidedDifferently) }
    }
    for (id, words) in world.made.said.sorted(by: { $0.key < $1.key }) {
      let known = words.filter { !world.ledger[$0.act].isForgiven }
      let last = known.max { world.ledger[$0.act].stamp < world.ledger[$1.act].stamp }
      for device in world.alive {
        guard
          let decision = try device.replica.read({ try $0.record(AnchorDecision.self, id) })
        else {
          try world.check(
            .decidedStays, known.isEmpty,
            "\(device.planned.name) knows of nothing that was said about an Anchor")
          continue
        }
        // What was said on a device that lost it may still have come through.
        guard let last, known.count == words.count, !world.isSettingUncertain else { continue }
        try world.check(
          .decidedStays, exercised: words.count > 1, decision.status == last.action.said,
          "\(device.planned.name) says \(decision.status.text) of an Anchor, and the last word was"
            + " \(last.action.rawValue)")
      }
    }
    guard let first = world.alive.first, !world.made.anchors.isEmpty else { return }
    let days = world.lastDays(context)
    let shown = try first.planner.anchors(on: days, context)
    for device in world.alive.dropFirst() {
      try world.check(
        .equalConsequences,
        try device.planner.anchors(on: days, context) == shown,
        "\(device.planned.name) and \(first.planned.name) show other Anchors")
    }
    if let rule = world.made.anchors[0] {
      try world.checkRest(of: rule, module: name, context)
      try checkRests(rule, world, context)
    }
  }

  /// Looks whether nothing was missed on a day on which a rule was said to rest.
  private static func checkRests(
    _ rule: RecordID, _ world: World, _ context: DayContext
  ) throws {
    guard !world.isSettingUncertain, let device = world.alive.first else { return }
    for act in world.ledger where !act.isForgiven && world.lastDays(context).contains(act.day) {
      guard case .module(let planned) = act.kind, planned.module == name, planned.act == "rest"
      else { continue }
      let rested = try device.replica.read { transaction in
        try act.evidence.compactMap { try transaction.record(AnchorBreak.self, $0.id)?.rule }
      }
      guard rested.contains(rule) else { continue }
      // By a clock that was set back it is earlier than what its device had seen already.
      let said = max(act.instant, Instant(millis: act.stamp.clock.millis))
      let missed = try device.planner.anchors(on: act.day...act.day, context).map(\.anchor).filter {
        // What was over before it was said to rest had been missed by then.
        $0.rule == rule && $0.occurrenceDate == act.day && $0.windowStart > said
          && $0.status(at: context.now) == .missed
      }
      try world.check(
        .decidedStays, missed.isEmpty,
        "\(device.planned.name) says that \(missed.count) Anchors of \(act.day) were missed, and their"
          + " rule rested")
    }
  }
}

extension AnchorAction {
  /// What an Anchor reads as after it.
  fileprivate var said: AnchorStatus {
    switch self {
    case .attend, .correct: .attended
    case .skip: .skipped
    case .delegate: .delegated
    case .undo: .pending
    }
  }
}
