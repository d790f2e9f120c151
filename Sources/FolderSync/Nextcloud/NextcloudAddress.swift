/// What people copy out of a browser's address bar when they look at a folder on a Nextcloud.
///
/// `https://cloud.example/index.php/apps/files/?dir=/Jamaal` and its kind are pages, not folders:
/// the folder is at another address, in which the user's id stands.
public struct NextcloudAddress: Equatable, Sendable {
  /// What the address is of.
  public enum Kind: Equatable, Sendable {
    /// A page that shows a directory of the user's files; `""` is the topmost one.
    case files(directory: String)
    /// The server and nothing more, or a page that shows no files.
    case server
  }

  /// What the address is of.
  public let kind: Kind
  /// Where the server's own pages begin.
  package let base: HTTPAddress

  /// The directory that is used where nobody named one.
  public static let usualDirectory = "Jamaal"

  /// The address of the server, as it is told to people.
  public var server: String { base.text }

  /// The directory that is meant: the one shown, but never the topmost, which is not ours alone.
  public var directory: String {
    if case .files(let directory) = kind, !directory.isEmpty { return directory }
    return Self.usualDirectory
  }

  /// Reads an address; `nil` if it is one of a folder, or not on the web.
  ///
  /// - Parameter text: What a person gave.
  /// - Throws: `FolderError.badAddress` for a page from which no folder can be made out.
  public init?(_ text: String) throws(FolderError) {
    guard let address = Self.address(text) else { return nil }
    let names = address.segments.map { String(decoding: $0, as: UTF8.self) }
    var end = names.count
    if let index = names.firstIndex(of: "index.php") {
      end = index
    } else if let index = names.firstIndex(where: { ["apps", "f", "s", "login"].contains($0) }) {
      end = index
    } else if let index = names.firstIndex(of: "remote.php") {
      // With a user's id after it, it is the folder itself.
      let rest = names[(index + 1)...]
      guard rest == ["dav"] || rest == ["dav", "files"] || rest.isEmpty else { return nil }
      end = index
    } else if !names.isEmpty {
      return nil
    }
    var page = Array(names[end...])
    if page.first == "index.php" { page.removeFirst() }
    var base = address
    base.segments = Array(address.segments[..<end])
    (base.query, base.hasTrailingSlash) = (nil, true)
    self.base = base
    switch page.first {
    case "f", "s":
      throw FolderError(
        .badAddress,
        "This is a link to one file or share, which does not tell where the folder is. Open the"
          + " folder in the browser's file list and copy the address from there.")
    case "apps" where page.dropFirst().first == "files":
      kind = .files(directory: try Self.directory(address.query ?? ""))
    default:
      kind = .server
    }
  }

  private static func address(_ text: String) -> HTTPAddress? {
    var rest = Substring(text)
    guard let scheme = HTTPAddress.removeScheme(&rest), rest.hasPrefix("//"),
      let isEncrypted = ["https": true, "davs": true, "http": false, "dav": false][scheme]
    else { return nil }
    let base = HTTPAddress(
      isEncrypted: isEncrypted, host: "", port: isEncrypted ? 443 : 80, segments: [],
      hasTrailingSlash: true)
    return HTTPAddress(
      link: (isEncrypted ? "https:" : "http:") + rest, base: base, hasQuery: true)
  }

  /// The value of `dir` in a query, without slashes at its ends.
  private static func directory(_ query: String) throws(FolderError) -> String {
    for pair in query.split(separator: "&") where pair.hasPrefix("dir=") {
      let text = pair.dropFirst(4).replacing("+", with: " ")
      let names = String(decoding: HTTPAddress.decoded(Array(text.utf8)), as: UTF8.self)
        .split(separator: "/")
      guard !names.contains(where: { $0 == "." || $0 == ".." || $0.utf8.contains(0) }) else {
        throw FolderError(
          .badAddress, "The folder in the address has a part that is \".\" or \"..\".")
      }
      return names.joined(separator: "/")
    }
    return ""
  }
}
