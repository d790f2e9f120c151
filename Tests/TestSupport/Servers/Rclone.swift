/// The WebDAV server of rclone.
public final class Rclone: Sendable {
  private static let user = "jo"
  private static let password = "pass word"

  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try Rclone() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if it is missing or does not start.
  public init() throws {
    server = try LoopbackServer { directory, ports in
      [
        // It remembers directories for five minutes, and tests change them behind its back.
        "rclone", "serve", "webdav", "files", "--dir-cache-time", "0s", "--addr",
        "127.0.0.1:\(ports[0])", "--user", Rclone.user, "--pass", Rclone.password,
        "--config", "\(directory.path)/run/rclone.conf",
      ]
    }
  }

  /// The folder it serves.
  public var site: ServerSite {
    ServerSite(
      "http://127.0.0.1:\(server.ports[0])", path: server.filesPath, user: Rclone.user,
      password: Rclone.password)
  }
}
