import FolderSync
import TestSupport
import Testing

/// Gets, puts, deletes and new directories, with all that servers answer to them.
@Suite("A WebDAV folder copes with every answer to a change")
struct WebDAVChangeTests {
  private typealias Reply = ScriptedServer.Reply

  private static let own = ScriptedFolder.collection("/dav/x/log/")

  /// Answers by method, in the order given; the last answer of a method is repeated.
  private static func script(_ answers: [String: [Reply]]) -> ScriptedServer.Script {
    let counts = Lock([String: Int]())
    return { request in
      let index = counts.withLock { counts in
        counts[request.method, default: -1] += 1
        return counts[request.method, default: 0]
      }
      let replies = answers[request.method] ?? [Reply(599)]
      return replies[min(index, replies.count - 1)]
    }
  }

  private func methods(_ server: ScriptedServer) -> [String] {
    server.requests.map(\.method)
  }

  // MARK: - Get

  @Test func `a get asks for the bytes as they are`() throws {
    try ScriptedFolder.run({ _ in Reply(200, [], "abc") }) { folder, server throws in
      #expect(try folder.get("log/a", byteCountMax: 3) == Array("abc".utf8))
      let request = try #require(server.requests.first)
      #expect(request.headers["accept-encoding"] == "identity")
      #expect(request.headers["cache-control"] == "no-store")
      #expect(request.headers["user-agent"] == "FolderSync/1")
    }
  }

