/// What becomes of the tasks that the reviewed day leaves behind.
///
/// Every choice goes through the rules of putting a task off (``TaskDeferral``), counted from the
/// reviewed day, so that planning after midnight changes that day's deferral and adds none.
public struct CarryForward: Hashable, Sendable {
  /// The day being planned and the one under review.
  public let target: PlanningTarget
  /// The day its author is in.
  public let today: LogicalDate

  /// Looks back at a day.
  ///
  /// - Parameters:
  ///   - target: The day being planned and the one under review.
  ///   - today: The day its author is in: the reviewed one, or after midnight the planned one.
  public init(target: PlanningTarget, today: LogicalDate) {
    self.target = target
    self.today = today
  }

  /// What became of a task so far.
  public enum Status: Hashable, Sendable {
    /// Nothing was chosen, also if the day's end has moved it on already.
    case pending
    /// It was moved to another day; `nil` is Someday.
    case moved(to: LogicalDate?)
    /// It was dropped.
    case dropped
  }

  /// What became of a task of the reviewed day.
  ///
  /// - Parameter task: The task as it stands, with every day that has ended folded in.
  /// - Returns: `nil` if it is done, or was not left by that day.
  public func status(of task: TaskState) -> Status? {
    guard task.completed == nil else { return nil }
    let reviewed = target.reviewedDay
    let isDeferred = task.isDeferred(from: reviewed)
    let isLeft = task.due.map { $0 <= reviewed } ?? false
    if let dropped = task.dropped {
      // After midnight the day's end has put the task off before it was dropped.
      let isThatDays = dropped.day == reviewed && isLeft
      return isThatDays || (isDeferred && dropped.day >= reviewed) ? .dropped : nil
    }
    if isLeft { return .pending }
    // The day's end moves what is left on by a day, also what was being timed just then.
    let isMovedOn =
      task.automaticDays.contains(reviewed) || task.carriedDays.contains(reviewed)
    if isMovedOn, task.due == target.forDate { return .pending }
    return isDeferred ? .moved(to: task.due) : nil
  }

  /// What a person can say about a task.
  public enum Choice: Hashable, Sendable {
    /// It goes to the planned day, which from the third deferral on has to be picked instead.
    case keep
    /// It goes to a day that was picked, or to Someday.
    case later(LogicalDate?, reason: DeferralReason = .reschedule)
    /// It is let go.
    case drop
  }

  /// What a choice amounts to.
  public enum Decision: Hashable, Sendable {
    /// The task is put off, or may not be.
    case move(DeferralDecision)
    /// The task is dropped.
    case drop
    /// The task is done or dropped already: write nothing.
    case refused
  }

  /// What a choice amounts to, and so what to write at once.
  ///
  /// - Parameters:
  ///   - choice: What was said.
  ///   - task: The task as it stands.
  /// - Returns: What to write, or why nothing may be.
  public func decide(_ choice: Choice, for task: TaskState) -> Decision {
    guard task.isLive else { return .refused }
    return switch choice {
    case .keep: .move(deferral(of: task).decide(.quick(target.forDate)))
    case .later(let day, let reason):
      .move(deferral(of: task).decide(day.map { .day($0) } ?? .someday, reason: reason))
    case .drop: .drop
    }
  }

  /// What Continue makes of a task nothing was said about.
  ///
  /// - Parameters:
  ///   - task: The task as it stands.
  ///   - firstWeekday: The ISO weekday on which weeks begin where the person lives.
  /// - Returns: Keep, or the start of next week from the third deferral on, since then a day is
  ///   needed that works; `nil` if the task is not pending.
  public func continuing(past task: TaskState, firstWeekday: Int) -> Choice? {
    guard status(of: task) == .pending else { return nil }
    guard preview(of: task).opensPicker else { return .keep }
    return .later(QuickDates(today: target.reviewedDay, firstWeekday: firstWeekday).nextWeek)
  }

  /// What moving a task would be, told before the person chooses.
  ///
  /// - Parameter task: The task as it stands.
  /// - Returns: Which deferral it would be, and what it opens.
  public func preview(of task: TaskState) -> DeferralPreview {
    deferral(of: task).preview
  }

  private func deferral(of task: TaskState) -> TaskDeferral {
    TaskDeferral(task, from: target.reviewedDay, today: today)
  }
}

/// The tasks of a reviewed day by what became of them: `1 kept · 1 moved`.
public struct CarryCounts: Hashable, Sendable {
  /// Nothing chosen yet.
  public var pending = 0
  /// Moved to the planned day.
  public var kept = 0
  /// Moved to another day or to Someday.
  public var moved = 0
  /// Let go.
  public var dropped = 0

  /// Whether Carry has anything to decide or to show.
  public var hasWork: Bool { pending + kept + moved + dropped > 0 }

  /// Counts tasks.
  ///
  /// - Parameters:
  ///   - statuses: What became of each task of the reviewed day.
  ///   - forDate: The day being planned.
  public init(_ statuses: some Sequence<CarryForward.Status>, forDate: LogicalDate) {
    for status in statuses {
      switch status {
      case .pending: pending += 1
      case .moved(forDate): kept += 1
      case .moved: moved += 1
      case .dropped: dropped += 1
      }
    }
  }
}
