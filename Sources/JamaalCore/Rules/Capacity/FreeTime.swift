/// What a working day has left once everything that cannot be put off has taken its time.
///
/// Fixed commitments cut the day into gaps; flexible ones and habits come off the total without
/// cutting it, because their place within the day is open. The blocks, busy and free in turn, make
/// up the working day exactly.
public struct FreeTime: Hashable, Sendable {
  /// The day it was worked out for.
  public let workingDay: WorkingDay
  /// What fixed commitments take, in order of time; two blocks never touch.
  public let busyBlocks: [BusyBlock]
  /// The gaps, in order of time, short ones included.
  public let freeBlocks: [FreeBlock]
  /// The minutes of fixed and flexible commitments and of habits.
  public let committedMinutes: Int
  /// The minutes left for tasks, never below 0.
  public let freeMinutes: Int
  /// How many of the commitments do not say how long they take, and so count as nothing.
  public let missingDurations: Int

  /// Works out a day.
  ///
  /// - Parameters:
  ///   - workingDay: What is left of the day, or all of it.
  ///   - commitments: The day's Anchors in any order; those outside the working day do not count.
  ///   - habitMinutes: The minutes that habits still need.
  /// - Complexity: O(n log n) in the number of commitments.
  public init(
    workingDay: WorkingDay, commitments: some Sequence<Commitment>, habitMinutes: Int
  ) {
    var busy: [BusyBlock] = []
    var flexibleMinutes = 0
    var missing = 0
    for commitment in commitments where commitment.takesTime {
      guard commitment.windowStart < workingDay.end, commitment.isOpen(after: workingDay.start)
      else { continue }
      if commitment.effortMinutes == nil { missing += 1 }
      switch commitment.placement {
      case .fixed:
        if let block = commitment.block(in: workingDay) { busy.append(block) }
      case .flexible: flexibleMinutes += commitment.countedMinutes
      }
    }
    let blocks = Self.merged(busy)
    let gaps = Self.gaps(between: blocks, in: workingDay)
    let openMinutes = flexibleMinutes + min(max(habitMinutes, 0), Budget.minutesMax)
    self.workingDay = workingDay
    busyBlocks = blocks
    freeBlocks = gaps
    committedMinutes = blocks.reduce(openMinutes) { $0 + $1.minutes }
    freeMinutes = max(0, gaps.reduce(-openMinutes) { $0 + $1.minutes })
    missingDurations = missing
  }

  /// The gaps that are long enough to be shown.
  public var shownFreeBlocks: [FreeBlock] { freeBlocks.filter(\.isShown) }

  /// The longest gap, the earliest of those if there are several; `nil` if there is none.
  public var longestFreeBlock: FreeBlock? {
    var longest: FreeBlock?
    for block in freeBlocks where block.minutes > longest?.minutes ?? 0 { longest = block }
    return longest
  }

  /// Whether a task finds room in one piece.
  ///
  /// - Parameter effortMinutes: Its estimate; a task without one is never said not to fit.
  /// - Returns: `false` if it is longer than the longest gap. Worth a quiet word, never a refusal.
  public func fits(effortMinutes: Int?) -> Bool {
    effortMinutes.map { $0 <= longestFreeBlock?.minutes ?? 0 } ?? true
  }

  /// The blocks in order of time, those that overlap or touch made one.
  private static func merged(_ blocks: [BusyBlock]) -> [BusyBlock] {
    let ordered = blocks.sorted {
      $0.start != $1.start
        ? $0.start < $1.start
        : $0.end != $1.end ? $0.end < $1.end : $0.first.id < $1.first.id
    }
    var merged: [BusyBlock] = []
    for block in ordered {
      guard let previous = merged.last, block.start <= previous.end else {
        merged.append(block)
        continue
      }
      if block.end > previous.end {
        merged[merged.count - 1].end = block.end
        merged[merged.count - 1].last = block.last
      }
    }
    return merged
  }

  private static func gaps(between blocks: [BusyBlock], in day: WorkingDay) -> [FreeBlock] {
    var gaps: [FreeBlock] = []
    var start = day.start
    var previous: Commitment?
    for block in blocks {
      if start < block.start {
        gaps.append(
          FreeBlock(start: start, end: block.start, after: previous, before: block.first))
      }
      start = block.end
      previous = block.last
    }
    if start < day.end {
      gaps.append(FreeBlock(start: start, end: day.end, after: previous, before: nil))
    }
    return gaps
  }
}

extension Commitment {
  /// The minutes taken into account.
  fileprivate var countedMinutes: Int { min(max(effortMinutes ?? 0, 0), Budget.minutesMax) }

  /// Whether any of it can lie after an instant.
  ///
  /// A fixed one may last longer than its window; `block(in:)` knows where it ends.
  fileprivate func isOpen(after instant: Instant) -> Bool {
    placement == .fixed || windowEnd > instant
  }

  /// Its part of a working day; `nil` if it takes none of it.
  fileprivate func block(in day: WorkingDay) -> BusyBlock? {
    // A start further back than any effort reaches makes no difference, and could overflow.
    let earliest = day.start - Budget.minutesMax * 60
    let start = max(windowStart, earliest).wholeMinute
    let end = min(start + countedMinutes * 60, day.end)
    let clipped = max(start, day.start)
    guard clipped < end else { return nil }
    return BusyBlock(start: clipped, end: end, first: self, last: self)
  }
}
