/// What a day's load amounts to.
///
/// It says how full a day is; nothing is ever refused because of it.
public enum LoadState: String, Hashable, Comparable, CaseIterable, Codable, Sendable {
  case light
  case balanced
  case full
  case overloaded
  case exhausting

  /// The score from which a day counts as overloaded.
  public static let overloadedScore = 110

  /// Reads a load score.
  ///
  /// - Parameter score: Planned minutes in percent of the budget.
  public init(score: Int) {
    switch score {
    case ..<70: self = .light
    case 70..<90: self = .balanced
    case 90..<Self.overloadedScore: self = .full
    case Self.overloadedScore...140: self = .overloaded
    default: self = .exhausting
    }
  }

  /// Whether there is more than the day has room for.
  public var isOverloaded: Bool { self >= .overloaded }

  /// Orders from light to exhausting.
  public static func < (left: LoadState, right: LoadState) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .light: 0
    case .balanced: 1
    case .full: 2
    case .overloaded: 3
    case .exhausting: 4
    }
  }
}
