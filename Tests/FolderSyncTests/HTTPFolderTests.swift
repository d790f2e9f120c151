import FolderSync
import TestSupport
import Testing

/// A web server that knows nothing of WebDAV, with every way it can be odd.
@Suite("A plain web server is a folder as far as it goes")
struct HTTPFolderTests {
  private typealias Reply = ScriptedServer.Reply

  private static func html(_ links: [String], _ headers: [String] = []) -> Reply {
    let list = links.map { "<a href=\"\($0)\">x</a>" }.joined()
    return Reply(
      200, ["Content-Type: text/html"] + headers, "<title>Index of /</title>\(list)")
  }

  private func run(
    _ script: @escaping ScriptedServer.Script,
    _ body: (any Folder, ScriptedServer) throws -> Void
  ) throws {
    try ScriptedFolder.run(scheme: "http+plain", script, body)
  }

  // MARK: - Lists

  @Test func `only links to files right inside the directory count, each once`() throws {
    let links = [
      "a.jcs", "./a%2ejcs", "/dav/x/log/a.jcs", "A.jcs", "b%2ejcs", "c.jcs/", "../d.jcs",
      "/e.jcs", "log/f.jcs", "https://other.example/dav/x/log/g.jcs", "?C=N;O=D", "h.jcs?x=1",
      ".i.jcs", "j.part", "mailto:k.jcs", "#l.jcs", "//other/dav/x/log/m.jcs",
    ]
    try run({ request in HTTPFolderTests.html(links) }) { folder, _ throws in
      #expect(try folder.list("log").entries.map(\.path) == ["log/a.jcs", "log/b.jcs"])
    }
  }

  @Test func `pages are followed to the end, and not without end`() throws {
    let script: ScriptedServer.Script = { request in
      switch request.path {
      case "/dav/x/log/":
        HTTPFolderTests.html(["a.jcs"], ["Link: <?page=2>; rel=\"next\""])
      case "/dav/x/log/?page=2":
        Reply(
          200, ["Content-Type: text/html"],
          "<a href=\"b.jcs\">b</a><a rel=\"next\" href=\"?page=3\">more</a>")
      case "/dav/x/log/?page=3": HTTPFolderTests.html(["c.jcs"])
      case "/dav/x/": HTTPFolderTests.html(["a"], ["Link: </dav/x/>; rel=next"])
      default: HTTPFolderTests.html(["a"], ["Link: <http://other.example/>; rel=next"])
      }
    }
    try run(script) { folder, server throws in
      #expect(try folder.list("log").entries.map(\.path.name) == ["a.jcs", "b.jcs", "c.jcs"])
      #expect(code { try folder.list(.root) } == .notDAV)
      #expect(server.requests.count < 200)
      #expect(code { try folder.list("keys") } == .notDAV, "never from another server")
    }
  }

  @Test func `a server that shows no list is refused in words`() throws {
    let pages = [
      Reply(200, ["Content-Type: text/html"], "<title>Welcome</title>"),
      Reply(200, ["Content-Type: text/html"], "<title>Log in</title><input type=password>"),
      Reply(200, ["Content-Type: application/json"], "{\"error\":\"no\"}"),
      Reply(200, [], ""), Reply(204),
    ]
    for page in pages {
      try run({ _ in page }) { folder, _ throws in
        let failure = error { try folder.list("log") }
        #expect(failure?.code == .notDAV)
      }
    }
    try run({ _ in Reply(403) }) { folder, _ throws in
      let failure = error { try folder.list("log") }
      #expect(failure?.code == .forbidden)
      #expect(failure?.message.contains("autoindex") == true)
    }
  }

  @Test(arguments: [
    (404, FolderError.Code.notFound), (410, .notFound), (500, .busy), (503, .busy),
    (405, .notDAV), (418, .refused),
  ])
  func `a directory that cannot be listed says why`(
    _ status: Int, _ expected: FolderError.Code
  ) throws {
    try run({ _ in Reply(status) }) { folder, _ throws in
      #expect(code { try folder.list("log") } == expected)
    }
  }

