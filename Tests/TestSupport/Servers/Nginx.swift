import Glibc

/// A real nginx: WebDAV with dav-ext, and plain HTTP folders whose lists are HTML, JSON or XML.
///
/// All of its faces serve the same directory. The encrypted one, signed by an authority of its own,
/// closes each connection after twenty requests, which over HTTP/2 is a `GOAWAY`.
public final class Nginx: Sendable {
  /// The server.
  public let server: LoopbackServer

  /// The one server of this process, started when it is first asked for.
  public static let shared = Result { try Nginx() }

  private static let faces = ["dav", "html", "json", "xml", "secure", "moved"]

  /// Starts a server.
  /// - Throws: `SystemFailure` if it is missing or does not start.
  public init() throws {
    server = try LoopbackServer(portCount: Nginx.faces.count) { directory, ports in
      try CertificateAuthority.make(in: directory)
      try directory.write("nginx.conf", Array(Nginx.configuration(directory.path, ports).utf8))
      try directory.write(
        "passwords", Array("\(Apache.user):{SHA}GoOx5BPSiuCW8keh3BsHL3Rykfk=\n".utf8))
      return ["nginx", "-e", "run/error.log", "-p", directory.path, "-c", "nginx.conf"]
    }
  }

  /// The port of a face.
  private func port(_ face: String) -> Int {
    guard let index = Nginx.faces.firstIndex(of: face) else { preconditionFailure("no face") }
    return server.ports[index]
  }

  private func site(_ face: String, _ scheme: String = "http+plain") -> ServerSite {
    ServerSite("\(scheme)://127.0.0.1:\(port(face))", path: server.filesPath)
  }

  /// WebDAV, with a password.
  public var dav: ServerSite {
    ServerSite(
      "http://127.0.0.1:\(port("dav"))", path: server.filesPath, user: Apache.user,
      password: Apache.password)
  }

  /// Puts and deletes; the list is a page, and directories come with files.
  public var html: ServerSite { site("html") }

  /// Puts, deletes and directories; the list is JSON.
  public var json: ServerSite { site("json") }

  /// Nothing but getting; the list is XML.
  public var xml: ServerSite { site("xml") }

  /// WebDAV over TLS and HTTP/2.
  public var secure: ServerSite {
    ServerSite(
      "https://localhost:\(port("secure"))", path: server.filesPath,
      certificateFile: "\(server.directory.path)/authority.pem")
  }

  /// The address of a host that points elsewhere: `/secure` to TLS, `/other` to another host.
  public var moved: String { "http://localhost:\(port("moved"))" }

  private static func configuration(_ path: String, _ ports: [Int]) -> String {
    let methods = "dav_methods PUT DELETE MKCOL COPY MOVE; dav_ext_methods PROPFIND OPTIONS;"
    let bodies: [String: String] = [
      "dav": """
      auth_basic "Folder tests"; auth_basic_user_file \(path)/passwords; \(methods)
      """,
      "html": "autoindex on; dav_methods PUT DELETE; create_full_put_path on;",
      "json": "autoindex on; autoindex_format json; dav_methods PUT DELETE MKCOL;",
      "xml": "autoindex on; autoindex_format xml;",
      "secure": """
      ssl_certificate \(path)/certificate.pem; ssl_certificate_key \(path)/key.pem;
      keepalive_requests 20; \(methods)
      """,
      "moved": """
      location /secure/ { return 301 https://localhost:\(ports[4])/; }
      location /other/ { return 301 http://127.0.0.1:\(ports[0])/; }
      """,
    ]
    let servers = zip(faces, ports).map { face, port in
      let kind = face == "secure" ? " ssl http2" : ""
      return """
        server {
          listen 127.0.0.1:\(port)\(kind);
          server_name localhost;
          root \(path)/files;
          \(bodies[face] ?? "")
        }
        """
    }
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(path)/run/\($0);"
    }
    return """
      load_module /usr/lib/nginx/modules/ngx_http_dav_ext_module.so;
      \(getuid() == 0 ? "user root;" : "")
      daemon off;
      worker_processes 1;
      pid \(path)/run/pid;
      events { worker_connections 256; }
      http {
        access_log off;
        client_max_body_size 0;
        types { application/json json; }
        default_type application/octet-stream;
        \(places.joined(separator: "\n"))
        \(servers.joined(separator: "\n"))
      }
      """ + "\n"
  }
}
