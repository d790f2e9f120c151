/// Days on which a habit rests.
public struct PauseSpan: Hashable, Sendable {
  /// The first day.
  public var first: LogicalDate
  /// The last day; `nil` until it is resumed.
  public var last: LogicalDate?
  /// Why.
  public var reason: PauseReason

  /// Makes a value from its parts.
  public init(first: LogicalDate, last: LogicalDate?, reason: PauseReason = .other) {
    self.first = first
    self.last = last
    self.reason = reason
  }

  /// Whether a day is one of them; both ends are.
  public func contains(_ day: LogicalDate) -> Bool {
    first <= day && last.map { day <= $0 } ?? true
  }

  /// Whether two share a day.
  func overlaps(_ other: PauseSpan) -> Bool {
    contains(other.first) || other.contains(first)
  }
}

/// All pauses of a habit, with overlapping ones as one.
public struct HabitPauses: Hashable, Sendable {
  /// Ascending; no two share a day.
  public let spans: [PauseSpan]

  /// Joins pauses that overlap: the longer end stays, and an open end stays open.
  ///
  /// A joined pause has the reason of the one that begins first; of several that begin together,
  /// of the longest.
  ///
  /// - Parameter spans: Pauses in any order; one that ends before it starts is none.
  public init(_ spans: some Sequence<PauseSpan>) {
    let sorted = spans.filter { span in span.last.map { $0 >= span.first } ?? true }
      .sorted { Self.key($0) < Self.key($1) }
    var joined: [PauseSpan] = []
    for span in sorted {
      guard let previous = joined.last, previous.overlaps(span) else {
        joined.append(span)
        continue
      }
      var end = previous.last
      if let last = span.last, let known = end { end = max(known, last) } else { end = nil }
      joined[joined.count - 1].last = end
    }
    self.spans = joined
  }

  private static func key(_ span: PauseSpan) -> (Int, Int, String) {
    (span.first.dayNumber, -(span.last?.dayNumber ?? Int.max), span.reason.text)
  }

  /// The pause that covers a day.
  ///
  /// - Parameter day: Any day.
  /// - Returns: `nil` if the habit does not rest then.
  public func span(on day: LogicalDate) -> PauseSpan? { spans.first { $0.contains(day) } }

  /// Whether the habit rests on a day.
  public func cover(_ day: LogicalDate) -> Bool { span(on: day) != nil }

  /// The first pause that begins after a day.
  ///
  /// - Parameter day: Any day.
  /// - Returns: `nil` if none does.
  public func next(after day: LogicalDate) -> PauseSpan? { spans.first { $0.first > day } }
}
