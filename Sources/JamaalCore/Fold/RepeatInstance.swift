public import ReplicaStore

/// What a completion or a drop stores for the next instance, as its author saw it.
///
/// Title, notes and label are copied too; they follow from no rule, so a store keeps them beside.
public struct RepeatCopy: Hashable, Sendable {
  /// The estimate in minutes.
  public var effortMinutes: Int?
  /// The importance, already low if deferrals had eased it.
  public var importance: Importance
  /// How the task comes back.
  public var repeats: RepeatRule

  /// Makes a value from its parts.
  public init(effortMinutes: Int?, importance: Importance, repeats: RepeatRule) {
    self.effortMinutes = effortMinutes
    self.importance = importance
    self.repeats = repeats
  }
}

/// What people wrote to one instance of a repeating task.
public struct RepeatInstance: Equatable, Sendable {
  /// Its own facts; those of a next instance lack every field that nobody has written to.
  public var facts: TaskFacts
  /// What each completion and drop stored for the next instance, by the act's stamp.
  public var copies: [Stamp: RepeatCopy]
  /// The stamps of all else written to it: title, notes, label, timers.
  public var otherWrites: [Stamp]

  /// Makes a value from its parts.
  public init(facts: TaskFacts, copies: [Stamp: RepeatCopy] = [:], otherWrites: [Stamp] = []) {
    self.facts = facts
    self.copies = copies
    self.otherWrites = otherWrites
  }

  /// The first write to it; `nil` if there is none.
  var firstWrite: Stamp? {
    var first = otherWrites.min()
    func look(_ stamp: Stamp) { first = min(first ?? stamp, stamp) }
    facts.due.forEach { look($0.stamp) }
    facts.importance.forEach { look($0.stamp) }
    facts.effortMinutes.forEach { look($0.stamp) }
    facts.completion.forEach { look($0.stamp) }
    facts.drop.forEach { look($0.stamp) }
    facts.repeats.forEach { look($0.stamp) }
    facts.deferrals.forEach { $0.choices.forEach { look($0.stamp) } }
    return first
  }
}

/// The calendar as far as repeating needs it.
public struct RepeatCalendar: Sendable {
  /// The first occurrence of a rule strictly after a day.
  ///
  /// The second argument is the day that an unset weekday or day of month is taken from.
  public var next:
    @Sendable (RepeatRule, _ anchor: LogicalDate, _ after: LogicalDate) -> LogicalDate
  /// The day of its month, 1 to 31.
  public var dayOfMonth: @Sendable (LogicalDate) -> Int

  /// Makes a value from its parts.
  public init(
    next: @escaping @Sendable (RepeatRule, LogicalDate, LogicalDate) -> LogicalDate,
    dayOfMonth: @escaping @Sendable (LogicalDate) -> Int
  ) {
    self.next = next
    self.dayOfMonth = dayOfMonth
  }
}
