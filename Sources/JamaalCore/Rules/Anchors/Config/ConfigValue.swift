/// A value of a config: JSON (RFC 8259), as far as configs need it.
enum ConfigValue: Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case decimal(Double)
  case text(String)
  case list([ConfigValue])
  /// In the order in which it is written.
  case object([(name: String, value: ConfigValue)])

  static func == (left: ConfigValue, right: ConfigValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left == right
    case (.text(let left), .text(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0 == $1 }
    default: false
    }
  }

  /// A member of an object; `nil` if there is none, or it is no object.
  subscript(name: String) -> ConfigValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int? { if case .integer(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  var list: [ConfigValue]? { if case .list(let list) = self { list } else { nil } }
  var isNull: Bool { self == .null }
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .decimal(let number): number
    default: nil
    }
  }
}

extension ConfigValue {
  /// The value as JSON without spaces.
  var json: String {
    switch self {
    case .null: "null"
    case .bool(let bool): bool ? "true" : "false"
    case .integer(let number): String(number)
    case .decimal(let number): "\(number)"
    case .text(let text): Self.quoted(text)
    case .list(let list): "[\(list.map(\.json).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)):\($0.value.json)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\u{0}"..<"\u{20}":
        result += "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2)
        result += String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Reads JSON; `nil` if it is none, or larger or deeper than any config.
  init?(json: String) {
    guard json.utf8.count <= ConfigReader.byteCountMax else { return nil }
    var reader = ConfigReader(bytes: Array(json.utf8))
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    self = value
  }
}

/// Reads JSON, byte by byte.
private struct ConfigReader {
  let bytes: [UInt8]
  private var position = 0

  static let byteCountMax = 256 * 1024
  private static let depthMax = 16

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return position == bytes.count
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func take(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  mutating func value(depth: Int) -> ConfigValue? {
    guard depth < Self.depthMax else { return nil }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "["): return list(depth)
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(_ depth: Int) -> ConfigValue? {
    position += 1
    var members: [(name: String, value: ConfigValue)] = []
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard let name = text(), take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append((name, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func list(_ depth: Int) -> ConfigValue? {
    position += 1
    var list: [ConfigValue] = []
    if take("]") { return .list(list) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      list.append(value)
    } while take(",")
    return take("]") ? .list(list) : nil
  }

  private mutating func number() -> ConfigValue? {
    let start = position
    while let byte = next, (48...57).contains(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let first = text.utf8.first, first != UInt8(ascii: "+") else { return nil }
    if let integer = Int(text) { return .integer(integer) }
    return Double(text).flatMap { $0.isFinite ? .decimal($0) : nil }
  }

  private mutating func text() -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    position += 1
    var units: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        units += Array(String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: units.append(byte)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "u"):
      guard let high = codeUnit() else { return nil }
      guard (0xD800..<0xDC00).contains(high) else { return Unicode.Scalar(high) }
      guard take(word: "\\u"), let low = codeUnit(), (0xDC00..<0xE000).contains(low) else {
        return nil
      }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    default: return nil
    }
  }

  private mutating func codeUnit() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    position += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
