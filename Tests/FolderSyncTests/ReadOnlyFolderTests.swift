import FolderSync
import TestSupport
import Testing

/// The part of the contract that a server can keep which takes no files.
@Suite("A server that only gives files is a source")
struct ReadOnlyFolderTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: Transport.readOnly)
  func `a missing folder is told apart from an empty one`(_ transport: Transport) throws {
    let fixture = try TransportFixture(transport, in: directory)
    let folder = try fixture.open()
    #expect(code { try folder.list(.root) } == .notFound)
    #expect(code { try folder.directoryTag(.root) } == .notFound)
    #expect(code { try folder.get("jamaal.json", byteCountMax: 10) } == .notFound)
    #expect(try folder.look(at: "log/a") == nil)
    #expect(code { try folder.put("jamaal.json", [1]) } == .notFound)
    let behind = try fixture.behind()
    #expect(try folder.list(.root).entries == [])
    #expect(code { try folder.list("log") } == .notFound)
    try behind.makeDirectory("log")
    #expect(try folder.list("log").entries == [])
    #expect(try folder.directoryTag("log") == nil)
  }

  @Test(arguments: Transport.readOnly)
  func `what is put there by others is listed and comes whole`(_ transport: Transport) throws {
    let fixture = try TransportFixture(transport, in: directory)
    let behind = try fixture.behind()
    let folder = try fixture.open()
    var chance = SeededGenerator(seed: 47)
    // As long as names of segments are, so that a page cuts them short in its text.
    let names = (0..<40).map { index in
      "0123456789abcdef-0000000001-00000000\(index + 10)-fedcba98765432\(index + 10).jcs"
    }
    var contents: [[UInt8]] = []
    for (index, name) in names.enumerated() {
      contents.append(chance.bytes(index * 997))
      try behind.put(try #require(FolderPath("log", name)), contents[index])
    }
    try behind.put("jamaal.json", Array("{}".utf8))
    for name in ["A.jcs", "a b.jcs", "a&b<c>.jcs", "é.jcs", "a%2fb", "b.part"] {
      try directory.write(name, [1])
      try ChildProcess.run(["cp", "\(directory.path)/\(name)", "\(behind.path)/log/"])
    }
    let entries = try folder.list("log").entries
    #expect(entries.map(\.path.name) == names)
    if transport.listsLengths { #expect(entries.map(\.byteCount) == contents.map(\.count)) }
    #expect(try folder.list(.root).entries.map(\.path) == ["jamaal.json"])
    let results = folder.get(entries.map(\.path), byteCountMax: 40_000)
    for (result, content) in zip(results, contents) { #expect(try result.get() == content) }
    #expect(try folder.look(at: entries[7].path)?.byteCount == contents[7].count)
    #expect(code { try folder.get(entries[39].path, byteCountMax: 9) } == .tooLarge)
    #expect(code { try folder.get("log", byteCountMax: 9_000) } == .notFound)
    #expect(try folder.look(at: "log") == nil)
    let part = try folder.get(entries[9].path, range: 17..<5_000)
    #expect(part == Array(contents[9][17..<5_000]) || (part == nil && !transport.servesParts))
  }

  @Test(arguments: Transport.readOnly)
  func `changes are refused as such, and the probe says so`(_ transport: Transport) throws {
    let fixture = try TransportFixture(transport, in: directory)
    let behind = try fixture.behind()
    let folder = try fixture.open()
    try behind.put("log/a", [1])
    for path: FolderPath in ["jamaal.json", "log/a", "log/b"] {
      #expect(code { try folder.put(path, [2]) } == .readOnly)
    }
    #expect(code { try folder.delete("log/a") } == .readOnly)
    try folder.delete("log/b")
    try folder.makeDirectory(.root)
    try folder.makeDirectory("log")
    #expect(try behind.get("log/a", byteCountMax: 1) == [1])
    var chance = SeededGenerator(seed: 53)
    let report = try FolderProbe.run(folder, using: &chance)
    #expect(report.isUsable && report.isReadOnly)
    ServerReport.note(transport.rawValue, "probe", report.findings[2].detail)
  }

  @Test(arguments: Transport.readOnly)
  func `an address without a hint is settled as a plain server`(_ transport: Transport) throws {
    let fixture = try TransportFixture(transport, in: directory)
    _ = try fixture.behind()
    let address = try #require(fixture.address)
    var options = HTTPOptions()
    options.proxy = ""
    let open = try FolderAddress(String(address.replacing("+plain", with: "")))
    let found = try open.settle(options: options)
    #expect(found.address.text == (try FolderAddress(address).text))
    #expect(found.folder is HTTPFolder)
  }
}
