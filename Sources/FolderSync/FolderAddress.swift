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

/// Where a folder is, as a person writes it: a path, `file://`, or the address of a web server.
///
/// `https`, `http`, `davs` and `dav` mean WebDAV, `https+plain` and `http+plain` a web server that
/// knows nothing of it; `settle` finds out which of the two an `https` address is. In an address, `%` and two hexadecimal digits are
/// decoded and everything else is taken as it stands, also spaces, `#`, `?` and `é`; the user name
/// reaches to the last `@` before the path. A password in an address is taken out of it at once.
public struct FolderAddress: Equatable, Sendable {
  /// Where it leads.
  package enum Place: Equatable, Sendable {
    case local(path: String)
    case webDAV(HTTPAddress)
    case plain(HTTPAddress)
  }

  /// Where it leads.
  package let place: Place

  /// Whether the person left open what kind of server it is.
  private let isOpen: Bool

  /// The user name in the address, if it has one.
  public let user: String?

  /// The password in the address, if it has one; keep it elsewhere, and never with the address.
  public let password: String?

  /// The address without user name and password, fit to be stored and shown.
  public var text: String {
    switch place {
    case .local(let path): path
    case .webDAV(let address): address.text
    case .plain(let address): address.plainText
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
    case "https", "davs", "http", "dav", "https+plain", "http+plain":
      self = try FolderAddress.web(rest, scheme)
    default:
      throw FolderError(
        .badAddress,
        "Addresses of this kind (\(scheme)://) are not known. Use https://, http://, davs://,"
          + " dav://, https+plain://, http+plain://, file:// or the path of a directory.")
    }
  }

  private init(
    place: Place, isOpen: Bool = false, user: String? = nil, password: String? = nil
  ) {
    self.place = place
    self.isOpen = isOpen
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

  private static func web(
    _ rest: Substring, _ scheme: String
  ) throws(FolderError) -> FolderAddress {
    let isEncrypted = scheme == "davs" || scheme.hasPrefix("https")
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
    return FolderAddress(
      place: scheme.hasSuffix("+plain") ? .plain(address) : .webDAV(address),
      isOpen: scheme == "https" || scheme == "http", user: user, password: password)
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
    let own = user.map { FolderCredentials(user: $0, password: password ?? "") }
    switch place {
    case .local(let path):
      return LocalFolder(path: path)
    case .webDAV(let address):
      return try WebDAVFolder(address, credentials: credentials ?? own, options: options)
    case .plain(let address):
      return try HTTPFolder(address, credentials: credentials ?? own, options: options)
    }
  }
}

// MARK: - What kind of server it is

extension FolderAddress {
  /// Finds out what kind of server the address leads to, once, when a folder is set.
  ///
  /// Keep the address that comes back: it says what was found, and `open` then takes it at its word.
  /// Only an `https` or `http` address is looked at, since every other one says what it means; and
  /// never during a sync, where a server in trouble could pass for one of the other kind.
  /// - Parameters:
  ///   - credentials: What to log in with; if left out, what stands in the address.
  ///   - options: How to speak HTTP.
  /// - Returns: The address to keep, and the folder.
  /// - Throws: `FolderError`: `.notDAV` if the server neither speaks WebDAV nor lists files.
  public func settle(
    credentials: FolderCredentials? = nil, options: HTTPOptions = HTTPOptions()
  ) throws(FolderError) -> (address: FolderAddress, folder: any Folder) {
    let folder = try open(credentials: credentials, options: options)
    guard isOpen, case .webDAV(let address) = place else { return (self, folder) }
    let failure: FolderError
    do throws(FolderError) {
      _ = try folder.directoryTag(.root)
      return (self, folder)
    } catch {
      // A folder that is not there yet is for the caller to make.
      if error.code == .notFound { return (self, folder) }
      guard [.notDAV, .refused, .forbidden].contains(error.code) else { throw error }
      failure = error
    }
    let plain = FolderAddress(place: .plain(address), user: user, password: password)
    let plainFolder = try plain.open(credentials: credentials, options: options)
    do throws(FolderError) {
      _ = try plainFolder.list(.root)
    } catch {
      switch error.code {
      case .notFound where failure.code == .notDAV: break
      case .notDAV:
        throw FolderError(
          .notDAV,
          "\(address.host) speaks no WebDAV at this address, and shows no list of files either."
            + " Check the address, or turn on WebDAV or listings (autoindex) there.")
      default: throw failure.code == .notDAV ? error : failure
      }
    }
    return (plain, plainFolder)
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
