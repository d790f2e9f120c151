internal import ReplicaStore

/// The versions of one value, ready to be asked what stood at the end of any day.
///
/// As of a day, the version with the largest stamp stands among those whose author lived on or
/// before that day. Neither instants nor the reader's own time play any part.
///
/// - Complexity: `init` is O(n log n), every question O(log n) unless it says otherwise.
struct Timeline<Value> {
  /// Ascending by day, then by stamp: an order in which no two versions are equal.
  let versions: [Authored<Value>]
  /// For each position, where the largest stamp up to there is.
  private let newestIndexes: [Int]

  init(_ authored: [Authored<Value>]) {
    let sorted =
      authored.count < 2
      ? authored
      : authored.sorted { ($0.tag.day, $0.stamp) < ($1.tag.day, $1.stamp) }
    var newest = 0
    versions = sorted
    newestIndexes = sorted.indices.map { index in
      if sorted[newest].stamp < sorted[index].stamp { newest = index }
      return newest
    }
  }

  /// What stands when all versions are taken together.
  var newest: Authored<Value>? {
    newestIndexes.last.map { versions[$0] }
  }

  /// What stood when a day ended.
  func newest(asOf day: LogicalDate) -> Authored<Value>? {
    let count = count(asOf: day)
    return count == 0 ? nil : versions[newestIndexes[count - 1]]
  }

  /// The versions next to a stamp, among those made on or before a day.
  ///
  /// One of the same stamp comes from the same act, which knew of both: it stood at the stamp.
  /// - Parameters:
  ///   - stamp: Where to look.
  ///   - day: Only versions made on or before this day count; `nil` for all.
  ///   - isWanted: Says whether a value after `stamp` is looked for.
  /// - Returns: What stood at `stamp`, and the first wanted version after it.
  /// - Complexity: O(n).
  func around(
    _ stamp: Stamp, asOf day: LogicalDate?, isWanted: (Value) -> Bool
  ) -> (before: Authored<Value>?, after: Authored<Value>?) {
    var before: Authored<Value>?
    var after: Authored<Value>?
    for version in versions[..<(day.map { count(asOf: $0) } ?? versions.count)] {
      if version.stamp <= stamp {
        if before.map({ $0.stamp < version.stamp }) ?? true { before = version }
      } else if isWanted(version.value), after.map({ version.stamp < $0.stamp }) ?? true {
        after = version
      }
    }
    return (before, after)
  }

  /// How many versions were made on or before a day.
  private func count(asOf day: LogicalDate) -> Int {
    var low = 0
    var high = versions.count
    while low < high {
      let middle = (low + high) / 2
      if versions[middle].tag.day <= day { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Timeline: Equatable where Value: Equatable {}
extension Timeline: Sendable where Value: Sendable {}

extension Timeline where Value == Instant? {
  /// The act that stands, of a value that is done or not done: done over done changes nothing.
  ///
  /// In an unbroken run of acts the first, by stamp, is the one that stands.
  ///
  /// - Parameter day: Only acts made on or before this day count; `nil` for all.
  /// - Returns: The act and the day of its author, or `nil` if it is not done.
  /// - Complexity: O(n).
  func standing(asOf day: LogicalDate? = nil) -> TaskOutcome? {
    let known = versions[..<(day.map { count(asOf: $0) } ?? versions.count)]
    guard let newest = known.indices.last.map({ versions[newestIndexes[$0]] }),
      newest.value != nil
    else { return nil }
    var undone: Stamp?
    for version in known where version.value == nil {
      undone = max(undone ?? version.stamp, version.stamp)
    }
    var first = newest
    for version in known where version.value != nil && version.stamp < first.stamp {
      if undone.map({ $0 < version.stamp }) ?? true { first = version }
    }
    return first.value.map {
      TaskOutcome(tag: first.tag, instant: $0, stamp: first.stamp)
    }
  }
}
