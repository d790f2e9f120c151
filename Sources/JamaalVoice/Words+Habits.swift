public import JamaalCore

extension Words {
  /// How far a habit's day has come: `3 of 8`, `10m of 15m`, `None yet · up to 1`.
  ///
  /// - Parameter reading: The day's log.
  /// - Returns: The words; nothing for a habit that is done or not done.
  public static func progress(_ reading: HabitReading) -> String {
    switch reading.kind {
    case .binary: ""
    case .counted: "\(reading.amount) of \(reading.target)"
    case .timed:
      "\(duration(minutes: reading.amount)) of \(duration(minutes: reading.target))"
    case .avoid: slips(reading)
    case .unknown: "needs a newer version"
    }
  }

  private static func slips(_ reading: HabitReading) -> String {
    let count = count(reading.amount, "slip")
    if reading.isHeld { return reading.amount == 0 ? "Held today" : "Held today · \(count)" }
    if reading.amount == 0 {
      return reading.target == 0 ? "None yet" : "None yet · up to \(reading.target)"
    }
    return reading.amount <= reading.target
      ? "\(reading.amount) of \(reading.target) · still within" : "\(count) today, past it"
  }

  /// How a past day of a habit reads: `done`, `6 of 8`, `2 slips`, `held`, `nothing logged`.
  ///
  /// - Parameter reading: The day's log.
  /// - Returns: The words.
  public static func pastDay(_ reading: HabitReading) -> String {
    if reading.kind == .avoid {
      if reading.amount > 0 { return count(reading.amount, "slip") }
      return reading.isHeld ? "held" : "nothing logged"
    }
    if reading.kind == .binary { return reading.isDone ? "done" : "nothing logged" }
    return reading.amount == 0 ? "nothing logged" : progress(reading)
  }

  /// On which days a habit is meant: `every day`, `on weekdays`, `on Mon and Thu`, `3 a week`.
  ///
  /// - Parameter schedule: The days.
  /// - Returns: The words.
  public static func days(of schedule: HabitSchedule) -> String {
    if schedule.isWeekly { return "\(schedule.timesPerWeek) a week" }
    switch schedule.frequency {
    case "daily": return "every day"
    case "weekdays": return "on weekdays"
    default:
      return "on " + list(schedule.weekdays.sorted().map { String(weekday($0).prefix(3)) })
    }
  }

  /// What a habit is meant for: `8 a day`, `15m a day`, `up to 1 slip`, `done or not`.
  ///
  /// - Parameters:
  ///   - kind: How it is kept.
  ///   - target: Its target.
  /// - Returns: The words.
  public static func target(_ kind: HabitKind, _ target: Int) -> String {
    switch kind {
    case .binary: "done or not"
    case .counted: "\(target) a day"
    case .timed: "\(duration(minutes: target)) a day"
    case .avoid: target == 0 ? "to avoid" : "to avoid, up to \(count(target, "slip")) a day"
    case .unknown: "of a kind that needs a newer version"
    }
  }

  /// When a time of day is open: `06:00–10:00`, `from 18:00`, `all day`.
  ///
  /// - Parameter times: The times.
  /// - Returns: The words.
  public static func times(_ times: HabitTimes) -> String {
    let start = clock(times.startMinute)
    if times.isAllDay { return "all day" }
    return times.hasEnd ? "\(start)–\(clock(times.endMinute))" : "from \(start)"
  }

  /// A time of day from minutes after midnight: `06:30`.
  ///
  /// - Parameter minute: 0 to 1439; anything else reads as the nearest.
  /// - Returns: The words.
  public static func clock(_ minute: Int) -> String {
    let bounded = min(max(minute, 0), 1439)
    return WallClock(minuteOfDay: bounded)?.description ?? "00:00"
  }

  /// That a habit rests: `rests until Fri 19 June (travel)`.
  ///
  /// - Parameters:
  ///   - pause: The pause.
  ///   - today: The day on which it is read.
  /// - Returns: The words; from when on, if it has not begun.
  public static func pause(_ pause: PauseSpan, today: LogicalDate) -> String {
    var words = "rests"
    if pause.first > today { words += " from \(destination(pause.first, today: today))" }
    if let last = pause.last {
      words +=
        pause.first == last && pause.first > today
        ? " for that day" : " until \(destination(last, today: today))"
    } else {
      words += " until it is resumed"
    }
    switch pause.reason {
    case .travel, .illness, .cycle: return "\(words) (\(pause.reason.text))"
    case .other, .unknown: return words
    }
  }

  /// What a habit's grid says: `Done on 12 of 19 days, 3 in part`.
  ///
  /// - Parameters:
  ///   - read: The counts.
  ///   - habit: The habit.
  /// - Returns: One or two sentences.
  public static func read(_ read: HabitRead, of habit: HabitSummary) -> String {
    guard read.resolved > 0 else { return "Nothing to look back on yet." }
    let days = habit.windows.count > 1 ? "times of day" : "days"
    let verb = habit.kind == .avoid ? "Held" : "Done"
    var words = "\(verb) on \(read.complete) of \(read.resolved) \(days)"
    if read.partial > 0 { words += ", \(read.partial) in part" }
    words += "."
    if habit.kind != .avoid, read.suggestsLighter || read.isTiring {
      words += " Fewer days or a smaller target may fit better; both are fine."
    }
    return words
  }

  /// What to say to somebody who takes on many habits at once.
  public static let startsMany =
    "Several new habits within a week. Starting with one or two makes them easier to keep."

  /// What to say about a time of day that is near its end.
  ///
  /// - Parameter row: What is due.
  /// - Returns: The words; `nil` if it is not near its end, or done.
  public static func closing(_ row: HabitRow) -> String? {
    row.isClosing ? "open until \(clock(row.times.endMinute))" : nil
  }

  /// How many are done of how many: `2 of 5`.
  ///
  /// - Parameters:
  ///   - done: How many are done.
  ///   - total: How many there are.
  /// - Returns: The words.
  public static func share(_ done: Int, of total: Int) -> String { "\(done) of \(total)" }
}
