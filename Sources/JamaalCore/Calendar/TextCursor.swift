/// A place in an ASCII text that a strict reader moves along; every step checks the end.
struct TextCursor {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// The byte at the cursor, without moving.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Moves past `character` if it stands at the cursor.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Moves past one byte that `accepts` likes, and returns it.
  mutating func take(where accepts: (UInt8) -> Bool) -> UInt8? {
    guard let next, accepts(next) else { return nil }
    position += 1
    return next
  }

  /// Reads a number of `lengths` decimal digits, as many as there are.
  ///
  /// - Parameter lengths: How many digits may stand there; at most 18, so that no number overflows.
  /// - Returns: The number, or `nil` if there are fewer digits.
  mutating func number(digits lengths: ClosedRange<Int>) -> Int? {
    precondition(lengths.upperBound <= 18)
    var value = 0
    var count = 0
    while count < lengths.upperBound, let digit = take(where: Self.isDigit) {
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
      count += 1
    }
    return count >= lengths.lowerBound ? value : nil
  }

  /// Reads the longest run that `accepts` likes, possibly empty.
  mutating func run(where accepts: (UInt8) -> Bool) -> String {
    var found: [UInt8] = []
    while let byte = take(where: accepts) { found.append(byte) }
    return String(decoding: found, as: UTF8.self)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }
}

/// A non-negative number in decimal, with zeros before it up to `width` digits.
func zeroPadded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
