import FolderSync
import TestSupport
import Testing

/// Reading what WebDAV servers send as a listing.
@Suite("A multistatus is read strictly and whoever wrote it")
struct MultistatusTests {
  private func read(_ text: String) throws -> [Multistatus.Entry] {
    try Multistatus(Array(text.utf8)).entries
  }

  private func isRefused(_ text: String) -> Bool {
    code { try read(text) } == .notDAV
  }

  private static let whole = """
    <?xml version="1.0" encoding="utf-8"?>
    <d:multistatus xmlns:d="DAV:"><d:response><d:href>/log/</d:href><d:propstat><d:prop>\
    <d:resourcetype><d:collection/></d:resourcetype></d:prop>\
    <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>\
    <d:response><d:href>/log/a</d:href><d:propstat><d:prop><d:resourcetype/>\
    <d:getcontentlength>17</d:getcontentlength><d:getetag>"x"</d:getetag></d:prop>\
    <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
    """

  private static let entries = [
    entry("/log/", isCollection: true), entry("/log/a", byteCount: 17, tag: "\"x\""),
  ]

  private static func entry(
    _ href: String, status: Int? = nil, isCollection: Bool = false, byteCount: Int? = nil,
    tag: String? = nil
  ) -> Multistatus.Entry {
    var entry = Multistatus.Entry()
    entry.href = href
    entry.status = status
    entry.isCollection = isCollection
    entry.byteCount = byteCount
    entry.tag = tag
    return entry
  }

  @Test(arguments: [
    // Nextcloud, sabre/dav
    whole,
    // Apache: two prefixes for one namespace, declared on the response
    """
    <?xml version="1.0" encoding="utf-8"?>
    <D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">
    <D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/" xmlns:g0="DAV:">
    <D:href>/log/</D:href>
    <D:propstat><D:prop>
    <lp1:resourcetype><D:collection/></lp1:resourcetype>
    </D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
    <D:propstat><D:prop><g0:getcontentlength/></D:prop>
    <D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>
    </D:response>
    <D:response xmlns:lp1="DAV:">
    <D:href>/log/a</D:href>
    <D:propstat><D:prop><lp1:resourcetype/><lp1:getcontentlength>17</lp1:getcontentlength>
    <lp1:getetag>"x"</lp1:getetag><lp2:executable xmlns:lp2="urn:x">F</lp2:executable></D:prop>
    <D:status>HTTP/1.1 200 OK</D:status></D:propstat>
    </D:response>
    </D:multistatus>
    """,
    // WsgiDAV
    """
    <ns0:multistatus xmlns:ns0="DAV:"><ns0:response><ns0:href>/log/</ns0:href><ns0:propstat>\
    <ns0:prop><ns0:resourcetype><ns0:collection /></ns0:resourcetype></ns0:prop>\
    <ns0:status>HTTP/1.1 200 OK</ns0:status></ns0:propstat></ns0:response><ns0:response>\
    <ns0:href>/log/a</ns0:href><ns0:propstat><ns0:prop><ns0:resourcetype />\
    <ns0:getcontentlength>17</ns0:getcontentlength><ns0:getetag>"x"</ns0:getetag></ns0:prop>\
    <ns0:status>HTTP/1.1 200 OK</ns0:status></ns0:propstat></ns0:response></ns0:multistatus>
    """,
    // The default namespace, CDATA, an upper-case root's neighbour from elsewhere, another order
    """
    <multistatus xmlns="DAV:" xmlns:x="urn:x"><x:note>hello</x:note><response>
      <href><![CDATA[/log/]]></href>
      <propstat><status>HTTP/1.1 200 OK</status><prop><resourcetype><x:calendar/><collection/>
      </resourcetype></prop></propstat></response>
      <response><x:href>/wrong</x:href><href>
        /log/a
      </href><propstat><prop><getetag>"x"</getetag><x:getcontentlength>5</x:getcontentlength>
      <getcontentlength> 17 </getcontentlength></prop><status>HTTP/2 200</status></propstat>
      <responsedescription>fine</responsedescription></response>
    </multistatus>
    """,
  ])
  func `any prefix and any order means the same`(_ text: String) throws {
    #expect(try read(text) == MultistatusTests.entries)
  }

  @Test func `another encoding than UTF-8 is understood`() throws {
    let head = #"<?xml version="1.0" encoding="ISO-8859-1"?>"#
    let before = #"<multistatus xmlns="DAV:"><response><href>/"#
    let after = "/</href></response></multistatus>"
    let bytes = Array((head + before).utf8) + [0xe9] + Array(after.utf8)
    #expect(try Multistatus(bytes).entries.map(\.href) == ["/é/"])
  }

