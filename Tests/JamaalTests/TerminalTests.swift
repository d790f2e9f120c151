import CommandLineKit
import Testing

@Suite("How it looks on a terminal")
struct TerminalTests {
  private let escape: Character = "\u{1B}"

  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.expect(
      0, "add", "Prepare the talk about planners that work offline for the meetup", "-d", "today",
      "-i", "high", "-c", "Work")
    try machine.expect(0, "add", "日本語を読む", "-d", "today", "-m", "90")
    machine.now = "2026-06-12T09:00:00+02:00"
    return machine
  }

  @Test func `colour is for a terminal that wants it`() throws {
    let machine = try machine()
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    #expect(try terminal.shell("$jamaal today", on: machine).output.contains(escape))
    #expect(!(try terminal.shell("$jamaal today | cat", on: machine).output.contains(escape)))
    machine.variables["NO_COLOR"] = "1"
    #expect(!(try terminal.shell("$jamaal today", on: machine).output.contains(escape)))
    machine.variables = ["TERM": "dumb"]
    #expect(!(try terminal.shell("$jamaal today", on: machine).output.contains(escape)))
  }

  @Test func `nothing is ever shown in red`() throws {
    let machine = try machine()
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    for index in 1...9 { try machine.expect(0, "add", "more \(index)", "-d", "today", "-m", "120") }
    let line = "$jamaal today; $jamaal tasks --all; $jamaal show talk; $jamaal done nothing"
    let output = try terminal.shell(line, on: machine).output
    #expect(output.contains("far more than the day holds"))
    #expect(!output.contains("\u{1B}[31") && !output.contains(";31"))
  }

  @Test(arguments: [40, 50, 63, 64, 80, 120])
  func `lines fit`(columns: Int) throws {
    let machine = try machine()
    machine.variables["NO_COLOR"] = "1"
    let terminal = try Pseudoterminal(columns: columns)
    defer { terminal.close() }
    try machine.expect(0, "capacity", "low")
    let line = "$jamaal today; $jamaal today --all; $jamaal tasks --all; $jamaal show talk"
    let ended = try terminal.shell(line, on: machine)
    #expect(ended.status == 0 && ended.lines.count > 20)
    for line in ended.lines where !line.contains("  Id  ") {
      #expect(line.columnCount <= columns, "\(line)")
    }
    #expect(ended.output.contains("put off twice"))
  }

  @Test func `in a file nothing is cut`() throws {
    let machine = try machine()
    let title = "Prepare the talk about planners that work offline for the meetup"
    #expect(try machine.expect(0, "today").output.contains(title))
  }

  @Test func `JSON is laid out for people only on a terminal`() throws {
    let machine = try machine()
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    #expect(try machine.expect(0, "today", "--json").lines.count == 1)
    let ended = try terminal.shell("$jamaal today --json", on: machine)
    #expect(ended.lines.count > 20 && Value(ended.output) != nil)
  }
}
