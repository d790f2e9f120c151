import FolderSync
import TestSupport
import Testing

/// Listings as real servers send them, and as broken ones do.
@Suite("A WebDAV listing is taken whole or not at all")
struct WebDAVListingTests {
  private typealias Reply = ScriptedServer.Reply

  /// What the listing of `log/` comes to when it is answered so.
  private func list(_ reply: ScriptedServer.Reply) throws -> Result<[FolderEntry], FolderError> {
    var result: Result<[FolderEntry], FolderError>?
    try ScriptedFolder.run({ _ in reply }) { folder, _ throws in
      do throws(FolderError) {
        result = .success(try folder.list("log").entries)
      } catch {
        result = .failure(error)
      }
    }
    return try #require(result)
  }

  private func failure(_ reply: ScriptedServer.Reply) throws -> FolderError.Code? {
    if case .failure(let error) = try list(reply) { error.code } else { nil }
  }

  private let own = ScriptedFolder.collection("/dav/x/log/")

  @Test func `a listing is asked for with a depth, a length and a slash`() throws {
    try ScriptedFolder.run({ [own] _ in ScriptedFolder.listing([own]) }) { folder, server throws in
      _ = try folder.list("log")
      _ = try folder.directoryTag("log")
      let first = try #require(server.requests.first)
      #expect(first.method == "PROPFIND")
      #expect(first.path == "/dav/x/log/")
      #expect(first.headers["depth"] == "1")
      #expect(first.headers["content-length"] == "\(first.body.count)")
      #expect(first.headers["expect"] == nil)
      #expect(first.headers["transfer-encoding"] == nil)
      #expect(first.headers["authorization"] == nil)
      #expect(server.requests.last?.headers["depth"] == "0")
    }
  }

  @Test(arguments: [
    "/dav/x/log/a+b", "/dav/x/log/a b", "/dav/x/log/%C3%A9", "/dav/x/log/A", "/dav/x/log/.a",
    "/dav/x/log/a%2Fb", "/dav/x/log/a.part", "/dav/x/log/%ff", "/dav/x/log/b/c", "/dav/x/a",
    "/dav/y/log/a", "/dav/x/log/a%00",
  ])
  func `an entry that is not a file of ours is passed over`(_ href: String) throws {
    let reply = ScriptedFolder.listing([own, ScriptedFolder.file(href)])
    switch try list(reply) {
    case .success(let entries): #expect(entries.isEmpty)
    case .failure(let error): #expect(href.contains("%00") && error.code == .notDAV)
    }
  }

  @Test(arguments: [
    "/dav/x/log/a-1.jcs", "/dav/x/log/%61-1%2Ejcs", "/dav/x/log/a%2d1.jcs", "/dav//x/log/a-1.jcs",
    "http://127.0.0.1:PORT/dav/x/log/a-1.jcs", "HTTP://127.0.0.1:PORT/%64av/x/log/a-1.jcs",
    "//127.0.0.1:PORT/dav/x/log/a-1.jcs", "https://127.0.0.1:PORT/dav/x/log/a-1.jcs",
    "/dav/x/log/a-1.jcs/", "a-1.jcs",
  ])
  func `a link is the same file however it is written`(_ href: String) throws {
    let script: ScriptedServer.Script = { [own] request in
      let port = request.headers["host"]?.split(separator: ":").last.map(String.init) ?? ""
      let parts = href.split(separator: "PORT", omittingEmptySubsequences: false)
      let link = parts.map(String.init).joined(separator: port)
      return ScriptedFolder.listing([own, ScriptedFolder.file(link, 7)])
    }
    try ScriptedFolder.run(script) { folder, _ throws in
      let expected = FolderEntry(path: "log/a-1.jcs", byteCount: 7)
      #expect(try folder.list("log").entries == [expected])
    }
  }

  @Test(arguments: ["%C3%A9", "%c3%a9", "\u{e9}", "e%CC%81", "e\u{301}"])
  func `the folder is recognised in either form and case of é`(_ written: String) throws {
    let script: ScriptedServer.Script = { _ in
      let base = "/dav/x%20%231/\(written)&amp;'@:+"
      return ScriptedFolder.listing([
        ScriptedFolder.collection("\(base)/log/"), ScriptedFolder.file("\(base)/log/a"),
      ])
    }
    let server = try ScriptedServer(script)
    defer { server.stop() }
    var options = HTTPOptions()
    options.proxy = ""
    let address = try FolderAddress("http://127.0.0.1:\(server.port)/dav/x #1/\u{e9}&'@:+")
    let entries = try address.open(options: options).list("log").entries
    #expect(entries.map(\.path) == ["log/a"])
    #expect(server.requests[0].path == "/dav/x%20%231/%C3%A9%26%27%40%3A%2B/log/")
  }

  @Test(arguments: [
    "http://other.example.org/dav/x/log/a", "//other/dav/x/log/a", "http://127.0.0.1:1/dav/x/log/a",
    "http://127.0.0.1.example.org/dav/x/log/a", "ftp://127.0.0.1/dav/x/log/a", "mailto:x",
  ])
  func `an entry on another server is an error`(_ href: String) throws {
    #expect(try failure(ScriptedFolder.listing([own, ScriptedFolder.file(href)])) == .notDAV)
  }

  @Test func `a listing without the folder itself is no listing`() throws {
    #expect(try failure(ScriptedFolder.listing([])) == .notDAV)
    #expect(try failure(ScriptedFolder.listing([ScriptedFolder.file("/dav/x/log/a")])) == .notDAV)
    let other = ScriptedFolder.collection("/login/")
    #expect(try failure(ScriptedFolder.listing([other])) == .notDAV)
  }

