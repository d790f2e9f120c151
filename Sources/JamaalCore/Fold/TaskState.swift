public import ReplicaStore

/// A completion or a drop that stands.
public struct TaskOutcome: Hashable, Sendable {
  /// Where and when its author lived.
  public var tag: DayTag
  /// When it happened.
  public var instant: Instant
  /// The act that stands.
  public var stamp: Stamp

  /// The day it counts for, which is its author's.
  public var day: LogicalDate { tag.day }

  /// Makes a value from its parts.
  public init(tag: DayTag, instant: Instant, stamp: Stamp) {
    self.tag = tag
    self.instant = instant
    self.stamp = stamp
  }
}

/// One deferral of a task: at most one for each logical day.
public struct Deferral: Hashable, Sendable {
  /// The day deferred from.
  public var day: LogicalDate
  /// Where the task went; `nil` is Someday.
  public var deferredTo: LogicalDate?
  /// Why.
  public var reason: DeferralReason
  /// When it was chosen; for an automatic one, the instant at which the day ended.
  public var deferredOn: Instant
  /// Whether the day's end made it, and no person.
  public var isAutomatic: Bool

  /// Makes a value from its parts.
  public init(
    day: LogicalDate, deferredTo: LogicalDate?, reason: DeferralReason, deferredOn: Instant,
    isAutomatic: Bool
  ) {
    self.day = day
    self.deferredTo = deferredTo
    self.reason = reason
    self.deferredOn = deferredOn
    self.isAutomatic = isAutomatic
  }
}

/// A task as it stands: what people did to it, and what followed.
///
/// Made by ``TaskFold``.
public struct TaskState: Equatable, Sendable {
  /// The task.
  public var id: RecordID { history.id }
  /// The last ended day that is folded in.
  public let lastEnded: LogicalDate
  /// The due day, carried as far as ended days have carried it; `nil` is Someday.
  public let due: LogicalDate?
  /// The importance: low once deferrals have eased it.
  public let importance: Importance
  /// The importance before deferrals eased it, if they did.
  public let easedFrom: Importance?
  /// The estimate in minutes.
  public let effortMinutes: Int?
  /// How the task comes back.
  public let repeats: RepeatRule
  /// The completion that stands.
  public let completed: TaskOutcome?
  /// The drop that stands; a completion beats it.
  public let dropped: TaskOutcome?
  /// The number of days the task was deferred from.
  public let deferralCount: Int
  /// The first day after `lastEnded` whose end will change the task, if no new fact arrives.
  public let nextChange: LogicalDate?

  let history: TaskHistory
  let deferralDays: DeferralDays
  /// Days at whose end a running timer carried the task on without a deferral.
  public let carriedDays: DayRanges

  /// The number of deferrals from which a task is stale.
  public static let staleCount = 3
  /// The number of deferrals from which letting the task go is suggested.
  public static let removalCount = 5

  /// Whether it is neither completed nor dropped.
  public var isLive: Bool { completed == nil && dropped == nil }
  /// Whether it was put off so often that it counts as urgent.
  public var isStale: Bool { deferralCount >= Self.staleCount }
  /// Whether it was put off so often that letting it go is worth a thought.
  public var suggestsRemoval: Bool { deferralCount >= Self.removalCount }
  /// The days at whose end the task was deferred without a choice.
  public var automaticDays: DayRanges { deferralDays.automatic }

  init(
    history: TaskHistory, lastEnded: LogicalDate, deferrals: DeferralDays, carried: DayRanges,
    nextChange: LogicalDate?
  ) {
    self.history = history
    self.lastEnded = lastEnded
    self.nextChange = nextChange
    deferralDays = deferrals
    carriedDays = carried
    deferralCount = deferrals.count
    effortMinutes = history.effortMinutes.newest?.value
    repeats = history.repeats.newest?.value ?? .none
    completed = history.completion.standing()
    dropped = completed == nil ? history.drop.standing() : nil

    let chosen = history.importance.newest
    let isEased = chosen.map { $0.value.isImportant && deferrals.ease($0) } ?? false
    importance = isEased ? .low : chosen?.value ?? .low
    easedFrom = isEased ? chosen?.value : nil

    due = history.due(deferrals: deferrals).map { due in
      // Each day's end on or after the choice moves a due day that has arrived to the next day,
      // so after all of them only the last one shows.
      guard let last = [deferrals.automatic.last, carried.last].compactMap({ $0 }).max(),
        due.chosen <= last, due.day <= last
      else { return due.day }
      return last + 1
    }
  }

  /// Whether the end of a day, and of those before it, can change this task at all.
  ///
  /// A tick that ends days up to `day` leaves every other task alone. Exact: as long as no new fact
  /// arrives, folding through an earlier day than `nextChange` changes nothing but `lastEnded`.
  ///
  /// - Parameter day: A day after `lastEnded`.
  /// - Returns: `true` if the task has to be folded again.
  public func canChange(atEndOf day: LogicalDate) -> Bool {
    nextChange.map { $0 <= day } ?? false
  }
}
