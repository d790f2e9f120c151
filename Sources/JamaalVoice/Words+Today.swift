public import JamaalCore

extension Words {
  /// A level as the name of a day: `Low day`.
  ///
  /// - Parameter level: The level; one this version does not know counts as medium.
  /// - Returns: The words.
  public static func day(of level: CapacityLevel) -> String {
    switch level {
    case .low: "Low day"
    case .medium, .unknown: "Medium day"
    case .high: "High day"
    }
  }

  /// What a day's load amounts to, said kindly.
  ///
  /// - Parameter state: The state.
  /// - Returns: The words.
  public static func load(_ state: LoadState) -> String {
    switch state {
    case .light: "light"
    case .balanced: "balanced"
    case .full: "full"
    case .overloaded: "more than the day holds"
    case .exhausting: "far more than the day holds"
    }
  }

  /// The line under the day: `Low day · 1h 30m of 2h · balanced`.
  ///
  /// - Parameter today: The day.
  /// - Returns: The words.
  public static func meter(_ today: TodayOverview) -> String {
    let budget = duration(minutes: today.budgetMinutes)
    var parts = [day(of: today.level)]
    if today.plannedTaskMinutes == 0, today.missingDurations == 0 {
      parts.append("room for \(budget)")
    } else {
      parts.append("\(duration(minutes: today.plannedTaskMinutes)) of \(budget)")
      parts.append(load(today.loadState))
    }
    if today.missingDurations > 0 {
      parts.append("\(today.missingDurations) without an estimate")
    }
    return parts.joined(separator: " · ")
  }

  /// What there is to say about a day with nothing left to do.
  ///
  /// - Parameter today: The day.
  /// - Returns: The words; `nil` for a day like any other.
  public static func statement(_ today: TodayOverview) -> String? {
    switch today.outlook {
    case .usual: nil
    case .blank: "Nothing is due today. The day is yours."
    case .allDone where today.items.isNothingAsked:
      "Nothing has to be done on a day like this."
    case .allDone: "That was everything for today. Rest is part of the plan."
    }
  }

  /// What the level keeps out of sight.
  ///
  /// - Parameter today: The day.
  /// - Returns: The words; `nil` if it hides nothing.
  public static func alsoToday(_ today: TodayOverview) -> String? {
    let count = today.alsoToday.count
    guard count > 0 else { return nil }
    return "Also today: \(Words.count(count, "task")) that can wait for a day with more room."
  }

  /// What could be done about a day that holds too much; nothing is ever refused because of it.
  ///
  /// - Parameter today: The day.
  /// - Returns: The words; `nil` for a day that holds what it is asked to.
  public static func relief(_ today: TodayOverview) -> String? {
    if let move = today.overflowMove, !move.moved.isEmpty {
      let result = move.rest == nil ? "make it fit" : "help"
      return "\(count(move.moved.count, "task")) moved to tomorrow would \(result)."
    }
    guard today.loadState == .exhausting, !today.shown.isEmpty else { return nil }
    return "That is far more than the day holds. Something could go to another day."
  }
}
