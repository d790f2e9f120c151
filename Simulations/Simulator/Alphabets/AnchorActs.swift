import JamaalCore
import ReplicaStore

/// Anchors: one-offs and a rule, said different things about on different devices.
enum AnchorActs: ModuleActs {
  static let name = "anchor"

  static func draw(_ dice: inout Dice) -> ModuleAct {
    ModuleAct(
      module: name,
      act: dice.pick([
        "attend", "attend", "attend", "skip", "skip", "delegate", "undo", "correct", "remove",
      ]),
      subject: dice.below(3), number: dice.within(4...30))
  }

  static func perform(
    _ act: ModuleAct, in world: World, on device: SimulatedDevice, _ moment: PlannerMoment
  ) throws {
    let planner = device.planner
    let context = device.context
    guard world.made.anchors[act.subject] != nil else {
      try make(act, world, device)
      return world.note(.module(act), device, moment)
    }
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
    let today = first.zone.localTime(at: context.now).date
    let shown = try first.planner.anchors(on: (today - 14)...today, context)
    for device in world.alive.dropFirst() {
      try world.check(
        .equalConsequences,
        try device.planner.anchors(on: (today - 14)...today, context) == shown,
        "\(device.planned.name) and \(first.planned.name) show other Anchors")
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
