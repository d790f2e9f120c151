import Glibc

/// A real Apache with `mod_dav` on a free port of this machine, for tests and demonstrations.
///
/// It serves an empty directory at `/dav/` (Basic), `/digest/` (Digest), `/open/` (no log-in) and
/// `/read/` (no changes), and to HTTP/2 alone at `/two/`; `/down/` leads to plain HTTP and `/up/` to
/// TLS. A small shell beside it waits for the end
/// of this process, however it comes, then stops the server and removes its files, so that none is
/// left behind.
public final class Apache: Sendable {
  /// A user name with an `@`, as servers of companies have them.
  public static let user = "jo@example.org"

  /// A password with everything that has to be escaped somewhere.
  public static let password = "tr0ub4dor&3 \u{e9}:\"x"

  /// The port on 127.0.0.1.
  public let port: Int

  /// The port that speaks TLS with a self-signed certificate for `localhost`.
  public let securePort: Int

  /// The directory of the server.
  public let directory: TemporaryDirectory

  /// The server's certificate, in PEM form.
  public var certificateFile: String { "\(directory.path)/certificate.pem" }

  private let watchdog: ChildProcess

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try Apache() }

  /// Starts a server.
  /// - Throws: `SystemFailure` if `apache2` or `openssl` is missing or does not start.
  public init() throws {
    directory = try TemporaryDirectory()
    for name in ["files", "run"] { try directory.makeDirectory(name) }
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
    var last = ""
    for _ in 0..<5 {
      // Another process can take a port between the look and the start; then the start fails.
      let (port, securePort) = (try Apache.freePort(), try Apache.freePort())
      try directory.write(
        "httpd.conf", Array(Apache.configuration(directory.path, port, securePort).utf8))
      let watchdog = try ChildProcess(["/bin/sh", "-c", Apache.script, "sh", directory.path])
      last = watchdog.readLine()
      if last == "ready" {
        self.port = port
        self.securePort = securePort
        self.watchdog = watchdog
        return
      }
      watchdog.finish()
      guard last.contains("could not bind") else { break }
    }
    throw SystemFailure(reason: "apache2 does not start: \(last)")
  }

  /// Stops the server and waits until it is gone; call it once, and not on `shared`.
  public func stop() {
    watchdog.finish()
  }

  /// Starts the server, says so, and stops it when nobody holds the other end of the input.
  ///
  /// `apache2 -k start` returns once its ports are open; the process number is written soon after.
  private static let script = """
    PATH=$PATH:/usr/sbin
    apache2 -d "$1" -f "$1/httpd.conf" -k start >"$1/start.log" 2>&1 || {
      cat "$1/start.log" "$1/run/error.log" | tr '\\n' ' '; exit 1; }
    echo ready
    read -r _
    tries=0
    until [ -s "$1/run/pid" ] || [ $tries -ge 100 ]; do tries=$((tries + 1)); sleep 0.05; done
    pid=$(cat "$1/run/pid")
    kill "$pid"
    tries=0
    until ! kill -0 "$pid" 2>/dev/null || [ $tries -ge 100 ]; do
      tries=$((tries + 1)); sleep 0.05; done
    rm -rf "$1"
    """

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw SystemFailure("socket") }
    defer { close(descriptor) }
    return try LoopbackSocket.bind(descriptor)
  }

  /// Lets the server's user write; a server that root starts works under another user.
  private static func openToServer(_ directory: TemporaryDirectory) throws {
    guard getuid() == 0 else { return }
    guard let user = getpwnam("www-data") else { throw SystemFailure("getpwnam") }
    guard chmod(directory.path, 0o755) == 0 else { throw SystemFailure("chmod") }
    for name in ["files", "run"] {
      guard chown("\(directory.path)/\(name)", user.pointee.pw_uid, user.pointee.pw_gid) == 0 else {
        throw SystemFailure("chown")
      }
    }
  }

  private static let modules = [
    "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic",
    "auth_digest", "dav", "dav_fs", "alias", "filter", "deflate", "setenvif", "ssl",
    "socache_shmcb", "http2",
  ]

  private static func configuration(_ path: String, _ port: Int, _ securePort: Int) -> String {
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
      LogLevel error
      Listen 127.0.0.1:\(port)
      Listen 127.0.0.1:\(securePort)
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
      """ + "\n"
  }
}
