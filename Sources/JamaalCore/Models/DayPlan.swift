public import ReplicaStore

/// What was chosen for one day; how the day was lived follows from the facts (`DayRecord`).
public struct DayPlan: Record, Equatable {
  /// Made from the date.
  public let id: RecordID
  /// The day.
  public var date: LogicalDate?
  /// The level chosen for it; `nil` if nobody chose one.
  public var capacity: CapacityLevel?

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
    [Field("date", \.date, isKey: true), Field("capacity", \.capacity, merge: .history)])
}
