import FolderSync
import Glibc
import TestSupport
import Testing

/// What `Folder` promises, checked on every transport.
@Suite("Every transport keeps the contract of a folder")
struct FolderContractTests {
  /// Contents of every length, made once: that takes longer than to send them.
  private static let contents = {
    var chance = SeededGenerator(seed: 7)
    return [0, 1, 4_095, 65_536, 3_000_001].map { chance.bytes($0) }
  }()

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: Transport.writable)
  func `a missing folder is told apart from an empty one`(_ transport: Transport) throws {
    let fixture = try TransportFixture(transport, in: directory)
    let folder = try fixture.open()
    #expect(code { try folder.list(.root) } == .notFound)
    #expect(code { try folder.list("log") } == .notFound)
    #expect(code { try folder.directoryTag(.root) } == .notFound)
    #expect(code { try folder.get("jamaal.json", byteCountMax: 10) } == .notFound)
    #expect(try folder.look(at: "log/a") == nil)
    try folder.delete("log/a")
    guard !transport.makesPaths else { return }
    #expect(code { try folder.put("jamaal.json", [1]) } == .notFound)
    #expect(code { try folder.put("log/a", [1]) } == .notFound)
    #expect(code { try folder.makeDirectory("log") } == .notFound)
    #expect(code { try folder.list(.root) } == .notFound, "nothing was made on the way")

    try folder.makeDirectory(.root)
    guard transport.makesDirectories else {
      // It comes with the first file, now that it was asked for.
      try folder.put("jamaal.json", [1])
      #expect(try folder.list(.root).entries.map(\.path) == ["jamaal.json"])
      return
    }
    #expect(try folder.list(.root).entries == [])
    #expect(code { try folder.list("log") } == .notFound)
  }

  @Test(arguments: Transport.writable)
  func `making what is there already is success`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    try folder.put("log/a", [1])
    try folder.makeDirectory(.root)
    try folder.makeDirectory("log")
    try folder.makeDirectory("keys")
    try folder.makeDirectory("keys")
    #expect(try folder.get("log/a", byteCountMax: 1) == [1])
    if transport.makesDirectories { #expect(try folder.list("keys").entries == []) }
  }

  @Test(arguments: Transport.writable)
  func `a file in the way of a directory is told`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    try folder.put("log", [1])
    #expect(code { try folder.makeDirectory("log") } == .conflict)
    #expect(try folder.get("log", byteCountMax: 1) == [1])
  }

  @Test(arguments: Transport.writable)
  func `a directory is not taken for a file`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    try folder.makeDirectory("log")
    #expect(code { try folder.get("log", byteCountMax: 1_000) } == .notFound)
    #expect(try folder.look(at: "log") == nil)
    #expect(try folder.list(.root).entries == [])
  }

  @Test(arguments: Transport.writable)
  func `content comes back byte for byte, whatever its length`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    for bytes in FolderContractTests.contents {
      let count = bytes.count
      try folder.put("log/a", bytes)
      #expect(try folder.get("log/a", byteCountMax: count) == bytes, "\(count) bytes")
      #expect(try folder.look(at: "log/a")?.byteCount == count)
    }
  }

  @Test(arguments: Transport.writable)
  func `a listing is sorted and tells lengths`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    let names = ["b.jcs", "a-2.jcs", "a-10.jcs", "zz", "0"]
    for (index, name) in names.enumerated() {
      let path = try #require(FolderPath("log", name))
      try folder.put(path, [UInt8](repeating: 7, count: index * 10))
    }
    try folder.put("jamaal.json", [1, 2, 3])
    let log = try folder.list("log").entries
    #expect(log.map(\.path.name) == ["0", "a-10.jcs", "a-2.jcs", "b.jcs", "zz"])
    #expect(log.map(\.byteCount) == [40, 20, 10, 0, 30])
    let root = try folder.list(.root).entries
    #expect(root.map(\.path) == ["jamaal.json"], "neither directories nor what is in them")
    #expect(root.map(\.byteCount) == [3])
  }

  @Test(arguments: Transport.writable)
  func `a put replaces what was there`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    try folder.put("log/a", [1, 2, 3])
    try folder.put("log/a", [1, 2, 3])
    #expect(try folder.get("log/a", byteCountMax: 3) == [1, 2, 3])
    for bytes: [UInt8] in [[9], [4, 5, 6], [], [7, 7, 7, 7]] {
      try folder.put("log/a", bytes)
      guard transport.replacesAtOnce else { continue }
      #expect(try folder.get("log/a", byteCountMax: 4) == bytes)
    }
    #expect(try folder.list("log").entries.map(\.path) == ["log/a"])
  }

  @Test(arguments: Transport.writable)
  func `the limit of a get is exact`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    var chance = SeededGenerator(seed: 11)
    let bytes = chance.bytes(100_000)
    try folder.put("log/a", bytes)
    #expect(try folder.get("log/a", byteCountMax: 100_000) == bytes)
    #expect(code { try folder.get("log/a", byteCountMax: 99_999) } == .tooLarge)
    #expect(code { try folder.get("log/a", byteCountMax: 0) } == .tooLarge)
    #expect(try folder.get("log/a", byteCountMax: 200_000) == bytes, "it goes on working")
  }

  @Test(arguments: Transport.writable)
  func `many files come in the order they were asked for`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    var asked: [FolderPath] = []
    for index in 0..<60 {
      let path = try #require(FolderPath("log", "f-\(index * 37 % 60)"))
      asked.append(path)
      if index % 7 != 3 { try folder.put(path, [UInt8](repeating: UInt8(index), count: index + 1)) }
    }
    let results = folder.get(asked, byteCountMax: 55)
    #expect(results.count == 60)
    for (index, result) in results.enumerated() {
      switch (result, index) {
      case (.success(let bytes), 0..<55) where index % 7 != 3:
        #expect(bytes == [UInt8](repeating: UInt8(index), count: index + 1))
      case (.failure(let error), _) where index % 7 == 3: #expect(error.code == .notFound)
      case (.failure(let error), 55...): #expect(error.code == .tooLarge)
      default: Issue.record("\(index): \(result)")
      }
    }
    #expect(folder.get([], byteCountMax: 1).isEmpty)
  }

  @Test(arguments: Transport.writable)
  func `a part of a file is exactly the part`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    var chance = SeededGenerator(seed: 13)
    let bytes = chance.bytes(10_000)
    try folder.put("log/a", bytes)
    for range in [0..<1, 0..<10_000, 17..<5_000, 9_999..<10_000] {
      let part = try folder.get("log/a", range: range)
      #expect(part == Array(bytes[range]) || (part == nil && !transport.servesParts))
    }
    #expect(code { try folder.get("log/a", range: 9_999..<10_001) } == .damaged)
    #expect(code { try folder.get("log/a", range: 20_000..<20_010) } == .damaged)
    #expect(code { try folder.get("log/b", range: 0..<1) } == .notFound)
  }

  @Test(arguments: Transport.writable)
  func `a deleted file is gone, and deleting it again is success`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    try folder.put("log/a", [1])
    try folder.put("log/b", [2])
    try folder.delete("log/a")
    try folder.delete("log/a")
    try folder.delete("keys/never")
    #expect(code { try folder.get("log/a", byteCountMax: 1) } == .notFound)
    #expect(try folder.look(at: "log/a") == nil)
    #expect(try folder.list("log").entries.map(\.path) == ["log/b"])
  }

  @Test(arguments: Transport.writable)
  func `two handles see each other's files`(_ transport: Transport) throws {
    let fixture = try TransportFixture(transport, in: directory)
    let mine = try fixture.made()
    let other = try fixture.open()
    try mine.put("log/a", [1])
    #expect(try other.get("log/a", byteCountMax: 1) == [1])
    try other.put("log/a", [2])
    #expect(try mine.get("log/a", byteCountMax: 1) == [2])
    try other.delete("log/a")
    #expect(try mine.list("log").entries == [])
  }

  @Test(arguments: Transport.writable.filter { $0 != .memory })
  func `what is not ours is not listed`(_ transport: Transport) throws {
    let fixture = try TransportFixture(transport, in: directory)
    let folder = try fixture.made()
    try folder.put("log/a.jcs", [1])
    let log = try #require(fixture.path) + "/log"
    let foreign = [
      "A.jcs", "a b.jcs", "a (conflicted copy 2024-05-01).jcs",
      "a.sync-conflict-20240501-120000-ABCDEFG.jcs",
      ".a.jcs", ".a.jcs.tmp", "b.part", "b.tmp", "b.lock", "é.jcs", "a_b", "a%2fb", "a&b<c>.jcs",
      String(repeating: "a", count: 65),
    ]
    for name in foreign {
      let file = open("\(log)/\(name)", O_WRONLY | O_CREAT, 0o644)
      #expect(file >= 0, "\(name)")
      close(file)
    }
    #expect(mkdir("\(log)/directory.jcs", 0o755) == 0)
    #expect(try folder.list("log").entries.map(\.path) == ["log/a.jcs"])
  }

  @Test(arguments: Transport.writable)
  func `plain calls cost one request each`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    try folder.put("log/warm", [1])
    func cost(_ body: () throws -> Void) rethrows -> Int {
      let before = folder.requestCount
      try body()
      return folder.requestCount - before
    }
    #expect(try cost { try folder.put("log/a", [1]) } == 1)
    #expect(try cost { _ = try folder.list("log") } == 1)
    #expect(try cost { _ = try folder.directoryTag("log") } == 1)
    #expect(try cost { _ = try folder.look(at: "log/a") } == 1)
    #expect(try cost { _ = try folder.get("log/a", byteCountMax: 9) } == 1)
    #expect(try cost { try folder.delete("log/a") } == 1)
  }

  @Test(arguments: Transport.writable)
  func `a good folder passes the probe and is left as it was`(_ transport: Transport) throws {
    let folder = try TransportFixture(transport, in: directory).made()
    var chance = SeededGenerator(seed: 17)
    let report = try FolderProbe.run(folder, using: &chance)
    #expect(report.isUsable)
    #expect(!report.isReadOnly)
    for finding in report.findings where finding.feature != .directoryTag {
      guard finding.feature != .overwrite || transport.replacesAtOnce else { continue }
      #expect(finding.verdict == .works, "\(finding)")
    }
    #expect(report.requestCount <= 16)
    #expect(try folder.list(.root).entries == [])
  }
}
