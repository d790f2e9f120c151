import Testing

@Suite("Naming a task")
struct NamingTests {
  private func machine(_ titles: String...) throws -> Machine {
    let machine = try Machine()
    for title in titles { try machine.expect(0, "add", title, "--due", "today") }
    return machine
  }

  @Test func `a number means what the last list showed, whatever changed since`() throws {
    let machine = try machine("one", "two", "three")
    let titles = try machine.expect(0, "tasks").lines.map { String($0.split(separator: " ")[1]) }
    try machine.expect(0, "done", "1")
    #expect(try machine.expect(0, "done", "2").output == "Done: “\(titles[1])”.\n")
    #expect(try machine.todayTitles() == [titles[2]])
    #expect(try machine.expect(1, "done", "2").errors.contains("is done already"))
    #expect(try machine.expect(1, "done", "4").errors.contains("it ends at 3"))
    try machine.expect(0, "today")
    #expect(try machine.expect(0, "show", "1").output.hasPrefix(titles[2]))
  }

  @Test func `a number without a list names nothing`() throws {
    let machine = try machine("one")
    #expect(try machine.expect(1, "done", "1").errors.contains("No list was shown"))
    #expect(try machine.todayTitles() == ["one"])
  }

  @Test func `a list for other programs leaves the numbers alone`() throws {
    let machine = try machine("one", "two")
    try machine.expect(0, "today")
    let first = try machine.json("show", "1")["title"]
    try machine.expect(0, "add", "aaa", "--due", "today", "--importance", "high")
    _ = try machine.json("today")
    #expect(try machine.json("show", "1")["title"] == first)
  }

  @Test func `the beginning of an id is enough`() throws {
    let machine = try machine("one", "two")
    let id = try #require(try machine.json("tasks").elements[1]["id"].text)
    for count in [8, 9, 14, 36] {
      #expect(try machine.json("show", String(id.prefix(count)))["id"] == .string(id))
    }
    #expect(try machine.json("show", id.uppercased())["id"] == .string(id))
    try machine.expect(1, "show", String(id.prefix(3)) + "-")
  }

  @Test(arguments: ["bank", "BANK", "call the", "  Call the bank ", "the bánk"])
  func `a part of a title is enough, whatever its case and accents`(name: String) throws {
    let machine = try machine("Call the bank", "Water plants")
    #expect(try machine.expect(0, "done", name).output == "Done: “Call the bank”.\n")
  }

  @Test func `what fits several tasks is listed with numbers to choose from`() throws {
    let machine = try machine("Call Anna", "Call Bert", "Write")
    let ended = try machine.expect(1, "done", "call")
    #expect(ended.errors.contains("“call” fits 2 tasks:"))
    #expect(ended.errors.contains("Call Anna") && !ended.errors.contains("Write"))
    let second = ended.errors.split(separator: "\n").first { $0.contains("  2  ") }
    let name = try #require(second).contains("Anna") ? "Anna" : "Bert"
    #expect(try machine.expect(0, "done", "2").output == "Done: “Call \(name)”.\n")
  }

  @Test func `a title typed in full means that task`() throws {
    let machine = try machine("Call", "Call Bert")
    #expect(try machine.expect(0, "done", "call").output == "Done: “Call”.\n")
  }

  @Test func `open tasks come first, ended ones where ended ones are meant`() throws {
    let machine = try machine("Milk today", "Milk tomorrow")
    try machine.expect(0, "done", "milk today")
    #expect(try machine.expect(0, "show", "milk").output.hasPrefix("Milk tomorrow"))
    #expect(try machine.expect(0, "undone", "milk").output.hasPrefix("“Milk today” is open again"))
  }

  @Test(arguments: ["", "  ", "zzz", "-1", "99999999999999999999", "%", "_", "'; DROP TABLE task"])
  func `what fits nothing is said so`(name: String) throws {
    let machine = try machine("one")
    #expect(try machine.expect(1, "done", name).errors.contains("No task fits"))
    #expect(try machine.todayTitles() == ["one"])
  }

  @Test func `each terminal has numbers of its own`() throws {
    let machine = try machine("one", "two")
    let first = try Pseudoterminal()
    defer { first.close() }
    let second = try Pseudoterminal()
    defer { second.close() }
    let shown = try first.shell("$jamaal today >/dev/null; $jamaal show 1 --json", on: machine)
    #expect(shown.status == 0, "\(shown.output)")
    let other = try second.shell("$jamaal show 1", on: machine)
    #expect(other.status == 1 && other.output.contains("No list was shown on this terminal yet"))
    // The same device in another session is another terminal: somebody else may sit there now.
    #expect(try first.shell("$jamaal show 1", on: machine).status == 1)
  }
}
