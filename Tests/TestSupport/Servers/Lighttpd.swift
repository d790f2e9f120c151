/// A real lighttpd with `mod_webdav`.
public final class Lighttpd: Sendable {
  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try Lighttpd() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if it is missing or does not start.
  public init() throws {
    server = try LoopbackServer(portCount: 2) { directory, ports in
      let path = directory.path
      try directory.write(
        "lighttpd.conf",
        Array(
          """
          server.modules = ("mod_webdav", "mod_dirlisting")
          server.bind = "127.0.0.1"
          server.port = \(ports[0])
          server.document-root = "\(path)/files"
          server.upload-dirs = ("\(path)/run")
          server.errorlog = "\(path)/run/error.log"
          webdav.sqlite-db-name = "\(path)/run/webdav.db"
          $SERVER["socket"] == "127.0.0.1:\(ports[0])" { webdav.activate = "enable" }
          $SERVER["socket"] == "127.0.0.1:\(ports[1])" { dir-listing.activate = "enable" }

          """.utf8))
      return ["lighttpd", "-D", "-f", "\(path)/lighttpd.conf"]
    }
  }

  /// WebDAV.
  public var dav: ServerSite {
    ServerSite("http://127.0.0.1:\(server.ports[0])", path: server.filesPath)
  }

  /// A page of names, and nothing but getting.
  public var plain: ServerSite {
    ServerSite("http+plain://127.0.0.1:\(server.ports[1])", path: server.filesPath)
  }
}
