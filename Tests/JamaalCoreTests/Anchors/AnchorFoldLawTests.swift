import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Laws of the fold, over random lives of several machines.
@Suite struct AnchorFoldLawTests {
  private static let first = "2026-03-20"

  /// A random life of three weeks, over the change of the clocks in Europe.
  private struct Life {
    var dice: SeededGenerator
    let machines: [Machine]
    var rules: [RecordID] = []

    init(_ seed: UInt64) throws {
      dice = SeededGenerator(seed: seed)
      let zones = ["Europe/London", "Europe/London", "Australia/Sydney"]
      machines = try zones.enumerated().map { index, zone in
        try Machine(
          seed * 10 + UInt64(index), at: "\(AnchorFoldLawTests.first)T06:00:0\(index)Z", zone: zone)
      }
    }

    mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }

    mutating func live() throws {
      let start = machines[0].now
      for step in 0..<60 {
        let machine = machines[roll(machines.count)]
        let moment = start + step * 8 * 3600 + roll(7 * 3600)
        try machine.at(moment.description)
        do {
          try act(on: machine)
        } catch is PlannerError {
          // A refusal writes nothing, and is as good as no act.
        }
        if roll(4) == 0 { try meet() }
      }
      try meet()
    }

    /// Everybody hears everything; nobody's clock may be a day behind for that.
    private func meet() throws {
      let latest = machines.map(\.now).max() ?? machines[0].now
      for machine in machines { try machine.at(latest.description) }
      try sync(machines[0], machines[1], machines[2])
    }

    private mutating func draft(_ title: String) throws -> AnchorRuleDraft {
      let today = try parsed(AnchorFoldLawTests.first) + roll(10)
      let recurrence: AnchorRecurrence =
        switch roll(4) {
        case 0: .weekly([1, 3, 5, 6, 7])
        case 1: .everyDays(1 + roll(3), from: today - roll(20))
        case 2: .everyWeeks(1 + roll(2), [2, 4, 7], from: today - roll(20))
        default: .afterLast(minDays: 1 + roll(3), maxDays: 3 + roll(3), from: today - roll(9))
        }
      let slots = (0...roll(2)).map { number in
        AnchorSlotDraft(
          label: "\(number)", start: roll(5) == 0 ? nil : WallClock(minuteOfDay: roll(1440)),
          windowMinutes: 1 + roll(400))
      }
      return AnchorRuleDraft(
        title: title, recurrence: recurrence, slots: slots, effortMinutes: 5 + roll(60))
    }

    private mutating func act(on machine: Machine) throws {
      let planner = machine.planner
      let context = machine.context
      let rule = rules.isEmpty ? nil : rules[roll(rules.count)]
      switch (roll(10), rule) {
      case (0, _), (1, nil), (2, nil):
        rules.append(try planner.addAnchorRule(try draft("Rule \(rules.count)"), context).id)
      case (1, _) where roll(3) == 0, (3, nil):
        rules.append(try machine.addPrayers(51.51, -0.13))
      case (1, let rule?), (2, let rule?):
        var edited = try draft("Edited \(roll(100))")
        let slots = try planner.anchorRule(rule, context).slots
        for index in edited.slots.indices where slots.indices.contains(index) {
          edited.slots[index].key = slots[index].key
        }
        _ = try planner.changeAnchorRule(rule, to: edited, context)
      case (3, let rule?):
        let day = try parsed(AnchorFoldLawTests.first) + roll(25)
        _ = try planner.addBreak(
          to: rule, BreakRange(first: day, last: roll(4) == 0 ? nil : day + roll(5)), context)
      case (4, let rule?):
        let receipt = try planner.setAnchorRule(rule, isEnabled: roll(3) > 0, context)
        if roll(4) == 0 { try planner.undo(receipt, context) }
      case (5, let rule?) where roll(3) == 0:
        _ = try planner.endBreak(of: rule, on: try planner.tick(context).today, context)
      case (6, _) where roll(4) == 0:
        try planner.changeSettings(context) { $0.rolloverMinute = [0, 180, 300][roll(3)] }
      case (7, _):
        let start = machine.now + roll(40) * 3600
        _ = try planner.addOneOff(
          OneOffDraft(title: "One", start: start, end: start + 60 * (1 + roll(300))), context)
      default:
        let items = try planner.todayAnchors(context).items.filter { !$0.actions.isEmpty }
        guard !items.isEmpty else { return }
        let item = items[roll(items.count)]
        let receipt = try planner.say(
          item.actions[roll(item.actions.count)], of: item.id, context)
        if roll(6) == 0 { try planner.undo(receipt, context) }
      }
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `replicas with the same facts agree, also after a rebuild, and edit by edit`(
    seed: UInt64
  ) throws {
    var life = try Life(seed)
    try life.live()
    let end = life.machines.map(\.now).max() ?? life.machines[0].now
    for machine in life.machines { try machine.at((end + 20 * 86_400).description) }
    try expectAccord(life.machines)
    let machine = life.machines[0]
    let range = try parsed(Self.first) - 5...parsed(Self.first) + 45
    let quick = try machine.planner.anchors(on: range, machine.context).map(\.anchor)
    #expect(quick == (try machine.planner.anchorsEditByEdit(on: range, machine.context)))
    #expect(Set(quick.map(\.id)).count == quick.count)
    // Day by day is the same as all at once.
    let daily = try range.flatMap { day in
      try machine.planner.anchors(on: day...day, machine.context).map(\.anchor)
    }
    #expect(Set(daily) == Set(quick))
    #expect(daily.count == quick.count)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a chain's windows follow each other, and a day's end only adds to them`(
    seed: UInt64
  ) throws {
    var dice = SeededGenerator(seed: seed)
    func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &dice) }
    var epochs: [AfterLastChain.Epoch] = []
    var day = 1000
    for _ in 0..<roll(1...5) {
      let least = roll(1...5)
      let breaks = (0..<roll(0...2)).map { _ -> BreakRange in
        let first = LogicalDate(dayNumber: roll(990...1100))
        return BreakRange(first: first, last: first + roll(0...8))
      }
      let terms = AfterLastChain.Terms(
        minDays: least, maxDays: least + roll(0...4),
        start: LogicalDate(dayNumber: roll(980...1010)), breaks: BreakRanges(breaks))
      epochs.append(
        AfterLastChain.Epoch(
          from: LogicalDate(dayNumber: day), terms: roll(0...4) == 0 ? nil : terms))
      day += roll(1...30)
    }
    let handled = (0..<roll(0...6)).map { _ in LogicalDate(dayNumber: roll(1000...1120)) }.sorted()
    var before: [AfterLastChain.Window] = []
    for lastEnded in 1120...1180 {
      let windows = AfterLastChain(
        epochs: epochs, handled: handled, lastEnded: LogicalDate(dayNumber: lastEnded)
      ).windows
      let closed = windows.filter { $0.upperBound.dayNumber <= lastEnded }
      #expect(windows.count - closed.count <= 1)
      #expect(Array(windows.prefix(before.count)) == before)
      for (left, right) in zip(windows, windows.dropFirst()) {
        #expect(left.upperBound < right.lowerBound)
      }
      before = closed
    }
  }
}
