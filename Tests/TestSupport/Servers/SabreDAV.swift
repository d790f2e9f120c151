/// sabre/dav, the library under Nextcloud, ownCloud and Baikal, on PHP's built-in server.
public final class SabreDAV: Sendable {
  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try SabreDAV() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if it is missing or does not start.
  public init() throws {
    server = try LoopbackServer { directory, ports in
      let path = directory.path
      try directory.write(
        "server.php",
        Array(
          """
          <?php
          error_reporting(E_ALL & ~E_DEPRECATED & ~E_NOTICE & ~E_WARNING);
          ini_set('display_errors', '0');
          require 'Sabre/autoload.php';
          $root = new Sabre\\DAV\\FSExt\\Directory('\(path)/files');
          $server = new Sabre\\DAV\\Server($root);
          $server->setBaseUri('/');
          $server->addPlugin(new Sabre\\DAV\\Locks\\Plugin(
            new Sabre\\DAV\\Locks\\Backend\\File('\(path)/run/locks')));
          $server->exec();

          """.utf8))
      return [
        "php", "-d", "memory_limit=256M", "-S", "127.0.0.1:\(ports[0])", "\(path)/server.php",
      ]
    }
  }

  /// The folder it serves.
  public var site: ServerSite {
    ServerSite("http://127.0.0.1:\(server.ports[0])", path: server.filesPath)
  }
}
