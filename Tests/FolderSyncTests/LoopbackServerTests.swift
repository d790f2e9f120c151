import Glibc
import TestSupport
import Testing

/// The servers of the tests themselves: they have to be gone when the tests are.
@Suite("Servers of tests leave nothing behind")
struct LoopbackServerTests {
  private static let trialsMax = 3_000

  /// Whether something takes connections on a port.
  private func isOpen(_ port: String) throws -> Bool {
    let process = try ChildProcess([
      "/bin/bash", "-c", "exec 3<>\"/dev/tcp/127.0.0.1/$1\"", "bash", port,
    ])
    return process.finish() == 0
  }

  /// Waits for something to come true, for half a minute at most.
  private func wait(_ isTrue: () -> Bool) -> Bool {
    for _ in 0..<LoopbackServerTests.trialsMax where !isTrue() { usleep(10_000) }
    return isTrue()
  }

  @Test func `a server goes with its process, even one that is killed`() async throws {
    let directory = try TemporaryDirectory()
    let note = "\(directory.path)/note"
    await #expect(processExitsWith: .signal(SIGKILL)) { [note = note as String] in
      let server = try PythonHTTPServer()
      let text = Array("\(server.server.ports[0]) \(server.server.directory.path)\n".utf8)
      let file = open(note, O_WRONLY | O_CREAT, 0o644)
      _ = write(file, text, text.count)
      kill(getpid(), SIGKILL)
    }
    let reader = try ChildProcess(["cat", note])
    let words = reader.readLine().split(separator: " ").map(String.init)
    #expect(reader.finish() == 0)
    try #require(words.count == 2)
    #expect(wait { access(words[1], F_OK) != 0 }, "its files are removed")
    #expect(try !isOpen(words[0]), "nobody listens any more")
  }

  @Test func `a server that cannot start says why`() throws {
    do {
      _ = try LoopbackServer { _, _ in ["/bin/sh", "-c", "echo no such luck; exit 3"] }
      Issue.record("it started")
    } catch let failure as SystemFailure {
      #expect(failure.description.contains("no such luck"))
    }
  }
}
