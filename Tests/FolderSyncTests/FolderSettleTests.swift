import FolderSync
import TestSupport
import Testing

/// What kind of server an address leads to is found out once, by asking.
@Suite("An address is settled by what the server says, once")
struct FolderSettleTests {
  private typealias Reply = ScriptedServer.Reply

  private static let list = Reply(
    200, ["Content-Type: text/html"], "<title>Index of /x</title><a href=\"jamaal.json\">j</a>")
  private static let page = Reply(200, ["Content-Type: text/html"], "<title>Welcome</title>")

  /// Settles an address on a server, and tells the scheme that came out.
  private func scheme(
    of scheme: String = "http", propfind: Reply, get: Reply, _ count: Int? = nil
  ) throws -> String {
    let server = try ScriptedServer { $0.method == "PROPFIND" ? propfind : get }
    defer { server.stop() }
    var options = HTTPOptions()
    options.proxy = ""
    let address = try FolderAddress("\(scheme)://jo@127.0.0.1:\(server.port)/x")
    let found = try address.settle(options: options)
    if let count { #expect(server.requests.count == count) }
    let text = found.address.text
    #expect(text.hasSuffix("://127.0.0.1:\(server.port)/x/"))
    #expect(found.address.user == "jo")
    // The text alone brings the same kind of folder back.
    let again = try FolderAddress(text).open(options: options)
    #expect(type(of: again) == type(of: found.folder))
    return String(text.prefix { $0 != ":" })
  }

  @Test func `WebDAV is WebDAV, also where the folder is still missing`() throws {
    let good = ScriptedFolder.listing([ScriptedFolder.collection("/x/")])
    #expect(try scheme(propfind: good, get: FolderSettleTests.list, 1) == "http")
    #expect(try scheme(propfind: Reply(404), get: FolderSettleTests.list, 1) == "http")
  }

  @Test(arguments: [405, 501, 400, 403, 200])
  func `a server that knows no PROPFIND but lists files is a plain one`(_ status: Int) throws {
    let refusal = Reply(status, ["Content-Type: text/html"], "<p>no</p>")
    #expect(try scheme(propfind: refusal, get: FolderSettleTests.list, 2) == "http+plain")
  }

  @Test func `a folder still missing on a plain server is for the caller to make`() throws {
    #expect(try scheme(propfind: Reply(405), get: Reply(404)) == "http+plain")
    #expect(code { try scheme(propfind: Reply(403), get: Reply(404)) } == .forbidden)
  }

  @Test func `what neither speaks WebDAV nor lists files is refused`() throws {
    for propfind in [Reply(405), FolderSettleTests.page] {
      let failure = error { try scheme(propfind: propfind, get: FolderSettleTests.page) }
      #expect(failure?.code == .notDAV)
      #expect(failure?.message.contains("no list of files either") == true)
    }
    #expect(code { try scheme(propfind: Reply(405), get: Reply(403)) } == .forbidden)
  }

  @Test(arguments: [(401, FolderError.Code.unauthorized), (503, .busy), (302, .redirect)])
  func `a server in trouble is not taken for one of another kind`(
    _ status: Int, _ expected: FolderError.Code
  ) throws {
    let reply = Reply(status, ["Location: http://other.example/"])
    #expect(code { try scheme(propfind: reply, get: FolderSettleTests.list) } == expected)
  }

  @Test func `an address that says what it means is taken at its word`() throws {
    let list = FolderSettleTests.list
    #expect(try scheme(of: "dav", propfind: Reply(405), get: list, 0) == "http")
    #expect(try scheme(of: "http+plain", propfind: Reply(405), get: list, 0) == "http+plain")
    let local = try FolderAddress("/nowhere").settle()
    #expect(local.address.text == "/nowhere")
    #expect(local.folder is LocalFolder)
  }

  @Test func `opened as WebDAV, a plain server is never anything else`() throws {
    try ScriptedFolder.run({ $0.method == "PROPFIND" ? Reply(405) : FolderSettleTests.list }) {
      folder, server throws in
      #expect(code { try folder.list(.root) } == .notDAV)
      #expect(server.requests.map(\.method) == ["PROPFIND"])
    }
  }
}
