import Glibc
import SQLite
import Testing

@Suite("A replica that is not as it should be")
struct DamageTests {
  /// A kind of damage as a line of the shell that changes `$db`, and the status it leads to.
  struct Damage: CustomTestStringConvertible, Sendable {
    let name: String
    let line: String
    let status: Int32
    var testDescription: String { name }
  }

  static let damages = [
    Damage(name: "empty", line: ": > $db", status: 4),
    Damage(name: "a short text", line: "echo nothing > $db", status: 4),
    Damage(name: "a long text", line: "yes nothing | head -c 20000 > $db", status: 4),
    Damage(name: "cut in the middle", line: "truncate -s 60000 $db", status: 4),
    Damage(name: "cut inside a page", line: "truncate -s 5000 $db", status: 4),
    Damage(name: "only its header", line: "truncate -s 100 $db", status: 4),
    Damage(name: "a directory", line: "rm $db && mkdir $db", status: 1),
    Damage(name: "a link to nowhere", line: "rm $db && ln -s nowhere $db", status: 1),
  ]

  private func machine(_ line: String) throws -> Machine {
    let machine = try Machine()
    for index in 1...20 { try machine.expect(0, "add", "task \(index)", "-d", "today") }
    let ended = try machine.shell("db=\(machine.replica); \(line)")
    try #require(ended.status == 0, "\(ended.errors)")
    return machine
  }

  private func sum(_ machine: Machine) throws -> String {
    try machine.shell("cat \(machine.replica) 2>&1 | cksum").output
  }

  @Test(arguments: damages)
  func `every command says so and leaves it alone`(damage: Damage) throws {
    let machine = try machine(damage.line)
    let before = try sum(machine)
    for words in [["today"], ["add", "x"], ["tasks"], ["status"], ["doctor"]] {
      let ended = try machine.run(bytes: words.map { Array($0.utf8) })
      #expect(ended.status == damage.status, "\(words): \(ended.output)\(ended.errors)")
      #expect(ended.errors.contains(machine.replica))
    }
    let ended = try machine.run("init")
    #expect(ended.status == 1)
    #expect(try sum(machine) == before)
  }

  /// Changes the file as somebody would who forces a change that SQLite's shell is refused.
  private func change(_ machine: Machine, _ sql: String) throws {
    let database = try Database(path: machine.replica, mode: .readWrite)
    try database.addCollation("only_the_replica_store_may_write_here")
    try database.execute(sql)
  }

  @Test func `another program is refused when it changes a record`() throws {
    let machine = try machine(":")
    #expect(throws: SQLiteError.self) {
      try Database(path: machine.replica, mode: .readWrite).execute("UPDATE task SET title = 'x'")
    }
    try machine.expect(0, "doctor")
  }

  @Test func `a database of something else is left as it is`() throws {
    let machine = try machine("rm $db")
    try Database(path: machine.replica).execute("CREATE TABLE t (a); INSERT INTO t VALUES(1)")
    let before = try sum(machine)
    for command in ["today", "doctor"] {
      #expect(try machine.expect(1, command).errors.contains("a database of something else"))
    }
    #expect(try sum(machine) == before)
  }

  @Test func `a replica of a newer version is left as it is`() throws {
    let machine = try machine(":")
    try change(machine, "UPDATE replica SET format = 99")
    let before = try sum(machine)
    for words in [["today"], ["add", "x"], ["doctor"]] {
      let ended = try machine.run(bytes: words.map { Array($0.utf8) })
      #expect(ended.status == 1 && ended.errors.contains("newer version"), "\(ended.errors)")
    }
    #expect(try sum(machine) == before)
  }

  @Test func `the doctor finds nothing in a healthy one`() throws {
    let machine = try machine(":")
    let ended = try machine.expect(0, "doctor", "--rebuild")
    #expect(ended.lines.count == 3 && ended.lines.allSatisfy { $0.hasSuffix("in order") })
    let json = try machine.json("doctor")
    #expect(json["isDamaged"] == .bool(false) && json["checks"].elements.count == 3)
  }

  @Test func `the doctor finds days that a clock far ahead called over, and gives them back`()
    throws
  {
    let machine = try Machine()
    try machine.expect(0, "add", "Report", "-d", "today")
    let now = machine.now
    machine.now = "2099-01-01T09:00:00+01:00"
    try machine.expect(0, "tasks")
    machine.now = now
    #expect(try machine.todayTitles().isEmpty)
    let found = try machine.expect(4, "doctor")
    #expect(found.output.contains("The days that are over: up to 2098-12-31"))
    #expect(found.errors.contains("doctor --rebuild"))
    _ = try machine.run("doctor", "--rebuild")
    #expect(try machine.todayTitles() == ["Report"])
    try machine.expect(0, "doctor")
  }

  @Test(arguments: [
    "DELETE FROM task WHERE row = 3", "UPDATE task SET clock = clock + 1 WHERE row = 3",
    "DELETE FROM \"task.version\" WHERE row = 3",
  ])
  func `the doctor notices what another program changed`(sql: String) throws {
    let machine = try machine(":")
    try change(machine, sql)
    let ended = try machine.run("doctor")
    #expect(ended.status == 4)
    #expect(ended.output.contains("The digest: kept as"))
    #expect(ended.errors.contains("Keep a copy"))
    let json = try machine.run("doctor", "--json")
    #expect(json.status == 4 && Value(json.output)?["isDamaged"] == .bool(true))
  }

  @Test(arguments: [
    "UPDATE local_task SET due = due + 5", "DELETE FROM local_task", "DROP TABLE local_task",
    "DROP TABLE local_state", "DELETE FROM local_act; DROP TABLE local_deferral",
    "UPDATE local_state SET format = 0", "DROP INDEX local_task_next",
    "ALTER TABLE local_task ADD COLUMN more TEXT",
    "DROP TABLE local_choice; DROP TABLE local_last_act",
  ])
  func `what follows from the facts can be worked out anew`(sql: String) throws {
    let machine = try machine(":")
    let before = try machine.json("today")
    try change(machine, sql)
    #expect([0, 4].contains(try machine.run("doctor", "--rebuild").status))
    try machine.expect(0, "doctor", "--rebuild")
    #expect(try machine.json("today") == before)
  }
}
