import Testing

@Suite("Where things live, and when it is")
struct HomeTests {
  @Test func `the option comes before the variable, and that before the XDG directories`() throws {
    let machine = try Machine(hasReplica: false)
    let directory = machine.directory
    machine.variables = ["XDG_DATA_HOME": "\(directory)/data", "XDG_CONFIG_HOME": "relative"]
    try machine.expect(0, "--home", "\(directory)/option", "init")
    try machine.expect(0, "init")
    machine.variables["JAMAAL_HOME"] = ""
    try machine.expect(0, "init")
    machine.variables["XDG_DATA_HOME"] = "relative"
    try machine.expect(0, "init")
    let found = try machine.shell("cd \(directory) && find . -name replica.db | sort")
    #expect(
      found.lines == [
        "./.local/share/jamaal/replica.db", "./data/jamaal/replica.db", "./home/replica.db",
        "./option/replica.db",
      ])
  }

  @Test func `two homes on one machine are two devices`() throws {
    let machine = try Machine()
    let other = "\(machine.directory)/other"
    try machine.expect(0, "--home", other, "init", "--name", "DESK")
    try machine.expect(0, "--home", other, "add", "there", "-d", "today")
    #expect(try machine.todayTitles() == [])
    let first = try machine.json("status")["device"]["id"]
    let second = try machine.json("--home", other, "status")["device"]["id"]
    #expect(first != second && second.text?.count == 16)
  }

  @Test func `nothing that says where is told`() throws {
    let machine = try Machine(hasReplica: false)
    machine.variables = ["JAMAAL_HOME": "", "HOME": ""]
    #expect(try machine.expect(1, "today").errors.contains("HOME is not set"))
    #expect(try machine.expect(2, "--home", "", "today").errors.contains("--home is empty"))
    try machine.expect(2, "--home")
  }

  @Test(arguments: [
    "yesterday", "2026-06-10", "2026-06-10T09:00:00", "0001-01-01T00:00:00Z",
    "9999-12-31T00:00:00Z", "1781075520",
  ])
  func `a clock that shows no instant is refused`(now: String) throws {
    let machine = try Machine()
    machine.now = now
    #expect(try machine.expect(2, "today").errors.contains("JAMAAL_NOW is not an instant"))
  }

  @Test(arguments: ["Mars/Phobos", "../../etc/passwd", "/etc/passwd", "Europe", "\u{1B}[2J"])
  func `a zone that is none is refused`(zone: String) throws {
    let machine = try Machine()
    machine.variables["TZ"] = zone
    let ended = try machine.expect(2, "today")
    #expect(ended.errors.contains("zone") && !ended.errors.contains("\u{1B}"))
  }

  @Test(arguments: [
    ("Pacific/Auckland", "2026-06-11"), ("America/Los_Angeles", "2026-06-10"),
    ("UTC", "2026-06-10"), ("<+14>-14", "2026-06-11"), (":Asia/Tokyo", "2026-06-11"),
  ])
  func `the zone decides what day it is`(zone: String, day: String) throws {
    let machine = try Machine()
    machine.now = "2026-06-10T18:00:00Z"
    machine.variables["TZ"] = zone
    #expect(try machine.json("today")["date"] == .string(day))
  }

  @Test func `the wall clock is used where nothing else is said`() throws {
    let machine = try Machine()
    machine.variables["JAMAAL_NOW"] = ""
    let year = try machine.shell("date +%Y").lines
    #expect(try machine.json("today")["date"].text?.prefix(4) == year.first?[...])
  }
}
