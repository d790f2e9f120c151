/// A set of days kept as ascending ranges that neither touch nor overlap.
///
/// What a task does unattended for ten years is one range, not 3,650 entries.
public struct DayRanges: Hashable, Sendable {
  /// The ranges, ascending; between two of them lies at least one day.
  public private(set) var ranges: [ClosedRange<LogicalDate>] = []

  /// No days.
  public init() {}

  /// Whether there is no day at all.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The number of days.
  public var count: Int {
    ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound + 1) }
  }

  /// The last day.
  public var last: LogicalDate? { ranges.last?.upperBound }

  /// Adds days that all come after every day already there.
  ///
  /// - Parameter days: Days after `last`; anything else is a programmer's error and traps.
  mutating func append(_ days: ClosedRange<LogicalDate>) {
    guard let end = ranges.last else {
      ranges.append(days)
      return
    }
    precondition(end.upperBound < days.lowerBound, "ranges are added in ascending order")
    if end.upperBound + 1 == days.lowerBound {
      ranges[ranges.count - 1] = end.lowerBound...days.upperBound
    } else {
      ranges.append(days)
    }
  }

  /// Whether a day is in the set.
  ///
  /// - Parameter day: Any day.
  /// - Returns: `true` if one of the ranges holds it.
  /// - Complexity: O(log n) in the number of ranges.
  public func contains(_ day: LogicalDate) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < day { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(day)
  }
}
