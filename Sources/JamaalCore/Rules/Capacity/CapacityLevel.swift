/// How much a person has in them on a day: their own call, never computed.
public enum CapacityLevel: OpenChoice {
  case low
  case medium
  case high
  /// A value of a newer version, kept as it is; it counts as medium.
  case unknown(String)

  /// The levels a person can choose, ascending.
  public static let choices: [CapacityLevel] = [.low, .medium, .high]

  /// Every choice this version knows, with its stored form.
  public static let known: [(choice: Self, text: String)] = [
    (.low, "low"), (.medium, "medium"), (.high, "high"),
  ]

  /// The stored form of a value of a newer version.
  public var unknownText: String? {
    if case .unknown(let text) = self { text } else { nil }
  }
}
