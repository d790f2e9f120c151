import Glibc
import TestSupport
import Testing

/// Every way a sync can end, by the program: its status, its words, and the way on.
@Suite struct OutcomeTests {
  /// Two homes and a server; or a directory, where that is all it takes.
  private final class Household {
    let directory: TemporaryDirectory
    let cloud: FakeCloud
    let address: String

    init() throws {
      directory = try TemporaryDirectory()
      cloud = try FakeCloud()
      address = "\(cloud.address)/Jamaal"
      for home in ["a", "b"] {
        try run("jamaal", "init", "--name", home.uppercased(), home: home)
        let words = ["folder", "set", address, "--user", FakeCloud.user, "--password-stdin"]
        let made = home == "a" ? words + ["--create"] : words
        let set = try start("jamaal-sync", made, home: home, input: "\(FakeCloud.password)\n")
          .finish()
        #expect(set.status == 0, "\(set.errors)")
      }
    }

    deinit { cloud.stop() }

    func start(
      _ program: String, _ words: [String], home: String = "a", input: String = "",
      environment: [String: String] = [:]
    ) throws -> ProgramRun {
      try ProgramRun(
        [program, "--home", "\(directory.path)/\(home)"] + words, in: directory,
        environment: ["HOME": directory.path].merging(environment) { _, new in new }, input: input)
    }

    @discardableResult
    func run(
      _ program: String, _ words: String..., home: String = "a",
      environment: [String: String] = [:]
    ) throws -> ProgramRun.Result {
      try start(program, words, home: home, environment: environment).finish()
    }

    /// Syncs, and checks the status and that the words name the way on.
    func expect(
      _ status: Int32, _ words: String, home: String = "a",
      environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let ended = try run("jamaal-sync", "sync", home: home, environment: environment)
      #expect(ended.status == status, "\(ended)", sourceLocation: sourceLocation)
      #expect(
        (ended.output + ended.errors).contains(words), "\(ended)", sourceLocation: sourceLocation)
    }

    var root: String { "\(FakeCloud.home)Jamaal/" }

    func segments(_ kept: FakeCloud.Snapshot) -> [String] {
      kept.files.keys.filter { $0.hasPrefix("\(root)log/") }.sorted()
    }

    func add(_ title: String, home: String = "a") throws {
      #expect(try run("jamaal", "add", title, home: home).status == 0)
    }

