import FolderSync
import TestSupport
import Testing

/// A folder at `/dav/x/` on a server that says what a test tells it to.
enum ScriptedFolder {
  typealias Reply = ScriptedServer.Reply

  /// A user name and a password that must not turn up anywhere.
  static let credentials = FolderCredentials(user: "secret-user@example.org", password: "s3cr3t/pw")

  /// Runs a test against a script.
  /// - Parameters:
  ///   - scheme: How the server is to be spoken to; WebDAV if left out.
  ///   - credentials: What to log in with.
  ///   - options: How to speak HTTP; the proxy is always off.
  ///   - script: What each request is answered with.
  ///   - body: The test.
  /// - Throws: What the test throws, or `SystemFailure`.
  static func run(
    scheme: String = "http", credentials: FolderCredentials? = nil,
    options: HTTPOptions = HTTPOptions(), _ script: @escaping ScriptedServer.Script,
    _ body: (any Folder, ScriptedServer) throws -> Void
  ) throws {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    var options = options
    options.proxy = ""
    let folder = try FolderAddress("\(scheme)://127.0.0.1:\(server.port)/dav/x").open(
      credentials: credentials, options: options)
    try body(folder, server)
  }

  /// One entry of a listing.
  static func entry(_ href: String, _ properties: String = "") -> String {
    """
    <D:response><D:href>\(href)</D:href><D:propstat><D:prop>\(properties)</D:prop>\
    <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
    """
  }

  /// The entry of a collection.
  static func collection(_ href: String, tag: String = "") -> String {
    let tag = tag.isEmpty ? "" : "<D:getetag>\(tag)</D:getetag>"
    return entry(href, "<D:resourcetype><D:collection/></D:resourcetype>" + tag)
  }

  /// The entry of a file.
  static func file(_ href: String, _ byteCount: Int = 1) -> String {
    entry(
      href, "<D:resourcetype/><D:getcontentlength>\(byteCount)</D:getcontentlength>")
  }

  /// A whole document around entries.
  static func document(_ entries: [String]) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?><D:multistatus xmlns:D="DAV:">\
    \(entries.joined())</D:multistatus>
    """
  }

  /// A good answer to a `PROPFIND`.
  static func listing(_ entries: [String], _ headers: [String] = []) -> Reply {
    Reply(207, ["Content-Type: application/xml"] + headers, document(entries))
  }
}
