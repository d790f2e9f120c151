/// What was logged for one time of day on one day, before its habit's kind is asked.
public struct HabitLog: Hashable, Sendable {
  /// What was counted, never below zero; for a timed habit whole minutes.
  public var amount: Int
  /// The target as it was when first logged; `nil` if it was never logged.
  public var target: Int?
  /// When the count reached that target and stayed there.
  public var reachedAt: Instant?
  /// When it was ticked or held.
  public var checkedAt: Instant?

  /// Nothing.
  public static let none = HabitLog(amount: 0, target: nil, reachedAt: nil, checkedAt: nil)

  /// Makes a value from its parts.
  public init(amount: Int, target: Int?, reachedAt: Instant? = nil, checkedAt: Instant? = nil) {
    self.amount = amount
    self.target = target
    self.reachedAt = reachedAt
    self.checkedAt = checkedAt
  }
}

/// One time of day on one day, as its habit's kind reads it.
public struct HabitReading: Hashable, Sendable {
  /// How the habit is kept.
  public var kind: HabitKind
  /// 0 or 1, a count, minutes, or slips.
  public var amount: Int
  /// What the day was logged against; for a habit of avoiding, the slips allowed.
  public var target: Int
  /// When the target was reached; for a habit of avoiding, when the day was held.
  public var completedAt: Instant?
  /// Whether somebody said that the day was held; only for a habit of avoiding.
  public var isHeld: Bool

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - log: What was logged.
  ///   - kind: How the habit is kept.
  ///   - windowTarget: The target that counts for a day nothing was logged on.
  public init(_ log: HabitLog, kind: HabitKind, windowTarget: Int) {
    self.kind = kind
    let target = HabitTarget.bounded(log.target ?? windowTarget, kind)
    self.target = target
    isHeld = kind == .avoid && log.checkedAt != nil
    switch kind {
    case .binary:
      amount = log.checkedAt == nil ? 0 : 1
      completedAt = log.checkedAt
    case .avoid:
      amount = HabitTarget.counted(log.amount)
      completedAt = log.checkedAt
    case .counted, .timed, .unknown:
      amount = HabitTarget.counted(log.amount)
      completedAt = amount >= target ? log.reachedAt : nil
    }
  }

  /// Whether it is done: the target was reached, or the day was held.
  ///
  /// Silence is never success: a day of avoiding is done only if somebody said so.
  public var isDone: Bool { kind == .avoid ? isHeld : kind.isKnown && amount >= target }

  /// Whether something was done, but not all.
  public var isPartial: Bool { kind != .avoid && kind.isKnown && amount > 0 && amount < target }

  /// The share of the target that was done, 0 to 1.
  public var share: Double { isDone ? 1 : kind == .avoid ? 0 : Double(amount) / Double(target) }

  /// Whether it makes the day one that somebody lived with the planner.
  public var isEngaged: Bool { amount > 0 || isHeld }

  /// The minutes that are left of what the whole target takes.
  ///
  /// - Parameter effortMinutes: What the whole target takes.
  /// - Returns: None for what is done, and for a habit of avoiding.
  public func minutesLeft(of effortMinutes: Int) -> Int {
    guard kind != .avoid, kind.isKnown, !isDone else { return 0 }
    let effort = min(max(effortMinutes, 0), HabitTarget.minutesMax)
    return effort - effort * amount / target
  }
}

/// What a target can be.
public enum HabitTarget {
  /// The most minutes that one day can ask for.
  static let minutesMax = 1440
  /// The most that is counted on one day.
  public static let countMax = 100_000

  /// The targets that make sense for a kind.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: The range; minutes for a timed habit, allowed slips for one of avoiding.
  public static func range(_ kind: HabitKind) -> ClosedRange<Int> {
    switch kind {
    case .binary, .unknown: 1...1
    case .counted: 1...countMax
    case .timed: 1...minutesMax
    case .avoid: 0...countMax
    }
  }

  /// The nearest target that makes sense: others can only come from elsewhere.
  static func bounded(_ target: Int, _ kind: HabitKind) -> Int {
    let range = range(kind)
    return min(max(target, range.lowerBound), range.upperBound)
  }

  /// The amount as it is counted with.
  static func counted(_ amount: Int) -> Int { min(max(amount, 0), countMax) }

  /// The minutes that the whole target takes.
  static func minutes(_ kind: HabitKind, target: Int, effortMinutes: Int?) -> Int {
    switch kind {
    case .avoid, .unknown: 0
    case .timed: min(max(effortMinutes ?? bounded(target, kind), 0), minutesMax)
    case .binary, .counted: min(max(effortMinutes ?? 0, 0), minutesMax)
    }
  }
}
