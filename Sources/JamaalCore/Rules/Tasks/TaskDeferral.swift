/// Where a task is put off to.
public enum DeferralDestination: Hashable, Sendable {
  /// A day that comes with the gesture, such as tomorrow, without anybody having picked it.
  case quick(LogicalDate)
  /// A day that was picked.
  case day(LogicalDate)
  /// No day.
  case someday

  /// The day; `nil` is Someday.
  public var day: LogicalDate? {
    switch self {
    case .quick(let day), .day(let day): day
    case .someday: nil
    }
  }
}

/// What putting a task off would be, told before the person chooses.
public struct DeferralPreview: Hashable, Sendable {
  /// Which deferral it is, from 1; a refined one keeps its number; `nil` for a reschedule.
  public var number: Int?
  /// Whether that day's deferral exists already and is only changed.
  public var isRefinement: Bool
  /// The importance it will ease to low, if it will.
  public var easesFrom: Importance?
  /// Whether Someday can be chosen.
  public var isSomedayOpen: Bool

  /// Whether the task is due later anyway: no count, no record, no easing.
  public var isReschedule: Bool { number == nil }
  /// Whether a day has to be picked.
  public var opensPicker: Bool { number.map { $0 >= TaskState.staleCount } ?? false }
  /// Whether it is the fifth or later: letting the task go is fine too.
  public var isFifth: Bool { number.map { $0 >= TaskState.removalCount } ?? false }
}

/// What putting a task off amounts to, and so what to write.
public enum DeferralDecision: Hashable, Sendable {
  /// A new deferral: write the record and the due day. Easing follows by itself.
  case deferral(to: LogicalDate?, reason: DeferralReason)
  /// That day's deferral, changed: write the record and the due day.
  case refinement(to: LogicalDate?, reason: DeferralReason)
  /// No deferral: write the due day.
  case reschedule(to: LogicalDate?)
  /// A rule would be broken: write nothing.
  case refused(DeferralRefusal)

  /// Whether a running session on the task ends with it.
  public var closesSession: Bool {
    switch self {
    case .deferral, .refinement: true
    case .reschedule, .refused: false
    }
  }
}

/// Why a task cannot be put off like that.
public enum DeferralRefusal: Hashable, Sendable {
  /// It is done or dropped.
  case notLive
  /// The day deferred from has not come yet.
  case dayNotReached
  /// A deferral goes to a day after the one deferred from, and not into the past.
  case destinationNotLater
  /// From the third deferral on a day has to be picked.
  case needsPickedDay
  /// A medium or high task is never parked under Someday.
  case somedayImportant
  /// A repeating task is never parked under Someday.
  case somedayRepeating
}

/// Putting a task off, as its author sees it; a merge never judges it again.
///
/// The day deferred *from* is today, except in planning after midnight, where it is the day under
/// review, which is still yesterday. A record for that day is changed, however it came about; else
/// a task whose due day has arrived is deferred; else it is rescheduled.
public struct TaskDeferral: Sendable {
  /// The task as its author sees it.
  public let task: TaskState
  /// The day deferred from.
  public let from: LogicalDate
  /// The day its author is in.
  public let today: LogicalDate
  /// The importance chosen along with it, which no easing by this deferral touches.
  public let chosenImportance: Importance?
  /// The repeat chosen along with it.
  public let chosenRepeats: RepeatRule?

  /// Looks at a task that is to be put off.
  ///
  /// - Parameters:
  ///   - task: The task as its author sees it.
  ///   - from: The day deferred from: `today`, or the reviewed day in planning.
  ///   - today: The day its author is in.
  ///   - importance: The importance chosen in the same gesture, if one was.
  ///   - repeats: The repeat chosen in the same gesture, if one was.
  public init(
    _ task: TaskState, from: LogicalDate, today: LogicalDate,
    choosing importance: Importance? = nil,
    _ repeats: RepeatRule? = nil
  ) {
    self.task = task
    self.from = from
    self.today = today
    chosenImportance = importance
    chosenRepeats = repeats
  }

  private var repeats: RepeatRule { chosenRepeats ?? task.repeats }

  /// What it would be.
  public var preview: DeferralPreview {
    let isRefinement = task.isDeferred(from: from)
    var number: Int?
    if isRefinement {
      number = task.deferralCount
    } else if let due = task.due, due <= from {
      number = task.deferralCount + 1
    }
    let eases =
      !isRefinement && chosenImportance == nil && task.importance.isImportant
      && number.map { $0 >= TaskState.staleCount } ?? false
    return DeferralPreview(
      number: number, isRefinement: isRefinement, easesFrom: eases ? task.importance : nil,
      isSomedayOpen: TaskRules.mayBeSomeday(
        importance: eases ? .low : chosenImportance ?? task.importance, repeats: repeats))
  }

  /// What a choice amounts to.
  ///
  /// - Parameters:
  ///   - destination: Where the task goes.
  ///   - reason: Why; a choice without saying why is `reschedule`.
  /// - Returns: What to write, or why nothing may be.
  public func decide(
    _ destination: DeferralDestination, reason: DeferralReason = .reschedule
  ) -> DeferralDecision {
    guard task.isLive else { return .refused(.notLive) }
    guard from <= today else { return .refused(.dayNotReached) }
    let preview = preview
    if destination == .someday, !preview.isSomedayOpen {
      return .refused(repeats.doesRepeat ? .somedayRepeating : .somedayImportant)
    }
    if preview.isReschedule { return .reschedule(to: destination.day) }
    if let day = destination.day, day <= from || day < today {
      return .refused(.destinationNotLater)
    }
    if case .quick = destination, preview.opensPicker { return .refused(.needsPickedDay) }
    // Only a day's end defers without a reason.
    let reason = reason == .unspecified ? .reschedule : reason
    return preview.isRefinement
      ? .refinement(to: destination.day, reason: reason)
      : .deferral(to: destination.day, reason: reason)
  }
}
