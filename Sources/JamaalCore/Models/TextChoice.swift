import ReplicaStore

/// A choice stored as a text, where a text of a newer version is kept as it is.
protocol TextChoice: FieldValue {
  var text: String { get }
  init(_ text: String)
}

extension TextChoice {
  /// A text.
  public static var storage: Storage { .text }
  /// The stored form.
  public var storedValue: Value { .text(text) }
  /// Reads any text.
  public init?(storedValue: Value) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(text)
  }
}

/// A choice among a few texts that this version knows, and any other that a newer one may.
public protocol OpenChoice: Hashable, Sendable {
  /// Every choice this version knows, with its stored form.
  static var known: [(choice: Self, text: String)] { get }

  /// A choice of a newer version.
  ///
  /// - Parameter text: Its stored form.
  /// - Returns: The choice, kept as it is.
  static func unknown(_ text: String) -> Self

  /// The stored form of a choice of a newer version; `nil` for one that this version knows.
  var unknownText: String? { get }
}

extension OpenChoice {
  /// Reads the stored form.
  ///
  /// - Parameter text: Any text; one that this version does not know is kept as it is.
  public init(_ text: String) {
    self = Self.known.first { $0.text == text }?.choice ?? .unknown(text)
  }

  /// The stored form.
  public var text: String {
    unknownText ?? Self.known.first { $0.choice == self }?.text ?? ""
  }
}

extension Importance: TextChoice {}
extension DeferralReason: TextChoice {}
extension RepeatRule.Kind: TextChoice {}
extension CapacityLevel: TextChoice {}
