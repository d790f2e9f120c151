import FolderSync
import TestSupport
import Testing

/// Nextcloud's login flow, against a server that says whatever a test tells it to.
@Suite struct LoginFlowTests {
  typealias Reply = ScriptedServer.Reply

  private static let secret = "s3cret-app-password"

  /// A good beginning on a port.
  private static func beginning(_ port: Int, page: String? = nil, endpoint: String? = nil) -> Reply
  {
    let origin = "http://127.0.0.1:\(port)"
    let page = page ?? "\(origin)/login/v2/flow/x"
    let endpoint = endpoint ?? "\(origin)/login/v2/poll"
    return Reply(
      200, [], #"{"poll":{"token":"abc","endpoint":"\#(endpoint)"},"login":"\#(page)"}"#)
  }

  private static func grant(_ port: Int, server: String? = nil) -> Reply {
    let server = server ?? "http://127.0.0.1:\(port)"
    return Reply(
      200, [], #"{"server":"\#(server)","loginName":"ada","appPassword":"\#(secret)"}"#)
  }

  /// Runs the flow to its end, with a clock of its own.
  private func run(
    begin: @escaping @Sendable (Int) -> Reply, poll: @escaping @Sendable (Int, Int) -> Reply,
    pause: (Int) -> Bool = { _ in true }
  ) throws -> (account: LoginFlow.Account?, requests: [ScriptedServer.Request]) {
    let port = Lock(0)
    let polls = Lock(0)
    let server = try ScriptedServer { request in
      let port = port.withLock { $0 }
      guard request.path == "/login/v2/poll" else { return begin(port) }
      let number = polls.withLock { count in
        count += 1
        return count
      }
      return poll(port, number)
    }
    defer { server.stop() }
    port.withLock { $0 = server.port }
    var options = HTTPOptions()
    options.proxy = ""
    let address = try #require(try NextcloudAddress("http://127.0.0.1:\(server.port)"))
    let flow = try LoginFlow(address, options: options)
    let account = try flow.wait(for: try flow.begin(), pause: pause)
    return (account, server.requests)
  }

  @Test func `the password comes once the person has allowed it`() throws {
    var waited = 0
    let (account, requests) = try run(
      begin: { Self.beginning($0) },
      poll: { port, number in
        switch number {
        case 1, 2: Reply(404)
        case 3: Reply(503, ["Retry-After: 7"])
        default: Self.grant(port)
        }
      },
      pause: {
        waited += $0
        return true
      })
    #expect(account?.user == "ada" && account?.password == Self.secret)
    #expect(waited == 3 + 3 + 7)
    #expect(requests.map(\.method) == Array(repeating: "POST", count: 5))
    #expect(requests.allSatisfy { $0.headers["authorization"] == nil })
    let shown = account.map { "\($0)" } ?? ""
    #expect(!shown.contains(Self.secret))
  }

  @Test func `after twenty minutes nobody is waited for any more`() throws {
    var waited = 0
    let failure = error {
      try run(
        begin: { Self.beginning($0) }, poll: { _, _ in Reply(404) },
        pause: {
          waited += $0
          return true
        })
    }
    #expect(failure?.code == .busy)
    #expect(waited == LoginFlow.secondsMax)
  }

  @Test func `whoever gives up is not asked again`() throws {
    let (account, requests) = try run(
      begin: { Self.beginning($0) }, poll: { _, _ in Reply(404) }, pause: { _ in false })
    #expect(account == nil)
    #expect(requests.count == 2)
  }

  @Test(arguments: [401, 403, 400])
  func `a refusal ends it at once`(status: Int) throws {
    var pauses = 0
    let failure = error {
      try run(
        begin: { Self.beginning($0) }, poll: { _, _ in Reply(status) },
        pause: { _ in
          pauses += 1
          return true
        })
    }
    #expect([.forbidden, .unauthorized].contains(failure?.code))
    #expect(pauses == 0)
  }

  @Test func `a page, an endpoint or an account of another host is refused`() throws {
    let other = "http://evil.example/login"
    let page = error {
      try run(begin: { Self.beginning($0, page: other) }, poll: { _, _ in Reply(404) })
    }
    #expect(page?.code == .redirect && page?.message.contains("evil.example") == true)
    let endpoint = error {
      try run(begin: { Self.beginning($0, endpoint: other) }, poll: { _, _ in Reply(404) })
    }
    #expect(endpoint?.code == .redirect)
    let account = error {
      try run(begin: { Self.beginning($0) }, poll: { port, _ in Self.grant(port, server: other) })
    }
    #expect(account?.code == .redirect)
    #expect(account?.message.contains(Self.secret) == false)
  }

  @Test func `a step to https is offered, one elsewhere is not followed`() throws {
    let secure = error {
      try run(
        begin: { _ in Reply(301, ["Location: https://127.0.0.1/index.php/login/v2"]) },
        poll: { _, _ in Reply(404) })
    }
    #expect(secure?.code == .redirect)
    #expect(secure?.newAddress == "https://127.0.0.1/")
    let elsewhere = error {
      try run(
        begin: { _ in Reply(302, ["Location: http://evil.example/"]) }, poll: { _, _ in Reply(404) }
      )
    }
    #expect(elsewhere?.code == .redirect && elsewhere?.newAddress == nil)
  }

  @Test func `over http nobody logs in but on this machine itself`() throws {
    let address = try #require(try NextcloudAddress("http://cloud.example/"))
    #expect(error { try LoginFlow(address) }?.code == .badAddress)
  }

  @Test(arguments: [
    "", "[]", "{}", "<html></html>", #"{"poll":{"token":"","endpoint":"/p"},"login":"/l"}"#,
  ])
  func `what does not answer like a Nextcloud is told apart`(body: String) throws {
    let failure = error {
      try run(begin: { _ in Reply(200, [], body) }, poll: { _, _ in Reply(404) })
    }
    #expect(failure?.code == .notDAV)
    let missing = error { try run(begin: { _ in Reply(404) }, poll: { _, _ in Reply(404) }) }
    #expect(missing?.code == .notDAV)
    let busy = error { try run(begin: { _ in Reply(503) }, poll: { _, _ in Reply(404) }) }
    #expect(busy?.code == .busy)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("https://c.example", "https://c.example/", "Jamaal", true),
    ("https://c.example/", "https://c.example/", "Jamaal", true),
    ("https://c.example/nc/index.php/apps/files/?dir=/A/B", "https://c.example/nc/", "A/B", false),
    ("https://c.example/apps/files/files/12?dir=/", "https://c.example/", "Jamaal", false),
    (
      "https://c.example/apps/files/files/12?dir=/A%26B&openfile=1", "https://c.example/", "A&B",
      false
    ),
    (
      "https://c.example/index.php/apps/files?view=files&dir=%2FA", "https://c.example/", "A", false
    ),
    ("https://c.example/login", "https://c.example/", "Jamaal", true),
    ("https://c.example/nc/remote.php/dav/files", "https://c.example/nc/", "Jamaal", true),
  ])
  func `a page's address is taken apart`(
    text: String, server: String, directory: String, isServer: Bool
  ) throws {
    let address = try #require(try NextcloudAddress(text))
    #expect(address.server == server)
    #expect(address.directory == directory)
    #expect((address.kind == .server) == isServer)
  }

  @Test(arguments: [
    "/home/ada/Sync", "file:///x", "https://c.example/remote.php/dav/files/ada/Jamaal",
    "https://c.example/remote.php/webdav/Jamaal", "https://dav.example/folder", "ftp://x/",
  ])
  func `the address of a folder is left alone`(text: String) throws {
    #expect(try NextcloudAddress(text) == nil)
  }

  @Test(arguments: [
    "https://c.example/f/123", "https://c.example/index.php/s/AbCd",
    "https://c.example/apps/files/?dir=/a/../b",
  ])
  func `a link to one thing, or a path that leads out, is refused`(text: String) {
    #expect(error { try NextcloudAddress(text) }?.code == .badAddress)
  }

  @Test(arguments: [
    ("ocs", "ada.l"), ("principal", "ada l"), ("nothing", nil), ("evil", nil),
  ])
  func `the user's id comes from the server, one way or the other`(way: String, id: String?) throws
  {
    let server = try ScriptedServer { request in
      switch (way, request.method) {
      case ("ocs", "GET"): Reply(200, [], #"{"ocs":{"data":{"id":"ada.l"}}}"#)
      case ("evil", "GET"): Reply(200, [], #"{"ocs":{"data":{"id":"../bob"}}}"#)
      case ("principal", "PROPFIND"):
        Reply(
          207, [],
          "<d:multistatus xmlns:d='DAV:'><d:href>/remote.php/dav/principals/users/ada%20l/</d:href>"
            + "</d:multistatus>")
      default: Reply(404)
      }
    }
    defer { server.stop() }
    var options = HTTPOptions()
    options.proxy = ""
    let address = try #require(try NextcloudAddress("http://127.0.0.1:\(server.port)"))
    let client = try NextcloudServer(
      address, credentials: FolderCredentials(user: "u", password: "p"), options: options)
    guard let id else {
      #expect(error { try client.filesAddress() }?.code == .notDAV)
      return
    }
    let encoded = id.replacing(" ", with: "%20")
    #expect(
      try client.filesAddress()
        == "http://127.0.0.1:\(server.port)/remote.php/dav/files/\(encoded)/")
  }
}
