public import ReplicaStore

/// An Anchor as a running timer sees it.
public struct FocusAnchor: Hashable, Sendable {
  /// Which one.
  public var id: RecordID
  /// What it is called.
  public var title: String
  /// When its window opens.
  public var windowStart: Instant
  /// When its window closes.
  public var windowEnd: Instant
  /// Whether it has its place in the day; flexible ones never appear.
  public var isFixed: Bool
  /// Whether nobody has decided on it yet.
  public var isPending: Bool

  /// Makes a value from its parts.
  public init(
    id: RecordID, title: String, windowStart: Instant, windowEnd: Instant, isFixed: Bool = true,
    isPending: Bool = true
  ) {
    self.id = id
    self.title = title
    self.windowStart = windowStart
    self.windowEnd = windowEnd
    self.isFixed = isFixed
    self.isPending = isPending
  }
}

/// The one line about an Anchor that the timer shows: told, and never in the way.
public struct ApproachingEdge: Hashable, Sendable {
  /// What is coming.
  public enum Kind: String, Hashable, Sendable {
    /// An open window is closing soon.
    case closes
    /// A window opens soon.
    case opens
  }

  /// The Anchor.
  public var anchor: FocusAnchor
  /// What is coming.
  public var kind: Kind
  /// In how many minutes, a part of one counting as one.
  public var minutes: Int

  /// How long before a window opens it is told, in minutes.
  public static let openingMinutes = 30
  /// The shortest time before a window closes in which it closes soon, in minutes.
  public static let closingMinutesMin = 10

  /// The most urgent line, if there is any.
  ///
  /// One that is open, still pending and closing soon goes before one that opens soon; then the one
  /// that is nearer.
  /// - Parameters:
  ///   - anchors: The Anchors around, in any order.
  ///   - now: The instant.
  /// - Returns: `nil` if nothing is near.
  public static func nearest(
    of anchors: some Sequence<FocusAnchor>, at now: Instant
  ) -> ApproachingEdge? {
    anchors.compactMap { ApproachingEdge($0, at: now) }.min { left, right in
      if left.kind != right.kind { return left.kind == .closes }
      return (left.edge, left.anchor.id) < (right.edge, right.anchor.id)
    }
  }

  private var edge: Instant { kind == .closes ? anchor.windowEnd : anchor.windowStart }

  private init?(_ anchor: FocusAnchor, at now: Instant) {
    guard anchor.isPending, anchor.isFixed, now < anchor.windowEnd else { return nil }
    if now < anchor.windowStart {
      kind = .opens
      guard anchor.windowStart <= now + Self.openingMinutes * 60 else { return nil }
    } else {
      kind = .closes
      let lastQuarter = (anchor.windowEnd.millis - anchor.windowStart.millis) / 4
      let soon = max(lastQuarter, Int64(Self.closingMinutesMin) * 60_000)
      guard anchor.windowEnd.millis - now.millis <= soon else { return nil }
    }
    self.anchor = anchor
    minutes = 0
    minutes = Int((edge.millis - now.millis + 59_999) / 60_000)
  }
}
