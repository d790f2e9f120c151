import Testing

@Suite("Adding a task")
struct AddTests {
  @Test func `words of a title are joined and what is left out has a default`() throws {
    let machine = try Machine()
    let ended = try machine.expect(0, "add", "Call", "the", "bank")
    #expect(ended.output == "Added “Call the bank”: someday, 30m.\n")
    let task = try #require(try machine.json("tasks").elements.first)
    #expect(task["title"] == .string("Call the bank") && task["dueDate"] == .null)
    #expect(task["effortMinutes"] == .number(30) && task["importance"] == .string("low"))
  }

  @Test func `everything that was said is kept`() throws {
    let machine = try Machine()
    let task = try machine.json(
      "add", "Tax", "--due", "fri", "--minutes", "none", "--importance", "medium", "--category",
      "FAMILY", "--note", "- [ ] the form")
    #expect(task["dueDate"] == .string("2026-06-12") && task["effortMinutes"] == .null)
    #expect(task["importance"] == .string("medium") && task["notes"] == .string("- [ ] the form"))
    let family = try machine.json("category").elements.first { $0["name"] == .string("Family") }
    #expect(task["categoryID"] == family?["id"])
  }

  /// What is typed after `add`, and the status it ends with.
  static let refused: [([String], Int32)] = [
    ([], 2), (["x", "--due"], 2), (["x", "--due", ""], 2), (["x", "--due", "someday soon"], 2),
    (["x", "--due", "99999-01-01"], 2), (["x", "--due", "2026-02-30"], 2),
    (["x", "--due", "+999999999999999999999"], 2), (["x", "--due", "fri", "--due", "sat"], 2),
    (["x", "--minutes", "1000000000000000000000000000000"], 2), (["x", "--minutes", "0"], 2),
    (["x", "--minutes", "-5"], 2), (["x", "--minutes", "1441"], 2), (["x", "--minutes", "1.5"], 2),
    (["x", "--minutes", ""], 2), (["x", "--importance", "urgent"], 2), (["x", "--nonsense"], 2),
    (["x", "--json=yes"], 2), ([""], 1), ([" \t\n "], 1), (["x", "--importance", "high"], 1),
    (["x", "--category", "nothing"], 1), (["x", "--category", ""], 1),
    ([String(repeating: "a", count: 501)], 1), ([String(repeating: "a", count: 120_000)], 1),
    (["x", "--note", String(repeating: "b", count: 127_000), "--due", "\u{1B}[2J"], 2),
  ]

  @Test(arguments: refused)
  func `what makes no sense is refused and nothing is written`(
    words: [String], status: Int32
  ) throws {
    let machine = try Machine()
    let ended = try machine.run(bytes: (["add"] + words).map { Array($0.utf8) })
    #expect(ended.status == status, "\(ended.errors)")
    #expect(ended.output.isEmpty)
    #expect(ended.errors.hasPrefix("jamaal"))
    // It says something that can be read in one look, whatever was typed.
    #expect(ended.errors.count < 400 && ended.errors.hasSuffix(".\n"))
    #expect(!ended.errors.dropLast().contains { $0.isNewline || $0 == "\u{1B}" })
    #expect(try machine.json("tasks", "--all") == .array([]))
  }

  @Test func `bytes that are no text are refused`() throws {
    let machine = try Machine()
    let ended = try machine.run(bytes: [Array("add".utf8), [0x61, 0xFF, 0xFE]])
    #expect(ended.status == 2)
    #expect(ended.errors.contains("Word 2 of the command is not UTF-8 text"))
    #expect(try machine.json("tasks") == .array([]))
  }

  @Test(arguments: [
    "\u{1B}[31mred\u{1B}[0m", "two\nlines", "a\u{202E}b", "bell\u{7}", "C1 \u{9B}31m", "\u{7F}",
  ])
  func `a title keeps every byte but commands no terminal`(title: String) throws {
    let machine = try Machine()
    let added = try machine.expect(0, "add", title, "--due", "today", "--note", title)
    let today = try machine.expect(0, "today")
    let shown = try machine.expect(0, "show", "1")
    let done = try machine.expect(0, "done", "1")
    let again = try machine.run("done", "1")
    for text in [added.output, today.output, shown.output, done.output, again.errors] {
      let controls = text.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n" || $0 == "\u{202E}"
      }
      #expect(controls.isEmpty, "\(text)")
    }
    #expect(added.lines.count == 1 && done.lines.count == 1)
    #expect(try machine.json("show", "1")["title"] == .string(title))
  }

  @Test func `a title may look like an option`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "--due", "today", "--", "--json", "is", "a", "flag")
    #expect(try machine.todayTitles() == ["--json is a flag"])
  }
}
