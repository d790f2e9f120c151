/// An `http` or `https` address, with its path taken apart and decoded.
///
/// Credentials are never part of it, so it can be shown.
package struct HTTPAddress: Equatable, Sendable {
  /// Whether the connection is encrypted.
  package var isEncrypted: Bool

  /// The host in lower case; an IPv6 address stands in brackets.
  package var host: String

  /// The port, also where it is the usual one.
  package var port: Int

  /// The decoded parts of the path between the slashes, none of them empty.
  package var segments: [[UInt8]]

  /// Whether the path ends in a slash.
  package var hasTrailingSlash: Bool

  /// What follows a question mark, as it was written; only links of servers have it.
  package var query: String?

  /// The address in the form it is sent in: everything but letters, digits and `-._~` is encoded.
  package var text: String {
    var text = origin + encodedPath
    if let query { text += "?\(query)" }
    return text
  }

  /// The address with `+plain` in its scheme, which says that the server speaks no WebDAV.
  package var plainText: String {
    let scheme = isEncrypted ? "https" : "http"
    return "\(scheme)+plain" + text.dropFirst(scheme.count)
  }

  /// The scheme, host and port, without the port where it is the usual one.
  package var origin: String {
    let isUsual = port == (isEncrypted ? 443 : 80)
    return (isEncrypted ? "https://" : "http://") + host + (isUsual ? "" : ":\(port)")
  }

  /// Whether the host is this machine by its name or number, so that nothing crosses a network.
  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private var encodedPath: String {
    var path = "/" + segments.map(HTTPAddress.encoded).joined(separator: "/")
    if hasTrailingSlash && !segments.isEmpty { path += "/" }
    return path
  }

  /// The address of something inside this one.
  /// - Parameters:
  ///   - names: The names to append.
  ///   - isCollection: Whether the result ends in a slash.
  /// - Returns: The address.
  package func appending(_ names: [String], isCollection: Bool) -> HTTPAddress {
    var address = self
    address.segments += names.map { Array($0.utf8) }
    address.hasTrailingSlash = isCollection
    address.query = nil
    return address
  }

  /// Tells whether two addresses name the same thing, whatever slash they end in.
  /// - Parameter other: Another address.
  /// - Returns: Whether scheme, host, port and path are equal.
  package func isSamePlace(as other: HTTPAddress) -> Bool {
    origin == other.origin && segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy(HTTPAddress.isSameName)
  }

  /// Tells whether two decoded names are equal, byte by byte or as text.
  ///
  /// Some servers store `é` in one form and are asked for it in the other; the two are
  /// canonically equivalent, and Swift's strings compare so.
  /// - Parameters:
  ///   - left: A name.
  ///   - right: Another name.
  /// - Returns: Whether they are the same name.
  package static func isSameName(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    if left == right { return true }
    guard let left = String(validating: left, as: UTF8.self),
      let right = String(validating: right, as: UTF8.self)
    else { return false }
    return left == right
  }
}

// MARK: - Reading

extension HTTPAddress {
  /// Reads what a server gives as a link; `nil` if it is no `http` or `https` address.
  ///
  /// It can be a whole address, or a path on the same origin.
  /// - Parameters:
  ///   - text: The link.
  ///   - base: The address it was found at.
  ///   - hasQuery: Whether `?` and `#` end the path; in a list of names they are part of it.
  package init?(link text: String, base: HTTPAddress, hasQuery: Bool) {
    var rest = Substring(text)
    self = base
    query = nil
    if let scheme = HTTPAddress.removeScheme(&rest) {
      guard scheme == "http" || scheme == "https" else { return nil }
      isEncrypted = scheme == "https"
      guard rest.hasPrefix("//") else { return nil }
    }
    var path = rest
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let authority = rest.prefix { $0 != "/" && !(hasQuery && ($0 == "?" || $0 == "#")) }
      // A user name has no place in a link and is passed over.
      let place = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
      guard let (host, port) = HTTPAddress.hostAndPort(place) else { return nil }
      self.host = host
      self.port = port ?? (isEncrypted ? 443 : 80)
      path = rest.dropFirst(authority.count)
    } else if !rest.hasPrefix("/") {
      // Relative to the base: its last part is replaced unless it ends in a slash.
      var names = base.segments.map(HTTPAddress.encoded)
      if !base.hasTrailingSlash && !names.isEmpty { names.removeLast() }
      path = Substring("/" + names.map { "\($0)/" }.joined() + rest)
    }
    if hasQuery {
      path = path.prefix { $0 != "#" }
      if let mark = path.firstIndex(of: "?") {
        query = String(path[path.index(after: mark)...])
        path = path[..<mark]
      }
    }
    segments = HTTPAddress.segments(path)
    hasTrailingSlash = path.hasSuffix("/")
    guard HTTPAddress.isPlain(segments) else { return nil }
  }

  /// Takes `scheme:` off the front of a text, if it starts with one.
  /// - Parameter text: The text, without the scheme afterwards.
  /// - Returns: The scheme in lower case.
  static func removeScheme(_ text: inout Substring) -> String? {
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    guard scheme.first?.isLetter == true, text.dropFirst(scheme.count).first == ":" else {
      return nil
    }
    text = text.dropFirst(scheme.count + 1)
    return scheme.lowercased()
  }

  /// Reads `host`, `host:port` or `[IPv6]:port`.
  /// - Parameter text: The text.
  /// - Returns: The host in lower case and the port if there is one; `nil` if it is neither.
  static func hostAndPort(_ text: Substring) -> (host: String, port: Int?)? {
    var host = text
    var port: Int?
    let end = text.hasPrefix("[") ? text.lastIndex(of: "]") : text.startIndex
    guard let end else { return nil }
    if let colon = text[end...].lastIndex(of: ":") {
      host = text[..<colon]
      let digits = text[text.index(after: colon)...]
      if !digits.isEmpty {
        guard let number = UInt16(digits), number > 0 else { return nil }
        port = Int(number)
      }
    }
    let isForbidden = host.utf8.contains { $0 <= 0x20 || $0 == 0x7f || "%\\/?#@".utf8.contains($0) }
    guard !host.isEmpty, !isForbidden else { return nil }
    if host.hasSuffix(".") { host = host.dropLast() }
    return (host.lowercased(), port)
  }

  /// Splits a path at its slashes and decodes each part once.
  /// - Parameter path: The path as it was written.
  /// - Returns: The parts that are not empty.
  static func segments(_ path: Substring) -> [[UInt8]] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { decoded(Array($0)) }
  }

  /// Tells whether a path holds no part that would lead elsewhere.
  /// - Parameter segments: The decoded parts.
  /// - Returns: Whether none of them is `.` or `..`, or holds a NUL.
  static func isPlain(_ segments: [[UInt8]]) -> Bool {
    segments.allSatisfy { $0 != Array(".".utf8) && $0 != Array("..".utf8) && !$0.contains(0) }
  }

  /// Decodes `%` and two hexadecimal digits, in either case; any other `%` stands for itself.
  /// - Parameter bytes: The text as it was written.
  /// - Returns: The bytes it stands for.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Encodes everything but letters, digits and `-._~`.
  /// - Parameter bytes: A name, decoded.
  /// - Returns: The name as a part of a path or a query.
  static func encoded(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.append(byte)
      default:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