  @Test func `text after the end of a closed listing refuses all of it`() throws {
    let whole = ScriptedFolder.document([own, ScriptedFolder.file("/dav/x/log/a")])
    #expect(try list(Reply(207, [], whole)).get().count == 1)
    #expect(try failure(Reply(207, [], whole + "\n<br />\n<b>Warning</b>: storage")) == .notDAV)
  }

  @Test func `a log-in page instead of a listing is not a DAV answer`() throws {
    let page = "<!DOCTYPE html><html><body>Please log in</body></html>"
    #expect(try failure(Reply(200, ["Content-Type: text/html"], page)) == .notDAV)
    #expect(try failure(Reply(207, ["Content-Type: text/html"], page)) == .notDAV)
    let listing = ScriptedFolder.document([own])
    #expect(try failure(Reply(200, ["Content-Type: application/xml"], listing)) == .notDAV)
    #expect(try failure(Reply(204)) == .notDAV)
    #expect(try failure(Reply(405)) == .notDAV)
    #expect(try failure(Reply(501)) == .notDAV)
  }

  @Test func `a resource is missing only when it is missing itself`() throws {
    func status(_ href: String, _ status: String) -> String {
      "<D:response><D:href>\(href)</D:href><D:status>HTTP/1.1 \(status)</D:status></D:response>"
    }
    #expect(try failure(Reply(404)) == .notFound)
    let missing = status("/dav/x/log/", "404 Not Found")
    #expect(try failure(ScriptedFolder.listing([missing])) == .notFound)
    let locked = status("/dav/x/log/", "423 Locked")
    #expect(try failure(ScriptedFolder.listing([locked])) == .busy)
    let gone = status("/dav/x/log/b", "404 Not Found")
    let listing = ScriptedFolder.listing([own, ScriptedFolder.file("/dav/x/log/a"), gone])
    #expect(try list(listing).get().map(\.path) == ["log/a"])
    let property = """
      <D:response><D:href>/dav/x/log/c</D:href><D:propstat><D:prop><D:getetag/></D:prop>\
      <D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>
      """
    let lengthless = FolderEntry(path: "log/c", byteCount: nil)
    #expect(try list(ScriptedFolder.listing([own, property])).get() == [lengthless])
  }

  @Test func `a listing in any order is sorted`() throws {
    let files = ["c", "a", "d", "b"].map { ScriptedFolder.file("/dav/x/log/\($0)") }
    let reply = ScriptedFolder.listing(Array(files[..<2]) + [own] + files[2...])
    #expect(try list(reply).get().map(\.path.name) == ["a", "b", "c", "d"])
  }

  @Test func `a listing in pages is followed to its end`() throws {
    let script: ScriptedServer.Script = { [own] request in
      let page = Int(request.path.split(separator: "=").last ?? "") ?? 1
      let files = (0..<750).map { ScriptedFolder.file("/dav/x/log/f-\(page)-\($0)") }
      let next = ["Link: </first>; rel=prev, <?page=\(page + 1)>; rel=\"next\""]
      return ScriptedFolder.listing(page == 1 ? [own] + files : files, page < 3 ? next : [])
    }
    try ScriptedFolder.run(script) { folder, server throws in
      #expect(try folder.list("log").entries.count == 2_250)
      #expect(server.requests.map(\.path) == ["", "?page=2", "?page=3"].map { "/dav/x/log/" + $0 })
    }
  }

  @Test func `pages without end and pages elsewhere are refused`() throws {
    let forever = ScriptedFolder.listing([own], ["Link: <?page=2>; rel=\"next\""])
    #expect(try failure(forever) == .notDAV)
    let elsewhere = ScriptedFolder.listing([own], ["Link: <http://other/x>; rel=\"next\""])
    #expect(try failure(elsewhere) == .notDAV)
  }

  @Test func `a listing over the limit is refused`() throws {
    var options = HTTPOptions()
    options.listingBytesMax = 10_000
    let script: ScriptedServer.Script = { [own] _ in
      ScriptedFolder.listing([own] + (0..<200).map { ScriptedFolder.file("/dav/x/log/f-\($0)") })
    }
    try ScriptedFolder.run(options: options, script) { folder, _ throws in
      #expect(code { try folder.list("log") } == .tooLarge)
    }
  }

  @Test(arguments: [
    ("\"abc\"", "\"abc\""), ("W/\"abc\"", nil), ("w/\"abc\"", nil), ("", nil),
    ("\"abc-gzip\"", "\"abc-gzip\""), ("unquoted", "unquoted"), ("&quot;abc&quot;", "\"abc\""),
  ])
  func `only a strong tag of a directory is a tag`(_ tag: String, _ expected: String?) throws {
    let reply = ScriptedFolder.listing([ScriptedFolder.collection("/dav/x/log/", tag: tag)])
    try ScriptedFolder.run({ _ in reply }) { folder, _ throws in
      #expect(try folder.list("log").tag == expected)
      #expect(try folder.directoryTag("log") == expected)
    }
  }

  @Test func `the slash at the end is followed on the same server, once`() throws {
    let script: ScriptedServer.Script = { [own] request in
      request.path == "/dav/x/log/"
        ? Reply(301, ["Location: /dav/x/log"]) : ScriptedFolder.listing([own])
    }
    try ScriptedFolder.run(script) { folder, server throws in
      #expect(try folder.list("log").entries.isEmpty)
      #expect(server.requests.map(\.method) == ["PROPFIND", "PROPFIND"])
      #expect(server.requests[1].body == server.requests[0].body)
    }
    try ScriptedFolder.run({ Reply(302, ["Location: \($0.path)"]) }) { folder, server throws in
      #expect(code { try folder.list("log") } == .redirect)
      #expect(server.requests.count == 2)
    }
  }
}
