import FolderSync
import TestSupport
import Testing

/// What real servers were seen to say of a directory where a file was meant, and the other way
/// round; the servers themselves are tried by `make test-servers`.
@Suite("Files and directories are told apart on every make of server")
struct WebDAVServerKindTests {
  private typealias Reply = ScriptedServer.Reply

  /// What a make gives for a `GET` of a directory.
  private static let pages = [
    Reply(200, ["Content-Type: text/html"], "<pre><a href=\"a\">a</a></pre>"),  // rclone
    Reply(200, ["Content-Type: text/html"], ""),  // ASGIWebDAV
    Reply(200, ["Content-Type: text/plain"], String(repeating: "# ", count: 100)),  // copyparty
    Reply(501, ["Content-Type: application/xml"], "<d:error/>"),  // sabre/dav
    Reply(301, ["Location: /dav/x/log/"]),  // lighttpd, Apache, nginx
  ]

  @Test(arguments: pages.indices)
  func `a directory asked for as a file is no file`(_ index: Int) throws {
    let page = WebDAVServerKindTests.pages[index]
    let script: ScriptedServer.Script = { request in
      request.method == "GET"
        ? page : ScriptedFolder.listing([ScriptedFolder.collection("/dav/x/log/")])
    }
    try ScriptedFolder.run(script) { folder, server throws in
      #expect(code { try folder.get("log", byteCountMax: 100) } == .notFound)
      let results = folder.get(["log", "log"], byteCountMax: 100)
      for result in results { #expect(code { try result.get() } == .notFound) }
      #expect(server.requests.count <= 6)
    }
  }

  @Test func `an empty file that is called a page is an empty file`() throws {
    let script: ScriptedServer.Script = { request in
      request.method == "GET"
        ? Reply(200, ["Content-Type: text/html"], "")
        : ScriptedFolder.listing([ScriptedFolder.file("/dav/x/a", 0)])
    }
    try ScriptedFolder.run(script) { folder, _ throws in
      #expect(try folder.get("a", byteCountMax: 1) == [])
    }
  }

  @Test func `a log-in page in place of a file stays one`() throws {
    let page = Reply(200, ["Content-Type: text/html"], "<p>Log in")
    try ScriptedFolder.run({ _ in page }) { folder, _ throws in
      #expect(code { try folder.get("a", byteCountMax: 100) } == .notDAV)
    }
    let file = ScriptedFolder.listing([ScriptedFolder.file("/dav/x/a", 9)])
    try ScriptedFolder.run({ $0.method == "GET" ? page : file }) { folder, _ throws in
      #expect(code { try folder.get("a", byteCountMax: 100) } == .notDAV)
    }
  }

  @Test(arguments: [403, 500, 400, 405])
  func `a file in the way of a directory is found without the slash`(_ status: Int) throws {
    let script: ScriptedServer.Script = { request in
      switch (request.method, request.path) {
      case ("MKCOL", _): Reply(status == 500 ? 500 : 405)
      case (_, "/dav/x/log/"): Reply(status)
      default: ScriptedFolder.listing([ScriptedFolder.file("/dav/x/log")])
      }
    }
    try ScriptedFolder.run(script) { folder, _ throws in
      #expect(code { try folder.makeDirectory("log") } == .conflict)
    }
    // With nothing there either, the first refusal is the answer.
    let refusing: ScriptedServer.Script = { request in
      switch (request.method, request.path) {
      case ("MKCOL", _): Reply(405)
      case (_, "/dav/x/log/"): Reply(status)
      default: Reply(404)
      }
    }
    try ScriptedFolder.run(refusing) { folder, _ throws in
      let failure = code { try folder.makeDirectory("log") }
      #expect(failure != nil && failure != .conflict && failure != .notFound)
    }
  }

  @Test func `an internal error over a missing folder is a missing folder`() throws {
    for isThere in [true, false] {
      let script: ScriptedServer.Script = { request in
        guard request.method == "PROPFIND" else { return Reply(500) }
        return isThere
          ? ScriptedFolder.listing([ScriptedFolder.collection("/dav/x/")]) : Reply(404)
      }
      try ScriptedFolder.run(script) { folder, server throws in
        let found = code { try folder.put("jamaal.json", [1]) }
        #expect(found == (isThere ? .busy : .notFound))
        #expect(server.requests.map(\.method) == ["PUT", "PROPFIND"])
      }
    }
    try ScriptedFolder.run({ _ in Reply(503) }) { folder, server throws in
      #expect(code { try folder.put("jamaal.json", [1]) } == .busy)
      #expect(server.requests.count == 1, "a busy server is left alone")
    }
  }
}
