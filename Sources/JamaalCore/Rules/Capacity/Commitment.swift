public import ReplicaStore

/// Something that takes a day's time whatever else is planned: an Anchor, as free time sees it.
public struct Commitment: Hashable, Sendable {
  /// Which one.
  public var id: RecordID
  /// What it is called, so that the gaps around it can be named.
  public var title: String
  /// Whether it has its place in the day.
  public var placement: Placement
  /// When its window opens.
  public var windowStart: Instant
  /// When its window closes.
  public var windowEnd: Instant
  /// The time it takes, which is not the length of its window; `nil` is not known and counts as 0.
  public var effortMinutes: Int?
  /// Whether it takes time at all.
  ///
  /// For what is left of a day: only while it is pending. For a day as it was lived: unless it was
  /// skipped or left to somebody else.
  public var takesTime: Bool

  /// How a commitment takes its time.
  public enum Placement: Hashable, Sendable {
    /// From the start of its window on, cutting the day in two.
    case fixed
    /// Somewhere within its window, so it comes off the day's total.
    case flexible
  }

  /// Makes a value from its parts.
  public init(
    id: RecordID, title: String, placement: Placement, windowStart: Instant, windowEnd: Instant,
    effortMinutes: Int?, takesTime: Bool = true
  ) {
    self.id = id
    self.title = title
    self.placement = placement
    self.windowStart = windowStart
    self.windowEnd = windowEnd
    self.effortMinutes = effortMinutes
    self.takesTime = takesTime
  }
}
