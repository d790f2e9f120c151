public import ReplicaStore

/// What was chosen for one day; how the day was lived follows from the facts (`DayRecord`).
public struct DayPlan: Record, Equatable {
  /// Made from the date.
  public let id: RecordID
  /// The day.
  public var date: LogicalDate?
  /// The level chosen for it; `nil` if nobody chose one.
  public var capacity: CapacityLevel?
  /// When its plan was last confirmed; what follows is the plan as it was then.
  public var planningCompletedAt: Instant?
  /// The level of the plan, also where it was only the weekday's default.
  public var plannedCapacity: CapacityLevel?
  /// The minutes of its tasks.
  public var plannedTaskMinutes = 0
  /// The minutes there were for them.
  public var freeMinutes = 0
  /// The minutes of commitments and habits.
  public var committedMinutes = 0
  /// Planned minutes in percent of the budget.
  public var loadScore = 0
  /// Whether that was more than the day had room for.
  public var wasOverloaded = false

  /// A plan with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// The plan of a day.
  public init(date: LogicalDate) {
    self.init(id: Self.id(date: date))
    self.date = date
  }

  /// The id for one day.
  public static func id(date: LogicalDate) -> RecordID {
    .named("day_plan", .integer(Int64(date.dayNumber)))
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<DayPlan>(
    "day_plan",
    [
      Field("date", \.date, isKey: true),
      Field("capacity", \.capacity, merge: .history),
      Field("planningCompletedAt", \.planningCompletedAt, merge: .history, group: "plan"),
      Field("plannedCapacity", \.plannedCapacity, merge: .history, group: "plan"),
      Field("plannedTaskMinutes", \.plannedTaskMinutes, merge: .history, group: "plan"),
      Field("freeMinutes", \.freeMinutes, merge: .history, group: "plan"),
      Field("committedMinutes", \.committedMinutes, merge: .history, group: "plan"),
      Field("loadScore", \.loadScore, merge: .history, group: "plan"),
      Field("wasOverloaded", \.wasOverloaded, merge: .history, group: "plan"),
    ])

  /// The plan as it was confirmed; `nil` for a day without one.
  public var snapshot: PlanSnapshot? {
    get {
      guard planningCompletedAt != nil else { return nil }
      return PlanSnapshot(
        level: plannedCapacity ?? .medium, plannedTaskMinutes: plannedTaskMinutes,
        freeMinutes: freeMinutes, committedMinutes: committedMinutes, loadScore: loadScore,
        wasOverloaded: wasOverloaded)
    }
    set {
      plannedCapacity = newValue?.level
      plannedTaskMinutes = newValue?.plannedTaskMinutes ?? 0
      freeMinutes = newValue?.freeMinutes ?? 0
      committedMinutes = newValue?.committedMinutes ?? 0
      loadScore = newValue?.loadScore ?? 0
      wasOverloaded = newValue?.wasOverloaded ?? false
    }
  }
}