  @Test func `a body shorter than declared is refused`() throws {
    let short = Reply(raw: Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".utf8))
    try ScriptedFolder.run({ _ in short }) { folder, _ throws in
      #expect(code { try folder.get("log/a", byteCountMax: 99) } == .cutShort)
    }
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Type: text/pl"])
  func `an answer whose head has no end is none`(_ head: String) throws {
    try ScriptedFolder.run({ _ in Reply(raw: Array(head.utf8)) }) { folder, _ throws in
      #expect(code { try folder.get("log/a", byteCountMax: 99) } == .cutShort)
      #expect(code { try folder.put("log/a", [1]) } == .cutShort)
      #expect(code { try folder.list("log") } == .cutShort)
    }
  }

  @Test func `a body compressed though it was not asked for is refused`() throws {
    let reply = Reply(200, ["Content-Encoding: gzip"], "\u{1f}abc")
    try ScriptedFolder.run({ _ in reply }) { folder, _ throws in
      #expect(code { try folder.get("log/a", byteCountMax: 99) } == .damaged)
    }
  }

  @Test func `a body larger than allowed is cut off without reading it all`() throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n"
    let reply = Reply(raw: Array(head.utf8) + [UInt8](repeating: 7, count: 200_000))
    try ScriptedFolder.run({ _ in reply }) { folder, _ throws in
      #expect(code { try folder.get("log/a", byteCountMax: 100_000) } == .tooLarge)
    }
  }

  @Test func `a web page instead of a file is not a file`() throws {
    let page = Reply(200, ["Content-Type: text/html; charset=utf-8"], "\n <!DOCTYPE html><html>")
    try ScriptedFolder.run({ _ in page }) { folder, _ throws in
      #expect(code { try folder.get("log/a", byteCountMax: 99) } == .notDAV)
    }
    let named = Reply(200, ["Content-Type: text/html"], "JCS1...")
    try ScriptedFolder.run({ _ in named }) { folder, _ throws in
      #expect(try folder.get("log/a", byteCountMax: 99).count == 7, "only called a page")
    }
  }

  @Test func `a part is taken only if it is the one asked for`() throws {
    func part(_ reply: Reply) throws -> Result<[UInt8]?, FolderError> {
      var result: Result<[UInt8]?, FolderError>?
      try ScriptedFolder.run({ _ in reply }) { folder, server throws in
        do throws(FolderError) {
          result = .success(try folder.get("log/a", range: 2..<5))
        } catch {
          result = .failure(error)
        }
        #expect(server.requests[0].headers["range"] == "bytes=2-4")
      }
      return try #require(result)
    }
    let good = Reply(206, ["Content-Range: bytes 2-4/9"], "cde")
    #expect(try part(good).get() == Array("cde".utf8))
    #expect(try part(Reply(200, [], "abcdefghi")).get() == nil)
    #expect(try part(Reply(200, [], "ab")).get() == nil)
    for bad in [
      Reply(206, ["Content-Range: bytes 0-2/9"], "abc"), Reply(206, [], "cde"),
      Reply(206, ["Content-Range: bytes 2-4/9"], "cd"), Reply(416),
    ] {
      let result = try part(bad)
      #expect(code { try result.get() } == .damaged)
    }
  }

  // MARK: - Put

  @Test func `a put carries its length and nothing is waited for`() throws {
    let body = [UInt8](repeating: 5, count: 2_000_000)
    try ScriptedFolder.run({ _ in Reply(201) }) { folder, server throws in
      try folder.put("log/a", body)
      try folder.put("log/b", [])
      let requests = server.requests
      #expect(requests.map(\.method) == ["PUT", "PUT"])
      #expect(requests.map { $0.headers["content-length"] } == ["2000000", "0"])
      #expect(requests.allSatisfy { $0.headers["transfer-encoding"] == nil })
      #expect(requests.allSatisfy { $0.headers["expect"] == nil })
      #expect(requests[0].body == body)
    }
  }

  @Test(arguments: [404, 409, 500])
  func `a missing directory is made once and the put repeated once`(_ status: Int) throws {
    let script = WebDAVChangeTests.script([
      "PUT": [Reply(status), Reply(201)], "MKCOL": [Reply(201)],
    ])
    try ScriptedFolder.run(script) { folder, server throws in
      try folder.put("log/a", [1])
      #expect(methods(server) == ["PUT", "MKCOL", "PUT"])
      #expect(server.requests[1].path == "/dav/x/log/")
    }
    let never = WebDAVChangeTests.script(["PUT": [Reply(status)], "MKCOL": [Reply(201)]])
    try ScriptedFolder.run(never) { folder, server throws in
      #expect(code { try folder.put("log/a", [1]) } == (status == 500 ? .busy : .notFound))
      #expect(methods(server) == ["PUT", "MKCOL", "PUT"])
    }
  }

  @Test func `the folder itself is never made by a put`() throws {
    let script = WebDAVChangeTests.script([
      "PUT": [Reply(409)], "MKCOL": [Reply(409)], "PROPFIND": [Reply(404)],
    ])
    try ScriptedFolder.run(script) { folder, server throws in
      #expect(code { try folder.put("jamaal.json", [1]) } == .notFound)
      #expect(methods(server) == ["PUT"])
      #expect(code { try folder.put("log/a", [1]) } == .notFound)
      #expect(server.requests.filter { $0.method == "MKCOL" }.map(\.path) == ["/dav/x/log/"])
    }
  }

  @Test func `an earlier put of which only the answer was lost counts as done`() throws {
    let script = WebDAVChangeTests.script(["PUT": [Reply(412)], "GET": [Reply(200, [], "abc")]])
    try ScriptedFolder.run(script) { folder, server throws in
      try folder.put("log/a", Array("abc".utf8))
      #expect(methods(server) == ["PUT", "GET"])
    }
  }

  @Test(arguments: ["", "ab", "abx", "abcd"])
  func `the writer's own stump is overwritten once, without condition`(_ stump: String) throws {
    let script = WebDAVChangeTests.script([
      "PUT": [Reply(412), Reply(204)], "GET": [Reply(200, [], stump)],
    ])
    try ScriptedFolder.run(script) { folder, server throws in
      try folder.put("log/a", Array("abc".utf8))
      #expect(methods(server) == ["PUT", "GET", "PUT"])
      #expect(server.requests[0].headers["if-none-match"] == "*")
      #expect(server.requests[2].headers["if-none-match"] == nil)
    }
    let stubborn = WebDAVChangeTests.script(["PUT": [Reply(412)], "GET": [Reply(404)]])
    try ScriptedFolder.run(stubborn) { folder, server throws in
      #expect(code { try folder.put("log/a", [1]) } == .conflict)
      #expect(methods(server) == ["PUT", "GET", "PUT"])
    }
  }

  @Test func `an answer that never comes leaves the outcome open, and nothing is repeated`() throws
  {
    try ScriptedFolder.run({ _ in .silence }) { folder, server throws in
      #expect(code { try folder.put("log/a", [1]) } == .interrupted)
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [
    (401, FolderError.Code.unauthorized), (403, .forbidden), (405, .readOnly), (501, .readOnly),
    (408, .busy), (423, .busy), (425, .busy), (429, .busy), (502, .busy), (503, .busy),
    (504, .busy), (507, .full), (413, .tooLarge), (301, .redirect), (307, .redirect),
    (400, .refused), (418, .refused), (207, .conflict),
  ])
  func `each refusal of a put is told apart`(_ status: Int, _ expected: FolderError.Code) throws {
    try ScriptedFolder.run({ _ in Reply(status, [], "secret text of the server") }) {
      folder, server throws in
      let failure = error { try folder.put("log/a", [1]) }
      #expect(failure?.code == expected)
      #expect(failure?.message.contains("secret text") == false)
      #expect(server.requests.count == 1)
    }
  }

  // MARK: - Delete

  @Test(arguments: [200, 202, 204, 404, 410])
  func `a delete of what is gone is success`(_ status: Int) throws {
    try ScriptedFolder.run({ _ in Reply(status) }) { folder, server throws in
      try folder.delete("log/a")
      #expect(server.requests.map(\.path) == ["/dav/x/log/a"], "never with a slash")
    }
  }

  @Test(arguments: [
    (403, FolderError.Code.forbidden), (405, .readOnly), (423, .busy), (207, .conflict),
    (301, .redirect),
  ])
  func `a delete that fails is told`(_ status: Int, _ expected: FolderError.Code) throws {
    let reply = Reply(status, ["Location: /dav/x/log/a/"])
    try ScriptedFolder.run({ _ in reply }) { folder, server throws in
      #expect(code { try folder.delete("log/a") } == expected)
      #expect(server.requests.count == 1)
    }
  }

  // MARK: - Directories

  @Test(arguments: [200, 301, 401, 403, 405, 409, 423])
  func `a directory that is there already is success, whatever is said`(_ status: Int) throws {
    let script = WebDAVChangeTests.script([
      "MKCOL": [Reply(status)], "PROPFIND": [ScriptedFolder.listing([WebDAVChangeTests.own])],
    ])
    let credentials = ScriptedFolder.credentials
    try ScriptedFolder.run(credentials: credentials, script) { folder, server throws in
      try folder.makeDirectory("log")
      #expect(methods(server) == ["MKCOL", "PROPFIND"])
    }
  }

  @Test(arguments: [
    (405, FolderError.Code.readOnly), (409, .notFound), (404, .notFound), (403, .forbidden),
    (423, .busy), (507, .full), (503, .busy),
  ])
  func `a directory that cannot be made is told`(
    _ status: Int, _ expected: FolderError.Code
  ) throws {
    let script = WebDAVChangeTests.script(["MKCOL": [Reply(status)], "PROPFIND": [Reply(404)]])
    try ScriptedFolder.run(script) { folder, _ throws in
      #expect(code { try folder.makeDirectory("log") } == expected)
    }
  }

  @Test func `the way to the folder is made from the top down`() throws {
    let made = Lock(Set(["/dav/"]))
    let script: ScriptedServer.Script = { request in
      made.withLock { made in
        let path = request.path
        guard request.method == "MKCOL" else {
          return made.contains(path)
            ? ScriptedFolder.listing([ScriptedFolder.collection(path)]) : Reply(404)
        }
        if made.contains(path) { return Reply(405) }
        let parent = path.dropLast().prefix(
          through: path.dropLast().lastIndex(of: "/") ?? "".endIndex)
        guard made.contains(String(parent)) else { return Reply(409) }
        made.insert(path)
        return Reply(201)
      }
    }
    let server = try ScriptedServer(script)
    defer { server.stop() }
    var options = HTTPOptions()
    options.proxy = ""
    let folder = try FolderAddress("http://127.0.0.1:\(server.port)/dav/a/b/c").open(
      options: options)
    try folder.makeDirectory(.root)
    #expect(made.withLock { $0 } == ["/dav/", "/dav/a/", "/dav/a/b/", "/dav/a/b/c/"])
    try folder.makeDirectory(.root)

    let lost = try FolderAddress("http://127.0.0.1:\(server.port)/other/b").open(options: options)
    #expect(code { try lost.makeDirectory(.root) } == .notFound)
  }
}
