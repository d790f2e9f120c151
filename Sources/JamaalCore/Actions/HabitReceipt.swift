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

  init(
    habit: RecordID, versions: [VersionReference], counts: [CountUndo] = [], made: [Made] = []
  ) {
    self.habit = habit
    self.versions = versions
    self.counts = counts
    self.made = made
  }

  /// How a count is put back.
  enum CountUndo: Hashable, Sendable {
    /// By counting the other way, so that what others counted since stays.
    case step(RecordID, by: Int)
    /// By setting it to what it was.
    case set(RecordID, to: Int)
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
    let moment = try tick(context)
    try replica.write(tag: moment.tag.tag) { transaction in
      for case .window(let id) in receipt.made where try transaction.hasEntries(id) {
        throw PlannerError(
          PlannerError.Code(rawValue: "changedSince"),
          "Something was logged for it since, so it stays. Archive it if it is not wanted.")
      }
      try transaction.void(receipt.versions)
      for count in receipt.counts {
        switch count {
        case .step(let entry, let amount):
          try transaction.increment(\HabitEntry.amount, of: entry, by: -amount)
        case .set(let entry, let amount):
          try transaction.set(\HabitEntry.amount, of: entry, to: amount)
        }
      }
      for made in receipt.made {
        switch made {
        case .habit(let id): try transaction.remove(Habit.self, id)
        case .window(let id): try transaction.remove(HabitTimeWindow.self, id)
        case .group(let id): try transaction.remove(HabitGroup.self, id)
        case .pause(let id): try transaction.remove(HabitPause.self, id)
        }
      }
    }
  }
}

extension WriteTransaction {
  /// Deletes a record, if it is still there.
  fileprivate func remove<Model: Record>(_ model: Model.Type, _ id: RecordID) throws {
    if try record(model, id) != nil { try delete(model, id) }
  }
}
