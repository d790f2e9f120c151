/// On which days a scheduled rule makes Anchors.
public enum AnchorRecurrence: Hashable, Sendable {
  /// On some weekdays, ISO numbers.
  case weekly(Set<Int>)
  /// Every so many days, counted from a date.
  case everyDays(Int, from: LogicalDate)
  /// On some weekdays of every so many weeks, counted Monday-first from the week of a date.
  case everyWeeks(Int, Set<Int>, from: LogicalDate)
  /// So many days after it was last handled; the date is when that was before the rule began.
  case afterLast(minDays: Int, maxDays: Int, from: LogicalDate)

  /// The most days or weeks that can lie between two.
  public static let intervalMax = 3660

  /// Whether a day is one of its own; an after-last rule has none.
  ///
  /// - Parameter date: The day.
  /// - Returns: Whether it recurs then.
  public func recurs(on date: LogicalDate) -> Bool {
    switch self {
    case .weekly(let weekdays): weekdays.contains(date.weekday)
    case .everyDays(let count, let start): date >= start && (date - start) % count == 0
    case .everyWeeks(let count, let weekdays, let start):
      date >= start && weekdays.contains(date.weekday)
        && (date.startOfWeek(firstWeekday: 1) - start.startOfWeek(firstWeekday: 1)) / 7 % count
          == 0
    case .afterLast: false
    }
  }

  /// Whether its windows follow from when it was handled rather than from the calendar.
  public var isAfterLast: Bool {
    if case .afterLast = self { true } else { false }
  }

  /// The name in a config.
  var kind: String {
    switch self {
    case .weekly: "weekly"
    case .everyDays: "everyNDays"
    case .everyWeeks: "everyNWeeks"
    case .afterLast: "afterLast"
    }
  }

  /// Whether its numbers make sense.
  var isSound: Bool {
    func areWeekdays(_ days: Set<Int>) -> Bool {
      !days.isEmpty && days.allSatisfy { (1...7).contains($0) }
    }
    let interval = 1...Self.intervalMax
    return switch self {
    case .weekly(let days): areWeekdays(days)
    case .everyDays(let count, _): interval.contains(count)
    case .everyWeeks(let count, let days, _): interval.contains(count) && areWeekdays(days)
    case .afterLast(let least, let most, _):
      interval.contains(least) && interval.contains(most) && least <= most
    }
  }
}

extension AnchorRule {
  /// The recurrence as it is stored; `nil` if it cannot be read.
  var recurrence: AnchorRecurrence? {
    get {
      let weekdays = RepeatRule.weekdays(recurrenceWeekdays)
      let recurrence: AnchorRecurrence? =
        switch (recurrenceKind, recurrenceStart) {
        case ("weekly", _): .weekly(weekdays)
        case ("everyNDays", let start?): .everyDays(recurrenceInterval, from: start)
        case ("everyNWeeks", let start?): .everyWeeks(recurrenceInterval, weekdays, from: start)
        case ("afterLast", let start?):
          .afterLast(minDays: recurrenceMinDays, maxDays: recurrenceMaxDays, from: start)
        default: nil
        }
      return recurrence.flatMap { $0.isSound ? $0 : nil }
    }
    set {
      recurrenceKind = newValue?.kind ?? ""
      recurrenceWeekdays = ""
      recurrenceInterval = 1
      recurrenceMinDays = 1
      recurrenceMaxDays = 1
      recurrenceStart = nil
      func store(_ weekdays: Set<Int>) {
        recurrenceWeekdays = weekdays.sorted().map(String.init).joined(separator: ",")
      }
      switch newValue {
      case .weekly(let weekdays): store(weekdays)
      case .everyDays(let count, let start):
        recurrenceInterval = count
        recurrenceStart = start
      case .everyWeeks(let count, let weekdays, let start):
        recurrenceInterval = count
        recurrenceStart = start
        store(weekdays)
      case .afterLast(let least, let most, let start):
        recurrenceMinDays = least
        recurrenceMaxDays = most
        recurrenceStart = start
      case nil: break
      }
    }
  }
}
