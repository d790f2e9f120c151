import TestSupport

/// A Nextcloud as far as this program can tell: its log-in and its questions before the files.
final class FakeNextcloud: Sendable {
  typealias Request = ScriptedServer.Request
  typealias Reply = ScriptedServer.Reply

  static let loginName = "ada@example.org"
  static let userID = "ada.l"
  static let appPassword = "Xy7-appPassword-0042"

  private struct State {
    var pollsUntilGranted = 2
    var overrides: [String: Reply] = [:]
    var watcher: @Sendable () -> Void = {}
  }

  private let state = Lock(State())
  private let cloud: FakeCloud

  init() throws {
    let account = FakeCloud.Account(
      loginName: Self.loginName, password: Self.appPassword, userID: Self.userID)
    cloud = try FakeCloud(account: account)
    let state = state
    cloud.lie { [unowned cloud] request, honest in
      let watcher = state.withLock { $0.watcher }
      watcher()
      return state.withLock { FakeNextcloud.answer(request, &$0, cloud) } ?? honest()
    }
  }

  func stop() { cloud.stop() }

  var address: String { cloud.origin }
  var requests: [Request] { cloud.requests }
  var files: [String: [UInt8]] { cloud.kept.files }

  /// Changes how it behaves.
  func change(_ body: (inout CloudManners) -> Void) { body(&cloud.manners) }

  /// Answers one path in another way.
  func override(_ path: String, _ reply: Reply) {
    state.withLock { $0.overrides[path] = reply }
  }

  /// Runs something whenever a request arrives, while whoever sent it waits.
  func onRequest(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.watcher = body }
  }

  /// What is answered before it comes to files; `nil` if it comes to them.
  private static func answer(
    _ request: Request, _ state: inout State, _ cloud: FakeCloud
  ) -> Reply? {
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
    case (_, "/ocs/v2.php/cloud/user"):
      guard cloud.isLoggedIn(request) else {
        return Reply(401, [#"WWW-Authenticate: Basic realm="x""#])
      }
      guard request.headers["ocs-apirequest"] == "true" else { return Reply(412) }
      return Reply(200, [], #"{"ocs":{"meta":{"status":"ok"},"data":{"id":"\#(userID)"}}}"#)
    default: return nil
    }
  }
}
