/// A stretch of time, in seconds since 1970, in which the offset does not change.
struct ZoneSpan: Equatable {
  /// The first second of it, `Int64.min` if it has always been so.
  var start: Int64
  /// The first second after it, `Int64.max` if it stays so.
  var end: Int64
  /// What clocks show.
  var type: LocalTimeType
}

extension TimeZoneRules {
  /// The stretch around a second since 1970; stretches join without gaps and are never empty.
  ///
  /// Binary search among the transitions, then the rule for what comes after them.
  func span(at second: Int64) -> ZoneSpan {
    let next = transitionCount(upTo: second)
    if next == transitions.count, let rule {
      var span = rule.span(at: second)
      span.start = max(span.start, transitions.last ?? Int64.min)
      return span
    }
    // Before the first transition the file's first type holds. Source: RFC 9636, section 3.2.
    let index = next == 0 ? 0 : Int(transitionTypes[next - 1])
    return ZoneSpan(
      start: next == 0 ? Int64.min : transitions[next - 1],
      end: next < transitions.count ? transitions[next] : Int64.max,
      type: types[index])
  }

  /// How many transitions are at or before a second.
  private func transitionCount(upTo second: Int64) -> Int {
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
