public import ReplicaStore

/// One time of day of a scheduled rule, or one plant of an after-last one.
///
/// Its id is made from the rule and the key, which is never used again: the Anchors made for it
/// stay its own through every edit.
public struct AnchorSlot: Record, Equatable {
  /// Made from the rule and the key.
  public let id: RecordID
  /// The rule.
  public var rule: RecordID?
  /// What names it within its rule.
  public var key = ""
  /// What it is called; needed where a rule has several.
  public var label = ""
  /// Minutes after midnight at which its window opens.
  public var startMinute = 0
  /// How long the window is.
  public var windowMinutes = 60
  /// Whether the window is the whole day instead.
  public var isAllDay = false
  /// Whether it was taken out of its rule.
  public var isRemoved = false
  /// When it was made.
  public var createdAt: Instant?

  /// A slot with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// A slot of a rule.
  public init(rule: RecordID, key: String) {
    self.init(id: Self.id(rule: rule, key: key))
    self.rule = rule
    self.key = key
  }

  /// The id for one rule and key.
  public static func id(rule: RecordID, key: String) -> RecordID {
    .named("anchor_slot", .blob(rule.bytes), .text(key))
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<AnchorSlot>(
    "anchor_slot",
    [
      Field("rule", \.rule, isKey: true, references: "anchor_rule"),
      Field("key", \.key, isKey: true),
      Field("label", \.label, merge: .history),
      Field("startMinute", \.startMinute, merge: .history, group: "time"),
      Field("windowMinutes", \.windowMinutes, merge: .history, group: "time"),
      Field("isAllDay", \.isAllDay, merge: .history, group: "time"),
      Field("isRemoved", \.isRemoved, merge: .history),
      Field("createdAt", \.createdAt, merge: .minimum),
    ])
}
