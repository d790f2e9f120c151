public import JamaalCore

extension Words {
  /// What an edit changed, as one sentence.
  ///
  /// - Parameters:
  ///   - before: The task as it was.
  ///   - after: The task as it is.
  ///   - today: The day it happened on.
  /// - Returns: `nil` if nothing reads otherwise.
  public static func edited(
    _ before: TaskView, _ after: TaskView, today: LogicalDate
  ) -> String? {
    var parts: [String] = []
    if before.title != after.title { parts.append("it is called \(quoted(after.title)) now") }
    if before.dueDate != after.dueDate {
      parts.append("due \(destination(after.dueDate, today: today))")
    }
    if before.effortMinutes != after.effortMinutes {
      parts.append(after.effortMinutes.map { duration(minutes: $0) } ?? "no estimate")
    }
    if before.importance != after.importance { parts.append("\(after.importance.text) importance") }
    if before.category?.id != after.category?.id {
      parts.append(after.category.map { "label \($0.name)" } ?? "no label")
    }
    if before.repeats != after.repeats {
      parts.append(repeats(after.repeats) ?? "no longer repeats")
    }
    if before.notes != after.notes {
      parts.append(after.notes == nil ? "no note" : "another note")
    }
    guard !parts.isEmpty else { return nil }
    return "Changed \(quoted(before.title)): \(list(parts))."
  }

  /// What a field of a task said.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - zone: The reader's zone.
  ///   - today: The day on which it is read.
  ///   - categories: The labels there are.
  /// - Returns: A few words.
  public static func value(
    _ value: TaskFieldValue, in zone: TimeZoneRules, today: LogicalDate,
    _ categories: CategoryList
  ) -> String {
    switch value {
    case .text(let text?): firstLine(text)
    case .text(nil), .minutes(nil): "none"
    case .day(let day): day.map { date($0, today: today) } ?? "someday"
    case .minutes(let minutes?): duration(minutes: minutes)
    case .importance(let importance): importance.text
    case .category(let id?): categories.category(id)?.name ?? "a label that is not here"
    case .category(nil): "none"
    case .repeats(let rule): repeats(rule) ?? "does not repeat"
    case .instant(let instant?): time(instant, in: zone, today: today)
    case .instant(nil): "taken back"
    }
  }

  /// The first line of a text, and how many follow.
  private static func firstLine(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    guard lines.count > 1 else { return text }
    return "\(lines[0]) … \(count(lines.count - 1, "more line"))"
  }

  /// What is worth knowing about a day that a task was added to.
  ///
  /// - Parameters:
  ///   - check: What was found.
  ///   - day: The day.
  ///   - today: The day it is read on.
  /// - Returns: Sentences that end before saying how to move the task; `nil` if there is nothing.
  public static func dayIsFull(
    _ check: DayFullCheck, _ day: LogicalDate?, today: LogicalDate
  ) -> String? {
    guard case .full(let offer) = check, let day else { return nil }
    let start = "\(capitalised(destination(day, today: today))) is full with it"
    guard let offer else { return "\(start), and so is the week after; that is fine." }
    return "\(start); \(destination(offer, today: today)) has room."
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// How far the boxes of a note have got.
  ///
  /// - Parameter progress: The boxes.
  /// - Returns: The words, such as `2 of 5 ticked`.
  public static func progress(_ progress: TaskNotes.Progress) -> String {
    "\(progress.ticked) of \(progress.total) ticked"
  }
}

extension Words {
  /// A quiet note where the evening's planning is offered while the working day still goes on.
  ///
  /// - Parameter settings: The settings.
  /// - Returns: The words; `nil` if there is nothing to say.
  public static func planningTime(_ settings: UserSettings) -> String? {
    guard settings.day.isPlanningBeforeDayEnd else { return nil }
    let (planning, end) = (clock(settings.planningMinute), clock(settings.dayEndMinute))
    return
      "Planning is offered at \(planning), before the working day ends at \(end); that is fine."
  }
}
