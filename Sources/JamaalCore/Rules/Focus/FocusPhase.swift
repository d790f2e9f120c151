/// Where a timer stands.
public enum FocusPhase: String, Hashable, Sendable, CaseIterable {
  /// There is none.
  case idle
  /// It counts.
  case running
  /// It counts, and has passed the estimate; nothing else changes.
  case overrun
  /// It was paused by hand.
  case paused
  /// It is over.
  case ended

  /// A counting timer's phase.
  ///
  /// - Parameters:
  ///   - seconds: The time worked.
  ///   - estimateMinutes: The estimate.
  /// - Returns: `overrun` once the time is longer than the estimate.
  public static func running(seconds: Int, estimateMinutes: Int) -> FocusPhase {
    seconds > min(max(estimateMinutes, 0), Budget.minutesMax) * 60 ? .overrun : .running
  }

  /// What can be done to a timer.
  public enum Step: String, Hashable, Sendable, CaseIterable {
    case begin
    case pause
    case resume
    /// Done, stop for now, defer or drop.
    case end
  }

  /// Whether a step is open.
  ///
  /// - Parameter step: The step.
  /// - Returns: `false` if it is refused and changes nothing.
  public func allows(_ step: Step) -> Bool {
    switch (self, step) {
    case (.idle, .begin), (.ended, .begin): true
    case (.running, .pause), (.overrun, .pause): true
    case (.paused, .resume): true
    case (.running, .end), (.overrun, .end), (.paused, .end): true
    default: false
    }
  }
}
