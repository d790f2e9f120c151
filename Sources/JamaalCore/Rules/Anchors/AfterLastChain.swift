/// The windows of one slot of an after-last rule that nobody decided about.
///
/// The next window opens so many days after the latest day on which the slot was handled. One that
/// closes without a word was missed, and the next opens the day after. A pure function of what was
/// handled, of the rule's history and of the last ended day: whether any device ran on a day makes
/// no difference.
package struct AfterLastChain {
  /// From a day on, what the rule says of the slot.
  package struct Epoch {
    package var from: LogicalDate
    /// `nil` while the rule rests, is read by nobody, or has no such slot.
    package var terms: Terms?

    package init(from: LogicalDate, terms: Terms?) {
      self.from = from
      self.terms = terms
    }
  }

  /// What a window follows from.
  package struct Terms: Hashable {
    var minDays: Int
    var maxDays: Int
    /// When it was last handled before the rule knew.
    var start: LogicalDate
    var breaks: BreakRanges
    var endDate: LogicalDate?

    package init(
      minDays: Int, maxDays: Int, start: LogicalDate, breaks: BreakRanges = BreakRanges([]),
      endDate: LogicalDate? = nil
    ) {
      self.minDays = minDays
      self.maxDays = maxDays
      self.start = start
      self.breaks = breaks
      self.endDate = endDate
    }
  }

  /// The days of a window, first and last.
  package typealias Window = ClosedRange<LogicalDate>

  /// Ascending, the first at the day the rule was made.
  let epochs: [Epoch]
  /// Days on which the slot was handled in time, ascending.
  let handled: [LogicalDate]
  let lastEnded: LogicalDate

  private enum Base {
    case start
    case handled(LogicalDate)
    /// The day a missed window closed, and how many days it was open after its first.
    case missed(LogicalDate, length: Int)
  }

  /// Joins epochs that say the same.
  package init(epochs: [Epoch], handled: [LogicalDate], lastEnded: LogicalDate) {
    var joined: [Epoch] = []
    for epoch in epochs where joined.last.map({ $0.terms != epoch.terms }) ?? true {
      joined.append(epoch)
    }
    self.epochs = joined
    self.handled = handled.sorted()
    self.lastEnded = lastEnded
  }

  /// Missed windows, and the one that is open or comes next; the late-corrected ones among them.
  package var windows: [Window] {
    guard let first = epochs.first?.from else { return [] }
    var result: [Window] = []
    var base = Base.start
    var day = first
    for next in handled {
      walk(from: day, base, until: next, &result)
      base = .handled(next)
      day = max(day, next)
    }
    walk(from: day, base, until: nil, &result)
    return result
  }

  private func walk(
    from first: LogicalDate, _ base: Base, until handled: LogicalDate?, _ result: inout [Window]
  ) {
    var base = base
    var day = first
    while true {
      let index = epochs.lastIndex { $0.from <= day } ?? 0
      let next = epochs.indices.contains(index + 1) ? epochs[index + 1].from : nil
      if let handled, handled < day { return }
      guard let terms = epochs[index].terms, let window = window(terms, base, from: day) else {
        guard let next else { return }
        day = next
        continue
      }
      let close = window.upperBound
      if let handled, handled <= close, next.map({ handled < $0 }) ?? true { return }
      if let next, next <= close {
        // The edit reaches a window that has not closed.
        day = next
        continue
      }
      result.append(window)
      guard close <= lastEnded else { return }
      base = .missed(close, length: close - window.lowerBound)
      day = close + 1
    }
  }

  /// The window that follows from what was last known, as seen on a day.
  private func window(_ terms: Terms, _ base: Base, from day: LogicalDate) -> Window? {
    var open: LogicalDate
    var length = terms.maxDays - terms.minDays
    switch base {
    case .start: open = terms.start + terms.minDays
    case .handled(let last): open = max(last, terms.start) + terms.minDays
    case .missed(let close, _) where terms.start > close: open = terms.start + terms.minDays
    case .missed(let close, let before):
      open = close + 1
      length = before
    }
    // One that would have ended before anybody could have known of it is due now.
    if open + length < day { open = day }
    guard let shifted = terms.breaks.firstOpen(from: open) else { return nil }
    if let end = terms.endDate, shifted > end { return nil }
    return shifted...shifted + length
  }
}
