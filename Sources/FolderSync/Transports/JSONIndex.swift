/// Reads the JSON that a web server makes of a directory.
///
/// nginx, Caddy and others each have their own: a list of names or of things with a name, alone or
/// inside an object.
enum JSONIndex {
  private static let nameKeys = ["name", "key", "Key", "file", "filename", "path"]
  private static let linkKeys = ["href", "url"]
  private static let lengthKeys = ["size", "Size", "length", "bytes", "sz"]
  private static let directoryKeys = ["is_dir", "isDir", "isDirectory", "directory", "dir"]
  private static let directoryLists = ["dirs", "directories", "folders"]

  /// Reads a document.
  /// - Parameter bytes: The whole document.
  /// - Returns: What it lists; `nil` if it is broken, or holds no list.
  static func read(_ bytes: ArraySlice<UInt8>) -> IndexPage? {
    guard let value = JSONReader.read(Array(bytes)) else { return nil }
    var page = IndexPage()
    switch value {
    case .array(let items):
      guard take(items, &page) else { return nil }
    case .object(let members):
      for (key, value) in members where !directoryLists.contains(key) {
        guard case .array(let items) = value else { continue }
        guard take(items, &page) else { continue }
      }
      guard page.isList else { return nil }
    default: return nil
    }
    return page
  }

  /// - Returns: Whether it was a list of things that have names, or empty.
  private static func take(_ items: [JSONReader.Value], _ page: inout IndexPage) -> Bool {
    var entries: [IndexPage.Entry] = []
    for item in items {
      switch item {
      case .string(let name): entries.append(IndexPage.Entry(name, isLink: name.contains("/")))
      case .object(let members):
        let fields = Dictionary(members, uniquingKeysWith: { first, _ in first })
        guard let entry = entry(fields) else { return false }
        if !isDirectory(fields) { entries.append(entry) }
      default: return false
      }
    }
    page.entries += entries
    page.isList = true
    return true
  }

  private static func entry(_ fields: [String: JSONReader.Value]) -> IndexPage.Entry? {
    func text(_ keys: [String]) -> String? {
      for key in keys { if case .string(let text) = fields[key] { return text } }
      return nil
    }
    var byteCount: Int?
    for key in lengthKeys {
      if case .number(let number) = fields[key], let count = Int(number), count >= 0 {
        byteCount = byteCount ?? count
      }
    }
    if let name = text(nameKeys), !name.contains("/") {
      return IndexPage.Entry(name, isLink: false, byteCount: byteCount)
    }
    return text(linkKeys + nameKeys).map {
      IndexPage.Entry($0, isLink: true, byteCount: byteCount)
    }
  }

  private static func isDirectory(_ fields: [String: JSONReader.Value]) -> Bool {
    if case .string(let type) = fields["type"], ["directory", "dir", "folder"].contains(type) {
      return true
    }
    return directoryKeys.contains { fields[$0] == .boolean(true) }
  }
}

/// A small strict reader of JSON (RFC 8259), for documents of unknown shape.
struct JSONReader {
  /// A value; a number stays as it was written.
  enum Value: Equatable {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([Value])
    case object([(String, Value)])

    static func == (left: Value, right: Value) -> Bool {
      switch (left, right) {
      case (.null, .null): true
      case (.boolean(let left), .boolean(let right)): left == right
      case (.number(let left), .number(let right)): left == right
      case (.string(let left), .string(let right)): left == right
      case (.array(let left), .array(let right)): left == right
      case (.object(let left), .object(let right)): left.elementsEqual(right, by: ==)
      default: false
      }
    }
  }

  /// The deepest nesting.
  private static let depthMax = 32

  private let bytes: [UInt8]
  private var position = 0

  /// Reads a document.
  /// - Parameter bytes: The whole document.
  /// - Returns: Its value; `nil` if it is not one whole document.
  static func read(_ bytes: [UInt8]) -> Value? {
    var reader = JSONReader(bytes: bytes)
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipSpaces()
    return reader.position == bytes.count ? value : nil
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpaces() {
    while let next, [0x20, 0x09, 0x0a, 0x0d].contains(next) { position += 1 }
  }

  private mutating func take(_ letter: Character) -> Bool {
    skipSpaces()
    guard let next, next == letter.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) -> Value? {
    skipSpaces()
    guard depth <= JSONReader.depthMax, let next else { return nil }
    switch next {
    case UInt8(ascii: "["): return array(depth)
    case UInt8(ascii: "{"): return object(depth)
    case UInt8(ascii: "\""): return string().map(Value.string)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    default: return word()
    }
  }

  private mutating func array(_ depth: Int) -> Value? {
    position += 1
    var items: [Value] = []
    if take("]") { return .array(items) }
    repeat {
      guard let item = value(depth: depth + 1) else { return nil }
      items.append(item)
    } while take(",")
    return take("]") ? .array(items) : nil
  }

  private mutating func object(_ depth: Int) -> Value? {
    position += 1
    var members: [(String, Value)] = []
    if take("}") { return .object(members) }
    repeat {
      skipSpaces()
      guard next == UInt8(ascii: "\""), let key = string(), take(":"),
        let value = value(depth: depth + 1)
      else { return nil }
      members.append((key, value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func number() -> Value? {
    let digits = bytes[position...].prefix {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    position += digits.count
    let text = String(decoding: digits, as: UTF8.self)
    return Double(text) == nil ? nil : .number(text)
  }

  private mutating func word() -> Value? {
    let words: [(String, Value)] = [
      ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
    ]
    for (word, value) in words where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return value
    }
    return nil
  }

  private mutating func string() -> String? {
    position += 1
    var result: [UInt8] = []
    while let next, next != UInt8(ascii: "\"") {
      guard next >= 0x20 else { return nil }
      position += 1
      guard next == UInt8(ascii: "\\") else {
        result.append(next)
        continue
      }
      guard let letter = escaped() else { return nil }
      result += letter.utf8
    }
    guard next != nil else { return nil }
    position += 1
    return String(validating: result, as: UTF8.self)
  }

  private static let escapes: [UInt8: String] = [
    UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
    UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{c}", UInt8(ascii: "n"): "\n",
    UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
  ]

  private mutating func escaped() -> String? {
    guard let letter = next else { return nil }
    position += 1
    guard letter == UInt8(ascii: "u") else { return JSONReader.escapes[letter] }
    guard var unit = codeUnit() else { return nil }
    if (0xd800..<0xdc00).contains(unit) {
      // The second half of a letter beyond the first 65,536.
      guard bytes[position...].starts(with: "\\u".utf8) else { return nil }
      position += 2
      guard let low = codeUnit(), (0xdc00..<0xe000).contains(low) else { return nil }
      unit = 0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)
    }
    return Unicode.Scalar(unit).map { String(Character($0)) }
  }

  private mutating func codeUnit() -> UInt32? {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    position += 4
    return unit
  }
}
