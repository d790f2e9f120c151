/// A task as it stood when one day ended: its part of that day's record.
public struct TaskDay: Hashable, Sendable {
  /// Whether it was neither completed nor dropped when the day ended.
  public var isLive: Bool
  /// The due day chosen by then, before ended days carried it any further.
  public var due: LogicalDate?
  /// The estimate by then, in minutes.
  public var effortMinutes: Int?
  /// Whether that day's completion stood when the day ended.
  public var isCompletedThatDay: Bool
  /// Whether that day's drop stood when the day ended, and no completion.
  public var isDroppedThatDay: Bool
  /// Whether the task was deferred from that day, also later and by hand.
  public var isDeferred: Bool
  /// Whether it belongs to what the day held: done that day, or due or deferred and still open.
  public var isPlanned: Bool

  /// Whether it belongs to what the day had to finish: done, put off or dropped that day.
  public var isSettled: Bool { isCompletedThatDay || isDroppedThatDay || isDeferred }
}

extension TaskState {
  /// The task as it stood when a day ended.
  ///
  /// Reads only what people did on or before that day, except that a deferral from that day
  /// counts however late it was chosen.
  ///
  /// - Parameter day: Any day; deferrals without a choice are known up to `lastEnded`.
  /// - Returns: Its part of the day's record.
  public func asOf(_ day: LogicalDate) -> TaskDay {
    let isLive = history.isLive(asOf: day)
    let due = history.due(asOf: day, deferrals: deferralDays)?.day
    let completion = history.completion.newest(asOf: day)?.value
    let isCompletedThatDay =
      completion != nil && history.completion.standing(asOf: day)?.day == day
    let isDroppedThatDay =
      completion == nil && history.drop.standing(asOf: day)?.day == day
    let isDeferred = isDeferred(from: day)
    let isOpen = isLive && (due.map { $0 <= day } ?? false || isDeferred)
    return TaskDay(
      isLive: isLive, due: due,
      effortMinutes: history.effortMinutes.newest(asOf: day)?.value,
      isCompletedThatDay: isCompletedThatDay, isDroppedThatDay: isDroppedThatDay,
      isDeferred: isDeferred, isPlanned: isCompletedThatDay || isOpen)
  }
}
