import FoundationEssentials

/// The few questions that only a Nextcloud (or ownCloud) answers: whether it is one, and who we are.
public struct NextcloudServer {
  private let base: HTTPAddress
  private let client: HTTPClient

  /// The most bytes of an answer.
  private static let byteCountMax = 64 * 1024

  /// Prepares to ask a server; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - credentials: What to log in with; without any, only `isThere` is of use.
  ///   - options: How to speak HTTP.
  /// - Throws: `FolderError.badAddress` if an option cannot be used.
  public init(
    _ address: NextcloudAddress, credentials: FolderCredentials?,
    options: HTTPOptions = HTTPOptions()
  ) throws(FolderError) {
    base = address.base
    client = try HTTPClient(origin: address.base, credentials: credentials, options: options)
  }

  private struct Status: Decodable {
    var installed: Bool
    var versionstring: String
  }

  /// Asks whether there is a Nextcloud at the address.
  ///
  /// - Returns: `false` if something else answers.
  /// - Throws: `FolderError` if nothing answers.
  public func isThere() throws(FolderError) -> Bool {
    let response = try client.send(
      HTTPRequest(method: "GET", address: base.appending(["status.php"], isCollection: false)))
    guard response.status == 200 else { return false }
    // Anything but the document that is looked for is another kind of server.
    return (try? JSONDecoder().decode(Status.self, from: Data(response.body))) != nil
  }

  /// Where the files of the user begin that the server takes us for.
  ///
  /// A user can log in by a mail address, but only the id stands in the address of the files: with
  /// anything else some servers show an empty folder, and take nothing.
  /// - Returns: The address.
  /// - Throws: `FolderError`: `.unauthorized` if the log-in is wrong, `.notDAV` if the server does
  ///   not tell.
  public func filesAddress() throws(FolderError) -> String {
    var found = try userFromService()
    if found == nil { found = try userFromPrincipal() }
    guard let id = found else {
      throw FolderError(
        .notDAV,
        "\(client.host) does not tell which user this is. Give the WebDAV address of the folder"
          + " itself: in Nextcloud, Files, then Files settings, WebDAV.")
    }
    return base.appending(["remote.php", "dav", "files", id], isCollection: true).text
  }

  private struct User: Decodable {
    struct Answer: Decodable {
      struct Person: Decodable {
        var id: String
      }
      var data: Person
    }
    var ocs: Answer
  }

  private func userFromService() throws(FolderError) -> String? {
    var address = base.appending(["ocs", "v2.php", "cloud", "user"], isCollection: false)
    address.query = "format=json"
    var request = HTTPRequest(method: "GET", address: address)
    request.headers = ["OCS-APIRequest: true", "Accept: application/json"]
    let response = try client.send(request)
    guard response.status == 200 else { return nil }
    // A server that does not know the question is asked another way.
    let id = try? JSONDecoder().decode(User.self, from: Data(response.body)).ocs.data.id
    return id.flatMap(Self.usable)
  }

  /// The user's id stands at the end of the address of whom the server takes us for (RFC 5397).
  private func userFromPrincipal() throws(FolderError) -> String? {
    let question = """
      <?xml version="1.0" encoding="utf-8"?>
      <propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>
      """
    var request = HTTPRequest(
      method: "PROPFIND", address: base.appending(["remote.php", "dav"], isCollection: true),
      body: Array(question.utf8))
    request.headers = ["Depth: 0", "Content-Type: application/xml; charset=utf-8"]
    let response = try client.send(request)
    guard response.status == 207 else { return nil }
    let text = String(decoding: response.body, as: UTF8.self)
    guard let found = text.firstRange(of: "/principals/users/") else { return nil }
    let id = text[found.upperBound...].prefix { $0 != "/" && $0 != "<" }
    return Self.usable(
      String(decoding: HTTPAddress.decoded(Array(id.utf8)), as: UTF8.self))
  }

  private static func usable(_ id: String) -> String? {
    id.isEmpty || id == "." || id == ".." || id.utf8.contains(0) || id.contains("/") ? nil : id
  }
}
