/// A user name and a password for a folder.
///
/// Printing or dumping it shows neither.
public struct FolderCredentials: Equatable, Sendable {
  /// The user name.
  public var user: String
  /// The password; best an app password that this device alone has.
  public var password: String

  /// Pairs a user name and a password.
  /// - Parameters:
  ///   - user: The user name.
  ///   - password: The password.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

extension FolderCredentials: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// A text that tells nothing.
  public var description: String { "FolderCredentials(hidden)" }
  /// A text that tells nothing.
  public var debugDescription: String { description }
  /// A mirror that shows nothing.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Where a folder is, as a person writes it: a path, `file://`, or the address of a WebDAV folder.
///
/// `https`, `http`, `davs` and `dav` mean WebDAV. In an address, `%` and two hexadecimal digits are
/// decoded and everything else is taken as it stands, also spaces, `#`, `?` and `é`; the user name
/// reaches to the last `@` before the path. A password in an address is taken out of it at once.
public struct FolderAddress: Equatable, Sendable {
  /// Where it leads.
  package enum Place: Equatable, Sendable {
    case local(path: String)
    case webDAV(HTTPAddress)
  }

  /// Where it leads.
  package let place: Place

  /// The user name in the address, if it has one.
  public let user: String?

  /// The password in the address, if it has one; keep it elsewhere, and never with the address.
  public let password: String?

  /// The address without user name and password, fit to be stored and shown.
  public var text: String {
    switch place {
    case .local(let path): path
    case .webDAV(let address): address.text
    }
  }

  /// The scheme, host and port, if it is on a server.
  public var origin: String? {
    if case .webDAV(let address) = place { address.origin } else { nil }
  }

  /// The host in lower case, if it is on a server.
  public var host: String? {
    if case .webDAV(let address) = place { address.host } else { nil }
  }

  /// Reads an address.
  /// - Parameter text: What a person wrote.
  /// - Throws: `FolderError.badAddress`, which says what is wrong without repeating the text.
  public init(_ text: String) throws(FolderError) {
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw FolderError(
        .badAddress, "The address of the folder is empty. Give a directory or an https address.")
    }
    var rest = Substring(text)
    guard text.contains("://"), let scheme = HTTPAddress.removeScheme(&rest),
      rest.hasPrefix("//")
    else {
      self.init(place: .local(path: text))
      return
    }
    rest = rest.dropFirst(2)
    switch scheme {
    case "file": self = try FolderAddress.file(rest)
    case "https", "davs": self = try FolderAddress.webDAV(rest, isEncrypted: true)
    case "http", "dav": self = try FolderAddress.webDAV(rest, isEncrypted: false)
    default:
      throw FolderError(
        .badAddress,
        "Addresses of this kind (\(scheme)://) are not known. Use https://, http://, davs://,"
          + " dav://, file:// or the path of a directory.")
    }
  }

  private init(place: Place, user: String? = nil, password: String? = nil) {
    self.place = place
    self.user = user
    self.password = password
  }

  private static func file(_ rest: Substring) throws(FolderError) -> FolderAddress {
    let host = rest.prefix { $0 != "/" }
    guard host.isEmpty || host.lowercased() == "localhost" else {
      throw FolderError(
        .badAddress,
        "A file:// address cannot name another machine. Mount its directory, then give the path.")
    }
    let path = HTTPAddress.decoded(Array(rest.dropFirst(host.count).utf8))
    guard path.first == UInt8(ascii: "/"), !path.contains(0) else {
      throw FolderError(
        .badAddress, "A file:// address needs a whole path, as in file:///home/me/sync.")
    }
    return FolderAddress(place: .local(path: String(decoding: path, as: UTF8.self)))
  }

  private static func webDAV(
    _ rest: Substring, isEncrypted: Bool
  ) throws(FolderError) -> FolderAddress {
    let authority = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(authority.count)
    var place = authority
    var user: String?
    var password: String?
    if let at = authority.lastIndex(of: "@") {
      place = authority[authority.index(after: at)...]
      let login = authority[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      user = login.first.map(decodedText)
      password = login.count == 2 ? decodedText(login[1]) : nil
    }
    guard let (host, port) = HTTPAddress.hostAndPort(place) else {
      throw FolderError(
        .badAddress,
        "The address has no host name that can be used. Write it like"
          + " https://cloud.example.org/path/to/folder.")
    }
    let segments = HTTPAddress.segments(path)
    guard HTTPAddress.isPlain(segments) else {
      throw FolderError(
        .badAddress, "The path of the address has a part that is \".\" or \"..\". Leave it out.")
    }
    let address = HTTPAddress(
      isEncrypted: isEncrypted, host: host, port: port ?? (isEncrypted ? 443 : 80),
      segments: segments, hasTrailingSlash: true)
    return FolderAddress(place: .webDAV(address), user: user, password: password)
  }

  private static func decodedText(_ text: Substring) -> String {
    String(decoding: HTTPAddress.decoded(Array(text.utf8)), as: UTF8.self)
  }

  /// Opens the folder; nothing is sent before the first call.
  /// - Parameters:
  ///   - credentials: What to log in with; if left out, what stands in the address.
  ///   - options: How to speak HTTP.
  /// - Returns: The folder.
  /// - Throws: `FolderError.badAddress` if an option cannot be used.
  public func open(
    credentials: FolderCredentials? = nil, options: HTTPOptions = HTTPOptions()
  ) throws(FolderError) -> any Folder {
    switch place {
    case .local(let path):
      return LocalFolder(path: path)
    case .webDAV(let address):
      let own = user.map { FolderCredentials(user: $0, password: password ?? "") }
      return try WebDAVFolder(address, credentials: credentials ?? own, options: options)
    }
  }
}

extension FolderAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The address without user name and password.
  public var description: String { text }
  /// The address without user name and password.
  public var debugDescription: String { text }
  /// A mirror that shows no credentials.
  public var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}
