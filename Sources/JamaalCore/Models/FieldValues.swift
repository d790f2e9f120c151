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
