/// How much a person has in them on a day: their own call, never computed.
public enum CapacityLevel: Hashable, Sendable {
  case low
  case medium
  case high
  /// A value of a newer version, kept as it is; it counts as medium.
  case unknown(String)

  /// The levels a person can choose, ascending.
  public static let choices: [CapacityLevel] = [.low, .medium, .high]

  /// Reads the stored form.
  public init(_ text: String) {
    switch text {
    case "low": self = .low
    case "medium": self = .medium
    case "high": self = .high
    default: self = .unknown(text)
    }
  }

  /// The stored form.
  public var text: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    case .unknown(let text): text
    }
  }
}
