/// Why a task was put off.
public enum DeferralReason: Hashable, Sendable {
  case tooMuch
  case notReady
  case noLonger
  /// A choice made by hand without saying why.
  case reschedule
  /// The day ended without a choice.
  case unspecified
  /// A value of a newer version, kept as it is.
  case unknown(String)

  /// Reads the stored form.
  public init(_ text: String) {
    switch text {
    case "tooMuch": self = .tooMuch
    case "notReady": self = .notReady
    case "noLonger": self = .noLonger
    case "reschedule": self = .reschedule
    case "unspecified": self = .unspecified
    default: self = .unknown(text)
    }
  }

  /// The stored form.
  public var text: String {
    switch self {
    case .tooMuch: "tooMuch"
    case .notReady: "notReady"
    case .noLonger: "noLonger"
    case .reschedule: "reschedule"
    case .unspecified: "unspecified"
    case .unknown(let text): text
    }
  }
}
