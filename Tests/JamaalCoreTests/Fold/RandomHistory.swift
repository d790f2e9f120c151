import JamaalCore
import ReplicaStore
import TestSupport

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// What one person did to one task on a few devices, each acting on what it knew at the time.
struct RandomHistory {
  /// What is left of it after all undoing, in the order in which it was done.
  private(set) var acts: [Act] = []
  private(set) var lastDay = date(0)

  private var random: SeededGenerator
  /// For each device, which of `acts` it knows.
  private var known: [Set<Int>]
  private var undone: Set<Int> = []
  private var minute = 0
  private var sessions = 0
  private var all: [Act] = []
  /// For each device, how far its zone is ahead of the first one's.
  private var aheadMinutes: [Int]

  /// - Parameters:
  ///   - seed: The same seed gives the same history.
  ///   - inManyZones: Whether devices have zones of their own, so that their days differ.
  init(seed: UInt64, inManyZones: Bool = false) {
    random = SeededGenerator(seed: seed)
    known = Array(repeating: [], count: 2 + random.below(3))
    aheadMinutes = known.map { _ in 0 }
    if inManyZones {
      for device in known.indices.dropFirst() {
        aheadMinutes[device] = random.pick([-1140, -570, -300, 60, 345, 840])
      }
    }
    create()
    for _ in 0..<(4 + random.below(24)) { step() }
    acts = all.indices.filter { !undone.contains($0) }.map { all[$0] }
    lastDay = date(minute / 1440)
  }

  private mutating func create() {
    minute = 1440 + 12 * 60
    let day = random.pick([nil, date(1), date(1), date(2), date(3)])
    write(.due(day), on: 0)
    if day != nil, random.chance(60) {
      write(.importance(random.pick([.medium, .high])), on: 0)
    }
    write(.effort(random.pick([nil, 15, 30, 60])), on: 0)
    if day != nil, random.chance(8) { write(.repeats(RepeatRule(kind: .daily)), on: 0) }
    for device in known.indices { known[device] = known[0] }
  }

  private mutating func write(_ kind: Act.Kind, on device: Int) {
    minute += 1
    all.append(
      Act(
        device: UInt64(device + 1), minute: minute, day: today(on: device),
        aheadMinutes: aheadMinutes[device], kind))
    known[device].insert(all.count - 1)
  }

  private func today(on device: Int) -> LogicalDate {
    date((minute + aheadMinutes[device]) / 1440)
  }

  private mutating func step() {
    minute += random.pick([1, 3, 9, 17, 31, 130, 300, 500, 800, 1300])
    // Most of what races, races around midnight.
    if random.chance(45) {
      minute = max(minute, minute / 1440 * 1440 + 1440 - 40 + random.below(80))
    }
    let device = random.below(known.count)
    if random.chance(35) {
      let other = random.below(known.count)
      known[device].formUnion(known[other])
      known[other] = known[device]
    }
    act(on: device)
  }

  private mutating func act(on device: Int) {
    let today = today(on: device)
    let view = EagerPlanner.run(
      known[device].sorted().filter { !undone.contains($0) }.map { all[$0] }, through: today - 1)
    if random.chance(7), undoLast(on: device) { return }
    guard view.isLive else {
      if view.completed != nil, random.chance(50) { write(.uncomplete, on: device) }
      if view.completed == nil, random.chance(30) { write(.undrop, on: device) }
      return
    }
    let mayBeSomeday = view.importance == .low && !view.repeats.doesRepeat
    switch random.below(20) {
    case 0..<3: write(.complete, on: device)
    case 3: write(.drop, on: device)
    case 4..<8: raise(view, today: today, on: device)
    case 8..<10:
      // An edit that is no deferral: earlier, or of a task that is due later anyway.
      let isDue = view.due.map { $0 <= today } ?? false
      let later = isDue ? 0 : 4
      write(
        .due(mayBeSomeday && random.chance(20) ? nil : today + random.below(later + 2) - 1),
        on: device)
    case 10: write(.effort(random.pick([nil, 10, 25, 45])), on: device)
    case 11..<13:
      sessions += 1
      write(.begin(session: sessions), on: device)
    case 13: if sessions > 0 { write(.stop(session: sessions), on: device) }
    default: putOff(view, today: today, on: device)
    }
  }

  private mutating func raise(_ view: EagerPlanner, today: LogicalDate, on device: Int) {
    let importance = random.pick([Importance.low, .medium, .high, .high])
    if importance != .low, view.due == nil {
      write(.importance(importance, due: .some(today)), on: device)
    } else {
      write(.importance(importance), on: device)
    }
  }

  /// In planning after midnight the day deferred from is still yesterday.
  private mutating func putOff(_ view: EagerPlanner, today: LogicalDate, on device: Int) {
    let hour = (minute + aheadMinutes[device]) % 1440 / 60
    let from = hour == 0 && random.chance(70) ? today - 1 : today
    let isRefinement = view.records[from] != nil
    let isDeferral = isRefinement || view.due.map { $0 <= from } ?? false
    let eases = isDeferral && !isRefinement && view.deferralCount >= 2
    let isSomedayOpen = (view.importance == .low || eases) && !view.repeats.doesRepeat
    let to = isSomedayOpen && random.chance(15) ? nil : from + 1 + random.below(3)
    write(isDeferral ? .deferral(from: from, to: to) : .due(to), on: device)
  }

  /// Takes back what the device did last, if that was within the hour.
  private mutating func undoLast(on device: Int) -> Bool {
    guard
      let last = known[device].filter({
        all[$0].device == UInt64(device + 1) && !undone.contains($0)
      }).max(),
      minute - all[last].minute < 60, last > 3
    else { return false }
    undone.insert(last)
    return true
  }
}
