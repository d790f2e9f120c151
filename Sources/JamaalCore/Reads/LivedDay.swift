import ReplicaStore
import SQLite

/// A day as it was lived, in the shape of a day's plan; it follows late facts, however late.
public struct LivedDay: Hashable, Sendable {
  /// What its tasks amount to.
  public var record: DayRecord
  /// The level: the one chosen, that of its plan, or its weekday's default as of that day.
  public var level: CapacityLevel
  /// The minutes of the working day that commitments and habits left.
  public var freeMinutes: Int
  /// The minutes of commitments and habits.
  public var committedMinutes: Int
  /// Whether a person did anything on it, so that it has a record.
  public var hasActivity: Bool
  /// When its plan was last confirmed, if it has one.
  public var planningCompletedAt: Instant?
  /// Whether a level was chosen for it or a plan confirmed.
  public var isPlanned: Bool

  /// The day.
  public var date: LogicalDate { record.day }
  /// Whether the day has a row at all: other days are as if they had never been.
  public var exists: Bool { hasActivity || isPlanned }
}

extension Planner {
  /// Reads days as they were lived.
  ///
  /// - Parameters:
  ///   - days: The days; those that have not ended are read as they stand.
  ///   - context: The moment and the place.
  /// - Returns: The days that have a row, ascending.
  /// - Throws: `ReplicaError`.
  public func livedDays(
    _ days: ClosedRange<LogicalDate>, _ context: DayContext
  ) throws -> [LivedDay] {
    let moment = try tick(context)
    return try replica.read { transaction in
      try LivedDays(self, transaction, moment).read(days).filter(\.exists)
    }
  }
}

/// Adds days up from the facts, many at a time: each task is folded once.
struct LivedDays {
  private let planner: Planner
  private let transaction: ReadTransaction
  private let moment: PlannerMoment
  private let settings: SettingsHistory
  private let anchors: AnchorFold

  /// So many days are added up together, which bounds the work for each task.
  private static let chunkDays = 28

  init(_ planner: Planner, _ transaction: ReadTransaction, _ moment: PlannerMoment) throws {
    self.planner = planner
    self.transaction = transaction
    self.moment = moment
    settings = try SettingsHistory(transaction)
    anchors = try AnchorFold(transaction, moment)
  }

  /// Every day of a range, also those without a row.
  func read(_ days: ClosedRange<LogicalDate>) throws -> [LivedDay] {
    var result: [LivedDay] = []
    var first = days.lowerBound
    while first <= days.upperBound {
      let last = min(first + (Self.chunkDays - 1), days.upperBound)
      let states = try taskIDs(first...last).compactMap {
        try transaction.task($0, through: moment.lastEnded)?.state
      }
      for day in first...last { result.append(try lived(day, states)) }
      first = last + 1
    }
    return result
  }

  /// The tasks that can belong to these days.
  private func taskIDs(_ days: ClosedRange<LogicalDate>) throws -> [RecordID] {
    let found = try transaction.database.rows(
      """
      SELECT task FROM local_act WHERE day BETWEEN ?1 AND ?2
      UNION SELECT task FROM local_deferral WHERE first_day <= ?2 AND last_day >= ?1
      UNION SELECT id FROM local_task WHERE is_live = 1 AND due <= ?2
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(days.lowerBound.dayNumber, at: 1)
      try statement.bind(days.upperBound.dayNumber, at: 2)
    } row: {
      $0.recordID(0)
    }
    let timed = try transaction.tasksTimed(on: days)
    return timed.isEmpty ? found : Set(found).union(timed).sorted()
  }

  private func lived(_ day: LogicalDate, _ states: [TaskState]) throws -> LivedDay {
    let plan = try transaction.record(DayPlan.self, DayPlan.id(date: day))
    let level = plan?.level ?? settings.defaultLevel(of: day)
    let record = try DayRecord(day: day, tasks: states, budget: settings.budget(level, on: day)) {
      try transaction.timedMinutes(of: $0, through: day)
    }
    let freeTime = try freeTime(of: day)
    return LivedDay(
      record: record, level: level, freeMinutes: freeTime.freeMinutes,
      committedMinutes: freeTime.committedMinutes,
      hasActivity: try record.completedCount > 0 || hasOtherActivity(day),
      planningCompletedAt: plan?.planningCompletedAt,
      isPlanned: plan?.capacity != nil || plan?.planningCompletedAt != nil)
  }

  /// The whole working day, in the zone that the day was lived in.
  private func freeTime(of day: LogicalDate) throws -> FreeTime {
    let name = try DayZones.zone(of: day, in: transaction.database) ?? ""
    let zone = planner.zone(name, fallback: moment.context.zone)
    return FreeTime(
      workingDay: WorkingDay(date: day, settings: settings.day(asOf: day), zone: zone),
      commitments: try anchors.commitments(on: day, isLived: true),
      habitMinutes: try transaction.habitMinutes(on: day, isLived: true, moment))
  }

  /// What a person did beside completing tasks.
  private func hasOtherActivity(_ day: LogicalDate) throws -> Bool {
    if try transaction.hasReview(of: day) || transaction.hasSession(on: day) { return true }
    return try transaction.hasAnchorDecision(on: day) || transaction.hasHabitLog(for: day)
  }
}

extension ReadTransaction {
  /// Whether the evening review of a day was closed or skipped; one that lapsed is nobody's act.
  func hasReview(of day: LogicalDate) throws -> Bool {
    let id = NightPlanningSession.id(forDate: day + 1)
    let session = try record(NightPlanningSession.self, id)
    return session?.completedAt != nil || session?.skippedAt != nil
  }
}
