/// Why a task was put off.
public enum DeferralReason: OpenChoice {
  case tooMuch
  case notReady
  case noLonger
  /// A choice made by hand without saying why.
  case reschedule
  /// The day ended without a choice.
  case unspecified
  /// A value of a newer version, kept as it is.
  case unknown(String)

  /// Every choice this version knows, with its stored form.
  public static let known: [(choice: Self, text: String)] = [
    (.tooMuch, "tooMuch"), (.notReady, "notReady"), (.noLonger, "noLonger"),
    (.reschedule, "reschedule"), (.unspecified, "unspecified"),
  ]

  /// The stored form of a value of a newer version.
  public var unknownText: String? {
    if case .unknown(let text) = self { text } else { nil }
  }
}
