/// How a task comes back after it was done or dropped.
public struct RepeatRule: Hashable, Sendable {
  /// How often it comes back.
  public enum Kind: OpenChoice {
    case none
    case daily
    case weekly
    case monthly
    /// A value of a newer version, kept as it is; it does not repeat here.
    case unknown(String)

    /// Every choice this version knows, with its stored form.
    public static let known: [(choice: Self, text: String)] = [
      (.none, "none"), (.daily, "daily"), (.weekly, "weekly"), (.monthly, "monthly"),
    ]

    /// The stored form of a value of a newer version.
    public var unknownText: String? {
      if case .unknown(let text) = self { text } else { nil }
    }
  }

  /// How often.
  public var kind: Kind
  /// Weekly only: ISO weekdays, Monday 1 to Sunday 7; empty means the due day's own.
  public var weekdays: Set<Int>
  /// Monthly only: the day 1 to 31 that was meant; 0 means not yet fixed.
  public var dayOfMonth: Int

  /// Never again.
  public static let none = RepeatRule(kind: .none)

  /// Makes a value from its parts.
  public init(kind: Kind, weekdays: Set<Int> = [], dayOfMonth: Int = 0) {
    self.kind = kind
    self.weekdays = weekdays
    self.dayOfMonth = dayOfMonth
  }

  /// Whether a next instance follows.
  public var doesRepeat: Bool {
    switch kind {
    case .daily, .weekly, .monthly: true
    case .none, .unknown: false
    }
  }
}
