import FolderSync
import Testing

/// Addresses of folders as people write them, and names inside folders.
@Suite("Addresses and names are read as they are meant")
struct FolderAddressTests {
  @Test(arguments: [
    ("https://cloud.example.org/dav/sync", "https://cloud.example.org/dav/sync/"),
    ("HTTPS://Cloud.Example.ORG./dav/sync/", "https://cloud.example.org/dav/sync/"),
    ("davs://cloud.example.org:443//dav//sync", "https://cloud.example.org/dav/sync/"),
    ("dav://127.0.0.1:80", "http://127.0.0.1/"),
    ("http://[::1]:8080/a", "http://[::1]:8080/a/"),
    ("https://h/My Folder #1", "https://h/My%20Folder%20%231/"),
    ("https://h/My%20Folder%20%231/", "https://h/My%20Folder%20%231/"),
    ("https://h/100%/50%off/%zz", "https://h/100%25/50%25off/%25zz/"),
    ("https://h/a+b/c&d/e'f/g?h", "https://h/a%2Bb/c%26d/e%27f/g%3Fh/"),
    ("https://h/\u{e9}", "https://h/%C3%A9/"),
    ("https://h/e\u{301}", "https://h/e%CC%81/"),
    ("https://h/a%2Fb", "https://h/a%2Fb/"),
    ("https://h/files/jo@example.org/x", "https://h/files/jo%40example.org/x/"),
    ("https+plain://H/a b", "https+plain://h/a%20b/"),
    ("HTTP+PLAIN://h:80", "http+plain://h/"), ("http+plain://h:443/", "http+plain://h:443/"),
  ])
  func `an address is taken apart and put together again`(
    _ text: String, _ expected: String
  ) throws {
    let address = try FolderAddress(text)
    #expect(address.text == expected)
    #expect(address.user == nil)
    #expect(try FolderAddress(address.text).text == expected)
  }

  @Test(arguments: [
    ("https://jo@h/x", "jo", nil),
    ("https://jo@example.org@h/x", "jo@example.org", nil),
    ("https://jo%40example.org:s%3Acret@h/x", "jo@example.org", "s:cret"),
    ("https://jo:a:b@c@h/x", "jo", "a:b@c"),
    ("https://jo:@h/x", "jo", ""),
  ])
  func `user name and password are taken out`(
    _ text: String, _ user: String, _ password: String?
  ) throws {
    let address = try FolderAddress(text)
    #expect(address.user == user)
    #expect(address.password == password)
    #expect(address.text == "https://h/x/")
  }

  @Test(arguments: [
    ("/home/me/sync", "/home/me/sync"), ("sync folder", "sync folder"),
    ("C:/x", "C:/x"), ("file:///home/me/My%20Sync", "/home/me/My Sync"),
    ("file://localhost/a", "/a"), ("file:///a#b%25", "/a#b%"),
  ])
  func `a path is a directory of this machine`(_ text: String, _ path: String) throws {
    let address = try FolderAddress(text)
    #expect(address.text == path)
    #expect((try address.open() as? LocalFolder)?.path == path)
  }

  @Test(arguments: [
    "", "ftp://h/x", "s3://bucket", "https://", "https:///x", "https://h:0/x", "https://h:99999/x",
    "https://h:x/y", "https://a b/x", "https://h/../x", "https://h/a/%2e%2e/b", "https://h/a/./b",
    "https://[::1/x", "plain://h/x", "davs+plain://h/x", "https+plain://", "file://otherhost/x",
    "file://", "https://h/a%00b", "a\u{0}b",
  ])
  func `an address that cannot be used is refused with a reason`(_ text: String) {
    #expect(code { try FolderAddress(text) } == .badAddress)
  }

  @Test(arguments: [
    ("jamaal.json", "", "jamaal.json"), ("log/0-1.jcs", "log", "0-1.jcs"), ("a", "", "a"),
    ("keys/k-1", "keys", "k-1"),
  ])
  func `a path has a name and at most one directory`(
    _ text: String, _ directory: String, _ name: String
  ) throws {
    let path = try #require(FolderPath(text))
    #expect(path.directory.name == directory)
    #expect(path.name == name)
    #expect(path.description == text)
  }

  @Test(arguments: [
    "", "/", "a/", "/a", "a//b", "a/b/c", "..", "../a", "a/..", ".a", "log/.a", "A", "a_b", "a b",
    "é", "a\u{0}", "a.part", "a.tmp", "a.lock", "x.lock/a", "a\\b", "a%2fb",
    String(repeating: "a", count: 65),
  ])
  func `a path that breaks the rules is none`(_ text: String) {
    #expect(FolderPath(text) == nil)
  }

  @Test(arguments: [
    ("/dav/x/log/a", true), ("/dav/x/log/a/", true), ("http://h/dav/x/log/a", true),
    ("HTTP://H:80/dav/x/log/a", true), ("//h/dav/x/log/a", true), ("a", true), ("./a", false),
    ("http://u@h/dav/x/log/a", true), ("/dav/x/log/%61", true), ("/DAV/x/log/a", false),
    ("http://other/dav/x/log/a", false), ("https://h/dav/x/log/a", false),
    ("http://h:81/dav/x/log/a", false), ("/dav/x/log/%2561", false),
  ])
  func `a link is compared by what it means`(_ link: String, _ isSame: Bool) throws {
    guard case .webDAV(let root) = try FolderAddress("http://h/dav/x").place else {
      Issue.record("a WebDAV address")
      return
    }
    let base = root.appending(["log"], isCollection: true)
    let file = root.appending(["log", "a"], isCollection: false)
    let target = HTTPAddress(link: link, base: base, hasQuery: false)
    #expect((target?.isSamePlace(as: file) ?? false) == isSame)
  }
}
