public import ReplicaStore

/// Something that a tick did, for a face to take up or to leave.
///
/// Only days that ended since the device last looked are told of, and of those the last
/// ``daysMax``: a new device and one that slept for a season show no burst.
public enum TickSignal: Hashable, Sendable {
  /// What every device starts with was written.
  case seeded
  /// A day ended.
  case dayEnded(LogicalDate)
  /// A task was put off because its day ended: from which days, and how often that makes in all.
  case taskDeferred(RecordID, from: ClosedRange<LogicalDate>, count: Int)
  /// A task reads as of low importance from now on, because it was put off for the third time.
  case importanceEased(RecordID)
  /// The day that a planning was for ended without a plan.
  case planningLapsed(LogicalDate)
  /// A focus session was closed by the end of its day.
  case sessionClosed(RecordID)
  /// An Anchor's window closed with nobody having said anything.
  case anchorMissed(AnchorKey)

  /// How many ended days are told of at once.
  public static let daysMax = 31
}
