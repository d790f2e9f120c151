public import ReplicaStore

/// A habit with its grid and what it says.
public struct HabitDetail: Hashable, Sendable {
  /// One day of the grid.
  public struct Day: Hashable, Sendable {
    /// The day.
    public var day: LogicalDate
    /// The habit's cell, over its times of day.
    public var cell: HabitCell
    /// Each time of day's log, in their order.
    public var readings: [HabitReading]
    /// Whether it rests that day.
    public var isPaused: Bool
  }

  /// The habit.
  public var habit: HabitSummary
  /// The title of its group, if that is not put away.
  public var group: String?
  /// The weeks of the grid.
  public var weeks: HabitWeeks
  /// Every day of those weeks, ascending.
  public var days: [Day]
  /// What its settled days say.
  public var read: HabitRead
}

extension Planner {
  /// Reads one habit.
  ///
  /// - Parameters:
  ///   - id: The habit, archived ones too.
  ///   - weeks: How many weeks of its grid; an odd number gets one more.
  ///   - context: The moment and the place.
  /// - Returns: The habit with its grid.
  /// - Throws: `PlannerError` with `notFound`; `ReplicaError`.
  public func habit(
    _ id: RecordID, weeks: Int = HabitWeeks.countDefault, _ context: DayContext
  ) throws -> HabitDetail {
    let moment = try tick(context)
    return try replica.read { transaction in
      let weeks = HabitWeeks(weeks, through: moment.today)
      let first = min(weeks.days.lowerBound, moment.today - HabitRead.avoidDayCount + 1)
      let book = try HabitBook(
        transaction, moment, days: first...weeks.days.upperBound, only: id)
      guard let sheet = book.sheets.first else { throw PlannerError.noSuchHabit }
      return HabitDetail(
        habit: book.summary(sheet), group: book.group(of: sheet)?.title, weeks: weeks,
        days: weeks.days.map { day in
          HabitDetail.Day(
            day: day, cell: book.cell(sheet, day),
            readings: sheet.windows.map { book.reading(sheet, $0, day) },
            isPaused: sheet.pauses.cover(day))
        }, read: book.read(sheet, through: moment.today))
    }
  }
}

extension PlannerError {
  static let noSuchHabit = PlannerError(
    .notFound, "There is no such habit. List the habits to see what there is.")
}
