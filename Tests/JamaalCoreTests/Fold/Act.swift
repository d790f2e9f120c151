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
  /// How far its author's zone is ahead of the one that minutes are counted in.
  var aheadMinutes: Int
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

  /// When its author's day ends.
  var dayEndsAt: Instant {
    Instant(millis: boundary(day).millis - Int64(aheadMinutes) * 60_000)
  }

  init(
    device: UInt64, minute: Int, day: LogicalDate? = nil, aheadMinutes: Int = 0, _ kind: Kind
  ) {
    self.device = device
    self.minute = minute
    self.aheadMinutes = aheadMinutes
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
  let sessions = SessionSweep.states(of: sessionFacts(acts, closings: facts.closings))
  facts.timedDays = Set(sessions.filter(\.isTimedAtDayEnd).map(\.day))
  return facts
}

/// The facts about the timers that these acts began on the one task.
func sessionFacts(_ acts: [Act], closings: [TaskClosing]) -> [SessionFacts] {
  acts.compactMap { begin in
    guard case .begin(let session) = begin.kind else { return nil }
    let stops = acts.filter { $0.kind == .stop(session: session) }
    return SessionFacts(
      id: RecordID(high: 2, low: UInt64(session)), subject: .task(testTask), began: begin.stamp,
      startedAt: begin.instant, day: begin.day, dayEndsAt: begin.dayEndsAt,
      ends: stops.map { stop in
        Authored(
          stamp: stop.stamp, tag: DayTag(day: stop.day, zone: "Europe/Paris"),
          value: SessionEnd(endedAt: stop.instant, outcome: .abandoned))
      },
      closings: closings)
  }
}

extension TaskFold {
  /// Folds acts through the end of a day.
  static func state(of acts: [Act], created: Int = 0, through day: Int) -> TaskState {
    state(of: facts(acts, created: created), through: date(day))
  }
}
