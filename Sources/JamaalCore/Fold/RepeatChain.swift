public import ReplicaStore

/// What an instance takes over from the act on the one before it, where nobody wrote anything.
public struct RepeatFill: Hashable, Sendable {
  /// The act that stands: a completion or a drop.
  public var follows: TaskOutcome
  /// The day the instance is made for.
  public var scheduled: LogicalDate
  /// How it comes back; `none` once the series was stopped.
  public var repeats: RepeatRule
  /// The importance, already low if deferrals had eased it.
  public var importance: Importance
  /// The estimate in minutes.
  public var effortMinutes: Int?

  /// Makes a value from its parts.
  public init(
    follows: TaskOutcome, scheduled: LogicalDate, repeats: RepeatRule, importance: Importance,
    effortMinutes: Int?
  ) {
    self.follows = follows
    self.scheduled = scheduled
    self.repeats = repeats
    self.importance = importance
    self.effortMinutes = effortMinutes
  }
}

/// One instance of a repeating task, with all that follows from the instance before it.
public struct RepeatLink: Equatable, Sendable {
  /// Its facts, ready for ``TaskFold``.
  ///
  /// Fields that nobody wrote to are filled in, and un-completes that count for nothing are gone.
  public var facts: TaskFacts
  /// The act on the instance before it that it follows from; its copied texts are read from there.
  public var follows: TaskOutcome?
  /// The day it was made for, however it was moved since; `nil` for the first instance.
  public var scheduled: LogicalDate?
}

/// The instances of a repeating task, each following from the one before it.
///
/// An instance has at most one successor, whose id is made from its own. So two devices that
/// complete the same instance mean the same next one, and exactly one instance is live.
public struct RepeatChain: Sendable {
  /// The id of the instance that follows another.
  public var successorID: @Sendable (RecordID) -> RecordID
  /// The calendar.
  public var calendar: RepeatCalendar

  /// Makes a value from its parts.
  public init(
    successorID: @escaping @Sendable (RecordID) -> RecordID, calendar: RepeatCalendar
  ) {
    self.successorID = successorID
    self.calendar = calendar
  }

  /// Every instance that exists, beginning with the first.
  ///
  /// - Parameters:
  ///   - first: The instance that was created by hand.
  ///   - stored: What is stored under an id, if anything was ever written to it.
  /// - Returns: At least the first instance; the last one is the only one that can be live.
  /// - Complexity: O(n) in the number of instances.
  public func links(
    from first: RepeatInstance, stored: (RecordID) -> RepeatInstance?
  ) -> [RepeatLink] {
    var links: [RepeatLink] = []
    var link = RepeatLink(facts: first.facts, follows: nil, scheduled: nil)
    var instance = first
    while true {
      let next = stored(successorID(instance.facts.id))
      link.facts = judged(link.facts, copies: instance.copies, successor: next)
      links.append(link)
      guard let successor = successor(of: link.facts, copies: instance.copies, own: next) else {
        return links
      }
      link = successor
      instance = next ?? RepeatInstance(facts: successor.facts)
    }
  }

  /// Takes away the un-completes that count for nothing, because the task had already repeated.
  ///
  /// An un-complete would have been refused by a device that knew everything if the successor had
  /// been written to, or if the successor's own day had ended by then and so had deferred it. A
  /// write stamped after the next completion belongs to what that one made, and proves nothing.
  /// The undoing of a drop is judged in the same way.
  ///
  /// - Parameters:
  ///   - facts: The facts about an instance.
  ///   - copies: What its completions and drops stored for the next instance.
  ///   - successor: What is stored of the next instance.
  /// - Returns: The facts that count.
  public func judged(
    _ facts: TaskFacts, copies: [Stamp: RepeatCopy], successor: RepeatInstance?
  ) -> TaskFacts {
    let acts =
      facts.completion.map { (act: $0, isDrop: false) } + facts.drop.map { (act: $0, isDrop: true) }
    let sorted = acts.sorted { $0.act.stamp < $1.act.stamp }
    let undone = sorted.filter { $0.act.value == nil }.map(\.act.stamp)
    let done = sorted.filter { $0.act.value != nil }.map(\.act.stamp)
    let firstWrite = successor?.firstWrite
    let refused = undone.filter { undoing in
      guard let firstWrite else { return false }
      return done.first { undoing < $0 }.map { firstWrite < $0 } ?? true
    }
    var kept = facts
    kept.completion = []
    kept.drop = []
    for (act, isDrop) in sorted {
      if act.value == nil {
        if refused.contains(act.stamp) { continue }
        if let standing = Self.standing(kept), Self.repeats(kept).doesRepeat,
          let scheduled = schedule(after: standing, facts: kept, copies: copies),
          scheduled.day < act.tag.day
        {
          continue
        }
      }
      if isDrop { kept.drop.append(act) } else { kept.completion.append(act) }
    }
    return kept
  }

