/// WsgiDAV on cheroot, from PyPI.
public final class WsgiDAV: Sendable {
  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try WsgiDAV() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if it is missing or does not start.
  public init() throws {
    server = try LoopbackServer { directory, ports in
      try directory.write(
        "wsgidav.yaml",
        Array(
          """
          host: 127.0.0.1
          port: \(ports[0])
          server: cheroot
          provider_mapping:
            "/": \(directory.path)/files
          simple_dc:
            user_mapping:
              "*": true
          property_manager: true
          lock_storage: true

          """.utf8))
      return [LoopbackServer.python("wsgidav"), "--config", "\(directory.path)/wsgidav.yaml"]
    }
  }

  /// The folder it serves.
  public var site: ServerSite {
    ServerSite("http://127.0.0.1:\(server.ports[0])", path: server.filesPath)
  }
}
