public import ReplicaStore

extension LogicalDate: FieldValue {
  /// A day number.
  public static var storage: Storage { .integer }
  /// The day number.
  public var storedValue: Value { .integer(Int64(dayNumber)) }
  /// Reads a day number.
  public init?(storedValue: Value) {
    // Years 1 to 9999: arithmetic on a day that a damaged record brings along never overflows.
    guard case .integer(let number) = storedValue, (-719_162...2_932_896).contains(number) else {
      return nil
    }
    self.init(dayNumber: Int(number))
  }
}

extension Instant: FieldValue {
  /// Unix milliseconds.
  public static var storage: Storage { .integer }
  /// Unix milliseconds.
  public var storedValue: Value { .integer(millis) }
  /// Reads Unix milliseconds.
  public init?(storedValue: Value) {
    guard case .integer(let number) = storedValue,
      (-62_135_596_800_000...253_402_300_799_999).contains(number)
    else { return nil }
    self.init(millis: number)
  }
}

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

extension Importance: TextChoice {}
extension DeferralReason: TextChoice {}
extension RepeatRule.Kind: TextChoice {}
extension CapacityLevel: TextChoice {}
