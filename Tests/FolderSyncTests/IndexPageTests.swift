import FolderSync
import TestSupport
import Testing

/// What web servers show for a directory, in the words of each.
@Suite("Names are found in whatever a web server shows for a directory")
struct IndexPageTests {
  /// A page and the links in it, with the lengths it tells.
  struct Page: Sendable, CustomTestStringConvertible {
    var make: String
    var text: String
    var type: String
    var names: [String]
    var lengths: [Int?]

    var testDescription: String { make }

    init(_ make: String, _ type: String, _ names: [String], _ lengths: [Int?], _ text: String) {
      self.make = make
      self.type = type
      self.names = names
      self.lengths = lengths
      self.text = text
    }
  }

  private static let pages = [
    Page(
      "nginx", "text/html", ["a%20b/", "big.jcs", "jamaal.json"], [nil, 20000, 2],
      """
      <html>
      <head><title>Index of /x/</title></head>
      <body>
      <h1>Index of /x/</h1><hr><pre><a href="../">../</a>
      <a href="a%20b/">a b/</a>             30-Nov-2026 07:57                   -
      <a href="big.jcs">big..&gt;</a>       30-Nov-2026 07:57               20000
      <a href="jamaal.json">jamaal.json</a> 30-Nov-2026 07:57                   2
      </pre><hr></body>
      </html>
      """),
    Page(
      "nginx, lengths rounded", "text/html", ["a.jcs"], [nil],
      """
      <title>Index of /</title><pre><a href="a.jcs">a.jcs</a>  30-Nov-2026 07:57   19K
      </pre>
      """),
    Page(
      "Apache", "text/html;charset=ISO-8859-1", ["?C=N;O=D", "/", "a.jcs", "log/"],
      [nil, nil, nil, nil],
      """
      <!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
      <html><head><title>Index of /log</title></head><body>
      <table><tr><th><a href="?C=N;O=D">Name</a></th></tr>
      <tr><td><a href="/">Parent Directory</a></td><td align="right">  - </td></tr>
      <tr><td><a href="a.jcs">a.jcs</a></td><td align="right">2026-11-30 07:57  </td>
      <td align="right">1.2K</td></tr>
      <tr><td><a href="log/">log/</a></td></tr></table></body></html>
      """),
    Page(
      "Python", "text/html; charset=utf-8", ["a%20b/", "a.jcs"], [nil, nil],
      """
      <!DOCTYPE HTML>
      <html lang="en"><head><meta charset="utf-8"><title>Directory listing for /</title></head>
      <body><h1>Directory listing for /</h1><hr><ul>
      <li><a href="a%20b/">a b/</a></li>
      <li><a href="a.jcs">a.jcs</a></li>
      </ul><hr></body></html>
      """),
    Page(
      "lighttpd", "text/html", ["a.jcs"], [nil],
      """
      <!DOCTYPE html><html><head><title>Index of /x/</title><style>a[href="x.jcs"]{}</style></head>
      <tr class="d"><td class="n"><a href="../">..</a>/</td></tr>
      <tr><td class="n"><a href="a.jcs">a.jcs</a></td><td class="s">0.1K</td></tr>
      <script>// <a href="evil.jcs"></script></html>
      """),
    Page(
      "unquoted, upper case, entities, comments", "text/html", ["a&b", "a-1.jcs", "'", "c.jcs"],
      [nil, nil, nil, nil],
      """
      <A HREF=a&amp;b>x</A><!-- <a href="no.jcs"> --><a class='x' href = 'a&#45;1&#x2e;jcs'>
      <a href=&apos;><a data-x=1 href="c.jcs" href="d.jcs"/>
      """),
    Page(
      "nginx JSON", "application/json", ["a.jcs", "b.jcs"], [7, 0],
      """
      [
      { "name":"log", "type":"directory", "mtime":"Mon, 30 Nov 2026 07:57:35 GMT" },
      { "name":"a.jcs", "type":"file", "mtime":"Mon, 30 Nov 2026 07:57:35 GMT", "size":7 },
      { "name":"b.jcs", "type":"file", "mtime":"Mon, 30 Nov 2026 07:57:35 GMT", "size":0 }
      ]
      """),
    Page(
      "Caddy JSON", "application/json", ["a.jcs"], [7],
      """
      [{"name":"a.jcs","size":7,"url":"./a.jcs","mode":420,"is_dir":false,"is_symlink":false},
       {"name":"log/","size":4096,"url":"./log/","is_dir":true}]
      """),
    Page(
      "JSON with the list inside", "application/json", ["a.jcs", "/x/b%2ejcs"], [1, nil],
      """
      {"path":"/x","dirs":[{"href":"log/"}],"count":2,
       "files":[{"href":"a.jcs","sz":1},{"href":"\\/x\\/b%2ejcs","sz":1.5}]}
      """),
    Page(
      "JSON names", "application/json", ["a.jcs", "\u{e9}\u{1f600}"], [nil, nil],
      #"["a.jcs","\u00e9\ud83d\ude00"]"#),
    Page(
      "nginx XML", "text/xml; charset=utf-8", ["a.jcs", "a&b"], [7, nil],
      """
      <?xml version="1.0"?>
      <list>
      <directory mtime="2026-11-30T07:57:35Z">log</directory>
      <file mtime="2026-11-30T07:57:35Z" size="7">a.jcs</file>
      <file mtime="2026-11-30T07:57:35Z">a&amp;b</file>
      </list>
      """),
    Page(
      "S3", "application/xml", ["x/log/a.jcs", "x/log/b.jcs"], [7, nil],
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name>
      <Prefix>x/log/</Prefix><IsTruncated>false</IsTruncated>
      <Contents><Key>x/log/a.jcs</Key><Size>7</Size><ETag>"x"</ETag></Contents>
      <Contents><Key>x/log/b.jcs</Key><Size>-1</Size></Contents>
      <CommonPrefixes><Prefix>x/log/c/</Prefix></CommonPrefixes></ListBucketResult>
      """),
    Page("lines", "text/plain", ["a.jcs", "b.jcs"], [nil, nil], "a.jcs\r\nb.jcs\n"),
  ]

  @Test(arguments: pages)
  func `each make is read`(_ page: Page) throws {
    let index = try #require(IndexPage(Array(page.text.utf8), type: page.type))
    #expect(index.entries.map(\.text) == page.names)
    #expect(index.entries.map(\.byteCount) == page.lengths)
    #expect(index.next == nil)
  }

  @Test(arguments: pages)
  func `whatever is cut off or broken does not trap`(_ page: Page) {
    let bytes = Array(page.text.utf8)
    for count in bytes.indices { _ = IndexPage(Array(bytes.prefix(count)), type: page.type) }
    var chance = SeededGenerator(seed: 41)
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<3 {
        changed[Int.random(in: changed.indices, using: &chance)] = UInt8.random(
          in: .min ... .max, using: &chance)
      }
      _ = IndexPage(changed, type: page.type)
    }
  }

  @Test(arguments: [
    ("text/html", "<title>Index of /x/</title>"), ("text/html", "<h1>Directory listing for /</h1>"),
    ("text/html", "<html><a href=\"../\">../</a></html>"), ("application/json", "[]"),
    ("application/json", " [\n\n] "), ("application/json", "{\"files\":[]}"),
    ("text/xml", "<?xml version=\"1.0\"?><list></list>"), ("text/xml", "<list/>"),
  ])
  func `an empty list is a list`(_ type: String, _ text: String) throws {
    let page = try #require(IndexPage(Array(text.utf8), type: type))
    #expect(page.entries.isEmpty)
  }

  @Test(arguments: [
    ("text/html", ""), ("text/html", "<html><title>Welcome</title><p>It works!</p></html>"),
    ("text/html", "<title>Log in</title><form><input type=password></form>"),
    (
      "text/html",
      "<title>Index of portal</title><a href=\"help.html\">?</a><INPUT TYPE='Password' name=p>"
    ),
    ("text/html", "<script>var x = '<a href=\"a.jcs\">'</script>"),
    ("text/html", "<link href=\"style.css\">"), ("application/json", "{}"),
    ("application/json", "{\"error\":\"no\",\"codes\":[1,2]}"), ("application/json", "[1,2]"),
    ("application/json", "[{\"id\":1}]"), ("application/json", "[\"a.jcs\""),
    ("application/json", "[\"a.jcs\"] x"), ("application/json", "[\"a.jcs\",]"),
    ("application/json", String(repeating: "[", count: 100_000)),
    ("application/json", "\"a.jcs\""), ("application/json", "[\"\\ud800\"]"),
    ("application/xml", "<Error><Code>NoSuchKey</Code></Error>"),
    ("application/xml", "<list><file>a.jcs</file>"),
    ("application/xml", "<list><file>a.jcs</file></list>x"),
    ("application/xml", "<!DOCTYPE list [<!ENTITY a \"a\">]><list><file>&a;</file></list>"),
    ("text/plain", ""), ("text/plain", "Nothing to see here.\nMove on!"),
    ("application/octet-stream", "a.jcs\n"),
  ])
  func `what is no list is told from an empty one`(_ type: String, _ text: String) {
    #expect(IndexPage(Array(text.utf8), type: type) == nil)
  }

  @Test(arguments: [
    (
      "<Contents><Key>a</Key></Contents><IsTruncated>true</IsTruncated>"
        + "<NextContinuationToken>1/x+==</NextContinuationToken>",
      IndexPage.Next.query(name: "continuation-token", value: "1/x+==")
    ),
    (
      "<IsTruncated>true</IsTruncated><NextMarker>k</NextMarker>",
      IndexPage.Next.query(name: "marker", value: "k")
    ),
    (
      "<IsTruncated>true</IsTruncated><Contents><Key>a</Key></Contents>"
        + "<Contents><Key>x%2Fb</Key></Contents><EncodingType>url</EncodingType>",
      IndexPage.Next.query(name: "marker", value: "x/b")
    ),
    ("<IsTruncated>false</IsTruncated><NextMarker>k</NextMarker>", nil),
  ])
  func `a bucket tells how its list goes on`(_ inside: String, _ expected: IndexPage.Next?) throws {
    let text = "<ListBucketResult>\(inside)</ListBucketResult>"
    let page = try #require(IndexPage(Array(text.utf8), type: "application/xml"))
    #expect(page.isBucket)
    #expect(page.next == expected)
  }
}
