/// What a time of day, or a habit, shows for one day in its grid.
public enum HabitCell: String, Hashable, Sendable, CaseIterable {
  /// Nothing to say: not due, not over yet, paused, or before it existed.
  case empty
  /// Due, past, and nothing was done.
  case missed
  /// Less than half of the target.
  case partialLow
  /// Half of the target or more.
  case partialHigh
  /// The target was reached; for a habit of avoiding, slips stayed within what is allowed.
  case complete

  /// Whether the day counts in a read: something is settled about it.
  public var isResolved: Bool { self != .empty }
}

/// What the grid has to know about a time of day's day.
public struct HabitDayFacts: Hashable, Sendable {
  /// The day.
  public var day: LogicalDate
  /// The reader's today.
  public var today: LogicalDate
  /// The day it was made on.
  public var created: LogicalDate
  /// The schedule as it is now.
  public var schedule: HabitSchedule
  /// Whether the habit rests that day.
  public var isPaused: Bool
  /// What was logged.
  public var reading: HabitReading
  /// Whether anything at all was done with the planner that day.
  public var isEngaged: Bool

  /// Makes a value from its parts.
  public init(
    day: LogicalDate, today: LogicalDate, created: LogicalDate, schedule: HabitSchedule,
    isPaused: Bool, reading: HabitReading, isEngaged: Bool
  ) {
    self.day = day
    self.today = today
    self.created = created
    self.schedule = schedule
    self.isPaused = isPaused
    self.reading = reading
    self.isEngaged = isEngaged
  }

  /// Whether the day could ask for the habit at all.
  public var isDue: Bool {
    day <= today && day >= created && !isPaused && schedule.includes(day) && reading.kind.isKnown
  }

  /// The cell.
  public var cell: HabitCell {
    guard isDue else { return .empty }
    if reading.kind == .avoid {
      if day == today { return .empty }
      if reading.amount > reading.target { return .missed }
      return isEngaged ? .complete : .empty
    }
    if reading.isDone { return .complete }
    if reading.amount > 0 {
      return reading.amount * 2 < reading.target ? .partialLow : .partialHigh
    }
    return day < today && !schedule.isWeekly ? .missed : .empty
  }

  /// Whether the day is settled: what is not finished today can still be.
  public var isResolved: Bool {
    let cell = cell
    return cell.isResolved && (day < today || cell == .complete)
  }

  /// The share that a settled day adds: 1 for complete, its part of the target, 0 for missed.
  public var share: Double {
    switch cell {
    case .complete: 1
    case .partialLow, .partialHigh: reading.share
    case .missed, .empty: 0
    }
  }
}

extension HabitCell {
  /// What several times of day, or several habits, come to on one day.
  ///
  /// Complete when each of them was; otherwise the part that was done, missed if that is nothing. A
  /// day that is still open is empty until everything is complete.
  ///
  /// - Parameter days: One for each; those that are not due play no part.
  /// - Returns: Empty if nothing is due or settled.
  public static func together(_ days: some Collection<HabitDayFacts>) -> HabitCell {
    if days.count == 1, let only = days.first { return only.cell }
    let due = days.filter { $0.isDue }
    if let first = due.first, first.day == first.today {
      return due.allSatisfy { $0.cell == .complete } ? .complete : .empty
    }
    let settled = due.filter { $0.cell.isResolved }
    guard !settled.isEmpty else { return .empty }
    if settled.allSatisfy({ $0.cell == .complete }) { return .complete }
    let share = settled.reduce(0) { $0 + $1.share } / Double(settled.count)
    if share == 0 { return .missed }
    return share < 0.5 ? .partialLow : .partialHigh
  }
}