  @Test func `only a slash is added on the way to a list`() throws {
    let script: ScriptedServer.Script = { request in
      switch request.path {
      case "/dav/x/log/": Reply(301, ["Location: /dav/x/log"])
      case "/dav/x/log": HTTPFolderTests.html(["a.jcs"])
      case "/dav/x/keys/": Reply(302, ["Location: http://other.example/dav/x/keys/"])
      default: Reply(308, ["Location: https://127.0.0.1:9/dav/x/"])
      }
    }
    try run(script) { folder, _ throws in
      #expect(try folder.list("log").entries.map(\.path) == ["log/a.jcs"])
      #expect(code { try folder.list("keys") } == .redirect)
      let failure = error { try folder.list(.root) }
      #expect(failure?.newAddress == "https+plain://127.0.0.1:9/dav/x/")
    }
  }

  // MARK: - Buckets

  /// An object store with one bucket, `dav`, that lists two keys at a time.
  private static func store(_ keys: [String], hasTokens: Bool) -> ScriptedServer.Script {
    { request in
      let headers = ["x-amz-request-id: 1", "Content-Type: application/xml"]
      guard request.path.hasPrefix("/dav/?"), request.method == "GET" else {
        let isHead = request.method == "HEAD"
        return Reply(request.method == "PUT" ? 200 : 404, headers, isHead ? "" : "<Error/>")
      }
      let query = request.path.dropFirst("/dav/?".count).split(separator: "&")
      func field(_ name: String) -> String {
        let value = query.first { $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1) ?? ""
        return String(value.replacing("%2F", with: "/"))
      }
      let after = field(hasTokens ? "continuation-token" : "marker")
      let prefix = field("prefix")
      let found = keys.filter { $0.hasPrefix(prefix) && $0 > after }
      let contents = found.prefix(2).map {
        "<Contents><Key>\($0)</Key><Size>3</Size></Contents>"
      }
      let isCut = found.count > 2
      let token =
        isCut && hasTokens
        ? "<NextContinuationToken>\(found[1])</NextContinuationToken>" : ""
      return Reply(
        200, headers,
        "<ListBucketResult><IsTruncated>\(isCut)</IsTruncated>\(token)\(contents.joined())"
          + "</ListBucketResult>")
    }
  }

  @Test(arguments: [true, false])
  func `a bucket is found above the folder and listed to its end`(_ hasTokens: Bool) throws {
    let keys = ["x/jamaal.json"] + (1...5).map { "x/log/\($0).jcs" } + ["x/log/sub/6.jcs", "y/7"]
    try run(HTTPFolderTests.store(keys, hasTokens: hasTokens)) { folder, server throws in
      let log = try folder.list("log").entries
      #expect(log.map(\.path.name) == ["1.jcs", "2.jcs", "3.jcs", "4.jcs", "5.jcs"])
      #expect(log.map(\.byteCount) == [3, 3, 3, 3, 3])
      let before = server.requests.count
      #expect(try folder.list(.root).entries.map(\.path) == ["jamaal.json"])
      #expect(server.requests.count == before + 4, "the bucket is known now")
      #expect(code { try folder.list("keys") } == .notFound, "a directory without keys is none")
      #expect(code { try folder.directoryTag("keys") } == .notFound)
      #expect(try folder.directoryTag("log") == nil)
      try folder.makeDirectory("keys")
      try folder.put("keys/k-1", [1])
      #expect(server.requests.last?.path == "/dav/x/keys/k-1")
    }
  }

  @Test func `an empty bucket can be made a folder`() throws {
    try run(HTTPFolderTests.store([], hasTokens: true)) { folder, server throws in
      #expect(code { try folder.get("jamaal.json", byteCountMax: 9) } == .notFound)
      try folder.makeDirectory(.root)
      try folder.makeDirectory("log")
      try folder.put("jamaal.json", [1])
      #expect(server.requests.last?.method == "PUT")
      #expect(try folder.list(.root).entries == [])
    }
  }

  // MARK: - Looks

  @Test(arguments: [
    (Reply(200, ["ETag: \"x\""], ""), Int?.some(0), true), (Reply(404), nil, false),
    (Reply(301, ["Location: /dav/x/a/"]), nil, false),
  ])
  func `a look is a head`(
    _ reply: ScriptedServer.Reply, _ byteCount: Int?, _ isThere: Bool
  ) throws {
    try run({ _ in reply }) { folder, server throws in
      let entry = try folder.look(at: "a")
      #expect((entry != nil) == isThere)
      #expect(entry?.byteCount == byteCount)
      #expect(server.requests.map(\.method) == ["HEAD"])
    }
  }

