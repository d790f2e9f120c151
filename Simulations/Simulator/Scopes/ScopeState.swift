import JamaalCore
import ReplicaStore

/// What an act wrote, as its author's view of the moment decided.
struct ScopeFact {
  enum Kind: Hashable {
    case completion(Bool)
    case drop
    case due(LogicalDate?)
    case deferral(to: LogicalDate?, reason: DeferralReason)
    case importance(due: LogicalDate?)
    /// Takes back the act in this place.
    case undo(Int)
  }

  var kind: Kind
  var stamp: Stamp
  var day: LogicalDate

  /// A number that differs where anything about the fact does.
  var code: UInt64 {
    func day(_ date: LogicalDate?) -> UInt64 { UInt64(date.map { $0.dayNumber + 2 } ?? 1) }
    let kindCode: UInt64 =
      switch kind {
      case .completion(let isDone): isDone ? 1 : 2
      case .drop: 3
      case .due(let to): 4 | day(to) << 8
      case .deferral(let to, _): 5 | day(to) << 8
      case .importance(let due): 6 | day(due) << 8
      case .undo(let place): 7 | UInt64(place) << 8
      }
    let wall = Dice.mixed(stamp.clock.rawValue ^ stamp.device.rawValue << 60)
    return Dice.mixed(kindCode &+ wall &+ UInt64(self.day.dayNumber) << 40)
  }
}

/// One device of a small scope.
struct ScopeDevice {
  var actsLeft: Int
  var hasEndedDay = false
  var hasSynced = false
  var clock: HybridTime
  /// The places of the acts it knows of, as bits.
  var known: UInt16 = 0
  /// The place of its latest act that can be taken back.
  var latest: Int?

  var isDone: Bool { actsLeft == 0 && hasEndedDay && hasSynced }
}

/// Everything in a small scope at one moment.
///
/// The clock of a device stands a minute before its day's end until the day ends, and a minute after
/// it from then on, so that equal clocks come about all the time. An act has its place by device and
/// number, whenever it happened; so two schedules that differ in nothing but the order of what
/// cannot know of each other come to one state.
struct ScopeState {
  var devices: [ScopeDevice]
  var facts: [ScopeFact?]
  var folder: UInt16 = 0

  /// The day that ends.
  static let day = LogicalDate(dayNumber: 20_514)
  /// The task was made two days before, for then, so that the next deferral is the third.
  static let made = day - 2
  static let firstClock = HybridTime(millis: Int64(made.dayNumber) * 86_400_000 + 43_200_000)

  init(_ scope: Scope) {
    devices = (0..<scope.deviceCount).map { _ in
      ScopeDevice(actsLeft: scope.actsEach, clock: Self.firstClock)
    }
    facts = Array(repeating: nil, count: scope.deviceCount * scope.actsEach)
  }

  func today(_ device: Int) -> LogicalDate {
    devices[device].hasEndedDay ? Self.day + 1 : Self.day
  }

  func wall(_ device: Int) -> Int64 {
    let midnight = Int64(Self.day.dayNumber + 1) * 86_400_000
    return midnight + (devices[device].hasEndedDay ? 60_000 : -60_000)
  }

  /// Two numbers that are equal for equal states.
  var key: ScopeKey {
    var key = ScopeKey(high: UInt64(folder), low: 1)
    for device in devices {
      let flags =
        UInt64(device.actsLeft) | (device.hasEndedDay ? 8 : 0) | (device.hasSynced ? 16 : 0)
        | UInt64(device.known) << 8 | UInt64(device.latest ?? 15) << 32
      key.add(flags)
      key.add(device.clock.rawValue)
    }
    for fact in facts { key.add(fact?.code ?? 0) }
    return key
  }

  /// A number for what some of the facts say together.
  func key(of known: UInt16, through last: LogicalDate) -> ScopeKey {
    var key = ScopeKey(high: UInt64(last.dayNumber), low: 2)
    for place in facts.indices where known & 1 << UInt16(place) != 0 {
      key.add(facts[place]?.code ?? 0)
    }
    return key
  }

  /// The facts that stand, an undo having taken its own away, in an order of arrival.
  func taskFacts(_ places: [Int]) -> TaskFacts {
    let tag = DayTag(day: Self.made, zone: "UTC")
    let first = Stamp(clock: Self.firstClock, device: DeviceID(rawValue: 1))
    var result = TaskFacts(
      id: RecordID(high: 1, low: 1), created: tag,
      due: [Authored(stamp: first, tag: tag, value: Self.made)],
      importance: [Authored(stamp: first, tag: tag, value: .medium)])
    let undone = places.compactMap { place -> Int? in
      if case .undo(let other) = facts[place]?.kind { other } else { nil }
    }
    for place in places where !undone.contains(place) {
      guard let fact = facts[place] else { continue }
      add(fact, to: &result)
    }
    return result
  }

  private func add(_ fact: ScopeFact, to result: inout TaskFacts) {
    let tag = DayTag(day: fact.day, zone: "UTC")
    func authored<Value>(_ value: Value) -> Authored<Value> {
      Authored(stamp: fact.stamp, tag: tag, value: value)
    }
    let instant = Instant(millis: fact.stamp.clock.millis)
    switch fact.kind {
    case .completion(let isDone): result.completion.append(authored(isDone ? instant : nil))
    case .drop: result.drop.append(authored(instant))
    case .due(let day): result.due.append(authored(day))
    case .importance(let due):
      result.importance.append(authored(.high))
      if let due { result.due.append(authored(due)) }
    case .deferral(let to, let reason):
      result.due.append(authored(to))
      let choice = authored(DeferralChoice(deferredTo: to, reason: reason, deferredOn: instant))
      if let index = result.deferrals.firstIndex(where: { $0.day == fact.day }) {
        result.deferrals[index].choices.append(choice)
      } else {
        result.deferrals.append(HandDeferral(day: fact.day, choices: [choice]))
      }
    case .undo: break
    }
  }

  /// The places that bits stand for, ascending.
  static func places(_ bits: UInt16) -> [Int] {
    (0..<16).filter { bits & 1 << UInt16($0) != 0 }
  }
}

/// 128 bits that stand for a state; two states share them by accident once in 10^25 or so.
struct ScopeKey: Hashable {
  var high: UInt64
  var low: UInt64

  mutating func add(_ word: UInt64) {
    high = Dice.mixed(high &* 31 &+ word)
    low = Dice.mixed(low &+ (word ^ 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93)
  }
}
