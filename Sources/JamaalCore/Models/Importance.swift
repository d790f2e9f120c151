/// How much a task matters to the person.
public enum Importance: Hashable, Sendable {
  case low
  case medium
  case high
  /// A value of a newer version, kept as it is; it counts as low.
  case unknown(String)

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

  /// Whether it is medium or high.
  public var isImportant: Bool { self == .medium || self == .high }
}
