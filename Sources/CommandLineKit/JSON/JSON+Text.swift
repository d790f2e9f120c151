extension JSON {
  /// The value as text on one line.
  package var compactText: String {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value as text over several lines, two spaces for each level.
  package var indentedText: String {
    var bytes: [UInt8] = []
    write(to: &bytes, indent: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the value as UTF-8; the source is RFC 8259.
  ///
  /// - Parameters:
  ///   - bytes: Where to append it.
  ///   - indent: The level that the value stands at, or `nil` for one line.
  private func write(to bytes: inout [UInt8], indent: Int?) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += (value.isFinite ? String(value) : "null").utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let elements):
      Self.write(elements, between: ("[", "]"), to: &bytes, indent: indent) {
        $0.write(to: &$1, indent: $2)
      }
    case .object(let members):
      assert(Set(members.map(\.name)).count == members.count, "a name is there twice")
      Self.write(members, between: ("{", "}"), to: &bytes, indent: indent) {
        Self.write($0.name, to: &$1)
        $1 += (indent == nil ? ":" : ": ").utf8
        $0.value.write(to: &$1, indent: $2)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], between brackets: (String, String), to bytes: inout [UInt8],
    indent: Int?, writeElement: (Element, inout [UInt8], Int?) -> Void
  ) {
    bytes += brackets.0.utf8
    let inner = indent.map { $0 + 1 }
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      writeBreak(to: &bytes, indent: inner)
      writeElement(element, &bytes, inner)
    }
    if !elements.isEmpty { writeBreak(to: &bytes, indent: indent) }
    bytes += brackets.1.utf8
  }

  private static func writeBreak(to bytes: inout [UInt8], indent: Int?) {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes += [UInt8](repeating: UInt8(ascii: " "), count: indent * 2)
  }

  /// Writes a text between quotes.
  ///
  /// Beside what JSON demands, everything that commands a terminal or ends a line of JavaScript is
  /// escaped, so that the output can be looked at and embedded. A Swift text holds no half of a
  /// surrogate pair, so none can be written.
  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u".utf8
        bytes += String(repeating: "0", count: 4 - digits.count).utf8
        bytes += digits.utf8
      default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
