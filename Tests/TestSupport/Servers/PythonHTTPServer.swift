/// The web server that comes with Python: it gives files and lists them, and takes none.
public final class PythonHTTPServer: Sendable {
  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try PythonHTTPServer() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if Python is missing or does not start.
  public init() throws {
    server = try LoopbackServer { _, ports in
      ["/usr/bin/python3", "-m", "http.server", "-b", "127.0.0.1", "-d", "files", "\(ports[0])"]
    }
  }

  /// The folder it serves.
  public var site: ServerSite {
    ServerSite("http+plain://127.0.0.1:\(server.ports[0])", path: server.filesPath)
  }
}
