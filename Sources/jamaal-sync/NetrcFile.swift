import Glibc
import JamaalHome

/// The file in which curl, ftp and git look for passwords, read as curl reads it.
enum NetrcFile {
  /// A user name and its password.
  struct Entry: Equatable {
    var user: String
    var password: String
  }

  private static let byteCountMax = 1 << 20

  /// Looks for what to log in with on a host.
  ///
  /// - Parameters:
  ///   - host: The host, in lower case.
  ///   - user: The only user name that will do, if there is one.
  ///   - environment: Where the home directory, or another file in `NETRC`, is named.
  /// - Returns: The first entry that fits; `nil` if there is none.
  /// - Throws: `Refusal` if there is one and others can read the file.
  static func entry(
    for host: String, user: String?, _ environment: ProcessEnvironment
  ) throws -> Entry? {
    let path =
      environment.filled("NETRC") ?? environment.filled("HOME").map { "\($0)/.netrc" }
    guard let path, let bytes = try PrivateFile.read(path, byteCountMax: byteCountMax) else {
      return nil
    }
    let found = find(String(decoding: bytes, as: UTF8.self), host: host, user: user)
    if found != nil { try Secrets.requirePrivate(path) }
    return found
  }

  /// Finds the first entry for a host in the text of a file; a `default` counts last.
  static func find(_ text: String, host: String, user: String?) -> Entry? {
    var words = Words(text)
    var entry: Entry?
    var isOurs = false
    func good(_ entry: Entry?) -> Entry? {
      guard let entry, !entry.user.isEmpty, user == nil || user == entry.user else { return nil }
      return entry
    }
    while let word = words.next() {
      switch word {
      case "machine", "default":
        if let found = good(entry) { return found }
        isOurs = word == "default" || words.next()?.lowercased() == host
        entry = isOurs ? Entry(user: user ?? "", password: "") : nil
      case "login": if let login = words.next(), isOurs { entry?.user = login }
      case "password": if let password = words.next(), isOurs { entry?.password = password }
      case "account": _ = words.next()
      case "macdef": words.skipMacro()
      default: continue
      }
    }
    return good(entry)
  }

  /// The words of the file: between white space, or in double quotes with backslashes.
  private struct Words {
    private var rest: Substring

    init(_ text: String) {
      rest = text[...]
    }

    mutating func next() -> String? {
      while true {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.first == "#" else { break }
        rest = rest.drop { !$0.isNewline }
      }
      guard let first = rest.first else { return nil }
      if first == "\"" { return quoted() }
      let word = rest.prefix { !$0.isWhitespace }
      rest = rest.dropFirst(word.count)
      return String(word)
    }

    private mutating func quoted() -> String {
      var word = ""
      rest = rest.dropFirst()
      while let character = rest.popFirst(), character != "\"" {
        guard character == "\\", let escaped = rest.popFirst() else {
          word.append(character)
          continue
        }
        switch escaped {
        case "n": word.append("\n")
        case "r": word.append("\r")
        case "t": word.append("\t")
        default: word.append(escaped)
        }
      }
      return word
    }

    /// A macro ends at an empty line.
    mutating func skipMacro() {
      while let line = nextLine(), !line.isEmpty { continue }
    }

    private mutating func nextLine() -> Substring? {
      guard !rest.isEmpty else { return nil }
      let line = rest.prefix { !$0.isNewline }
      rest = rest.dropFirst(line.count + 1)
      return line
    }
  }
}
