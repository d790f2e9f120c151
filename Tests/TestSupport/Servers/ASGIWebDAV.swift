/// ASGIWebDAV on uvicorn, from PyPI.
public final class ASGIWebDAV: Sendable {
  private static let user = "jo"
  private static let password = "pass word"

  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try ASGIWebDAV() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if it is missing or does not start.
  public init() throws {
    server = try LoopbackServer { directory, ports in
      try directory.write(
        "webdav.json",
        Array(
          """
          {
            "account_mapping": [
              {"username": "\(ASGIWebDAV.user)", "password": "\(ASGIWebDAV.password)",
               "permissions": ["+"]}
            ],
            "provider_mapping": [{"prefix": "/", "uri": "file://\(directory.path)/files"}]
          }

          """.utf8))
      return [
        LoopbackServer.python("asgi-webdav"), "-H", "127.0.0.1", "-P", "\(ports[0])", "-c",
        "\(directory.path)/webdav.json",
      ]
    }
  }

  /// The folder it serves.
  public var site: ServerSite {
    ServerSite(
      "http://127.0.0.1:\(server.ports[0])", path: server.filesPath, user: ASGIWebDAV.user,
      password: ASGIWebDAV.password)
  }
}
