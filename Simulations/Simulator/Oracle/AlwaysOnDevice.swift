import JamaalCore

/// The reference: one device that is never off, hears of everything at once, and really rolls over
/// every night.
///
/// Small and slow, and written from the rules alone. It keeps one state and changes it, as a program
/// would that knew nothing of facts and folds: at a day's end it moves what is still open to the
/// next day, counts, and eases.
struct AlwaysOnDevice {
  private var today: LogicalDate
  private var due: LogicalDate?
  private var importance = Importance.low
  private var done: (at: Instant, on: LogicalDate)?
  private var dropped: Instant?
  private var deferrals: [LogicalDate: Bool] = [:]

  /// Lives through acts in the order of their stamps, and then through the end of one more day.
  ///
  /// - Parameters:
  ///   - acts: What was done to the one task, the making of it first; days never go down.
  ///   - last: The last day that has ended.
  /// - Returns: Where the task is then.
  static func state(after acts: [ReferenceAct], through last: LogicalDate) -> ReferenceState {
    var device = AlwaysOnDevice(today: acts.first?.day ?? last)
    for act in acts {
      device.wait(for: act.day)
      device.take(act)
    }
    device.wait(for: last + 1)
    return ReferenceState(
      due: device.due, importance: device.importance, completedAt: device.done?.at,
      completedDay: device.done?.on, droppedAt: device.done == nil ? device.dropped : nil,
      deferrals: device.deferrals)
  }

  private init(today: LogicalDate) { self.today = today }

  private mutating func wait(for day: LogicalDate) {
    while today < day {
      midnight()
      today = today + 1
    }
  }

  private mutating func midnight() {
    // Somebody's choice for the day stands, even if the task was dated back since.
    guard done == nil, dropped == nil, deferrals[today] == nil, let due, due <= today else {
      return
    }
    deferred(from: today, isAutomatic: true)
    self.due = today + 1
  }

  private mutating func deferred(from day: LogicalDate, isAutomatic: Bool) {
    let isNew = deferrals[day] == nil
    deferrals[day] = isAutomatic
    if isNew, deferrals.count >= 3, importance.isImportant { importance = .low }
  }

  private mutating func take(_ act: ReferenceAct) {
    for kind in act.kinds {
      switch kind {
      case .due(let day): due = day
      case .importance(let value): importance = value
      case .complete: done = done ?? (act.instant, act.day)
      case .uncomplete: done = nil
      case .drop: dropped = dropped ?? act.instant
      case .deferral(let to, _):
        // While planning after midnight the choice takes the place of what the day's end did.
        deferred(from: act.deferredFrom, isAutomatic: false)
        due = to
      }
    }
    // Something that matters always has a day.
    if importance == .medium || importance == .high, due == nil { due = act.day }
  }
}
