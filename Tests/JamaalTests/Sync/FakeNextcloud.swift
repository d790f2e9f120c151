import TestSupport

/// A Nextcloud as far as this program can tell: its log-in, its questions and its files.
final class FakeNextcloud: Sendable {
  typealias Request = ScriptedServer.Request
  typealias Reply = ScriptedServer.Reply

  static let loginName = "ada@example.org"
  static let userID = "ada.l"
  static let appPassword = "Xy7-appPassword-0042"

  private struct State {
    var files: [String: [UInt8]] = [:]
    var collections: Set<String> = ["/remote.php/dav/files/\(userID)/"]
    var pollsUntilGranted = 2
    var overrides: [String: Reply] = [:]
    var watcher: @Sendable () -> Void = {}
  }

  private let state = Lock(State())
  private let server: ScriptedServer

  init() throws {
    let state = state
    server = try ScriptedServer { request in
      let watcher = state.withLock { $0.watcher }
      watcher()
      return state.withLock { FakeNextcloud.answer(request, &$0) }
    }
  }

  func stop() { server.stop() }

  var address: String { "http://127.0.0.1:\(server.port)" }
  var requests: [Request] { server.requests }
  var files: [String: [UInt8]] { state.withLock { $0.files } }

  /// Answers one path in another way.
  func override(_ path: String, _ reply: Reply) {
    state.withLock { $0.overrides[path] = reply }
  }

  /// Runs something whenever a request arrives, while whoever sent it waits.
  func onRequest(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.watcher = body }
  }

  private static func answer(_ request: Request, _ state: inout State) -> Reply {
    let path = String(request.path.prefix { $0 != "?" })
    if let reply = state.overrides[path] { return reply }
    let origin = "http://\(request.headers["host"] ?? "")"
    switch (request.method, path) {
    case ("GET", "/status.php"):
      return Reply(200, [], #"{"installed":true,"versionstring":"32.0.1"}"#)
    case ("POST", "/index.php/login/v2"):
      return Reply(
        200, [],
        #"{"poll":{"token":"t+k/n=","endpoint":"\#(origin)/login/v2/poll"},"#
          + #""login":"\#(origin)/login/v2/flow/abc?x=1"}"#)
    case ("POST", "/login/v2/poll"):
      guard String(decoding: request.body, as: UTF8.self) == "token=t%2Bk%2Fn%3D" else {
        return Reply(400)
      }
      state.pollsUntilGranted -= 1
      guard state.pollsUntilGranted < 0 else { return Reply(404, [], "[]") }
      return Reply(
        200, [],
        #"{"server":"\#(origin)","loginName":"\#(loginName)","appPassword":"\#(appPassword)"}"#)
    default: break
    }
    guard request.headers["authorization"] == "Basic \(base64("\(loginName):\(appPassword)"))"
    else { return Reply(401, [#"WWW-Authenticate: Basic realm="x""#]) }
    if path == "/ocs/v2.php/cloud/user" {
      guard request.headers["ocs-apirequest"] == "true" else { return Reply(412) }
      return Reply(200, [], #"{"ocs":{"meta":{"status":"ok"},"data":{"id":"\#(userID)"}}}"#)
    }
    return file(request, path, &state)
  }

  private static func file(_ request: Request, _ path: String, _ state: inout State) -> Reply {
    guard path.hasPrefix("/remote.php/dav/files/\(userID)/") else { return Reply(404) }
    let parent = path.split(separator: "/").dropLast().reduce("/") { "\($0)\($1)/" }
    switch request.method {
    case "MKCOL":
      if state.collections.contains(path) { return Reply(405) }
      guard state.collections.contains(parent) else { return Reply(409) }
      state.collections.insert(path)
      return Reply(201)
    case "PUT":
      guard state.collections.contains(parent) else { return Reply(404) }
      let isNew = state.files[path] == nil
      guard isNew || request.headers["if-none-match"] == nil else { return Reply(412) }
      state.files[path] = request.body
      return Reply(isNew ? 201 : 204)
    case "GET":
      guard let bytes = state.files[path] else { return Reply(404) }
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n"
      return Reply(raw: Array(head.utf8) + bytes, closes: false)
    case "DELETE":
      return Reply(state.files.removeValue(forKey: path) == nil ? 404 : 204)
    case "PROPFIND": return listing(request, path, state)
    default: return Reply(405)
    }
  }

  private static func listing(_ request: Request, _ path: String, _ state: State) -> Reply {
    func entry(_ href: String, _ byteCount: Int?) -> String {
      let kind = byteCount == nil ? "<d:resourcetype><d:collection/></d:resourcetype>" : ""
      let length = byteCount.map { "<d:getcontentlength>\($0)</d:getcontentlength>" } ?? ""
      return "<d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(kind)\(length)</d:prop>"
        + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
    }
    var entries: [String] = []
    if let bytes = state.files[path] {
      entries = [entry(path, bytes.count)]
    } else if state.collections.contains(path) {
      entries = [entry(path, nil)]
      if request.headers["depth"] == "1" {
        for (name, bytes) in state.files.sorted(by: { $0.key < $1.key })
        where name.hasPrefix(path) && !name.dropFirst(path.count).contains("/") {
          entries.append(entry(name, bytes.count))
        }
      }
    } else {
      return Reply(404)
    }
    return Reply(
      207, ["Content-Type: application/xml"],
      #"<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">"# + entries.joined()
        + "</d:multistatus>")
  }

  private static func base64(_ text: String) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var result = ""
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        result.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : "=")
      }
    }
    return result
  }
}
