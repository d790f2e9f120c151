import Glibc
import JamaalHome
import TestSupport
import Testing

@testable import jamaal_sync

/// `sync --watch` as it runs on a machine.
@Suite struct WatchTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for home in ["a", "b"] { try run("jamaal", "init", home: home) }
    try run("jamaal-sync", "folder", "set", "\(directory.path)/f", "--create", home: "a")
    try run("jamaal-sync", "folder", "set", "\(directory.path)/f", home: "b")
  }

  private func start(
    _ words: [String], home: String, environment: [String: String] = [:]
  ) throws -> ProgramRun {
    let all = environment.merging(["HOME": directory.path]) { own, _ in own }
    return try ProgramRun(
      [words[0], "--home", "\(directory.path)/\(home)"] + words.dropFirst(), in: directory,
      environment: all)
  }

  @discardableResult
  private func run(_ words: String..., home: String) throws -> ProgramRun.Result {
    try start(words, home: home).finish()
  }

  /// Waits, without a clock, until the folder holds so many segments.
  private func waitForFiles(_ count: Int) throws {
    let notices = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(notices) }
    try #require(
      inotify_add_watch(notices, "\(directory.path)/f/log", UInt32(IN_MOVED_TO | IN_CREATE)) >= 0)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while directory.names(in: "f/log").filter({ $0.hasSuffix(".jcs") }).count < count {
      try #require(read(notices, &buffer, buffer.count) > 0)
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `a change by another program is sent, and a wish to stop ends it with success`() throws {
    let watch = try start(["jamaal-sync", "sync", "--watch"], home: "a")
    try waitForFiles(1)
    try run("jamaal", "add", "Call the bank", home: "a")
    try waitForFiles(2)
    watch.stop()
    let result = try watch.finish()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("Synced."))
    #expect(try run("jamaal-sync", "sync", home: "b").status == 0)
    #expect(try run("jamaal", "tasks", home: "b").output.contains("Call the bank"))
  }

  @Test func `the unit is printed, and written only if that was agreed to`() throws {
    let path = "\(directory.path)/.config/systemd/user/jamaal-sync.service"
    let shown = try run("jamaal-sync", "sync", "--install", home: "a")
    #expect(shown.status == 0)
    #expect(shown.output.contains("ExecStart=\""))
    #expect(shown.output.contains("\"--home\" \"\(directory.path)/a\" \"sync\" \"--watch\""))
    #expect(!PrivateFile.exists(path))
    #expect(try run("jamaal-sync", "sync", "--install", "--yes", home: "a").status == 0)
    #expect(String(decoding: try bytesOfFile(path), as: UTF8.self) == shown.output)
    #expect(try run("jamaal-sync", "sync", "--yes", home: "a").status == 2)
  }

  @Test(arguments: [
    ("/usr/bin/jamaal-sync", #""/usr/bin/jamaal-sync""#), ("a b", #""a b""#),
    (#"a"b\c"#, #""a\"b\\c""#), ("100% $HOME", #""100%% $$HOME""#),
  ])
  func `words are written as systemd reads them`(word: String, quoted: String) {
    #expect(SystemdUnit.quoted(word) == quoted)
  }

  @Test func `the names in a run of notices are read, whatever their padding`() {
    func notice(_ name: String, padded: Int) -> [UInt8] {
      [1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, UInt8(padded), 0, 0, 0] + Array(name.utf8)
        + [UInt8](repeating: 0, count: padded - name.utf8.count)
    }
    let bytes =
      notice("replica.db-wal", padded: 16) + notice("", padded: 0) + notice("x", padded: 8)
    #expect(ReplicaWatch.names(bytes[...]) == ["replica.db-wal", "", "x"])
    #expect(ReplicaWatch.names(bytes[..<20]) == ["repl"])
    #expect(ReplicaWatch.names([]).isEmpty)
  }

  @Test func `devices are listed and this one is renamed`() throws {
    try run("jamaal-sync", "device", "rename", "kitchen", "table", home: "a")
    for _ in 0..<2 { for home in ["a", "b"] { try run("jamaal-sync", "sync", home: home) } }
    let list = try run("jamaal-sync", "device", "list", home: "b")
    #expect(list.output.contains("kitchen table") && list.output.contains("this device"))
    #expect(
      try run("jamaal", "device", "list", "--json", home: "b").output.contains(#""own":true"#))
    #expect(try run("jamaal-sync", "device", "rename", " ", home: "a").status == 2)
  }
}
