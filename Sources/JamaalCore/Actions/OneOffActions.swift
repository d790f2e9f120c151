public import ReplicaStore

/// What a person fills in to make a one-off Anchor.
public struct OneOffDraft: Hashable, Sendable {
  /// What it is.
  public var title: String
  /// When its window opens.
  public var start: Instant
  /// When its window closes.
  public var end: Instant
  /// The minutes it takes.
  public var effortMinutes: Int?
  /// The minutes before its window opens at which it reminds.
  public var remindBeforeStartMinutes: Int?
  /// The minutes before its window closes at which it reminds.
  public var remindBeforeEndMinutes: Int?

  /// A draft without reminders.
  public init(
    title: String, start: Instant, end: Instant, effortMinutes: Int? = nil,
    remindBeforeStartMinutes: Int? = nil, remindBeforeEndMinutes: Int? = nil
  ) {
    self.title = title
    self.start = start
    self.end = end
    self.effortMinutes = effortMinutes
    self.remindBeforeStartMinutes = remindBeforeStartMinutes
    self.remindBeforeEndMinutes = remindBeforeEndMinutes
  }

  /// The minutes of its window, at most those that an Anchor can take.
  public var windowMinutes: Int {
    min(start.minutes(to: end), TaskDraft.effortRange.upperBound)
  }

  func checked(now: Instant) throws -> OneOffDraft {
    var draft = self
    draft.title = try AnchorRule.checkedTitle(title)
    guard start < end else {
      throw PlannerError(.badValue, "The window has to end after it starts.")
    }
    guard end > now else {
      throw PlannerError(.badValue, "The window is over already. Choose a later one.")
    }
    guard end.millis - start.millis <= Int64(AnchorRule.windowMinutesRange.upperBound) * 60_000
    else { throw PlannerError(.badValue, "A window is at most a week long.") }
    if let effortMinutes, !TaskDraft.effortRange.contains(effortMinutes) {
      throw PlannerError(.badValue, "It takes 1 to 1440 minutes, not \(effortMinutes).")
    }
    try AnchorRule.checkReminder(remindBeforeStartMinutes)
    try AnchorRule.checkReminder(remindBeforeEndMinutes)
    return draft
  }
}

extension Planner {
  /// Makes a one-off Anchor, stored on its day.
  ///
  /// - Parameters:
  ///   - draft: What the person filled in.
  ///   - context: The moment and the place.
  /// - Returns: The Anchor's id, with what undoes its making.
  /// - Throws: `PlannerError` with `badValue`, and nothing is written; `ReplicaError`.
  public func addOneOff(_ draft: OneOffDraft, _ context: DayContext) throws -> AnchorReceipt {
    let moment = try tick(context)
    let draft = try draft.checked(now: moment.now)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let id = try transaction.insertOneOff(draft, moment)
      return AnchorReceipt(id: id, versions: transaction.authored)
    }
  }

  /// Changes a one-off Anchor that is not over and that nobody decided about.
  ///
  /// - Parameters:
  ///   - id: The Anchor.
  ///   - draft: Everything as it is to be.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, `badValue`, or `anchor` if it is over or decided, and
  ///   nothing is written; `ReplicaError`.
  public func changeOneOff(
    _ id: RecordID, to draft: OneOffDraft, _ context: DayContext
  ) throws -> AnchorReceipt {
    let draft = try draft.checked(now: try tick(context).now)
    return try changeOneOff(id, context) { anchor, moment in anchor.fill(from: draft, moment) }
  }

  /// Takes a one-off Anchor away that is not over and that nobody decided about.
  ///
  /// - Parameters:
  ///   - id: The Anchor.
  ///   - context: The moment and the place.
  /// - Returns: What undoes it.
  /// - Throws: `PlannerError` with `notFound`, or `anchor` if it is over or decided, and nothing is
  ///   written; `ReplicaError`.
  public func removeOneOff(_ id: RecordID, _ context: DayContext) throws -> AnchorReceipt {
    try changeOneOff(id, context) { anchor, _ in anchor.isRemoved = true }
  }

  private func changeOneOff(
    _ id: RecordID, _ context: DayContext, _ change: (inout Anchor, PlannerMoment) -> Void
  ) throws -> AnchorReceipt {
    let moment = try tick(context)
    return try replica.write(tag: moment.tag.tag) { transaction in
      let fold = try AnchorFold(transaction, moment)
      guard var record = try transaction.record(Anchor.self, id),
        let anchor = try fold.anchor(id)
      else { throw PlannerError.noSuchAnchor }
      guard anchor.status == .pending, anchor.windowEnd > moment.now else {
        throw PlannerError(
          .anchor, "“\(anchor.title)” is \(anchor.status(at: moment.now).text), so it stays.")
      }
      change(&record, moment)
      try transaction.save(record)
      return AnchorReceipt(id: id, versions: transaction.authored, anchor: anchor)
    }
  }
}

extension WriteTransaction {
  /// Makes a one-off Anchor of a draft that was checked.
  func insertOneOff(_ draft: OneOffDraft, _ moment: PlannerMoment) throws -> RecordID {
    var anchor = Anchor(id: newID())
    anchor.fill(from: draft, moment)
    anchor.createdAt = moment.now
    try insert(anchor)
    return anchor.id
  }
}

extension Anchor {
  fileprivate mutating func fill(from draft: OneOffDraft, _ moment: PlannerMoment) {
    title = draft.title
    windowStart = draft.start
    windowEnd = draft.end
    occurrenceDate = moment.boundary.logicalDate(of: draft.start, in: moment.context.zone)
    effortMinutes = draft.effortMinutes
    remindBeforeStartMinutes = draft.remindBeforeStartMinutes
    remindBeforeEndMinutes = draft.remindBeforeEndMinutes
  }
}
