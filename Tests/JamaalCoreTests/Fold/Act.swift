import JamaalCore
import ReplicaStore

/// One thing a person did to the one task of a test, on one device.
struct Act: Equatable, CustomStringConvertible {
  enum Kind: Equatable {
    case due(LogicalDate?)
    /// Raising an undated task writes a due day too.
    case importance(Importance, due: LogicalDate?? = nil)
    case effort(Int?)
    case repeats(RepeatRule)
    case complete
    case uncomplete
    case drop
    case undrop
    case deferral(from: LogicalDate, to: LogicalDate?, reason: DeferralReason = .reschedule)
    case begin(session: Int)
    case stop(session: Int)
  }

  var device: UInt64
  /// Minutes after the start of day 0; also the order of stamps.
  var minute: Int
  /// The day its author was living in.
  var day: LogicalDate
  var kind: Kind

  var stamp: Stamp {
    Stamp(
      clock: HybridTime(millis: Int64(minute) * 60_000, counter: 1),
      device: DeviceID(rawValue: device))
  }
  var instant: Instant { Instant(millis: Int64(minute) * 60_000) }
  var description: String {
    "[\(device)] day \(day.dayNumber), \(minute / 1440) \(minute % 1440 / 60):\(minute % 60) \(kind)"
  }

  init(device: UInt64, minute: Int, day: LogicalDate? = nil, _ kind: Kind) {
    self.device = device
    self.minute = minute
    self.day = day ?? LogicalDate(dayNumber: minute / 1440)
    self.kind = kind
  }
}

/// A day and a time of it as minutes, for acts of a person whose day begins at midnight.
func minute(_ day: Int, _ hour: Int, _ minute: Int) -> Int {
  (day * 24 + hour) * 60 + minute
}

func date(_ number: Int) -> LogicalDate { LogicalDate(dayNumber: number) }

/// The instant at which a day ends in the tests, where every day ends at midnight.
func boundary(_ day: LogicalDate) -> Instant {
  Instant(millis: Int64(day.dayNumber + 1) * 86_400_000)
}

let testTask = RecordID(high: 1, low: 1)

/// The facts that a store would hold after these acts.
func facts(_ acts: [Act], created: Int = 0) -> TaskFacts {
  var facts = TaskFacts(
    id: testTask, created: DayTag(day: date(created), zone: "Europe/Paris"))
  var hands: [LogicalDate: HandDeferral] = [:]
  func authored<Value>(_ act: Act, _ value: Value) -> Authored<Value> {
    Authored(stamp: act.stamp, tag: DayTag(day: act.day, zone: "Europe/Paris"), value: value)
  }
  for act in acts {
    switch act.kind {
    case .due(let day): facts.due.append(authored(act, day))
    case .importance(let importance, let due):
      facts.importance.append(authored(act, importance))
      if let due { facts.due.append(authored(act, due)) }
    case .effort(let minutes): facts.effortMinutes.append(authored(act, minutes))
    case .repeats(let rule): facts.repeats.append(authored(act, rule))
    case .complete: facts.completion.append(authored(act, act.instant))
    case .uncomplete: facts.completion.append(authored(act, nil))
    case .drop: facts.drop.append(authored(act, act.instant))
    case .undrop: facts.drop.append(authored(act, nil))
    case .deferral(let from, let to, let reason):
      let choice = DeferralChoice(deferredTo: to, reason: reason, deferredOn: act.instant)
      hands[from, default: HandDeferral(day: from, choices: [])].choices.append(
        authored(act, choice))
      facts.due.append(authored(act, to))
    case .begin, .stop: break
    }
  }
  facts.deferrals = Array(hands.values)
  facts.timedDays = timedDays(acts)
  return facts
}

/// The days at whose end a timer was running, worked out from the session rules alone.
private func timedDays(_ acts: [Act]) -> Set<LogicalDate> {
  var days: Set<LogicalDate> = []
  var running: (session: Int, day: LogicalDate)?
  for act in acts.sorted(by: { $0.stamp < $1.stamp }) {
    if let timer = running, timer.day < act.day {
      days.insert(timer.day)
      running = nil
    }
    switch act.kind {
    case .begin(let session): running = running ?? (session, act.day)
    case .stop(let session): if running?.session == session { running = nil }
    case .complete, .drop, .deferral: running = nil
    default: break
    }
  }
  if let running { days.insert(running.day) }
  return days
}

extension TaskFold {
  /// Folds acts through the end of a day.
  static func state(of acts: [Act], created: Int = 0, through day: Int) -> TaskState {
    state(of: facts(acts, created: created), through: date(day))
  }
}