    /// Everybody syncs, and both see the same tasks.
    func expectAgreement(
      _ titles: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      for home in ["a", "b", "a", "b"] { try run("jamaal-sync", "sync", home: home) }
      for home in ["a", "b"] {
        let tasks = try run("jamaal", "tasks", home: home).output
        for title in titles {
          #expect(tasks.contains(title), "\(home): \(title)", sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test func `0, 10 and back: a device is held back until its owner has synced`() throws {
    let house = try Household()
    try house.add("Bread")
    try house.expect(0, "Synced.")
    let path = try #require(house.segments(house.cloud.kept).first)
    house.cloud.kept.files[path]?[60] ^= 1
    // Nothing of it was ever read, so it is named by its id.
    try house.expect(10, "is held back: ", home: "b")
    try house.add("Milk", home: "b")
    try house.expect(10, "its checksum is wrong, or it is cut short.\n", home: "b")
    try house.expect(17, "They are back.")
    try house.expectAgreement(["Bread", "Milk"])
  }

  @Test func `11: nobody there`() throws {
    let house = try Household()
    let closed = try ScriptedServer { _ in .silence }
    closed.stop()
    let settings = "\(house.directory.path)/a/folder.json"
    let text = String(decoding: try bytesOfFile(settings), as: UTF8.self)
    let port = house.cloud.address.split(separator: ":")[2].prefix { $0.isNumber }
    try house.directory.write(
      "a/folder.json", Array(text.replacing(":\(port)/", with: ":\(closed.port)/").utf8))
    try house.add("Bread")
    try house.expect(11, "cannot be reached")
    try house.directory.write("a/folder.json", Array(text.utf8))
    try house.expectAgreement(["Bread"])
  }

  @Test func `12: the password was changed, and nothing is lost while it is`() throws {
    let house = try Household()
    try house.add("Bread")
    try house.expect(12, "app password", environment: ["JAMAAL_FOLDER_PASSWORD": "old"])
    try house.expect(12, "app password", environment: ["JAMAAL_FOLDER_PASSWORD": "old"])
    try house.expectAgreement(["Bread"])
  }

  @Test func `13: no room; what others wrote still comes`() throws {
    let house = try Household()
    for home in ["a", "b", "a"] { try house.expect(0, "Synced", home: home) }
    try house.add("Milk", home: "b")
    try house.expect(0, "Synced", home: "b")
    house.cloud.manners.quotaBytes = 0
    try house.add("Bread")
    try house.expect(13, "Received only")
    #expect(try house.run("jamaal", "tasks").output.contains("Milk"))
    house.cloud.manners.quotaBytes = .max
    try house.expectAgreement(["Bread", "Milk"])
  }

  @Test func `14: emptied, and filled again with republish`() throws {
    let house = try Household()
    try house.add("Bread")
    try house.expectAgreement(["Bread"])
    house.cloud.kept.files = [:]
    for _ in 0..<2 {
      try house.expect(14, "jamaal folder republish")
      #expect(house.cloud.kept.files.isEmpty)
    }
    #expect(try house.run("jamaal-sync", "folder", "republish").status == 0)
    try house.expect(0, "Synced")
    // It is the same folder again, with files that the other one has applied.
    try house.expect(17, "They are back.", home: "b")
    try house.add("Milk", home: "b")
    try house.expectAgreement(["Bread", "Milk"])
  }

  @Test func `14: another folder at the address, joined on purpose`() throws {
    let house = try Household()
    try house.add("Bread")
    try house.expect(0, "Synced")
    house.cloud.kept.files["\(house.root)jamaal.json"] = Array(
      #"{"format":1,"folder":"00112233445566778899aabbccddeeff"}"#.utf8)
    for path in house.segments(house.cloud.kept) { house.cloud.kept.files[path] = nil }
    try house.expect(14, "jamaal folder rejoin")
    #expect(try house.run("jamaal-sync", "folder", "rejoin").status == 0)
    try house.expect(0, "Synced")
    #expect(house.segments(house.cloud.kept).count == 1)
  }

  @Test func `15: maintenance`() throws {
    let house = try Household()
    try house.add("Bread")
    house.cloud.lie { _, _ in .init(503, ["Retry-After: 300"]) }
    try house.expect(15, "maintenance")
    house.cloud.beHonest()
    try house.expectAgreement(["Bread"])
  }

  @Test func `16: a copied home is a device of its own from its first sync on`() throws {
    let house = try Household()
    try house.add("Bread")
    try house.expect(0, "Synced")
    try ChildProcess.run(["cp", "-r", "\(house.directory.path)/a", "\(house.directory.path)/c"])
    try house.add("of the first")
    try house.add("of the copy", home: "c")
    try house.expect(0, "Synced")
    try house.expect(16, "was a copy", home: "c")
    try house.expect(0, "Synced", home: "c")
    try house.expect(0, "Synced")
    try house.expectAgreement(["Bread", "of the first", "of the copy"])
  }

  @Test func `17: last week's backup of the folder`() throws {
    let house = try Household()
    try house.add("Bread")
    try house.expectAgreement(["Bread"])
    let backup = house.cloud.kept
    try house.add("Milk")
    try house.add("Salt", home: "b")
    try house.expectAgreement(["Bread", "Milk", "Salt"])
    house.cloud.kept = backup
    try house.expect(17, "They are back.")
    try house.expectAgreement(["Bread", "Milk", "Salt"])
  }

  @Test func `18: a folder that takes no changes, and one that is none`() throws {
    let house = try Household()
    try house.add("Milk", home: "b")
    try house.expect(0, "Synced", home: "b")
    try house.add("Bread")
    house.cloud.lie { request, honest in
      ["PUT", "MKCOL", "DELETE"].contains(request.method) ? .init(405) : honest()
    }
    try house.expect(18, "read only")
    #expect(try house.run("jamaal", "tasks").output.contains("Milk"))
    house.cloud.lie { _, _ in .init(200, ["Content-Type: text/html"], "<html>Log in</html>") }
    try house.expect(18, "log-in page")
    house.cloud.beHonest()
    try house.expectAgreement(["Bread", "Milk"])
  }

  @Test func `killed at any request, before it is done or after, nothing is lost`() throws {
    let house = try Household()
    var titles: [String] = []
    // Together they cross a merge and the deletions after it.
    for number in 1...12 {
      for isDone in [false, true] {
        let title = "Task \(number)\(isDone ? "b" : "a")"
        titles.append(title)
        try house.add(title)
        let count = Lock(0)
        let victim = Lock<pid_t>(0)
        house.cloud.lie { _, honest in
          let isLast = count.withLock {
            $0 += 1; return $0 == number
          }
          guard isLast else { return honest() }
          let reply = isDone ? honest() : .silence
          kill(victim.withLock { $0 }, SIGKILL)
          return reply
        }
        let run = try house.start("jamaal-sync", ["sync"])
        victim.withLock { $0 = run.id }
        let ended = try run.finish()
        #expect([0, 128 + SIGKILL].contains(ended.status), "\(number): \(ended)")
        house.cloud.beHonest()
      }
    }
    try house.expectAgreement(titles)
    try house.expect(0, "Nothing new")
    #expect(house.segments(house.cloud.kept).count < 20)
  }
}
