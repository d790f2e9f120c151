/// The plain web server of rclone: it gives files and lists them, and takes none.
public final class RcloneHTTP: Sendable {
  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try RcloneHTTP() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if it is missing or does not start.
  public init() throws {
    server = try LoopbackServer { directory, ports in
      [
        "rclone", "serve", "http", "files", "--dir-cache-time", "0s", "--addr",
        "127.0.0.1:\(ports[0])", "--config", "\(directory.path)/run/rclone.conf",
      ]
    }
  }

  /// The folder it serves.
  public var site: ServerSite {
    ServerSite("http+plain://127.0.0.1:\(server.ports[0])", path: server.filesPath)
  }
}
