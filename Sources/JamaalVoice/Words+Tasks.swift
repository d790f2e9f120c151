public import JamaalCore

extension Words {
  /// What is worth knowing about a task beside its title, day and estimate, in a fixed order.
  ///
  /// - Parameter task: The task.
  /// - Returns: Short notes, none for a plain task.
  public static func notes(_ task: TaskView) -> [String] {
    var notes: [String] = []
    if task.importance.isImportant { notes.append(task.importance.text) }
    if let category = task.category { notes.append(category.name) }
    if task.isLive, task.deferralCount > 0 {
      notes.append("put off \(times(task.deferralCount))")
      if task.suggestsRemoval { notes.append("fine to let go") }
    }
    return notes
  }

  /// How a task comes back: `every day`, `every week on Mon and Thu`.
  ///
  /// - Parameter rule: The rule.
  /// - Returns: `nil` if it does not.
  public static func repeats(_ rule: RepeatRule) -> String? {
    switch rule.kind {
    case .none: return nil
    case .daily: return "every day"
    case .weekly:
      let days = rule.weekdays.sorted().map { String(weekday($0).prefix(3)) }
      return days.isEmpty ? "every week" : "every week on \(list(days))"
    case .monthly:
      return rule.dayOfMonth == 0
        ? "every month" : "every month on the \(ordinal(rule.dayOfMonth))"
    case .unknown: return "in a way that needs a newer version"
    }
  }

  /// Several words as part of a sentence: `a, b and c`.
  ///
  /// - Parameter words: The words.
  /// - Returns: Nothing for none.
  public static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A title between quotes.
  ///
  /// - Parameter title: The title; a very long one is cut.
  /// - Returns: The words.
  public static func quoted(_ title: String) -> String {
    title.count <= 80 ? "“\(title)”" : "“\(title.prefix(79))…”"
  }
}
