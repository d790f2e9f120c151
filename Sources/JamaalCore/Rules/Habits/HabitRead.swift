/// What the grid says in plain counts: settled days and what became of them.
public struct HabitRead: Hashable, Sendable {
  /// The days a read looks back over, today among them.
  public static let dayCount = 21
  /// The days of a read of avoiding, which is that of its grid: six weeks.
  public static let avoidDayCount = 42
  /// The fewest settled days that a suggestion is made from.
  public static let resolvedMin = 7

  /// Days on which the target was reached.
  public var complete = 0
  /// Days on which a part was done.
  public var partial = 0
  /// Days that were due and had nothing.
  public var missed = 0
  /// The shares of the target, added up.
  private var shares = 0.0

  /// Counts days.
  ///
  /// - Parameter days: The days of all of a habit's times of day; those that are not settled are
  ///   left out.
  public init(_ days: some Sequence<HabitDayFacts>) {
    for day in days where day.isResolved {
      switch day.cell {
      case .complete: complete += 1
      case .partialLow, .partialHigh: partial += 1
      case .missed: missed += 1
      case .empty: continue
      }
      shares += day.share
    }
  }

  /// Settled days.
  public var resolved: Int { complete + partial + missed }

  /// Whether a lighter rhythm is worth a thought: more than half of enough days were missed.
  public var suggestsLighter: Bool {
    resolved >= Self.resolvedMin && missed * 2 > resolved
  }

  /// Whether the habit is tiring: more than half of what was due is missing.
  ///
  /// What was counted or timed weighs by its share, so a day at half is half missed.
  public var isTiring: Bool {
    resolved >= Self.resolvedMin && shares * 2 < Double(resolved)
  }

  /// How many days a read of a kind looks back over.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: Days, today among them.
  public static func dayCount(_ kind: HabitKind) -> Int {
    kind == .avoid ? avoidDayCount : dayCount
  }
}

/// Whether somebody takes on many habits at once.
public enum NewHabitLoad {
  /// So many in a week are worth a word.
  public static let countMin = 4
  /// The days that are a week, today among them.
  public static let dayCount = 7

  /// Whether starting with one or two is worth suggesting.
  ///
  /// - Parameters:
  ///   - days: The days on which habits were made; archived ones left out.
  ///   - today: The day.
  /// - Returns: `true` if four or more were made within the last seven days.
  public static func isHigh(_ days: some Sequence<LogicalDate>, today: LogicalDate) -> Bool {
    days.reduce(0) { $0 + ((today - $1) < dayCount && $1 <= today ? 1 : 0) } >= countMin
  }
}

/// Which days can be put right.
public enum HabitCorrectionRule {
  /// So many days back.
  public static let dayCount = 14

  /// Why a day cannot be put right.
  public enum Refusal: Hashable, Sendable {
    case future
    case tooLongAgo
    case beforeItExisted
    case paused
  }

  /// Whether a day can be put right, or minutes be added to it.
  ///
  /// - Parameters:
  ///   - day: The day.
  ///   - today: The author's day.
  ///   - created: The day it was made on.
  ///   - isPaused: Whether it rests that day.
  /// - Returns: What stands against it; `nil` if nothing does.
  public static func refusal(
    _ day: LogicalDate, today: LogicalDate, created: LogicalDate, isPaused: Bool
  ) -> Refusal? {
    if day > today { return .future }
    if day < today - dayCount { return .tooLongAgo }
    if day < created { return .beforeItExisted }
    return isPaused ? .paused : nil
  }
}