  /// The instance that follows another, if it exists.
  ///
  /// It exists while its predecessor stands completed or dropped and repeats, or as soon as
  /// anybody has written to it. What nobody wrote to it reads from the act that stands, under
  /// a stamp that every authored write beats.
  ///
  /// - Parameters:
  ///   - predecessor: The judged facts about the instance before it.
  ///   - copies: What the completions and drops of the predecessor stored.
  ///   - own: What is stored of the instance itself.
  /// - Returns: The instance, or `nil` if there is none.
  public func successor(
    of predecessor: TaskFacts, copies: [Stamp: RepeatCopy], own: RepeatInstance?
  ) -> RepeatLink? {
    let written = own.flatMap { $0.firstWrite == nil ? nil : $0.facts }
    guard Self.repeats(predecessor).doesRepeat || written != nil else { return nil }
    guard let fill = fill(from: predecessor, copies: copies) else {
      // What it followed from is gone, but what was typed is not.
      return written.map { RepeatLink(facts: $0, follows: nil, scheduled: nil) }
    }
    return Self.link(successorID(predecessor.id), written: written, fill: fill)
  }

  /// What the instance after another takes over; `nil` if none follows from it now.
  ///
  /// - Parameters:
  ///   - predecessor: The judged facts about the instance before it.
  ///   - copies: What the completions and drops of the predecessor stored.
  /// - Returns: What is filled in where nobody wrote.
  public func fill(
    from predecessor: TaskFacts, copies: [Stamp: RepeatCopy]
  ) -> RepeatFill? {
    guard let act = Self.standing(predecessor),
      let scheduled = schedule(after: act, facts: predecessor, copies: copies)
    else { return nil }
    let copy = copies[act.stamp]
    // Stopped on another device meanwhile: the series ends with what was already written to.
    let goesOn = Self.repeats(predecessor).doesRepeat
    return RepeatFill(
      follows: act, scheduled: scheduled.day, repeats: goesOn ? scheduled.rule : .none,
      importance: copy?.importance ?? .low, effortMinutes: copy?.effortMinutes)
  }

  /// An instance with what it takes over filled in under stamp zero, which every write beats.
  ///
  /// - Parameters:
  ///   - id: The instance.
  ///   - written: What people wrote to it, if anything.
  ///   - fill: What it takes over.
  /// - Returns: Its facts, ready for `TaskFold`.
  public static func link(_ id: RecordID, written: TaskFacts?, fill: RepeatFill) -> RepeatLink {
    let tag = fill.follows.tag
    var facts = written ?? TaskFacts(id: id, created: tag)
    facts.created = tag
    facts.due.append(Authored(stamp: .zero, tag: tag, value: fill.scheduled))
    facts.repeats.append(Authored(stamp: .zero, tag: tag, value: fill.repeats))
    facts.importance.append(Authored(stamp: .zero, tag: tag, value: fill.importance))
    facts.effortMinutes.append(Authored(stamp: .zero, tag: tag, value: fill.effortMinutes))
    return RepeatLink(facts: facts, follows: fill.follows, scheduled: fill.scheduled)
  }

  /// The completion that stands, or else the drop.
  private static func standing(_ facts: TaskFacts) -> TaskOutcome? {
    Timeline(facts.completion).standing() ?? Timeline(facts.drop).standing()
  }

  private static func repeats(_ facts: TaskFacts) -> RepeatRule {
    facts.repeats.max { $0.stamp < $1.stamp }?.value ?? .none
  }

  /// The day an act schedules the next instance for, and the rule that one goes on with.
  ///
  /// The first occurrence strictly after both the due day and the day of the act. A due day that
  /// ended days have carried on never lies after the act's day, so only the chosen one matters.
  private func schedule(
    after act: TaskOutcome, facts: TaskFacts, copies: [Stamp: RepeatCopy]
  ) -> (day: LogicalDate, rule: RepeatRule)? {
    var rule = copies[act.stamp]?.repeats ?? .none
    if !rule.doesRepeat { rule = Self.repeats(facts) }
    guard rule.doesRepeat else { return nil }
    let due = facts.due.filter { $0.stamp < act.stamp }.max { $0.stamp < $1.stamp }?.value
    let anchor = due ?? act.day
    if rule.kind == .monthly, rule.dayOfMonth == 0 {
      rule.dayOfMonth = calendar.dayOfMonth(anchor)
    }
    return (calendar.next(rule, anchor, max(anchor, act.day)), rule)
  }
}
