/// Some days on which a rule rests.
public struct BreakRange: Hashable, Sendable {
  /// The first day.
  public var first: LogicalDate
  /// The last day, inclusive; `nil` is open.
  public var last: LogicalDate?
  /// Why.
  public var reason: BreakReason

  /// Makes a value from its parts.
  public init(first: LogicalDate, last: LogicalDate?, reason: BreakReason = .other) {
    self.first = first
    self.last = last
    self.reason = reason
  }

  /// Whether a day lies in it.
  ///
  /// - Parameter day: The day.
  /// - Returns: Whether the rule rests then.
  public func contains(_ day: LogicalDate) -> Bool {
    first <= day && last.map { day <= $0 } ?? true
  }
}

/// A rule's breaks, overlapping ones made one.
public struct BreakRanges: Hashable, Sendable {
  /// Ascending, none overlapping another.
  public let ranges: [BreakRange]

  /// Joins breaks; of overlapping ones the earlier's reason stays and the longer end wins.
  ///
  /// - Parameter breaks: In any order; one that ends before it starts counts for nothing.
  public init(_ breaks: some Sequence<BreakRange>) {
    let sorted = breaks.filter { range in range.last.map { range.first <= $0 } ?? true }.sorted {
      if $0.first != $1.first { return $0.first < $1.first }
      let ends = ($0.last?.dayNumber ?? Int.max, $1.last?.dayNumber ?? Int.max)
      return ends.0 != ends.1 ? ends.0 > ends.1 : $0.reason.text < $1.reason.text
    }
    var merged: [BreakRange] = []
    for range in sorted {
      guard let previous = merged.last, previous.last.map({ range.first <= $0 }) ?? true else {
        merged.append(range)
        continue
      }
      guard let end = previous.last else { continue }
      merged[merged.count - 1].last = range.last.map { max(end, $0) }
    }
    ranges = merged
  }

  /// The break that a day lies in.
  ///
  /// - Parameter day: The day.
  /// - Returns: `nil` if the rule does not rest.
  public func covering(_ day: LogicalDate) -> BreakRange? {
    ranges.first { $0.contains(day) }
  }

  /// The first day from one on that is in no break; `nil` if an open one covers it.
  ///
  /// - Parameter day: The day.
  /// - Returns: `day` itself if it is in none.
  public func firstOpen(from day: LogicalDate) -> LogicalDate? {
    var day = day
    for range in ranges where range.contains(day) {
      guard let last = range.last else { return nil }
      day = last + 1
    }
    return day
  }
}