  @Test func `without heads, or if one looks like a page, the first byte tells`() throws {
    for head in [Reply(405), Reply(501), Reply(200, ["Content-Type: text/html"], "")] {
      func entry(_ reply: ScriptedServer.Reply) throws -> FolderEntry? {
        var found: FolderEntry?
        try run({ $0.method == "HEAD" ? head : reply }) { folder, _ throws in
          found = try folder.look(at: "a")
        }
        return found
      }
      let part = Reply(206, ["Content-Range: bytes 0-0/77"], "x")
      #expect(try entry(part)?.byteCount == 77)
      #expect(try entry(Reply(200, [], "xyz"))?.byteCount == 3)
      #expect(try entry(Reply(416))?.byteCount == 0)
      #expect(try entry(Reply(404)) == nil)
      let page = Reply(200, ["Content-Type: text/html"], "<p>Log in")
      #expect(code { try entry(page) } == .notDAV)
    }
  }

  @Test func `the body of a head is not waited for`() throws {
    let script: ScriptedServer.Script = { request in
      request.method == "HEAD"
        ? Reply(raw: Array("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n".utf8), closes: false)
        : Reply(200, [], "abc")
    }
    try run(script) { folder, server throws in
      #expect(try folder.look(at: "a")?.byteCount == 5_000)
      #expect(try folder.get("a", byteCountMax: 3) == Array("abc".utf8))
      #expect(try folder.look(at: "a")?.byteCount == 5_000)
      #expect(Set(server.requests.map(\.connection)) == [1])
    }
  }

  // MARK: - Changes

  @Test(arguments: [405, 501, 404])
  func `a server that takes no files can be read only`(_ status: Int) throws {
    let script: ScriptedServer.Script = { request in
      switch request.method {
      case "HEAD": request.path.hasSuffix("/") ? Reply(200) : Reply(404)
      case "GET": HTTPFolderTests.html(["jamaal.json", "log/"])
      default: Reply(request.method == "PUT" ? status : 405)
      }
    }
    try run(script) { folder, _ throws in
      for path: FolderPath in ["jamaal.json", "log/a"] {
        #expect(code { try folder.put(path, [1]) } == .readOnly)
      }
      try folder.makeDirectory("log")
      try folder.delete("log/a")
    }
  }

  @Test func `a put makes no folder where none is`() throws {
    try run({ _ in Reply(404) }) { folder, server throws in
      #expect(code { try folder.put("jamaal.json", [1]) } == .notFound)
      #expect(code { try folder.put("log/a", [1]) } == .notFound)
      #expect(!server.requests.contains { $0.method == "PUT" })
    }
  }

  @Test func `a directory that nobody makes is named, with what to do`() throws {
    let script: ScriptedServer.Script = { request in
      switch (request.method, request.path) {
      case ("HEAD", "/dav/x/"): Reply(200)
      case ("PUT", _): Reply(500)
      case ("MKCOL", _): Reply(405)
      default: Reply(404)
      }
    }
    try run(script) { folder, _ throws in
      let failure = error { try folder.put("log/a", [1]) }
      #expect(failure?.code == .refused)
      #expect(failure?.message.contains("create_full_put_path") == true)
    }
  }

  @Test func `directories are made from the top down where they can be`() throws {
    let made = Lock<Set<String>>(["/"])
    let script: ScriptedServer.Script = { request in
      made.withLock { made in
        let parent = request.path.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/"
        switch request.method {
        case "MKCOL":
          guard made.contains(parent) else { return Reply(409) }
          return Reply(made.insert(request.path).inserted ? 201 : 405)
        case "PUT": return Reply(made.contains(parent) ? 201 : 409)
        default: return Reply(made.contains(request.path) ? 200 : 404)
        }
      }
    }
    try run(script) { folder, _ throws in
      #expect(code { try folder.makeDirectory("log") } == .notFound)
      try folder.makeDirectory(.root)
      try folder.put("log/a", [1])
      #expect(made.withLock { $0 } == ["/", "/dav/", "/dav/x/", "/dav/x/log/"])
    }
  }

  @Test func `a server that takes a put and shows what it had is found out`() throws {
    let script: ScriptedServer.Script = { request in
      switch request.method {
      case "GET" where request.path == "/dav/x/": HTTPFolderTests.html(["jamaal.json"])
      case "PUT": Reply(200, [], "welcome")
      default: request.path.hasSuffix("/") ? Reply(200) : Reply(404)
      }
    }
    try run(script) { folder, _ throws in
      var chance = SeededGenerator(seed: 43)
      let report = try FolderProbe.run(folder, using: &chance)
      #expect(report.verdict(.put) == .lies)
      #expect(!report.isUsable)
    }
  }
}
