public import ReplicaStore

/// Days on which a rule makes nothing: a term break, a holiday, an illness.
///
/// Overlapping breaks read as one; each stays a record of its own, so that two devices that add one
/// each lose neither.
public struct AnchorBreak: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// The rule.
  public var rule: RecordID?
  /// The first day.
  public var first: LogicalDate?
  /// The last day, inclusive; `nil` is open.
  public var last: LogicalDate?
  /// Why.
  public var reason = BreakReason.other
  /// Whether it was taken away.
  public var isRemoved = false

  /// A break with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<AnchorBreak>(
    "anchor_break",
    [
      Field("rule", \.rule, isKey: true, references: "anchor_rule"),
      Field("first", \.first, merge: .history, group: "range"),
      Field("last", \.last, merge: .history, group: "range"),
      Field("reason", \.reason, merge: .history, group: "range"),
      Field("isRemoved", \.isRemoved, merge: .history),
    ])
}
