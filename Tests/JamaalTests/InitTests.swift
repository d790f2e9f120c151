import Glibc
import Testing

@Suite("Making a replica")
struct InitTests {
  private func mode(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func `only its owner can read it`() throws {
    let machine = try Machine(hasReplica: false)
    let ended = try machine.expect(0, "init", "--name", "LAPTOP")
    #expect(ended.output.contains("for the device LAPTOP"))
    try machine.expect(0, "add", "secret", "-d", "today")
    try machine.expect(0, "today")
    #expect(mode(machine.home) == 0o700 && mode(machine.replica) == 0o600)
    #expect(try machine.json("status")["device"]["name"] == .string("LAPTOP"))
    // Nothing is left beside it.
    #expect(try machine.shell("ls -A \(machine.home)").lines == ["lists", "replica.db"])
  }

  @Test func `it is the first launch, kept once`() throws {
    let machine = try Machine()
    let launched = try machine.json("settings", "get", "firstLaunchAt")["firstLaunchAt"]
    #expect(launched == .string("2026-06-10T09:12:00+02:00"))
    machine.now = "2026-06-12T09:00:00+02:00"
    try machine.expect(1, "init")
    #expect(try machine.json("settings", "get", "firstLaunchAt")["firstLaunchAt"] == launched)
    #expect(try machine.json("settings", "get", "createdAt")["createdAt"] == launched)
    try machine.expect(0, "reset", "--yes-really")
    let again = try machine.json("settings", "get", "firstLaunchAt")["firstLaunchAt"]
    #expect(again == .string("2026-06-12T09:00:00+02:00"))
  }

  @Test func `a second one in the same place is refused and the first is as it was`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "one", "-d", "today")
    let before = try machine.json("status")
    #expect(try machine.expect(1, "init").errors.contains("There is a replica already"))
    #expect(try machine.json("status") == before)
  }

  @Test(arguments: [["--name", ""], ["--name", "  "], ["extra"], ["--name"]])
  func `a call that makes no sense makes nothing`(words: [String]) throws {
    let machine = try Machine(hasReplica: false)
    let ended = try machine.run(bytes: (["init"] + words).map { Array($0.utf8) })
    #expect(ended.status == 2)
    #expect(access(machine.home, F_OK) != 0)
  }

  @Test func `a log without its replica is not taken for work on a new one`() throws {
    let machine = try Machine(hasReplica: false)
    try machine.shell("mkdir \(machine.home) && echo work > \(machine.replica)-wal")
    #expect(try machine.expect(1, "init").errors.contains("left over"))
    #expect(try machine.shell("ls -A \(machine.home)").lines == ["replica.db-wal"])
  }

  @Test func `of many at once one succeeds`() throws {
    let machine = try Machine(hasReplica: false)
    let ended = try machine.shell(
      """
      for i in 1 2 3 4 5 6 7 8; do
        ( $jamaal init --name "D$i" >/dev/null 2>&1; echo $? ) &
      done; wait
      """)
    #expect(ended.lines.sorted() == ["0"] + [String](repeating: "1", count: 7))
    try machine.expect(0, "doctor", "--rebuild")
    #expect(try machine.shell("ls -A \(machine.home)").lines == ["replica.db"])
  }

  @Test(arguments: [
    "today", "add x", "tasks", "done 1", "status", "doctor", "settings", "capacity",
  ])
  func `without one every command says how to make one`(line: String) throws {
    let machine = try Machine(hasReplica: false)
    let ended = try machine.run(bytes: line.split(separator: " ").map { Array($0.utf8) })
    #expect(ended.status == 1 && ended.output.isEmpty)
    #expect(ended.errors.contains("There is no replica in \(machine.home) yet. Run “jamaal init”"))
    #expect(access(machine.home, F_OK) != 0)
  }
}
