import Glibc
import JamaalHome
import TestSupport
import Testing

/// What reaches the person's desktop, by stand-ins for its programs.
@Suite struct DesktopTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeDirectory("bin")
    for name in ["notify-send", "systemctl", "xdg-open"] {
      let script = """
        #!/bin/sh
        printf '%s|' "\(name)" "$@" >> '\(directory.path)/calls'
        echo >> '\(directory.path)/calls'
        [ ! -e '\(directory.path)/fails' ]
        """
      try directory.write("bin/\(name)", Array(script.utf8), mode: 0o755)
    }
    _ = try start(["jamaal", "init"]).finish()
    let set = try start(["jamaal-sync", "folder", "set", folder, "--create"]).finish()
    #expect(set.status == 0, "\(set.errors)")
  }

  private var folder: String { "\(directory.path)/f" }

  private func start(_ words: [String]) throws -> ProgramRun {
    try ProgramRun(
      [words[0], "--home", "\(directory.path)/a"] + words.dropFirst(), in: directory,
      environment: [
        "HOME": directory.path, "PATH": "\(directory.path)/bin:/usr/bin:/bin",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere", "DISPLAY": ":9",
      ])
  }

  /// What the stand-ins were called with.
  private var calls: [String] {
    guard let bytes = try? bytesOfFile("\(directory.path)/calls") else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits, without a clock, until something is written in a directory and a condition holds.
  private func wait(in path: String, until condition: () -> Bool) throws {
    let notices = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(notices) }
    let events = UInt32(IN_CREATE | IN_MODIFY | IN_MOVED_TO | IN_CLOSE_WRITE)
    try #require(inotify_add_watch(notices, path, events) >= 0)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !condition() { try #require(read(notices, &buffer, buffer.count) > 0) }
  }

  @Test(.timeLimit(.minutes(2)))
  func `a state that needs a person is shown once, with what to do`() throws {
    let first = try start(["jamaal-sync", "sync"]).finish()
    #expect(first.status == 0)
    for name in directory.names(in: "f/log") { unlink("\(folder)/log/\(name)") }
    let watch = try start(["jamaal-sync", "sync", "--watch"])
    try wait(in: directory.path) { !calls.isEmpty }
    watch.stop()
    #expect(try watch.finish().status == 0)
    #expect(calls.count == 1)
    let call = try #require(calls.first)
    #expect(call.hasPrefix("notify-send|--app-name=Jamaal|"))
    #expect(call.contains("Jamaal cannot sync|The folder is another one"))
    #expect(call.contains("jamaal folder republish"))
  }

  @Test(.timeLimit(.minutes(2)))
  func `what passes by itself is not shown`() throws {
    _ = try start(["jamaal-sync", "sync"]).finish()
    let closed = try ScriptedServer { _ in .silence }
    closed.stop()
    try directory.write(
      "a/folder.json", Array(#"{"address":"http://127.0.0.1:\#(closed.port)/x"}"#.utf8))
    let watch = try start(["jamaal-sync", "sync", "--watch"])
    // The failure is written down at the end of a sync.
    try wait(in: directory.path) { (try? watch.output.contains("Not synced")) ?? false }
    watch.stop()
    #expect(try watch.finish().status == 0)
    #expect(calls == [])
  }

  @Test func `the unit is shown, then written and started only if that is agreed to`() throws {
    let unit = "\(directory.path)/.config/systemd/user/jamaal-sync.service"
    let shown = try start(["jamaal-sync", "sync", "--install"]).finish()
    #expect(shown.status == 0 && shown.output.contains("[Service]"))
    #expect(!PrivateFile.exists(unit) && calls.isEmpty)
    let installed = try start(["jamaal-sync", "sync", "--install", "--yes"]).finish()
    #expect(installed.status == 0 && installed.output.contains("It runs now"))
    #expect(String(decoding: try bytesOfFile(unit), as: UTF8.self) == shown.output)
    #expect(
      calls == [
        "systemctl|--user|daemon-reload|",
        "systemctl|--user|enable|--now|jamaal-sync.service|",
      ])
    try directory.write("fails", [])
    let alone = try start(["jamaal-sync", "sync", "--install", "--yes"]).finish()
    #expect(alone.status == 0 && alone.output.contains("by hand"))
  }

  @Test func `the browser is opened only to log in, and only where there is a display`() throws {
    let cloud = try FakeNextcloud()
    defer { cloud.stop() }
    let login = try start(["jamaal-sync", "login", cloud.address]).finish()
    #expect(login.status == 0, "\(login.errors)")
    try wait(in: directory.path) { !calls.isEmpty }
    #expect(calls == ["xdg-open|\(cloud.address)/login/v2/flow/abc?x=1|"])
  }
}
