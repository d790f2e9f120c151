import Testing

@Suite("Deleting everything")
struct ResetTests {
  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.expect(0, "add", "Report", "-d", "today")
    try machine.expect(0, "settings", "set", "mediumDayMinutes", "240")
    return machine
  }

  @Test func `without a terminal it needs to be told that it is meant`() throws {
    let machine = try machine()
    for words in [["reset"], ["reset", "--json"]] {
      let ended = try machine.run(bytes: words.map { Array($0.utf8) })
      #expect(ended.status == 1 && ended.errors.contains("--yes-really"))
      #expect(try machine.todayTitles() == ["Report"])
    }
    try machine.expect(2, "reset", "Report")
    #expect(
      try machine.expect(0, "reset", "--yes-really").output
        == "Everything was deleted. “jamaal add TITLE” begins anew.\n")
    let undo = try machine.expect(1, "undo")
    #expect(!undo.errors.contains("Report"))
    #expect(try machine.todayTitles().isEmpty)
    #expect(try machine.expect(0, "tasks", "--all").output.contains("Report") == false)
    #expect(try machine.json("settings")["mediumDayMinutes"] == .number(180))
    try machine.expect(0, "add", "Again", "-d", "today")
    #expect(try machine.todayTitles() == ["Again"])
    try machine.expect(0, "doctor", "--rebuild")
  }

  @Test(
    arguments: [
      ("y\\ndelete\\n", true), ("yes\\nDelete\\n", true), ("n\\n", false), ("\\n", false),
      ("y\\ny\\n", false), ("y\\n\\n", false),
    ])
  func `at a terminal it asks twice`(answers: String, isDeleted: Bool) throws {
    let machine = try machine()
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    let piped = try terminal.shell("printf '\(answers)' | $jamaal reset", on: machine)
    #expect(piped.status != 0, "what another program writes is no person's answer")
    #expect(try machine.todayTitles() == ["Report"])
    let asked = try terminal.shell(
      "$jamaal reset", on: machine, typing: answers.replacing("\\n", with: "\n"))
    #expect(asked.status == (isDeleted ? 0 : 1), "\(asked.output)")
    #expect(try machine.todayTitles() == (isDeleted ? [] : ["Report"]))
  }
}
