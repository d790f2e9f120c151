/// The identity of a record: 128 bits, written as a lower-case UUID (RFC 9562).
public struct RecordID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first eight bytes, most significant first.
  public let high: UInt64
  /// The last eight bytes, most significant first.
  public let low: UInt64

  /// Makes a value from its parts.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A random id (RFC 9562, version 4).
  ///
  /// - Parameter generator: The source of randomness.
  /// - Returns: An id that no other call returns.
  public static func random(using generator: inout some RandomNumberGenerator) -> RecordID {
    RecordID(
      high: generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
      low: generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }

  /// Orders as unsigned numbers, most significant byte first.
  @inlinable
  public static func < (left: RecordID, right: RecordID) -> Bool {
    left.high != right.high ? left.high < right.high : left.low < right.low
  }

  /// The lower-case form of a UUID: 8-4-4-4-12 hexadecimal digits.
  public var description: String {
    let digits = hexadecimal(high) + hexadecimal(low)
    var text = ""
    text.reserveCapacity(36)
    for (index, digit) in digits.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
      text.append(digit)
    }
    return text
  }

  /// Reads a UUID, in either case.
  ///
  /// - Parameter text: 36 characters with hyphens after 8, 12, 16 and 20 digits.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var values: [UInt64] = [0, 0]
    var digits = 0
    for (index, byte) in bytes.enumerated() {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
      values[digits / 16] = values[digits / 16] << 4 | UInt64(digit)
      digits += 1
    }
    guard digits == 32 else { return nil }
    self.init(high: values[0], low: values[1])
  }
}
