public import ReplicaStore
import SQLite

extension Planner {
  /// Lets a habit rest from a day on; overlapping pauses become one with the longer end.
  ///
  /// - Parameters:
  ///   - id: The habit.
  ///   - first: The first day.
  ///   - last: The last day; `nil` until it is resumed.
  ///   - reason: Why.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `archived`, or `badValue` if the end is before the
  ///   start, and nothing is written; `ReplicaError`.
  @discardableResult
  public func pauseHabit(
    _ id: RecordID, from first: LogicalDate, through last: LogicalDate?,
    reason: PauseReason = .other, _ context: DayContext
  ) throws -> HabitReceipt {
    try actOnHabit(id, context) { habit, transaction, _, made in
      guard !habit.isArchived else {
        throw PlannerError(.archived, "“\(habit.title)” is archived, so it rests already.")
      }
      if let last, last < first {
        throw PlannerError(
          .badValue, "A pause ends on the day it starts or later. Choose a later end.")
      }
      var pause = HabitPause(id: transaction.newID())
      pause.habit = id
      pause.firstDay = first
      pause.lastDay = last
      pause.reason = reason
      try transaction.insert(pause)
      made.append(.pause(pause.id))
    }
  }

  /// Takes a habit up again: its pause ends the day before, or goes if it had not begun.
  ///
  /// - Parameters:
  ///   - id: The habit.
  ///   - day: The first day on which it is due again; `nil` for today.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `badValue` if it does not rest then and no pause
  ///   comes later; `ReplicaError`.
  @discardableResult
  public func resumeHabit(
    _ id: RecordID, on day: LogicalDate? = nil, _ context: DayContext
  ) throws -> HabitReceipt {
    try actOnHabit(id, context) { habit, transaction, moment, _ in
      let day = day ?? moment.today
      let records = try transaction.pauseRecords(of: id)
      let pauses = HabitPauses(records.compactMap(\.span))
      guard let ended = pauses.span(on: day) ?? pauses.next(after: day) else {
        throw PlannerError(.badValue, "“\(habit.title)” does not rest, so there is nothing to end.")
      }
      for var record in records {
        guard let span = record.span, span.overlaps(ended) else { continue }
        if span.first >= day {
          record.isRemoved = true
        } else if span.contains(day) {
          record.lastDay = day - 1
        } else {
          continue
        }
        try transaction.write(record, \.lastDay)
      }
    }
  }
}

extension ReadTransaction {
  /// The pauses of a habit as they were written.
  func pauseRecords(of habit: RecordID) throws -> [HabitPause] {
    try records(HabitPause.self, where: "habit = ?") { (statement) throws(SQLiteError) in
      try statement.bind(high: habit.high, low: habit.low, at: 1)
    }.sorted { $0.id < $1.id }
  }
}
