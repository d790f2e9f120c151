import JamaalCore
import ReplicaStore
import TestSupport

/// A repeating task of a test: its instances are numbered from 0, and acts go to one of them.
struct Series {
  private let first: [Act]
  private var acts: [Int: [Act]] = [:]
  private var notes: [Int: [Stamp]] = [:]
  private let kind: RepeatRule.Kind
  private(set) var log: [String] = []

  /// The last instance anybody wrote to.
  var lastWritten: Int { max(acts.keys.max() ?? 0, notes.keys.max() ?? 0) }

  init(_ kind: RepeatRule.Kind, due: Int) {
    self.kind = kind
    first = [
      Act(device: 1, minute: minute(-1, 8, 0), day: date(-1), .due(date(due))),
      Act(device: 1, minute: minute(-1, 8, 0), day: date(-1), .repeats(RepeatRule(kind: kind))),
    ].map { act in
      // The test's clocks begin with day 0.
      Act(device: 1, minute: 0, day: act.day, act.kind)
    }
  }

  mutating func act(_ number: Int, _ device: UInt64, _ day: Int, _ hour: Int, _ kind: Act.Kind) {
    add(Act(device: device, minute: minute(day, hour, 0), kind), to: number)
  }

  mutating func add(_ act: Act, to number: Int) {
    acts[number, default: []].append(act)
    log.append("\(number): \(act)")
  }

  mutating func note(_ number: Int, _ device: UInt64, _ day: Int, _ hour: Int) {
    notes[number, default: []].append(
      Act(device: device, minute: minute(day, hour, 0), .complete).stamp)
  }

  private static func id(_ number: Int) -> RecordID { RecordID(high: 7, low: UInt64(number)) }

  static let chain = RepeatChain(
    successorID: { RecordID(high: $0.high, low: $0.low + 1) },
    calendar: RepeatCalendar(
      next: { MonthCalendar.next($0, anchor: $1, after: $2) },
      dayOfMonth: { MonthCalendar.dayOfMonth($0) }))

  /// What is stored of an instance, with the copies its acts took of what stood before them.
  ///
  /// Device 2 never hears that the series was stopped.
  func instance(_ number: Int) -> RepeatInstance {
    let own = (number == 0 ? first : []) + (acts[number] ?? [])
    var facts = facts(own, created: number == 0 ? -1 : 0)
    facts.id = Self.id(number)
    var instance = RepeatInstance(facts: facts, otherWrites: notes[number] ?? [])
    for act in own where act.kind == .complete || act.kind == .drop {
      func seen<Value>(_ versions: [Authored<Value>]) -> Value? {
        versions.filter { $0.stamp < act.stamp }.max { $0.stamp < $1.stamp }?.value
      }
      instance.copies[act.stamp] = RepeatCopy(
        effortMinutes: seen(facts.effortMinutes) ?? nil,
        importance: seen(facts.importance) ?? .low,
        repeats: act.device == 2 ? RepeatRule(kind: kind) : seen(facts.repeats) ?? .none)
    }
    return instance
  }

  func links() -> [RepeatLink] {
    Self.chain.links(from: instance(0)) { id in
      let number = Int(id.low)
      return acts[number] == nil && notes[number] == nil ? nil : instance(number)
    }
  }

  /// The numbers of the instances that are neither done nor dropped.
  func live(through day: Int = 30) -> [Int] {
    links().enumerated().filter { _, link in
      TaskFold.state(of: link.facts, through: date(day)).isLive
    }.map(\.offset)
  }
}

extension Series {
  /// A series that a few devices worked on, each knowing only some of what the others did.
  static func random(seed: UInt64) -> Series {
    var random = SeededGenerator(seed: seed)
    var views = Array(
      repeating: Series(.daily, due: 0), count: 2 + random.below(2))
    var whole = views[0]
    var clock = minute(0, 9, 0)
    for _ in 0..<(4 + random.below(14)) {
      clock += 1 + random.pick([10, 50, 200, 700])
      let device = random.below(views.count)
      if random.chance(40) {
        let other = random.below(views.count)
        views[device].learn(from: views[other])
        views[other].learn(from: views[device])
      }
      guard let last = views[device].live().last else { continue }
      var number = last
      let kind: Act.Kind
      switch random.below(9) {
      case 0..<4: kind = .complete
      case 4: kind = .drop
      case 5: kind = .effort(random.below(90))
      case 6: kind = .deferral(from: date(clock / 1440), to: date(clock / 1440 + 2))
      default:
        // What this device still sees as untouched may be taken back.
        guard last > 0, views[device].acts[last] == nil else { continue }
        number = last - 1
        let act = views[device].links()[last].follows
        let isDrop = views[device].acts[number]?.contains {
          $0.stamp == act?.stamp && $0.kind == .drop
        }
        kind = isDrop == true ? .undrop : .uncomplete
      }
      let act = Act(device: UInt64(device + 1), minute: clock, kind)
      views[device].add(act, to: number)
      whole.add(act, to: number)
    }
    return whole
  }

  private mutating func learn(from other: Series) {
    for (number, theirs) in other.acts {
      let mine = acts[number] ?? []
      acts[number] = mine + theirs.filter { !mine.contains($0) }
    }
  }
}

/// The months of a year of 365 days that begins with day 0, a Monday.
enum MonthCalendar {
  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  static func day(_ month: Int, _ day: Int) -> Int {
    lengths.prefix(month - 1).reduce(0, +) + day - 1
  }

  private static func split(_ date: LogicalDate) -> (month: Int, day: Int) {
    var rest = date.dayNumber
    var month = 1
    while rest >= lengths[month - 1] {
      rest -= lengths[month - 1]
      month += 1
    }
    return (month, rest + 1)
  }

  static func dayOfMonth(_ date: LogicalDate) -> Int { split(date).day }

  static func next(
    _ rule: RepeatRule, anchor: LogicalDate, after day: LogicalDate
  ) -> LogicalDate {
    switch rule.kind {
    case .weekly:
      var next = anchor
      while next <= day { next = next + 7 }
      return next
    case .monthly:
      var month = split(day).month
      while true {
        let next = date(Self.day(month, min(rule.dayOfMonth, lengths[month - 1])))
        if next > day { return next }
        month += 1
      }
    case .daily, .none, .unknown: return day + 1
    }
  }
}
