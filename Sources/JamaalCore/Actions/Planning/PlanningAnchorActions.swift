import ReplicaStore

/// What a person fills in to make a one-off Anchor while planning; its day is the planned one.
public struct PlannedAnchorDraft: Hashable, Sendable {
  /// What it is.
  public var title: String
  /// When its window opens; a time before the rollover is in the night after the planned day.
  public var start: WallClock
  /// How long its window is.
  public var windowMinutes: Int
  /// The minutes it takes; `nil` if it takes all of its window, as an appointment does.
  public var effortMinutes: Int?

  /// Makes a value from its parts.
  public init(
    title: String, start: WallClock, windowMinutes: Int = 60, effortMinutes: Int? = nil
  ) {
    self.title = title
    self.start = start
    self.windowMinutes = windowMinutes
    self.effortMinutes = effortMinutes
  }

  /// The same for a day.
  func oneOff(on date: LogicalDate, _ moment: PlannerMoment) throws -> OneOffDraft {
    // What is no length is left to the check, which says so, instead of overflowing here.
    let minutes = AnchorRule.windowMinutesRange.contains(windowMinutes) ? windowMinutes : 0
    let start = moment.boundary.instant(of: start, on: date, in: moment.context.zone)
    var draft = OneOffDraft(
      title: title, start: start, end: start + minutes * 60, effortMinutes: effortMinutes)
    if effortMinutes == nil { draft.effortMinutes = draft.windowMinutes }
    return try draft.checked(now: moment.now)
  }
}

extension Planner {
  /// Makes a one-off Anchor for the day being planned.
  ///
  /// It is a fixed commitment of that day at once: the gaps of Build and the load follow.
  /// - Parameters:
  ///   - draft: What the person filled in.
  ///   - forDate: The day being planned.
  ///   - context: The moment and the place.
  /// - Returns: The Anchor, and what undoes it.
  /// - Throws: `PlannerError` with `planning` or `badValue`, and nothing is written; `ReplicaError`.
  public func addPlannedAnchor(
    _ draft: PlannedAnchorDraft, in forDate: LogicalDate, _ context: DayContext
  ) throws -> PlanningReceipt {
    var made: RecordID?
    var receipt = try plan(forDate, context) { planning in
      let checked = try draft.oneOff(on: forDate, planning.moment)
      made = try planning.transaction.insertOneOff(checked, planning.moment)
    }
    receipt.anchor = made
    return receipt
  }
}
