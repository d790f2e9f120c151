public import ReplicaStore

/// Something the person does: what was written about it, before anything follows from that.
///
/// What follows (the due day as carried, the count of deferrals, easing) is `TaskState`.
public struct TaskItem: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// What it is.
  public var title = ""
  /// Light markdown; empty is `nil`.
  public var notes: String?
  /// The day chosen; `nil` is Someday.
  public var dueDate: LogicalDate?
  /// The estimate.
  public var effortMinutes: Int?
  /// How much it matters, as chosen.
  public var importance = Importance.low
  /// When it was ticked off.
  public var completedAt: Instant?
  /// What the next instance takes over from the completion, for a repeating task.
  public var completionCopy: TaskCopy?
  /// When it was dropped.
  public var droppedAt: Instant?
  /// What the next instance takes over from the drop, for a repeating task.
  public var dropCopy: TaskCopy?
  /// How often it comes back.
  public var repeatKind = RepeatRule.Kind.none
  /// Weekly only: ISO weekdays, separated by commas.
  public var repeatWeekdays = ""
  /// Monthly only: the day that was meant; 0 if not yet fixed.
  public var repeatDayOfMonth = 0
  /// The label.
  public var category: RecordID?
  /// The first instance of a repeat.
  public var seriesID: RecordID?
  /// The instance this one follows, written with the first write to it.
  public var predecessor: RecordID?
  /// When it was made.
  public var createdAt: Instant?
  /// The logical day its maker was living in.
  public var createdDay: LogicalDate?

  /// A task with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<TaskItem>(
    "task",
    [
      Field("title", \.title),
      Field("notes", \.notes, merge: .text),
      Field("dueDate", \.dueDate, merge: .history),
      Field("effortMinutes", \.effortMinutes, merge: .history),
      Field("importance", \.importance, merge: .history),
      Field("completedAt", \.completedAt, merge: .history, group: "completion"),
      Field("completionCopy", \.completionCopy, merge: .history, group: "completion"),
      Field("droppedAt", \.droppedAt, merge: .history, group: "drop"),
      Field("dropCopy", \.dropCopy, merge: .history, group: "drop"),
      Field("repeatKind", \.repeatKind, merge: .history, group: "repeat"),
      Field("repeatWeekdays", \.repeatWeekdays, merge: .history, group: "repeat"),
      Field("repeatDayOfMonth", \.repeatDayOfMonth, merge: .history, group: "repeat"),
      Field("category", \.category, references: "category"),
      Field("seriesID", \.seriesID, merge: .minimum),
      Field("predecessor", \.predecessor, merge: .minimum),
      Field("createdAt", \.createdAt, merge: .minimum),
      Field("createdDay", \.createdDay, merge: .minimum),
    ])

  /// How it comes back.
  public var repeats: RepeatRule {
    get {
      RepeatRule(
        kind: repeatKind, weekdays: RepeatRule.weekdays(repeatWeekdays),
        dayOfMonth: repeatDayOfMonth)
    }
    set {
      repeatKind = newValue.kind
      repeatWeekdays = newValue.weekdayText
      repeatDayOfMonth = newValue.dayOfMonth
    }
  }
}

extension TaskItem {
  /// The id of the instance that follows another: every device makes the same one.
  public static func successorID(_ id: RecordID) -> RecordID {
    .named("task", .text("after"), .blob(id.bytes))
  }
}

extension RepeatRule {
  /// The weekdays as they are stored: in order, separated by commas.
  public var weekdayText: String { weekdays.sorted().map(String.init).joined(separator: ",") }

  /// Reads a list of ISO weekdays; anything that is none is passed over.
  static func weekdays(_ text: String) -> Set<Int> {
    Set(text.split(separator: ",").compactMap { Int($0) }.filter { (1...7).contains($0) })
  }
}
