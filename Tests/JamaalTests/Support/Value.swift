/// A JSON text that was read, for looking at what commands write.
///
/// Source: RFC 8259.
enum Value: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([Value])
  case object([String: Value])

  /// Reads a text; `nil` if it is not JSON or a name is there twice.
  init?(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    guard let value = reader.value(), reader.isAtEnd else { return nil }
    self = value
  }

  /// A member; `null` if it is missing.
  subscript(name: String) -> Value {
    if case .object(let members) = self { members[name] ?? .null } else { .null }
  }

  var names: Set<String> { if case .object(let members) = self { Set(members.keys) } else { [] } }
  var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }
  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Int? { if case .number(let number) = self { Int(number) } else { nil } }
}

private struct Reader {
  let bytes: [UInt8]
  var index = 0

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  mutating func value() -> Value? {
    skipSpace()
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default:
      let start = index
      while index < bytes.count, "+-.eE0123456789".utf8.contains(bytes[index]) { index += 1 }
      return Double(String(decoding: bytes[start..<index], as: UTF8.self)).map { .number($0) }
    }
  }

  private mutating func object() -> Value? {
    var members: [String: Value] = [:]
    guard take("{") else { return nil }
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard let name = string(), take(":"), let value = value(), members[name] == nil else {
        return nil
      }
      members[name] = value
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array() -> Value? {
    var elements: [Value] = []
    guard take("[") else { return nil }
    if take("]") { return .array(elements) }
    repeat {
      guard let value = value() else { return nil }
      elements.append(value)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    var result: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case 0..<0x20: return nil
      case UInt8(ascii: "\\"):
        guard let letters = escape() else { return nil }
        result += letters
      default: result.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> [UInt8]? {
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "u"):
      guard index + 4 <= bytes.count,
        let number = UInt32(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16),
        let scalar = Unicode.Scalar(number)
      else { return nil }
      index += 4
      return Array(String(Character(scalar)).utf8)
    default: return nil
    }
  }

  private mutating func take(_ text: String) -> Bool {
    skipSpace()
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while index < bytes.count, [9, 10, 13, 32].contains(bytes[index]) { index += 1 }
  }
}
