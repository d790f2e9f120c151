public import ReplicaStore

/// A one-off Anchor: a commitment of one day that no rule makes.
///
/// Anchors that rules make are consequences and never stored; see `AnchorView`.
public struct Anchor: Record, Equatable {
  /// Its identity on every device.
  public let id: RecordID
  /// What it is.
  public var title = ""
  /// The day it belongs to, as its author saw it.
  public var occurrenceDate: LogicalDate?
  /// When its window opens.
  public var windowStart: Instant?
  /// When its window closes.
  public var windowEnd: Instant?
  /// The minutes it takes.
  public var effortMinutes: Int?
  /// The minutes before its window opens at which it reminds.
  public var remindBeforeStartMinutes: Int?
  /// The minutes before its window closes at which it reminds.
  public var remindBeforeEndMinutes: Int?
  /// Whether it was taken away.
  public var isRemoved = false
  /// When it was made.
  public var createdAt: Instant?

  /// An Anchor with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<Anchor>(
    "anchor",
    [
      Field("title", \.title, merge: .history),
      Field("occurrenceDate", \.occurrenceDate, merge: .history, group: "window"),
      Field("windowStart", \.windowStart, merge: .history, group: "window"),
      Field("windowEnd", \.windowEnd, merge: .history, group: "window"),
      Field("effortMinutes", \.effortMinutes, merge: .history),
      Field(
        "remindBeforeStartMinutes", \.remindBeforeStartMinutes, merge: .history,
        group: "reminder"),
      Field(
        "remindBeforeEndMinutes", \.remindBeforeEndMinutes, merge: .history, group: "reminder"),
      Field("isRemoved", \.isRemoved, merge: .history),
      Field("createdAt", \.createdAt, merge: .minimum),
    ])
}
