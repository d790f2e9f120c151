/// A time of day of a rule, as a person fills it in.
public struct AnchorSlotDraft: Hashable, Sendable {
  /// Names a time that the rule has already; `nil` makes a new one.
  public var key: String?
  /// What it is called; needed where there are several.
  public var label: String
  /// When its window opens; `nil` is the whole day.
  public var start: WallClock?
  /// How long its window is.
  public var windowMinutes: Int

  /// A time of day.
  public init(
    key: String? = nil, label: String = "", start: WallClock? = nil, windowMinutes: Int = 60
  ) {
    self.key = key
    self.label = label
    self.start = start
    self.windowMinutes = windowMinutes
  }
}

/// What a person fills in to make or change a scheduled rule.
public struct AnchorRuleDraft: Hashable, Sendable {
  /// What it is.
  public var title: String
  /// What kind of rule it is; not changed by editing.
  public var source: AnchorSource
  /// How it repeats.
  public var recurrence: AnchorRecurrence
  /// Its times of day.
  public var slots: [AnchorSlotDraft]
  /// The minutes it takes.
  public var effortMinutes: Int?
  /// Whether it cuts the day; an after-last rule never does.
  public var placement: AnchorPlacement
  /// Its last day.
  public var endDate: LogicalDate?
  /// Whether it reminds when a window opens.
  public var remindAtStart: Bool
  /// The minutes before a window closes at which it reminds.
  public var remindBeforeEndMinutes: Int?

  /// A draft as the form opens: fixed, without end or reminders.
  public init(
    title: String, source: AnchorSource = .custom, recurrence: AnchorRecurrence,
    slots: [AnchorSlotDraft], effortMinutes: Int? = nil, placement: AnchorPlacement = .fixed,
    endDate: LogicalDate? = nil, remindAtStart: Bool = false, remindBeforeEndMinutes: Int? = nil
  ) {
    self.title = title
    self.source = source
    self.recurrence = recurrence
    self.slots = slots
    self.effortMinutes = effortMinutes
    self.placement = placement
    self.endDate = endDate
    self.remindAtStart = remindAtStart
    self.remindBeforeEndMinutes = remindBeforeEndMinutes
  }

  /// The most times of day that a rule can have.
  public static let slotCountMax = 24

  /// The draft as it is kept.
  ///
  /// - Parameter today: The day it is filled in.
  /// - Returns: Title and labels trimmed.
  /// - Throws: `PlannerError` with `badValue`: what the form has to ask again.
  func checked(today: LogicalDate) throws -> AnchorRuleDraft {
    var draft = self
    draft.title = try AnchorRule.checkedTitle(title)
    guard source != .prayerWindow else {
      throw PlannerError(.badValue, "Prayers are made with “jamaal anchor prayer”.")
    }
    guard recurrence.isSound else { throw PlannerError(.badValue, recurrence.complaint) }
    try draft.checkSlots()
    if let effortMinutes, !TaskDraft.effortRange.contains(effortMinutes) {
      throw PlannerError(.badValue, "It takes 1 to 1440 minutes, not \(effortMinutes).")
    }
    if let endDate, endDate < recurrence.firstDay ?? today {
      throw PlannerError(.badValue, "The last day comes before the first. Choose a later one.")
    }
    try AnchorRule.checkReminder(remindBeforeEndMinutes)
    if recurrence.isAfterLast { draft.placement = .flexible }
    return draft
  }

  private mutating func checkSlots() throws {
    guard (1...Self.slotCountMax).contains(slots.count) else {
      throw PlannerError(
        .badValue, "A rule has 1 to \(Self.slotCountMax) times. Give it one.")
    }
    for index in slots.indices {
      slots[index].label = TaskDraft.trimmed(slots[index].label)
      guard slots[index].label.count <= TaskDraft.titleCountMax else {
        throw PlannerError(
          .badValue, "A name has at most \(TaskDraft.titleCountMax) characters.")
      }
      guard slots.count == 1 || !slots[index].label.isEmpty else {
        throw PlannerError(.badValue, "With several times, each needs a name. Name all of them.")
      }
      guard AnchorRule.windowMinutesRange.contains(slots[index].windowMinutes) else {
        throw PlannerError(.badValue, "A window is at least a minute and at most a week long.")
      }
    }
    let keys = slots.compactMap(\.key)
    guard Set(keys).count == keys.count else {
      throw PlannerError(.badValue, "One time of the rule is given twice.")
    }
  }
}