  @Test func `a document cut anywhere is refused`() throws {
    let bytes = Array(MultistatusTests.whole.utf8)
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: ">")))
    for count in 0...end {
      let code = code { try Multistatus(Array(bytes[..<count])) }
      #expect(code == .notDAV || code == .cutShort, "\(count) bytes")
      // Before its root is there it could as well be a web page.
      if count > end / 2 { #expect(code == .cutShort, "\(count) bytes") }
    }
    #expect(try Multistatus(Array(bytes[...end])).entries == MultistatusTests.entries)
  }

  @Test(arguments: [
    "trailing", "<p/>", "<br>PHP Warning: disk is full", "]]>", "\u{0}", "&amp;",
    #"<d:multistatus xmlns:d="DAV:"/>"#,
  ])
  func `text after the end of the document is refused`(_ rest: String) {
    #expect(isRefused(MultistatusTests.whole + rest))
    #expect(isRefused(MultistatusTests.whole + "\n\n" + rest))
  }

  @Test func `white space and comments after the end are let pass`() throws {
    let text = MultistatusTests.whole + "\r\n <!-- served by x -->\n"
    #expect(try read(text) == MultistatusTests.entries)
  }

  @Test(arguments: [
    "", " ", "<", "hello", "{}", "<html><body>Log in</body></html>",
    "<!DOCTYPE html><html></html>", "<multistatus/>", #"<multistatus xmlns="DAV"/>"#,
    #"<d:Multistatus xmlns:d="DAV:"/>"#, #"<d:error xmlns:d="DAV:"/>"#,
    #"<x:multistatus xmlns:x="urn:x"/>"#, "\u{feff}", #"<d:multistatus/>"#,
  ])
  func `what is not a multistatus is refused`(_ text: String) {
    #expect(isRefused(text))
  }

  @Test func `an empty multistatus is one, without entries`() throws {
    #expect(try read(#"<d:multistatus xmlns:d="DAV:"/>"#).isEmpty)
  }

  @Test func `a document type is refused, so that no entity can grow`() {
    let head = #"<!DOCTYPE m [<!ENTITY a "/log/"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>"#
    let body = #"<multistatus xmlns="DAV:"><response><href>&b;</href></response></multistatus>"#
    #expect(isRefused(head + body))
    let outside = #"<!DOCTYPE m SYSTEM "file:///etc/hostname">"#
    #expect(isRefused(outside + MultistatusTests.whole.drop { $0 != "\n" }))
    #expect(isRefused(body), "an entity nobody has declared")
  }

  @Test func `the usual five entities and numbers are text`() throws {
    let text = """
      <multistatus xmlns="DAV:"><response><href>/a&amp;b&lt;&#99;&#x64;</href></response>\
      </multistatus>
      """
    #expect(try read(text).map(\.href) == ["/a&b<cd"])
  }

  @Test func `a property counts only if its own status is good`() throws {
    let text = """
      <multistatus xmlns="DAV:"><response><href>/a</href>\
      <propstat><prop><getcontentlength>5</getcontentlength><resourcetype><collection/>\
      </resourcetype></prop><status>HTTP/1.1 404 Not Found</status></propstat>\
      <propstat><prop><getetag>"x"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat>\
      <propstat><prop><getetag>"y"</getetag></prop><status>HTTP/1.1 403 No</status></propstat>\
      <propstat><prop><getetag>"z"</getetag></prop><status>nonsense</status></propstat>\
      </response></multistatus>
      """
    #expect(try read(text) == [MultistatusTests.entry("/a", tag: "\"x\"")])
  }

  @Test func `the status of a resource is its own, and each of several links has it`() throws {
    let text = """
      <multistatus xmlns="DAV:"><response><href>/a</href><href>/b</href>\
      <status>HTTP/1.1 404 Not Found</status></response></multistatus>
      """
    let expected = ["/a", "/b"].map { MultistatusTests.entry($0, status: 404) }
    #expect(try read(text) == expected)
  }

  @Test(arguments: ["", "-1", "12x", "1 2", "99999999999999999999", "0x10", "1.5"])
  func `a length that makes no sense is no length`(_ length: String) throws {
    let text = """
      <multistatus xmlns="DAV:"><response><href>/a</href><propstat><prop>\
      <getcontentlength>\(length)</getcontentlength></prop><status>HTTP/1.1 200 OK</status>\
      </propstat></response></multistatus>
      """
    #expect(try read(text) == [MultistatusTests.entry("/a")])
  }

  @Test func `elements that are too deep are refused and not followed`() {
    let depth = 100_000
    let text =
      #"<multistatus xmlns="DAV:">"# + String(repeating: "<a>", count: depth)
      + String(repeating: "</a>", count: depth) + "</multistatus>"
    #expect(isRefused(text))
  }

  @Test(arguments: 0..<40)
  func `damaged documents never crash`(_ seed: Int) {
    var chance = SeededGenerator(seed: UInt64(seed))
    let whole = Array(MultistatusTests.whole.utf8)
    for _ in 0..<50 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        bytes[Int.random(in: 0..<bytes.count, using: &chance)] = chance.bytes(1)[0]
      }
      guard let failure = code(of: { try Multistatus(bytes) }) else { continue }
      #expect([.notDAV, .cutShort].contains(failure), "seed \(seed)")
    }
  }
}
