/// A step of planning a day.
public enum PlanningStep: Hashable, Sendable {
  /// Looking back at the day.
  case review
  /// Saying what becomes of what is left.
  case carry
  /// Putting the next day together.
  case build
  /// Looking at what it amounts to.
  case load
  /// Making it the plan.
  case close
  /// A value of a newer version, kept as it is.
  case unknown(String)

  /// The steps of an evening.
  public static let evening: [PlanningStep] = [.review, .carry, .build, .load, .close]
  /// The steps of a morning that has no plan.
  public static let morning: [PlanningStep] = [.build, .load, .close]

  /// Whether this version knows it.
  public var isKnown: Bool { Self.evening.contains(self) }

  /// Reads the stored form.
  public init(_ text: String) {
    switch text {
    case "review": self = .review
    case "carry": self = .carry
    case "build": self = .build
    case "load": self = .load
    case "close": self = .close
    default: self = .unknown(text)
    }
  }

  /// The stored form.
  public var text: String {
    switch self {
    case .review: "review"
    case .carry: "carry"
    case .build: "build"
    case .load: "load"
    case .close: "close"
    case .unknown(let text): text
    }
  }
}
