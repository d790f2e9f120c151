/// copyparty, from PyPI, which speaks WebDAV among other things.
public final class Copyparty: Sendable {
  private static let user = "jo"
  private static let password = "password"

  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try Copyparty() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if it is missing or does not start.
  public init() throws {
    server = try LoopbackServer { directory, ports in
      let path = directory.path
      return [
        "/usr/bin/env", "XDG_CONFIG_HOME=\(path)/run", "HOME=\(path)/run",
        LoopbackServer.python("python"), "-m", "copyparty", "-i", "127.0.0.1", "-p", "\(ports[0])",
        "-a", "\(Copyparty.user):\(Copyparty.password)",
        "-v", "\(path)/files::rwmd,\(Copyparty.user)", "--daw", "--no-crt", "--hist", "\(path)/run",
      ]
    }
  }

  /// The folder it serves.
  public var site: ServerSite {
    ServerSite(
      "http://127.0.0.1:\(server.ports[0])", path: server.filesPath, user: Copyparty.user,
      password: Copyparty.password)
  }
}
