import Testing

@Suite("Putting off and moving")
struct DeferTests {
  private func machine(due: String = "today", _ options: String...) throws -> Machine {
    let machine = try Machine()
    let words = ["add", "Letter", "--due", due] + options
    let ended = try machine.run(bytes: words.map { Array($0.utf8) })
    try #require(ended.status == 0, "\(ended.errors)")
    return machine
  }

  @Test func `the first two times go to tomorrow, the third asks for a day`() throws {
    let machine = try machine()
    #expect(try machine.expect(0, "defer", "letter").output == "Put “Letter” off to tomorrow.\n")
    machine.now = "2026-06-11T09:00:00+02:00"
    #expect(try machine.json("defer", "letter")["dueDate"] == .string("2026-06-12"))
    machine.now = "2026-06-12T09:00:00+02:00"
    let refused = try machine.expect(1, "defer", "letter")
    #expect(refused.errors.contains("was put off twice already. Choose a day"))
    #expect(refused.errors.contains("--to DATE"))
    #expect(try machine.json("show", "letter")["deferralCount"] == .number(2))
    try machine.expect(0, "defer", "letter", "--to", "mon", "--reason", "tooMuch")
    let task = try machine.json("show", "letter")
    #expect(task["dueDate"] == .string("2026-06-15") && task["deferralCount"] == .number(3))
    let reasons = task["deferrals"].elements.map { $0["reason"].text ?? "" }
    #expect(reasons == ["reschedule", "reschedule", "tooMuch"])
    #expect(task["deferrals"].elements.map { $0["day"].text ?? "" }.last == "2026-06-12")
  }

  @Test func `the third time eases what was important and opens someday`() throws {
    let machine = try machine("--importance", "high")
    #expect(try machine.expect(1, "defer", "letter", "--to", "someday").errors.contains("a day"))
    machine.now = "2026-06-12T09:00:00+02:00"
    let ended = try machine.expect(0, "defer", "letter", "--to", "someday")
    #expect(ended.output.contains("to someday. It weighs less now: low rather than high."))
  }

  @Test func `a choice made again the same day counts once`() throws {
    let machine = try machine()
    try machine.expect(0, "defer", "letter")
    let again = try machine.expect(0, "defer", "letter", "--to", "fri")
    #expect(again.output == "“Letter” goes to Fri 12 June instead; it still counts once.\n")
    #expect(try machine.json("show", "letter")["deferralCount"] == .number(1))
  }

  @Test func `moving what is due later counts for nothing`() throws {
    let machine = try machine(due: "fri")
    let ended = try machine.expect(0, "move", "letter", "next", "week")
    #expect(ended.output == "Moved “Letter” to Mon 15 June.\n")
    #expect(try machine.json("show", "letter")["deferralCount"] == .number(0))
  }

  @Test func `moving what is due today is putting it off`() throws {
    let machine = try machine()
    #expect(try machine.json("move", "letter", "fri")["deferralCount"] == .number(1))
  }

  @Test func `a day it has already changes nothing`() throws {
    let machine = try machine(due: "fri")
    #expect(
      try machine.expect(0, "move", "letter", "fri").output
        == "“Letter” is due Fri 12 June as it is.\n")
  }

  static let refused: [([String], Int32)] = [
    (["defer", "letter"], 1), (["defer", "letter", "--to", "fortnight"], 2),
    (["defer", "letter", "--reason", "lazy"], 2), (["defer", "letter", "--to"], 2),
    (["move", "letter"], 2), (["move", "letter", "yesterday"], 1),
    (["move", "letter", "2026-06-31"], 2), (["defer", "nothing"], 1), (["defer"], 2),
    (["defer", "letter", "extra"], 2),
  ]

  @Test(arguments: refused)
  func `what is refused changes nothing`(words: [String], status: Int32) throws {
    let machine = try machine(due: "fri")
    let before = try machine.json("show", "letter")
    let ended = try machine.run(bytes: words.map { Array($0.utf8) })
    #expect(ended.status == status, "\(ended.errors)")
    #expect(ended.output.isEmpty && !ended.errors.isEmpty)
    #expect(try machine.json("show", "letter") == before)
  }

  @Test func `what is over stays where it is`() throws {
    let machine = try machine()
    try machine.expect(0, "done", "letter")
    #expect(try machine.expect(1, "defer", "letter").errors.contains("is done or dropped"))
    #expect(try machine.expect(1, "move", "letter", "fri").errors.contains("is done or dropped"))
  }

  @Test func `what runs past the working day goes to tomorrow in one gesture`() throws {
    let machine = try Machine()
    machine.variables["NO_COLOR"] = "1"
    machine.now = "2026-06-10T17:00:00+02:00"
    try machine.expect(0, "add", "Big", "-d", "today", "-m", "90")
    machine.now = "2026-06-10T17:01:00+02:00"
    try machine.expect(0, "add", "Small", "-d", "today", "-m", "60")
    let today = try machine.json("today")
    #expect(today["overflowMinutes"] == .number(31))
    #expect(today["overflowMove"]["taskIDs"].elements.count == 1)
    #expect(today["overflowMove"]["restMinutes"] == .null)
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    #expect(
      try terminal.shell("$jamaal today", on: machine).output.contains(
        "1 task moved to tomorrow would make it fit. “jamaal defer --overflow”"))
    let preview = try machine.expect(0, "defer", "--overflow", "--preview").lines
    #expect(preview == ["1 task moved to tomorrow would make it fit.", "  Small"])
    #expect(try machine.todayTitles() == ["Big", "Small"])
    #expect(
      try machine.expect(0, "defer", "--overflow").output == "Put “Small” off to tomorrow.\n")
    #expect(try machine.todayTitles() == ["Big"])
    #expect(try machine.json("today")["overflowMove"] == .null)
    #expect(try machine.expect(1, "defer", "--overflow").errors.contains("nothing has to move"))
    try machine.expect(2, "defer", "--overflow", "big")
    try machine.expect(2, "defer", "--overflow", "--to", "fri")
    #expect(try machine.expect(2, "defer").errors.contains("Name it, or say --overflow."))
    // The refusals wrote nothing, so the move is still the last thing done.
    try machine.expect(0, "undo")
    #expect(try machine.todayTitles() == ["Big", "Small"])
  }

  @Test func `a day that holds far too much is told so, and how to make room`() throws {
    let machine = try Machine()
    machine.variables["NO_COLOR"] = "1"
    for title in ["one", "two", "three"] {
      try machine.expect(0, "add", title, "-d", "today", "-m", "90")
    }
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    let advice = "That is far more than the day holds. Something could go to another day."
    #expect(try terminal.shell("$jamaal today", on: machine).output.contains(advice))
    #expect(!(try machine.expect(0, "today").output.contains(advice)))
    try machine.expect(0, "defer", "one")
    #expect(!(try terminal.shell("$jamaal today", on: machine).output.contains(advice)))
  }
}
