import Glibc
import JamaalCore
import Testing

@Suite("The directory of time zones")
struct ZoneDirectoryTests {
  @Test(arguments: [
    "../etc/passwd", "Europe/../Paris", "Europe/..", "..", ".", "/etc/localtime", "/", "",
    "Europe//Paris", "Europe/", "/Europe/Paris", "Europe/.hidden", "-rf", "Europe/Par is",
    "Europe/Paris\u{0}", "Europe\\Paris", "Zürich", String(repeating: "a/", count: 200) + "a",
  ])
  func `is never left`(identifier: String) {
    #expect {
      try ZoneDirectory().rules(for: identifier)
    } throws: { error in
      (error as? TimeZoneError)?.code == .invalidIdentifier
    }
  }

  @Test(arguments: ["Europe/Pariss", "europe/paris", "Europe", "Atlantis", "Europe/Paris/Louvre"])
  func `says when a zone is not known, and never takes UTC for it`(identifier: String) {
    #expect {
      try ZoneDirectory().rules(for: identifier)
    } throws: { error in
      (error as? TimeZoneError)?.code == .unknownZone
        && "\(error)".contains(identifier) && "\(error)".contains("Europe/Paris")
    }
  }

  @Test func `refuses files that are no zones`() {
    #expect {
      try ZoneDirectory().rules(for: "zone1970.tab")
    } throws: { error in
      (error as? TimeZoneError)?.code == .malformed
    }
  }

  @Test func `knows UTC without any file`() throws {
    let rules = try ZoneDirectory(tzdir: "/nowhere").rules(for: "UTC")
    #expect(rules == .utc)
    #expect(rules.offsetSeconds(at: Instant(millis: 0)) == 0)
    #expect(rules.abbreviation(at: Instant(millis: 0)) == "UTC")
  }

  @Test func `is the system's unless another one is named`() {
    #expect(ZoneDirectory(tzdir: nil).paths == ZoneDirectory.systemPaths)
    #expect(ZoneDirectory(tzdir: "").paths == ZoneDirectory.systemPaths)
    #expect(ZoneDirectory(tzdir: "/opt/zones").paths == ["/opt/zones"])
  }

  @Test func `of one's own is read, a file before a rule of the same name`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(ZoneFileBytes().bytes, to: "EST5")
    try directory.write([], to: "Empty")
    try directory.write([UInt8](repeating: 0, count: 400_000), to: "Huge")
    let zones = ZoneDirectory(tzdir: directory.path)
    #expect(try zones.rules(for: "EST5").abbreviation(at: Instant(millis: 0)) == "STD")
    #expect(try zones.rules(for: "EST6").abbreviation(at: Instant(millis: 0)) == "EST")
    for damaged in ["Empty", "Huge"] {
      #expect {
        try zones.rules(for: damaged)
      } throws: { error in
        (error as? TimeZoneError)?.code == .malformed
      }
    }
  }

  @Test func `reads where the system's own link points to`() throws {
    let directory = try TemporaryDirectory()
    let link = directory.path + "/localtime"
    #expect(ZoneDirectory.localtimeLink(at: link) == nil)
    #expect(symlink("/usr/share/zoneinfo/Asia/Kolkata", link) == 0)
    #expect(ZoneDirectory.localtimeLink(at: link) == "/usr/share/zoneinfo/Asia/Kolkata")
  }
}

/// A directory that goes when the test is over.
private final class TemporaryDirectory {
  let path: String
  private var files: [String] = []

  init() throws {
    var template = Array("/tmp/jamaal-zones-XXXXXX".utf8CString)
    path = String(cString: try #require(mkdtemp(&template)))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = try #require(fopen("\(path)/\(name)", "w"))
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    fclose(file)
    files.append(name)
  }

  deinit {
    for name in files + ["localtime"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
