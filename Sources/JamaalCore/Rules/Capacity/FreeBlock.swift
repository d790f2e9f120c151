/// A stretch of a working day that fixed commitments take.
public struct BusyBlock: Hashable, Sendable {
  /// Where it starts, within the working day.
  public var start: Instant
  /// Where it ends, within the working day.
  public var end: Instant
  /// The commitment it starts with, which names the gap before it.
  public var first: Commitment
  /// The commitment that ends last, which names the gap after it.
  public var last: Commitment

  /// How long it is.
  public var minutes: Int { start.minutes(to: end) }
}

/// A gap between fixed commitments, or between one and an edge of the working day.
public struct FreeBlock: Hashable, Sendable {
  /// Where it starts.
  public var start: Instant
  /// Where it ends.
  public var end: Instant
  /// The commitment it comes after, if any.
  public var after: Commitment?
  /// The commitment it comes before, if any.
  public var before: Commitment?

  /// The length from which a gap is worth showing; shorter ones still count.
  public static let shownMinutesMin = 20

  /// How long it is.
  public var minutes: Int { start.minutes(to: end) }
  /// Whether it is long enough to be shown.
  public var isShown: Bool { minutes >= Self.shownMinutesMin }

  /// Where a gap lies, told by what surrounds it.
  public enum Place: Hashable, Sendable {
    /// Nothing cuts the working day.
    case wholeDay
    /// From the day's start up to this one.
    case before(Commitment)
    /// From the first one up to the second.
    case between(Commitment, Commitment)
    /// From this one up to the day's end.
    case after(Commitment)
  }

  /// Where it lies.
  public var place: Place {
    switch (after, before) {
    case (nil, nil): .wholeDay
    case (nil, let next?): .before(next)
    case (let previous?, nil): .after(previous)
    case (let previous?, let next?): .between(previous, next)
    }
  }
}
