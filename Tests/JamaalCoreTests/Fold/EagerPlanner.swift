import JamaalCore
import ReplicaStore

/// One device that is always on and really rolls over every night: what the fold has to equal.
///
/// Written from the planner's rules alone, without a look at the fold. It is fed acts in the order
/// of their stamps, changes its task at once, and when a day ends it writes the deferral and the
/// day's numbers there and then.
struct EagerPlanner {
  struct Record: Equatable {
    var deferredTo: LogicalDate?
    var reason: DeferralReason
    var deferredOn: Instant
    var isAutomatic: Bool
  }

  /// What was true when a day ended, before anything was moved.
  struct Night: Equatable {
    var isCompletedThatDay: Bool
    var isDroppedThatDay: Bool
    var isLive: Bool
    var isDue: Bool
    var effortMinutes: Int?
  }

  private(set) var due: LogicalDate?
  private(set) var importance = Importance.low
  private(set) var effortMinutes: Int?
  private(set) var repeats = RepeatRule.none
  private(set) var completed: (day: LogicalDate, instant: Instant)?
  private(set) var dropped: (day: LogicalDate, instant: Instant)?
  private(set) var deferralCount = 0
  private(set) var records: [LogicalDate: Record] = [:]
  private(set) var nights: [LogicalDate: Night] = [:]
  private(set) var runningSession: Int?
  /// A deferral was made by hand for a day that had ended without one: the one kind of history in
  /// which an importance can differ.
  private(set) var hasLateFirstDeferral = false
  private var today: LogicalDate

  var isLive: Bool { completed == nil && dropped == nil }

  init(created: LogicalDate) { today = created }

  /// Lives through acts, and then through the end of a day.
  static func run(_ acts: [Act], created: Int = 0, through day: LogicalDate) -> EagerPlanner {
    var planner = EagerPlanner(created: date(created))
    for act in acts.sorted(by: { $0.stamp < $1.stamp }) {
      planner.sleep(until: act.day)
      planner.apply(act)
    }
    planner.sleep(until: day + 1)
    return planner
  }

  /// Ends every day before another one.
  mutating func sleep(until day: LogicalDate) {
    while today < day {
      endDay()
      today = today + 1
    }
  }

  private mutating func endDay() {
    let isDue = due.map { $0 <= today } ?? false
    nights[today] = Night(
      isCompletedThatDay: completed?.day == today,
      isDroppedThatDay: completed == nil && dropped?.day == today, isLive: isLive, isDue: isDue,
      effortMinutes: effortMinutes)
    if isLive, isDue, records[today] == nil {
      if runningSession == nil {
        let record = Record(
          deferredTo: today + 1, reason: .unspecified, deferredOn: boundary(today),
          isAutomatic: true)
        count(record, from: today)
      }
      due = today + 1
    }
    runningSession = nil
  }

  mutating func apply(_ act: Act) {
    switch act.kind {
    case .due(let day): due = day
    case .importance(let value, let day):
      importance = value
      if let day { due = day }
    case .effort(let minutes): effortMinutes = minutes
    case .repeats(let rule): repeats = rule
    case .complete:
      completed = completed ?? (act.day, act.instant)
      runningSession = nil
    case .uncomplete: completed = nil
    case .drop:
      dropped = dropped ?? (act.day, act.instant)
      runningSession = nil
    case .undrop: dropped = nil
    case .deferral(let from, let to, let reason):
      let record = Record(
        deferredTo: to, reason: reason, deferredOn: act.instant, isAutomatic: false)
      if records[from] != nil {
        records[from] = record
      } else {
        if records.keys.contains(where: { $0 > from }) { hasLateFirstDeferral = true }
        count(record, from: from)
      }
      due = to
      runningSession = nil
    case .begin(let session): runningSession = runningSession ?? session
    case .stop(let session): if runningSession == session { runningSession = nil }
    }
    let mustHaveDay = importance == .medium || importance == .high || repeats.kind == .daily
    if mustHaveDay, due == nil { due = act.day }
  }

  private mutating func count(_ record: Record, from day: LogicalDate) {
    records[day] = record
    deferralCount += 1
    if deferralCount >= 3, importance == .medium || importance == .high { importance = .low }
  }

  /// The tasks' part of a day's record: the number of minutes held, done, and the two counts.
  func day(_ day: LogicalDate) -> (planned: Int, done: Int, completed: Int, basis: Int) {
    guard let night = nights[day] else { return (0, 0, 0, 0) }
    let minutes = night.effortMinutes ?? 0
    let isDeferred = records[day] != nil
    if night.isCompletedThatDay { return (minutes, minutes, 1, 1) }
    let isHeld = night.isLive && (night.isDue || isDeferred)
    return (isHeld ? minutes : 0, 0, 0, night.isDroppedThatDay || isDeferred ? 1 : 0)
  }
}
