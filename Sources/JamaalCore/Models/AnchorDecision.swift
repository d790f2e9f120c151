public import ReplicaStore

/// What names one Anchor on every device.
public struct AnchorKey: Hashable, Comparable, Sendable {
  /// The rule; for a one-off the Anchor itself.
  public var subject: RecordID
  /// The date that its window was worked out for; `nil` for a one-off.
  ///
  /// For prayers that is the civil date of the prayer times, which is not always the day it counts
  /// for: two nights' isha can begin on one logical date.
  public var date: LogicalDate?
  /// The slot, or the prayer; empty for a one-off.
  public var slotKey: String

  /// Makes a value from its parts.
  public init(subject: RecordID, date: LogicalDate? = nil, slotKey: String = "") {
    self.subject = subject
    self.date = date
    self.slotKey = slotKey
  }

  /// The id of the Anchor, and of what is decided about it.
  public var id: RecordID {
    guard let date else { return subject }
    return .named(
      "anchor", .blob(subject.bytes), .integer(Int64(date.dayNumber)), .text(slotKey))
  }

  /// Orders by subject, date and slot.
  public static func < (left: AnchorKey, right: AnchorKey) -> Bool {
    if left.subject != right.subject { return left.subject < right.subject }
    if left.date != right.date {
      return (left.date?.dayNumber ?? Int.min) < (right.date?.dayNumber ?? Int.min)
    }
    return left.slotKey < right.slotKey
  }
}

/// What a person said about one Anchor, with the window as it was when they said it.
///
/// Its id is made from the Anchor's key, so what two devices say about one Anchor meets in one
/// record: the later word stands, and everything it says of the window with it.
public struct AnchorDecision: Record, Equatable {
  /// Made from the key.
  public let id: RecordID
  /// The rule, or the one-off.
  public var subject: RecordID?
  /// The date the window was worked out for.
  public var date: LogicalDate?
  /// The slot.
  public var slotKey = ""
  /// What was said.
  public var status = AnchorStatus.pending
  /// When it was said.
  public var resolvedAt: Instant?
  /// Whether it was said after the window had closed.
  public var isLate = false
  /// The day the Anchor counted for.
  public var occurrenceDate: LogicalDate?
  /// When the window opened.
  public var windowStart: Instant?
  /// When it closed.
  public var windowEnd: Instant?
  /// What it was called.
  public var title = ""
  /// What its rule was called.
  public var ruleTitle = ""
  /// The minutes it took.
  public var effortMinutes: Int?
  /// How it took its time.
  public var placement = AnchorPlacement.fixed

  /// A decision with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// A decision about one Anchor.
  public init(_ key: AnchorKey) {
    self.init(id: key.id)
    subject = key.subject
    date = key.date
    slotKey = key.slotKey
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<AnchorDecision>(
    "anchor_decision",
    [
      Field("subject", \.subject, isKey: true, references: "anchor_rule"),
      Field("date", \.date, isKey: true),
      Field("slotKey", \.slotKey, isKey: true),
      Field("status", \.status, merge: .history, group: "decision"),
      Field("resolvedAt", \.resolvedAt, merge: .history, group: "decision"),
      Field("isLate", \.isLate, merge: .history, group: "decision"),
      Field("occurrenceDate", \.occurrenceDate, merge: .history, group: "decision"),
      Field("windowStart", \.windowStart, merge: .history, group: "decision"),
      Field("windowEnd", \.windowEnd, merge: .history, group: "decision"),
      Field("title", \.title, merge: .history, group: "decision"),
      Field("ruleTitle", \.ruleTitle, merge: .history, group: "decision"),
      Field("effortMinutes", \.effortMinutes, merge: .history, group: "decision"),
      Field("placement", \.placement, merge: .history, group: "decision"),
    ])
}
