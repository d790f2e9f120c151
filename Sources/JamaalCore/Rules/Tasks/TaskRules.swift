/// What importance and repeating ask of a task's due day.
public enum TaskRules {
  /// A rule that a task would break.
  public enum Violation: Hashable, Sendable {
    /// A medium or high task needs a day and is never parked under Someday.
    case importantWithoutDay
    /// A repeating task needs a day and is never parked under Someday.
    case repeatingWithoutDay
  }

  /// Whether a task may be parked under Someday.
  ///
  /// - Parameters:
  ///   - importance: Its importance; one this version does not know counts as low.
  ///   - repeats: How it comes back.
  /// - Returns: `true` for a low task that does not repeat.
  public static func mayBeSomeday(importance: Importance, repeats: RepeatRule) -> Bool {
    !importance.isImportant && !repeats.doesRepeat
  }

  /// The rules a task with these values would break.
  ///
  /// - Parameters:
  ///   - due: Its due day, if any.
  ///   - importance: Its importance.
  ///   - repeats: How it comes back.
  /// - Returns: Nothing if the values go together.
  public static func violations(
    due: LogicalDate?, importance: Importance, repeats: RepeatRule
  ) -> [Violation] {
    guard due == nil else { return [] }
    var violations: [Violation] = []
    if importance.isImportant { violations.append(.importantWithoutDay) }
    if repeats.doesRepeat { violations.append(.repeatingWithoutDay) }
    return violations
  }

  /// The due day a task reads with: one that must have a day and has none is due today.
  ///
  /// - Parameters:
  ///   - due: Its due day, if any.
  ///   - importance: Its importance.
  ///   - repeats: How it comes back.
  ///   - today: The day it is read.
  /// - Returns: `due`, or today if a rule would be broken.
  public static func normalisedDue(
    _ due: LogicalDate?, importance: Importance, repeats: RepeatRule, today: LogicalDate
  ) -> LogicalDate? {
    violations(due: due, importance: importance, repeats: repeats).isEmpty ? due : today
  }

  /// The due day to write along with a new importance, if one has to be.
  ///
  /// - Parameters:
  ///   - importance: The importance chosen.
  ///   - due: The due day so far, if any.
  ///   - plannedDay: The day being planned: today from Today, the planned day from planning.
  /// - Returns: The planned day if an undated task becomes medium or high, else `nil`.
  public static func dueToFillIn(
    raisingTo importance: Importance, due: LogicalDate?, plannedDay: LogicalDate
  ) -> LogicalDate? {
    importance.isImportant && due == nil ? plannedDay : nil
  }
}
