/// How much a task matters to the person.
public enum Importance: OpenChoice {
  case low
  case medium
  case high
  /// A value of a newer version, kept as it is; it counts as low.
  case unknown(String)

  /// Every choice this version knows, with its stored form.
  public static let known: [(choice: Self, text: String)] = [
    (.low, "low"), (.medium, "medium"), (.high, "high"),
  ]

  /// The stored form of a value of a newer version.
  public var unknownText: String? {
    if case .unknown(let text) = self { text } else { nil }
  }

  /// Whether it is medium or high.
  public var isImportant: Bool { self == .medium || self == .high }
}
