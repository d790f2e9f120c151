import FolderSync
import TestSupport
import Testing

/// Connections, log-in, redirects, waiting, and what must never be seen.
@Suite("HTTP is spoken carefully")
struct HTTPClientTests {
  private typealias Reply = ScriptedServer.Reply

  private static let now = "Date: Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(arguments: [
    (["Retry-After: 7"], 7), (["Retry-After: 0"], 0), ([], nil), (["Retry-After: soon"], nil),
    (["Retry-After: -5"], nil), (["Retry-After: 1.5"], nil), (["Retry-After:"], nil),
    (["Retry-After: 86400"], 3_600), (["Retry-After: 99999999999999999999999999"], 3_600),
    ([now, "Retry-After: Sun, 06 Nov 1994 08:50:37 GMT"], 60),
    ([now, "Retry-After: Sunday, 06-Nov-94 08:50:37 GMT"], 60),
    ([now, "Retry-After: Sun Nov  6 08:50:37 1994"], 60),
    ([now, "Retry-After: Sun, 06 Nov 1994 08:00:00 GMT"], 0),
    ([now, "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT"], 3_600),
    (["Retry-After: Sun, 06 Nov 1994 08:50:37 GMT"], nil),
  ])
  func `the time to wait is read in every form, and capped`(
    _ headers: [String], _ expected: Int?
  ) throws {
    for status in [429, 503] {
      try ScriptedFolder.run({ _ in Reply(status, headers) }) { folder, server throws in
        let failure = error { try folder.list("log") }
        #expect(failure?.code == .busy)
        #expect(failure?.retryAfterSeconds == expected)
        #expect(server.requests.count == 1, "whoever calls decides about another try")
      }
    }
  }

  @Test func `the server's clock is told`() throws {
    try ScriptedFolder.run({ _ in Reply(200, [HTTPClientTests.now], "x") }) { folder, _ throws in
      #expect(folder.serverSeconds == nil)
      _ = try folder.get("a", byteCountMax: 1)
      #expect(folder.serverSeconds == 784_111_777)
    }
  }

  // MARK: - Log-in

  @Test func `one refusal of the password stops everything`() throws {
    let challenge = Reply(401, ["WWW-Authenticate: Basic realm=\"x\""])
    try ScriptedFolder.run(credentials: ScriptedFolder.credentials, { _ in challenge }) {
      folder, server throws in
      let paths: [FolderPath] = ["a", "b", "c", "d", "e", "f"]
      let results = folder.get(paths, byteCountMax: 1)
      #expect(results.count == 6)
      for result in results {
        guard case .failure(let error) = result else { continue }
        #expect(error.code == .unauthorized)
      }
      #expect(code { try folder.list("log") } == .unauthorized)
      #expect(code { try folder.put("log/a", [1]) } == .unauthorized)
      #expect(code { try folder.delete("log/a") } == .unauthorized)
      #expect(code { try folder.makeDirectory("log") } == .unauthorized)
      #expect(server.requests.count == 1)
      #expect(folder.requestCount == 1)
    }
  }

  @Test func `without a password the error asks for one`() throws {
    try ScriptedFolder.run({ _ in Reply(401) }) { folder, server throws in
      let failure = error { try folder.list("log") }
      #expect(failure?.code == .unauthorized)
      #expect(failure?.message.contains("asks for a user name") == true)
      #expect(server.requests[0].headers["authorization"] == nil)
    }
  }

  @Test func `a user without a password is not told that the password is wrong`() throws {
    let user = FolderCredentials(user: "Aladdin", password: "")
    try ScriptedFolder.run(credentials: user, { _ in Reply(401) }) { folder, _ throws in
      let failure = error { try folder.list("log") }
      #expect(failure?.code == .unauthorized)
      #expect(failure?.message.contains("asks for a password, and none is set") == true)
    }
  }

  @Test func `Basic goes out at once on this machine`() throws {
    try ScriptedFolder.run(
      credentials: FolderCredentials(user: "Aladdin", password: "open sesame"),
      { _ in Reply(200, [], "x") }
    ) { folder, server throws in
      _ = try folder.get("a", byteCountMax: 1)
      #expect(
        server.requests.map { $0.headers["authorization"] } == [
          "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
        ])
    }
  }

  @Test func `a server that takes only Digest gets Digest`() throws {
    let script: ScriptedServer.Script = { request in
      request.headers["authorization"]?.hasPrefix("Digest ") == true
        ? Reply(200, [], "x")
        : Reply(401, ["WWW-Authenticate: Digest realm=\"a, b\", nonce=\"n\", qop=\"auth\""])
    }
    try ScriptedFolder.run(credentials: ScriptedFolder.credentials, script) {
      folder, server throws in
      let first = try folder.get("a", byteCountMax: 1)
      let before = server.requests.count
      let second = try folder.get("a", byteCountMax: 1)
      #expect([first, second] == [Array("x".utf8), Array("x".utf8)])
      #expect(server.requests.count == before + 1, "the nonce is used again")
      #expect(folder.requestCount == server.requests.count)
    }
  }

  @Test func `over an open connection the password does not go out in Basic`() throws {
    // The proxy stands in for a network: to the client, the server is another machine.
    let proxy = try ScriptedServer { _ in Reply(401, ["WWW-Authenticate: Basic realm=\"x\""]) }
    defer { proxy.stop() }
    func requests(_ logIn: HTTPOptions.LogIn) throws -> [ScriptedServer.Request] {
      let before = proxy.requests.count
      var options = HTTPOptions()
      options.proxy = "http://127.0.0.1:\(proxy.port)"
      options.logIn = logIn
      let folder = try FolderAddress("http://cloud.example.org/x").open(
        credentials: ScriptedFolder.credentials, options: options)
      let failure = error { try folder.get("a", byteCountMax: 1) }
      #expect(failure?.code == .unauthorized)
      return Array(proxy.requests[before...])
    }
    let automatic = try requests(.automatic)
    #expect(automatic.map { $0.headers["authorization"] } == [nil])
    #expect(automatic.map(\.path) == ["http://cloud.example.org/x/a"])
    let basic = try requests(.basic)
    #expect(basic.map { $0.headers["authorization"]?.hasPrefix("Basic ") } == [true])
  }

  // MARK: - Redirects

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect to another host is never followed`(_ status: Int) throws {
    let other = try ScriptedServer { _ in Reply(200, [], "stolen") }
    defer { other.stop() }
    let reply = Reply(status, ["Location: http://127.0.0.1:\(other.port)/dav/x/log/"])
    try ScriptedFolder.run(credentials: ScriptedFolder.credentials, { _ in reply }) {
      folder, server throws in
      #expect(code { try folder.list("log") } == .redirect)
      #expect(code { try folder.get("log/a", byteCountMax: 9) } == .redirect)
      #expect(code { try folder.put("log/a", [1]) } == .redirect)
      #expect(code { try folder.delete("log/a") } == .redirect)
      #expect(server.requests.count == 4)
    }
    #expect(other.requests.isEmpty)
  }

  @Test func `an encrypted address on the same host is offered, not taken`() throws {
    let reply = Reply(301, ["Location: https://127.0.0.1:8443/dav/x/log/?token=abc"])
    try ScriptedFolder.run({ _ in reply }) { folder, _ throws in
      let failure = error { try folder.list("log") }
      #expect(failure?.code == .redirect)
      #expect(failure?.newAddress == "https://127.0.0.1:8443/dav/x/")
      #expect(failure?.message.contains("token") == false)
    }
    let elsewhere = Reply(301, ["Location: https://other.example.org/dav/x/log/"])
    try ScriptedFolder.run({ _ in elsewhere }) { folder, _ throws in
      #expect(error { try folder.list("log") }?.newAddress == nil)
    }
  }

  // MARK: - Connections

  @Test func `one connection serves one call after another`() throws {
    try ScriptedFolder.run({ _ in Reply(200, [], "x") }) { folder, server throws in
      for _ in 0..<20 { _ = try folder.get("a", byteCountMax: 1) }
      #expect(Set(server.requests.map(\.connection)) == [1])
    }
  }

  @Test func `many gets share a few connections`() throws {
    try ScriptedFolder.run({ Reply(200, [], String($0.path.suffix(4))) }) { folder, server throws in
      let paths = try (1_000..<1_200).map { try #require(FolderPath("log", "f-\($0)")) }
      let bodies = try folder.get(paths, byteCountMax: 4).map { try $0.get() }
      #expect(bodies == (1_000..<1_200).map { Array("\($0)".utf8) })
      #expect(Set(server.requests.map(\.connection)).count <= 4)
      #expect(folder.requestCount == 200)
    }
  }

  @Test func `a connection that the server closed in the pause is not noticed`() throws {
    // Each connection takes one request and is shut without a word about it.
    let script: ScriptedServer.Script = { _ in Reply(200, [], "x", closes: true) }
    try ScriptedFolder.run(script) { folder, server throws in
      for _ in 0..<10 { #expect(try folder.get("a", byteCountMax: 1) == Array("x".utf8)) }
      for _ in 0..<10 { try folder.put("a", [1, 2, 3]) }
      // Each was answered once; a put that met a closed connection is looked for in between.
      let methods = server.requests.map(\.method)
      #expect(methods.prefix(10).allSatisfy { $0 == "GET" })
      #expect(methods.filter { $0 == "PUT" }.count == 10)
    }
  }

  @Test func `nobody there means offline`() throws {
    let server = try ScriptedServer { _ in .silence }
    server.stop()
    var options = HTTPOptions()
    options.proxy = ""
    let folder = try FolderAddress("http://127.0.0.1:\(server.port)/x").open(options: options)
    #expect(code { try folder.list("log") } == .offline)
    let results = folder.get(["a", "b", "c"], byteCountMax: 1)
    for result in results { #expect(code { try result.get() } == .offline) }
  }

  @Test func `a server that says nothing is given up on`() throws {
    // The answer stops in the middle, and the connection stays open.
    var options = HTTPOptions()
    options.requestSecondsMax = 1
    let head = Reply(
      raw: Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".utf8), closes: false)
    try ScriptedFolder.run(options: options, { _ in head }) { folder, _ throws in
      #expect(code { try folder.get("a", byteCountMax: 99) } == .busy)
    }
  }

  @Test(arguments: [
    "", "garbage\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx",
    "HTTP/1.1 99999 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/9.9 200 OK\r\n\r\n", "\0\0\0\0",
  ])
  func `nonsense from the server is an error and no more`(_ text: String) throws {
    try ScriptedFolder.run({ _ in Reply(raw: Array(text.utf8)) }) { folder, _ throws in
      #expect(code { try folder.get("a", byteCountMax: 99) } != nil)
      #expect(code { try folder.list("log") } != nil)
      #expect(code { try folder.put("a", [1]) } != nil)
    }
  }

  // MARK: - Secrets

  @Test func `no error, description or dump shows the user name or the password`() throws {
    let answers = Array(200...599)
    let script: ScriptedServer.Script = { request in
      let echo = request.headers["authorization"] ?? ""
      let secret = "s3cr3t/pw secret-user@example.org \(echo)"
      return Reply(
        answers[request.number % answers.count],
        ["Location: http://secret-user@example.org:s3cr3t@127.0.0.1/x?s3cr3t", "X: \(secret)"],
        secret)
    }
    var texts: [String] = []
    try ScriptedFolder.run(credentials: ScriptedFolder.credentials, script) { folder, _ throws in
      for _ in answers {
        let failures = [
          error { try folder.list("log") }, error { try folder.get("a", byteCountMax: 9_999) },
          error { try folder.put("log/a", [1]) }, error { try folder.delete("a") },
          error { try folder.makeDirectory("log") },
        ]
        for failure in failures.compactMap({ $0 }) {
          texts += [failure.message, "\(failure)", String(reflecting: failure)]
          texts.append(failure.newAddress ?? "")
        }
        var dumped = ""
        dump(folder, to: &dumped, maxDepth: 1)
        texts.append(dumped)
      }
    }
    let address = try FolderAddress("https://secret-user%40example.org:s3cr3t%2Fpw@h/x")
    for value in [address as Any, ScriptedFolder.credentials, HTTPOptions()] {
      var dumped = ""
      dump(value, to: &dumped)
      texts += ["\(value)", String(reflecting: value), dumped]
    }
    for bad in [
      "https://secret-user:s3cr3t/pw@h", "x://secret-user:s3cr3t@h", "https://s3cr3t@:0/",
    ] {
      texts.append(error { try FolderAddress(bad) }?.message ?? "")
    }
    #expect(texts.count > 1_000)
    let basic = "c2VjcmV0LXVzZXJA"
    for word in ["s3cr3t", "secret-user", basic] {
      #expect(!texts.contains { $0.contains(word) }, "\(word) is shown")
    }
  }
}
