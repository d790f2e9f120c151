public import ReplicaStore

/// What an action on a habit did, and what undoes it.
public struct HabitReceipt: Hashable, Sendable {
  /// The habit acted on, or the group.
  public var habit: RecordID
  /// The day that was logged for, where the action was that.
  public var day: LogicalDate?
  /// How what was logged reads now, where the action was that.
  public var reading: HabitReading?
  /// The versions it wrote.
  public var versions: [VersionReference]
  /// What it counted.
  var counts: [CountUndo]
  /// What it made.
  var made: [Made]
  /// The stamp of all it wrote.
  var stamp: Stamp

  init(
    habit: RecordID, _ transaction: WriteTransaction, counts: [CountUndo] = [], made: [Made] = []
  ) {
    self.habit = habit
    versions = transaction.authored
    stamp = transaction.stamp
    self.counts = counts
    self.made = made
  }

  /// A record that was made.
  enum Made: Hashable, Sendable {
    case habit(RecordID)
    case window(RecordID)
    case group(RecordID)
    case pause(RecordID)
  }
}

extension Planner {
  /// Takes an action on a habit back, as if it had never been; later ones stay.
  ///
  /// - Parameters:
  ///   - receipt: What the action returned.
  ///   - context: The moment and the place.
  /// - Throws: `PlannerError` with `changedSince` if something was logged for what it made, and
  ///   nothing is written; `ReplicaError`.
  public func undo(_ receipt: HabitReceipt, _ context: DayContext) throws {
    try undo(receipt.acts, context)
  }
}

extension HabitReceipt {
  /// The same, as what `Planner.undo` and `Planner.remember` take.
  public var acts: [ActionReceipt] {
    // What is in a record that is deleted again needs no voiding.
    let ids = Set(made.map(\.record.id))
    let kept = versions.filter { !ids.contains($0.id) }
    return [ActionReceipt(task: habit, versions: kept, counts: counts)]
      + made.map { made in
        ActionReceipt(
          task: made.record.id, versions: [],
          made: MadeRecord(type: made.record.type, stamp: stamp))
      }
  }
}

extension HabitReceipt.Made {
  fileprivate var record: (type: String, id: RecordID) {
    switch self {
    case .habit(let id): (Habit.recordType.name, id)
    case .window(let id): (HabitTimeWindow.recordType.name, id)
    case .group(let id): (HabitGroup.recordType.name, id)
    case .pause(let id): (HabitPause.recordType.name, id)
    }
  }
}

extension AnchorReceipt {
  /// The same, as what `Planner.undo` and `Planner.remember` take.
  public var acts: [ActionReceipt] { [ActionReceipt(task: id, versions: versions)] }
}

extension FocusReceipt {
  /// The same, as what `Planner.undo` and `Planner.remember` take; not for a timer that ended.
  public var acts: [ActionReceipt] { [ActionReceipt(task: session, versions: versions)] }
}

extension PlanningReceipt {
  /// The same, as what `Planner.undo` and `Planner.remember` take.
  public var acts: [ActionReceipt] {
    let made = tasks.filter { $0.made != nil }
    let ids = Set(made.map(\.task))
    let kept = versions.filter { !ids.contains($0.id) }
    return [ActionReceipt(task: NightPlanningSession.id(forDate: forDate), versions: kept)] + made
  }
}
