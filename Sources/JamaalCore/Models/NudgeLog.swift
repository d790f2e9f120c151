public import ReplicaStore

/// That something was shown, so that it is not shown again when it should rest.
public struct NudgeLog: Record, Equatable {
  /// Made from kind, subject and, for what is shown once a day, the day.
  public let id: RecordID
  /// What was shown.
  public var kind = Kind("")
  /// What it was about: an id as text, a date, a number of minutes.
  public var subjectKey: String?
  /// The logical day it is for; `nil` for what is shown once and for all.
  public var day: LogicalDate?
  /// When it was shown first.
  public var sentAt: Instant?
  /// When it was first put away.
  public var dismissedAt: Instant?
  /// The logical day its reader was living in when it was first put away.
  public var dismissedDay: LogicalDate?

  /// A log entry with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// An entry for a kind, a subject and a day.
  public init(_ kind: Kind, subjectKey: String?, day: LogicalDate? = nil) {
    self.init(id: Self.id(kind, subjectKey: subjectKey, day: day))
    self.kind = kind
    self.subjectKey = subjectKey
    self.day = day
  }

  /// The id for a kind, a subject and a day.
  public static func id(_ kind: Kind, subjectKey: String?, day: LogicalDate? = nil) -> RecordID {
    .named(
      "nudge_log", .text(kind.text), subjectKey.map { .text($0) } ?? .null,
      day.map { .integer(Int64($0.dayNumber)) } ?? .null)
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<NudgeLog>(
    "nudge_log",
    [
      Field("kind", \.kind, isKey: true),
      Field("subjectKey", \.subjectKey, isKey: true),
      Field("day", \.day, isKey: true),
      Field("sentAt", \.sentAt, merge: .minimum),
      Field("dismissedAt", \.dismissedAt, merge: .minimum),
      Field("dismissedDay", \.dismissedDay, merge: .minimum),
    ])

  /// A kind of nudge; one of a newer version keeps its name.
  public struct Kind: TextChoice, Hashable {
    /// Its name.
    public let text: String

    /// Wraps a name.
    public init(_ text: String) {
      self.text = text
    }

    /// A pattern in how days go.
    public static let wellbeing = Kind("wellbeing")
    /// A word during the day.
    public static let guidance = Kind("guidance")
    /// A habit that is too much.
    public static let fatigue = Kind("fatigue")
    /// A habit's window that is about to close.
    public static let windowClosing = Kind("windowClosing")
    /// A day that holds too much.
    public static let overload = Kind("overload")
    /// A day without a plan; the subject is the date.
    public static let morningPlanCard = Kind("morningPlanCard")
    /// Another normal day; the subject is what ``NormalDaySuggestion/Showing/subjectKey`` says.
    public static let normalDaySuggestion = Kind("normalDaySuggestion")
  }
}
