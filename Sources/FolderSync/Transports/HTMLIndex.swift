/// Reads the page that a web server makes of a directory, whatever its make.
///
/// Not a parser of HTML: it finds the tags, and takes links from `a`, a title, and a way to the
/// next page. Names must come from links, because most makes cut long ones short in the text.
struct HTMLIndex {
  /// The words by which pages of this kind call themselves.
  private static let titles = ["index of", "directory listing", "listing of", "directory:"]

  /// The most links to take from a page.
  private static let linksMax = 100_000

  private let bytes: [UInt8]
  private var position = 0
  private var page = IndexPage()
  private var hasLogIn = false

  /// Reads a page.
  /// - Parameter bytes: The whole page.
  /// - Returns: What it lists; `nil` if it is no list.
  static func read(_ bytes: [UInt8]) -> IndexPage? {
    var index = HTMLIndex(bytes: bytes)
    while index.page.entries.count < linksMax, index.nextTag() {}
    // Whatever it links to, a page that asks for a password is there for that.
    return index.hasLogIn ? nil : index.page
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A tag: its name, and what can be asked of its attributes.
  private struct Tag {
    var name = ""
    var attributes: [String: String] = [:]
  }

  /// Goes to the next tag and takes what it tells.
  /// - Returns: Whether there was one.
  private mutating func nextTag() -> Bool {
    guard let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) else { return false }
    position = open + 1
    if starts(with: "!--") {
      skip(past: "-->")
      return true
    }
    let tag = readTag()
    switch tag.name {
    case "script", "style":
      skip(past: "</\(tag.name)")
    case "title", "h1", "h2", "h3":
      let text = HTMLIndex.decoded(text()).lowercased()
      if HTMLIndex.titles.contains(where: text.contains) { page.isList = true }
    case "input":
      if tag.attributes["type"]?.lowercased() == "password" { hasLogIn = true }
    case "a", "link":
      guard let link = tag.attributes["href"] else { break }
      if tag.attributes["rel"]?.lowercased() == "next" {
        page.next = .link(link)
      } else if tag.name == "a" {
        take(link)
      }
    default: break
    }
    return true
  }

  private mutating func take(_ link: String) {
    if ["..", "../", "./.."].contains(link) {
      page.isList = true
      return
    }
    page.entries.append(IndexPage.Entry(link, isLink: true, byteCount: lengthAfterLink()))
  }

  /// The length that nginx writes behind a link: a date, a time, and digits if it is exact.
  private func lengthAfterLink() -> Int? {
    var end = position
    // The text of the link, its end, and the text behind.
    guard let close = bytes[end...].firstIndex(of: UInt8(ascii: "<")) else { return nil }
    end = close
    guard bytes[end...].starts(with: "</a>".utf8) else { return nil }
    let rest = bytes[(end + 4)...].prefix { $0 != UInt8(ascii: "<") }
    let words = rest.prefix(200).split(whereSeparator: HTMLIndex.isSpace)
    guard words.count == 3, words[1].contains(UInt8(ascii: ":")),
      words[0].split(separator: UInt8(ascii: "-")).count == 3
    else { return nil }
    return Int(String(decoding: words[2], as: UTF8.self)).flatMap { $0 < 0 ? nil : $0 }
  }

  // MARK: - Letters

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0d).contains(byte)
  }

  private func starts(with text: String) -> Bool {
    bytes[position...].starts(with: text.utf8) { $0 | 0x20 == $1 | 0x20 }
  }

  private mutating func skip(past text: String) {
    while position < bytes.count, !starts(with: text) { position += 1 }
    position = min(position + text.utf8.count, bytes.count)
  }

  /// The text up to the next tag.
  private func text() -> String {
    String(decoding: bytes[position...].prefix { $0 != UInt8(ascii: "<") }, as: UTF8.self)
  }

  private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
    let word = bytes[position...].prefix { !isEnd($0) }
    position += word.count
    return String(decoding: word, as: UTF8.self)
  }

  private mutating func readTag() -> Tag {
    var tag = Tag()
    let close = UInt8(ascii: ">")
    tag.name = word { $0 == close || HTMLIndex.isSpace($0) }.lowercased()
    while position < bytes.count, bytes[position] != close {
      let byte = bytes[position]
      if HTMLIndex.isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=") {
        position += 1
        continue
      }
      let name = word {
        $0 == close || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "/") || HTMLIndex.isSpace($0)
      }.lowercased()
      skipSpaces()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
      position += 1
      skipSpaces()
      // Of two attributes with one name the first counts.
      let value = value()
      if tag.attributes[name] == nil { tag.attributes[name] = value }
    }
    position = min(position + 1, bytes.count)
    return tag
  }

  private mutating func value() -> String {
    guard position < bytes.count else { return "" }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return HTMLIndex.decoded(word { $0 == UInt8(ascii: ">") || HTMLIndex.isSpace($0) })
    }
    position += 1
    let text = word { $0 == quote }
    position = min(position + 1, bytes.count)
    let trimmed = text.utf8.drop(while: HTMLIndex.isSpace)
    return HTMLIndex.decoded(String(Substring(trimmed)))
  }

  private mutating func skipSpaces() {
    while position < bytes.count, HTMLIndex.isSpace(bytes[position]) { position += 1 }
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "sol": "/",
    "period": ".", "hyphen": "-",
  ]

  /// Decodes `&amp;`, `&#45;`, `&#x2d;` and the like; what is not known stands for itself.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = Substring(text)
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...].dropFirst()
      guard let end = rest.prefix(12).firstIndex(of: ";"), let letter = letter(rest[..<end]) else {
        result += "&"
        continue
      }
      result += letter
      rest = rest[end...].dropFirst()
    }
    return result + rest
  }

  private static func letter(_ name: Substring) -> String? {
    guard name.hasPrefix("#") else { return entities[String(name)] }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
