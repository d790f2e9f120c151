public import ReplicaStore

/// What a fact says about when its author lived: the logical day and the zone of the device.
public struct DayTag: Hashable, Sendable {
  /// The logical day the author was living in.
  public var day: LogicalDate
  /// The author's time zone, as an identifier such as `Europe/Paris`.
  public var zone: String

  /// Makes a value from its parts.
  public init(day: LogicalDate, zone: String) {
    self.day = day
    self.zone = zone
  }
}

/// An authored version of one value, with its author's day.
public struct Authored<Value> {
  /// When and where it was written; the largest wins.
  public var stamp: Stamp
  /// The author's day and zone.
  public var tag: DayTag
  /// What was written.
  public var value: Value

  /// Makes a value from its parts.
  public init(stamp: Stamp, tag: DayTag, value: Value) {
    self.stamp = stamp
    self.tag = tag
    self.value = value
  }
}

extension Authored: Equatable where Value: Equatable {}
extension Authored: Sendable where Value: Sendable {}

/// What a person chose when they deferred a task by hand.
public struct DeferralChoice: Hashable, Sendable {
  /// Where it went; `nil` is Someday.
  public var deferredTo: LogicalDate?
  /// Why.
  public var reason: DeferralReason
  /// When it was chosen.
  public var deferredOn: Instant

  /// Makes a value from its parts.
  public init(deferredTo: LogicalDate?, reason: DeferralReason, deferredOn: Instant) {
    self.deferredTo = deferredTo
    self.reason = reason
    self.deferredOn = deferredOn
  }
}

/// A deferral made by hand, away from one logical day; its key is (task, day).
public struct HandDeferral: Equatable, Sendable {
  /// The day deferred from.
  public var day: LogicalDate
  /// Every choice made for that day and not undone, in no order; never empty.
  public var choices: [Authored<DeferralChoice>]

  /// Makes a value from its parts.
  public init(day: LogicalDate, choices: [Authored<DeferralChoice>]) {
    self.day = day
    self.choices = choices
  }
}

/// Everything people did to one task that its deferrals and its days follow from.
///
/// Versions are those that stand (an undo has already taken its own away), in no order.
public struct TaskFacts: Equatable, Sendable {
  /// The task.
  public var id: RecordID
  /// The day and zone in which it was created.
  public var created: DayTag
  /// Every due day chosen; `nil` is Someday.
  public var due: [Authored<LogicalDate?>]
  /// Every importance chosen.
  public var importance: [Authored<Importance>]
  /// Every estimate chosen, in minutes.
  public var effortMinutes: [Authored<Int?>]
  /// Every tick (the instant) and un-tick (`nil`).
  public var completion: [Authored<Instant?>]
  /// Every drop (the instant) and its undoing by a later choice (`nil`).
  public var drop: [Authored<Instant?>]
  /// Every choice of a repeat.
  public var repeats: [Authored<RepeatRule>]
  /// Deferrals by hand, at most one for each day.
  public var deferrals: [HandDeferral]
  /// Days at whose end a timer was running on the task.
  public var timedDays: Set<LogicalDate>

  /// Makes a value from its parts.
  public init(
    id: RecordID, created: DayTag, due: [Authored<LogicalDate?>] = [],
    importance: [Authored<Importance>] = [], effortMinutes: [Authored<Int?>] = [],
    completion: [Authored<Instant?>] = [], drop: [Authored<Instant?>] = [],
    repeats: [Authored<RepeatRule>] = [], deferrals: [HandDeferral] = [],
    timedDays: Set<LogicalDate> = []
  ) {
    self.id = id
    self.created = created
    self.due = due
    self.importance = importance
    self.effortMinutes = effortMinutes
    self.completion = completion
    self.drop = drop
    self.repeats = repeats
    self.deferrals = deferrals
    self.timedDays = timedDays
  }
}
