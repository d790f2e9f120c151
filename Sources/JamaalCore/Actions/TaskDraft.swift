public import ReplicaStore

/// What a person fills in to make a task.
public struct TaskDraft: Hashable, Sendable {
  /// What it is; surrounding space does not count.
  public var title: String
  /// The day; `nil` is Someday.
  public var dueDate: LogicalDate?
  /// The estimate, 1 to 1,440 minutes.
  public var effortMinutes: Int?
  /// How much it matters.
  public var importance: Importance
  /// The label.
  public var category: RecordID?
  /// Light markdown.
  public var notes: String?
  /// How it comes back.
  public var repeats: RepeatRule

  /// A draft as the form opens: 30 minutes, low, no day.
  public init(
    title: String, dueDate: LogicalDate? = nil, effortMinutes: Int? = 30,
    importance: Importance = .low, category: RecordID? = nil, notes: String? = nil,
    repeats: RepeatRule = .none
  ) {
    self.title = title
    self.dueDate = dueDate
    self.effortMinutes = effortMinutes
    self.importance = importance
    self.category = category
    self.notes = notes
    self.repeats = repeats
  }

  /// The longest title, in characters.
  public static let titleCountMax = 500
  /// The longest note, in bytes.
  public static let notesByteCountMax = 256 * 1024
  /// The estimates that can be kept.
  public static let effortRange = 1...1440

  /// The draft as it is kept.
  ///
  /// - Returns: Title trimmed, an empty note absent.
  /// - Throws: `PlannerError` with `badValue`: a blank or endless title, an absurd estimate, or an
  ///   important task without a day.
  func checked() throws(PlannerError) -> TaskDraft {
    var draft = self
    draft.title = try Self.checkedTitle(title)
    draft.effortMinutes = try Self.checkedEffort(effortMinutes)
    draft.notes = try Self.checkedNotes(notes)
    try Self.check(repeats)
    if repeats.doesRepeat, dueDate == nil {
      throw PlannerError(
        .badValue, "A repeating task needs its first day. Give it one with --due.")
    }
    if !TaskRules.mayBeSomeday(importance: importance, repeats: .none), dueDate == nil {
      throw PlannerError(
        .badValue, "A task of medium or high importance needs a day. Give it one with --due.")
    }
    return draft
  }

  static func checkedTitle(_ title: String) throws(PlannerError) -> String {
    let title = trimmed(title)
    guard !title.isEmpty else {
      throw PlannerError(.badValue, "A task needs a title. Say what it is.")
    }
    guard title.count <= titleCountMax else {
      throw PlannerError(
        .badValue, "A title has at most \(titleCountMax) characters. Put the rest in a note.")
    }
    return title
  }

  static func checkedEffort(_ minutes: Int?) throws(PlannerError) -> Int? {
    if let minutes, !effortRange.contains(minutes) {
      throw PlannerError(.badValue, "An estimate is 1 to 1440 minutes, not \(minutes).")
    }
    return minutes
  }

  static func checkedNotes(_ notes: String?) throws(PlannerError) -> String? {
    guard let notes, !notes.isEmpty else { return nil }
    guard notes.utf8.count <= notesByteCountMax else {
      throw PlannerError(.badValue, "A note has at most 256 kB. Shorten it.")
    }
    return notes
  }

  static func check(_ repeats: RepeatRule) throws(PlannerError) {
    guard repeats.weekdays.allSatisfy({ (1...7).contains($0) }),
      (0...31).contains(repeats.dayOfMonth)
    else {
      throw PlannerError(
        .badValue, "A task repeats on weekdays, or on a day from 1 to 31 of the month.")
    }
  }

  static func trimmed(_ text: String) -> String {
    var result = text[...]
    while result.first?.isWhitespace == true { result = result.dropFirst() }
    while result.last?.isWhitespace == true { result = result.dropLast() }
    return String(result)
  }
}