extension AnchorRecurrence {
  /// The first day it counts from, where it counts from one.
  var firstDay: LogicalDate? {
    switch self {
    case .weekly: nil
    case .everyDays(_, let start), .everyWeeks(_, _, let start): start
    case .afterLast(let least, _, let start): start + least
    }
  }

  /// What is wrong with its numbers.
  fileprivate var complaint: String {
    switch self {
    case .weekly(let days) where days.isEmpty: "Choose at least one weekday."
    case .everyWeeks(_, let days, _) where days.isEmpty: "Choose at least one weekday."
    case .weekly: "A weekday is a number from 1 to 7."
    case .afterLast(let least, let most, _) where least > most:
      "The longest wait cannot be shorter than the shortest."
    default: "An interval is 1 to \(Self.intervalMax) days or weeks."
    }
  }
}

extension AnchorRule {
  /// A title as it is kept.
  static func checkedTitle(_ title: String) throws -> String {
    let trimmed = TaskDraft.trimmed(title)
    guard !trimmed.isEmpty else {
      throw PlannerError(.badValue, "An Anchor needs a name. Say what it is.")
    }
    guard trimmed.count <= TaskDraft.titleCountMax else {
      throw PlannerError(.badValue, "A name has at most \(TaskDraft.titleCountMax) characters.")
    }
    return trimmed
  }

  static func checkReminder(_ minutes: Int?) throws {
    if let minutes, !(0...1440).contains(minutes) {
      throw PlannerError(.badValue, "A reminder comes 0 to 1440 minutes before, not \(minutes).")
    }
  }
}

extension WallClock {
  /// 08:15.
  public static let usualDropOff = WallClock(clamping: 495)
  /// 15:00.
  public static let usualPickUp = WallClock(clamping: 900)
  /// 18:00.
  public static let usualEvening = WallClock(clamping: 1080)
}

extension AnchorRuleDraft {
  /// School on weekdays, there and back: half an hour each.
  ///
  /// - Parameters:
  ///   - dropOff: When the way there begins.
  ///   - pickUp: When the way back begins.
  /// - Returns: A draft to change and save.
  public static func schoolRun(
    dropOff: WallClock = .usualDropOff, pickUp: WallClock = .usualPickUp
  ) -> AnchorRuleDraft {
    AnchorRuleDraft(
      title: "School run", source: .schoolRun, recurrence: .weekly([1, 2, 3, 4, 5]),
      slots: [
        AnchorSlotDraft(label: "Drop-off", start: dropOff, windowMinutes: 30),
        AnchorSlotDraft(label: "Pick-up", start: pickUp, windowMinutes: 30),
      ], effortMinutes: 30)
  }

  /// The bins go out, some time in the evening.
  ///
  /// - Parameters:
  ///   - weekday: An ISO weekday.
  ///   - start: When the evening begins.
  /// - Returns: A draft to change and save.
  public static func binNight(
    weekday: Int, from start: WallClock = .usualEvening
  ) -> AnchorRuleDraft {
    AnchorRuleDraft(
      title: "Bin night", source: .binNight, recurrence: .weekly([weekday]),
      slots: [AnchorSlotDraft(start: start, windowMinutes: 240)], effortMinutes: 10,
      placement: .flexible)
  }

  /// Plants, so many days after they were last watered.
  ///
  /// - Parameters:
  ///   - plants: Their names; none is one without a name.
  ///   - minDays: The fewest days.
  ///   - maxDays: The most days.
  ///   - last: When they were last watered.
  /// - Returns: A draft to change and save.
  public static func plantWatering(
    _ plants: [String] = [], minDays: Int, maxDays: Int, last: LogicalDate
  ) -> AnchorRuleDraft {
    AnchorRuleDraft(
      title: "Plants", source: .plantWatering,
      recurrence: .afterLast(minDays: minDays, maxDays: maxDays, from: last),
      slots: plants.isEmpty ? [AnchorSlotDraft()] : plants.map { AnchorSlotDraft(label: $0) },
      effortMinutes: 10, placement: .flexible)
  }
}
