public import JamaalCore

extension Words {
  /// How an Anchor stands: `opens 10:00`, `until 11:00`, `closes soon, 11:00`, `attended`.
  ///
  /// - Parameters:
  ///   - item: The Anchor.
  ///   - zone: The reader's zone.
  ///   - today: The day on which it is read.
  /// - Returns: The words.
  public static func standing(
    of item: AnchorItem, in zone: TimeZoneRules, today: LogicalDate
  ) -> String {
    switch item.status {
    case .attended: return item.anchor.isLate ? "done after all" : "attended"
    case .missed: return item.actions.contains(.correct) ? "closed; done after all?" : "missed"
    case .skipped: return "not this time"
    case .delegated: return "someone else does it"
    case .unknown: return "update Jamaal to see this"
    case .pending: break
    }
    switch item.state {
    case .upcoming: return "opens \(clock(item.anchor.windowStart, in: zone, today: today))"
    case .open: return "until \(clock(item.anchor.windowEnd, in: zone, today: today))"
    case .closingSoon:
      return "closes soon, \(clock(item.anchor.windowEnd, in: zone, today: today))"
    case .closed: return "closed"
    }
  }

  /// A time of day, with its day if that is another one: `10:00`, `00:30 tomorrow`, `10:00 on Fri`.
  ///
  /// - Parameters:
  ///   - instant: The instant.
  ///   - zone: The reader's zone.
  ///   - today: The day on which it is read.
  /// - Returns: The words.
  public static func clock(
    _ instant: Instant, in zone: TimeZoneRules, today: LogicalDate
  ) -> String {
    let local = zone.localTime(at: instant)
    // Midnight is the end of the day it follows.
    if local.date == today || local.date == today + 1 && local.clock == .midnight {
      return "\(local.clock)"
    }
    let day = destination(local.date, today: today)
    return abs(local.date - today) <= 1 ? "\(local.clock) \(day)" : "\(local.clock) on \(day)"
  }

  /// The window of an Anchor: `Fri 12 June, 10:00 to 11:00`.
  ///
  /// - Parameters:
  ///   - anchor: The Anchor.
  ///   - zone: The reader's zone.
  ///   - today: The day on which it is read.
  /// - Returns: The words.
  public static func window(
    of anchor: AnchorView, in zone: TimeZoneRules, today: LogicalDate
  ) -> String {
    let day = date(anchor.occurrenceDate, today: today)
    if anchor.lastDate > anchor.occurrenceDate {
      return "\(day) to \(date(anchor.lastDate, today: today))"
    }
    let start = zone.localTime(at: anchor.windowStart).clock
    let end = zone.localTime(at: anchor.windowEnd).clock
    if start == end { return "\(day), all day" }
    return "\(day), \(start) to \(end)"
  }

  /// What was said about an Anchor.
  ///
  /// - Parameters:
  ///   - action: What was said.
  ///   - title: What the Anchor is called.
  /// - Returns: One sentence.
  public static func said(_ action: AnchorAction, of title: String) -> String {
    switch action {
    case .attend: "Attended \(quoted(title))."
    case .skip: "\(quoted(title)) is not for this time."
    case .delegate: "Someone else does \(quoted(title))."
    case .undo: "\(quoted(title)) is open again."
    case .correct: "\(quoted(title)) was done after all."
    }
  }

  /// How a rule repeats: `every Mon and Thu`, `every 3 days`, `2 to 4 days after the last time`.
  ///
  /// - Parameter rule: The rule.
  /// - Returns: The words.
  public static func repeats(_ rule: AnchorRuleView) -> String {
    func names(_ weekdays: Set<Int>) -> String {
      if weekdays.count == 7 { return "day" }
      if weekdays == [1, 2, 3, 4, 5] { return "weekday" }
      return list(weekdays.sorted().map { String(weekday($0).prefix(3)) })
    }
    if rule.source == .prayerWindow {
      let prayers = rule.rule.prayers.split(separator: ",").map { $0.capitalized }
      return prayers.count == 5 ? "five prayers a day" : list(prayers)
    }
    switch rule.recurrence {
    case .weekly(let weekdays): return "every \(names(weekdays))"
    case .everyDays(1, _): return "every day"
    case .everyDays(let count, _): return "every \(count) days"
    case .everyWeeks(1, let weekdays, _): return "every \(names(weekdays))"
    case .everyWeeks(let count, let weekdays, _):
      return weekdays == [1, 2, 3, 4, 5]
        ? "every \(count) weeks on weekdays" : "every \(count) weeks on \(names(weekdays))"
    case .afterLast(let least, let most, _) where least == most:
      return least == 1 ? "a day after the last time" : "\(least) days after the last time"
    case .afterLast(let least, let most, _): return "\(least) to \(most) days after the last time"
    case nil: return "in a way that cannot be read here"
    }
  }

  /// How a rule is doing; nothing for one that simply runs.
  ///
  /// - Parameters:
  ///   - status: How it is doing.
  ///   - today: The day on which it is read.
  /// - Returns: The words.
  public static func status(_ status: AnchorRuleStatus, today: LogicalDate) -> String? {
    switch status {
    case .running: nil
    case .paused(let range): "rests (\(reason(range.reason))) \(end(of: range, today: today))"
    case .off: "switched off"
    case .noPlace: "needs a place"
    case .noSun(let absence):
      "\(sunless(absence)); “--polar nearestDay” goes by another day's sun"
    case .archived: "put away"
    case .needsAttention(let attention): "needs attention: \(words(attention))"
    }
  }

  /// Why prayers have no times today.
  ///
  /// - Parameter absence: Why.
  /// - Returns: The words.
  public static func sunless(_ absence: PrayerTimesAbsence) -> String {
    switch absence {
    case .polarNight: "no sunrise here today"
    case .midnightSun: "no sunset here today"
    case .dateOutOfRange: "no times for such a date"
    }
  }

  /// A break with its days: `Fri 12 June to Sun 14 June (travel)`.
  ///
  /// - Parameters:
  ///   - range: The break.
  ///   - today: The day on which it is read.
  /// - Returns: The words.
  public static func rest(_ range: BreakRange, today: LogicalDate) -> String {
    let last = range.last.map { "to \(date($0, today: today))" } ?? "until further notice"
    return "\(date(range.first, today: today)) \(last) (\(reason(range.reason)))"
  }

  private static func end(of range: BreakRange, today: LogicalDate) -> String {
    range.last.map { "until \(destination($0, today: today))" } ?? "until further notice"
  }

  private static func reason(_ reason: BreakReason) -> String {
    switch reason {
    case .term: "term break"
    case .holiday: "holiday"
    case .travel: "travel"
    case .illness: "illness"
    case .other, .unknown: "break"
    }
  }

  private static func words(_ attention: AnchorAttention) -> String {
    switch attention {
    case .newerVersion: "a newer version of Jamaal wrote it"
    case .unreadable: "its config cannot be read"
    case .unknownKind: "this version does not know its kind"
    case .badRecurrence: "how it repeats cannot be read"
    case .noTimes: "it has no time"
    case .noPrayers: "it has no prayer"
    }
  }

  /// What is unusual about a prayer's window.
  ///
  /// - Parameter note: The note.
  /// - Returns: The words.
  public static func note(_ note: PrayerWindowNote) -> String {
    switch note {
    case .endsAtFajr: "begins after the middle of the night, so it lasts until fajr"
    case .oneMinute: "the next time leaves no room, so it lasts a minute"
    }
  }
}

extension Substring {
  /// With its first letter large.
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
