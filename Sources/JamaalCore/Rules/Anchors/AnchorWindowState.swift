/// Where the clock stands in an Anchor's window.
public enum AnchorWindowState: String, Hashable, Sendable {
  /// It has not opened.
  case upcoming
  /// It is open.
  case open
  /// It is open, and its last quarter or its last ten minutes have begun.
  case closingSoon
  /// It is over.
  case closed

  /// The least of a window that counts as its end, in milliseconds: ten minutes.
  private static let closingMillisMin: Int64 = 600_000

  /// Reads the clock.
  ///
  /// - Parameters:
  ///   - start: When the window opens.
  ///   - end: When it closes; that instant is no longer part of it.
  ///   - now: The moment.
  public init(from start: Instant, to end: Instant, at now: Instant) {
    if now >= end {
      self = .closed
    } else if now < start {
      self = .upcoming
    } else {
      let closing = max((end.millis - start.millis) / 4, Self.closingMillisMin)
      self = end.millis - now.millis <= closing ? .closingSoon : .open
    }
  }

  /// Whether the window is open, soon closing or not.
  public var isOpen: Bool { self == .open || self == .closingSoon }
}

extension AnchorView {
  /// Where the clock stands in its window.
  ///
  /// - Parameter now: The moment.
  /// - Returns: The state.
  public func state(at now: Instant) -> AnchorWindowState {
    AnchorWindowState(from: windowStart, to: windowEnd, at: now)
  }

  /// How much of its window is over, for a bar.
  ///
  /// - Parameter now: The moment.
  /// - Returns: 0 before it opens to 1 when it has closed.
  public func progress(at now: Instant) -> Double {
    let whole = Double(windowEnd.millis - windowStart.millis)
    guard whole > 0 else { return now < windowEnd ? 0 : 1 }
    return min(max(Double(now.millis - windowStart.millis) / whole, 0), 1)
  }

  /// Which day of a window of several days a day is.
  ///
  /// - Parameter day: The day.
  /// - Returns: `Day 2 of 3`; `nil` for a window of one day, or a day outside it.
  public func dayNumber(on day: LogicalDate) -> (number: Int, count: Int)? {
    guard lastDate > occurrenceDate, (occurrenceDate...lastDate).contains(day) else { return nil }
    return (day - occurrenceDate + 1, lastDate - occurrenceDate + 1)
  }
}
