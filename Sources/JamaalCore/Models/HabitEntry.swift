public import ReplicaStore

/// What was logged for one time of day of a habit on one day.
///
/// Its id is made from that key, so two devices that log make one record. What is counted adds up:
/// a step is an increment of what its author saw change, and only a correction sets.
public struct HabitEntry: Record, Equatable {
  /// Made from the window and the day.
  public let id: RecordID
  /// The time of day.
  public var window: RecordID?
  /// The logical day it counts for.
  public var date: LogicalDate?
  /// The window's target as its author saw it; the one written first, by stamp, is the day's.
  public var target = 1
  /// What is counted, or slips; can be below zero after a merge, and then reads as none.
  public var amount = 0
  /// A tick of a habit that is done or not done; for one of avoiding, that the day was held.
  public var completedAt: Instant?

  /// An entry with its defaults.
  public init(id: RecordID) {
    self.id = id
  }

  /// The entry of a window and a day.
  public init(window: RecordID, date: LogicalDate) {
    self.init(id: Self.id(window: window, date: date))
    self.window = window
    self.date = date
  }

  /// The id for one window and day.
  public static func id(window: RecordID, date: LogicalDate) -> RecordID {
    .named("habit_entry", .blob(window.bytes), .integer(Int64(date.dayNumber)))
  }

  /// How it is stored and merged.
  public static let recordType = RecordType<HabitEntry>(
    "habit_entry",
    [
      Field("window", \.window, isKey: true, references: "habit_window"),
      Field("date", \.date, isKey: true),
      Field("target", \.target, merge: .history),
      Field("amount", \.amount, merge: .counter),
      Field("completedAt", \.completedAt, merge: .history),
    ])
}
