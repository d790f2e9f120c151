public import ReplicaStore

/// One Anchor as it stands: its window, and what was said about it.
public struct AnchorView: Hashable, Sendable {
  /// What names it on every device.
  public var key: AnchorKey
  /// What made it; `nil` for a one-off.
  public var rule: RecordID?
  /// What its rule is called; for a one-off its own title.
  public var ruleTitle: String
  /// What it is called: the slot's label, or the rule's title.
  public var title: String
  /// The day it counts for.
  public var occurrenceDate: LogicalDate
  /// The day in which its window closes; later than `occurrenceDate` for one of several days.
  public var lastDate: LogicalDate
  /// When its window opens.
  public var windowStart: Instant
  /// When its window closes.
  public var windowEnd: Instant
  /// The minutes it takes.
  public var effortMinutes: Int?
  /// How it takes its time.
  public var placement: AnchorPlacement
  /// What was said about it: `pending` if nothing.
  public var status = AnchorStatus.pending
  /// When that was said.
  public var resolvedAt: Instant?
  /// The day its author was living in.
  public var decidedDay: LogicalDate?
  /// Whether it was put right after its window had closed.
  public var isLate = false
  /// The minutes before its window opens at which it reminds; 0 is at the start.
  public var remindBeforeStartMinutes: Int?
  /// The minutes before its window closes at which it reminds.
  public var remindBeforeEndMinutes: Int?
  /// What is unusual about the end of a prayer's window.
  public var note: PrayerWindowNote?

  /// Its id on every device.
  public var id: RecordID { key.id }

  /// The title where it stands alone: `School run · Drop-off`.
  public var rowTitle: String {
    title == ruleTitle || title.isEmpty ? ruleTitle : "\(ruleTitle) · \(title)"
  }

  /// What was said about it, or what follows from nobody having said anything.
  ///
  /// - Parameter now: The moment.
  /// - Returns: `missed` from the instant its window closes.
  public func status(at now: Instant) -> AnchorStatus {
    status == .pending && windowEnd <= now ? .missed : status
  }

  /// Adds everything about it, so that no two look alike.
  func add(to digest: inout ConsequenceBytes) {
    digest.add(2, id.high)
    digest.add(2, id.low)
    for number in [
      Int64(occurrenceDate.dayNumber), windowStart.millis, windowEnd.millis,
      Int64(effortMinutes ?? -1), resolvedAt?.millis ?? -1, isLate ? 1 : 0,
    ] {
      digest.add(2, UInt64(bitPattern: number))
    }
    for text in [title, ruleTitle, status.text, placement.text] { digest.add(text) }
  }

  /// The order in which Anchors are listed.
  static func isBefore(_ left: AnchorView, _ right: AnchorView) -> Bool {
    if left.windowStart != right.windowStart { return left.windowStart < right.windowStart }
    if left.windowEnd != right.windowEnd { return left.windowEnd < right.windowEnd }
    return left.key < right.key
  }
}

extension AnchorView {
  /// An Anchor that a rule makes.
  init(
    _ key: AnchorKey, _ config: AnchorConfig, title: String, window: Range<Instant>,
    occurrenceDate: LogicalDate, lastDate: LogicalDate? = nil, note: PrayerWindowNote? = nil
  ) {
    self.key = key
    rule = key.subject
    ruleTitle = config.title
    self.title = title.isEmpty ? config.title : title
    self.occurrenceDate = occurrenceDate
    self.lastDate = lastDate ?? occurrenceDate
    windowStart = window.lowerBound
    windowEnd = window.upperBound
    effortMinutes = config.effortMinutes
    placement = config.countedPlacement
    remindBeforeStartMinutes = config.remindAtStart ? 0 : nil
    remindBeforeEndMinutes = config.remindBeforeEndMinutes
    self.note = note
  }

  /// A one-off; `nil` if it has no window.
  init?(_ anchor: Anchor) {
    guard let day = anchor.occurrenceDate, let start = anchor.windowStart,
      let end = anchor.windowEnd, start < end, !anchor.isRemoved
    else { return nil }
    key = AnchorKey(subject: anchor.id)
    ruleTitle = anchor.title
    title = anchor.title
    occurrenceDate = day
    lastDate = day
    windowStart = start
    windowEnd = end
    effortMinutes = anchor.effortMinutes
    placement = .fixed
    remindBeforeStartMinutes = anchor.remindBeforeStartMinutes
    remindBeforeEndMinutes = anchor.remindBeforeEndMinutes
  }
}
