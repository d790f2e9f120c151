import Glibc

/// A real Apache with `mod_dav` on a free port of this machine, for tests and demonstrations.
///
/// It serves an empty directory at `/dav/` (Basic), `/digest/` (Digest), `/open/` (no log-in),
/// `/read/` (no changes) and `/plain/` (no WebDAV, a page of names), and to HTTP/2 alone at `/two/`;
/// `/down/` leads to plain HTTP and `/up/` to TLS. It is a proxy too.
public final class Apache: Sendable {
  /// A user name with an `@`, as servers of companies have them.
  public static let user = "jo@example.org"

  /// A password with everything that has to be escaped somewhere.
  public static let password = "tr0ub4dor&3 \u{e9}:\"x"

  /// The server.
  private let server: LoopbackServer

  /// The port on 127.0.0.1.
  public var port: Int { server.ports[0] }

  /// The port that speaks TLS with a self-signed certificate for `localhost`.
  public var securePort: Int { server.ports[1] }

  /// The port of the proxy, which asks for the same user name and password.
  public var proxyPort: Int { server.ports[2] }

  /// The directory of the server.
  public var directory: TemporaryDirectory { server.directory }

  /// The server's certificate, in PEM form.
  public var certificateFile: String { "\(directory.path)/certificate.pem" }

  /// What crossed the wire in one request, as the server logged it.
  public struct Exchange: Sendable {
    /// The method.
    public let method: String
    /// The status.
    public let status: Int
    /// Bytes received, header included.
    public let receivedByteCount: Int
    /// Bytes sent, header included.
    public let sentByteCount: Int
  }

  /// Every request so far that is finished.
  public var exchanges: [Exchange] {
    let text = String(decoding: fileBytes("\(directory.path)/run/access.log"), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 4, let status = Int(words[1]), let received = Int(words[2]),
        let sent = Int(words[3])
      else { return nil }
      return Exchange(
        method: String(words[0]), status: status, receivedByteCount: received, sentByteCount: sent)
    }
  }

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try Apache() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if `apache2` or `openssl` is missing or does not start.
  public init() throws {
    server = try LoopbackServer(portCount: 3) { directory, ports in
      try directory.write(
        "passwords", Array("\(Apache.user):{SHA}GoOx5BPSiuCW8keh3BsHL3Rykfk=\n".utf8))
      try directory.write(
        "digests", Array("\(Apache.user):Folder tests:ce4b830ab8ed024b5cb3bff067f8bc83\n".utf8))
      try ChildProcess.run([
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
        "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        "-keyout", "\(directory.path)/key.pem", "-out", "\(directory.path)/certificate.pem",
      ])
      try Apache.openToServer(directory)
      try directory.write("httpd.conf", Array(Apache.configuration(directory.path, ports).utf8))
      return [
        "apache2", "-D", "FOREGROUND", "-d", directory.path, "-f", "\(directory.path)/httpd.conf",
      ]
    }
  }

  /// Stops the server and waits until it is gone; call it once, and not on `shared`.
  public func stop() {
    server.stop()
  }

  /// A page of names, and nothing but getting.
  public var plain: ServerSite {
    ServerSite("http+plain://127.0.0.1:\(port)/plain", path: "\(directory.path)/files")
  }

  /// Lets the server's user write; a server that root starts works under another user.
  private static func openToServer(_ directory: TemporaryDirectory) throws {
    guard getuid() == 0 else { return }
    guard let user = getpwnam("www-data") else { throw SystemFailure("getpwnam") }
    for name in ["files", "run"] {
      guard chown("\(directory.path)/\(name)", user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
        throw SystemFailure("chown")
      }
    }
  }

  private static let modules = [
    "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic",
    "auth_digest", "dav", "dav_fs", "alias", "filter", "deflate", "setenvif", "ssl",
    "socache_shmcb", "http2", "dir", "autoindex", "proxy", "proxy_http", "proxy_connect",
  ]

  private static func configuration(_ path: String, _ ports: [Int]) -> String {
    let (port, securePort, proxyPort) = (ports[0], ports[1], ports[2])
    let loads = modules.map {
      "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so"
    }
    let user = getuid() == 0 ? "User www-data\nGroup www-data" : ""
    return """
      \(loads.joined(separator: "\n"))
      \(user)
      ServerName localhost
      DefaultRuntimeDir \(path)/run
      PidFile \(path)/run/pid
      ErrorLog \(path)/run/error.log
      LogFormat "%m %>s %I %O" wire
      CustomLog \(path)/run/access.log wire
      LogLevel error
      Listen 127.0.0.1:\(port)
      Listen 127.0.0.1:\(securePort)
      Listen 127.0.0.1:\(proxyPort)
      StartServers 1
      ThreadsPerChild 16
      MaxRequestWorkers 64
      MaxKeepAliveRequests 20
      DocumentRoot \(path)/files
      DavLockDB \(path)/run/locks
      AllowEncodedSlashes NoDecode
      AddOutputFilterByType DEFLATE text/xml application/xml
      Alias /dav \(path)/files
      Alias /digest \(path)/files
      Alias /open \(path)/files
      Alias /read \(path)/files
      Alias /two \(path)/files
      Alias /plain \(path)/files
      Redirect 301 /down http://localhost:\(port)/open
      Redirect 301 /up https://localhost:\(securePort)/open
      <Directory />
        AllowOverride None
        Require all granted
      </Directory>
      <Location /dav>
        Dav On
        AuthType Basic
        AuthName "Folder tests"
        AuthUserFile \(path)/passwords
        Require valid-user
      </Location>
      <Location /digest>
        Dav On
        AuthType Digest
        AuthName "Folder tests"
        AuthUserFile \(path)/digests
        Require valid-user
      </Location>
      <Location /open>
        Dav On
      </Location>
      <Location /read>
        Dav On
        <LimitExcept GET HEAD OPTIONS PROPFIND>
          Require all denied
        </LimitExcept>
      </Location>
      <Location /plain>
        Options +Indexes
        IndexOptions FancyIndexing HTMLTable
      </Location>
      <Location /two>
        Dav On
        Require expr "%{HTTP2} == 'on'"
      </Location>
      <VirtualHost 127.0.0.1:\(securePort)>
        SSLEngine on
        SSLCertificateFile \(path)/certificate.pem
        SSLCertificateKeyFile \(path)/key.pem
        Protocols h2 http/1.1
      </VirtualHost>
      <VirtualHost 127.0.0.1:\(proxyPort)>
        ProxyRequests On
        AllowCONNECT 1-65535
        <Proxy *>
          AuthType Basic
          AuthName "Folder tests"
          AuthUserFile \(path)/passwords
          Require valid-user
        </Proxy>
      </VirtualHost>
      """ + "\n"
  }
}
