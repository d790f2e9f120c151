import Testing

@Suite("Notes")
struct NoteTests {
  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.expect(
      0, "add", "Pack", "-d", "today", "--note", "For the lake\n\n- [ ] tent\n- [x] stove")
    return machine
  }

  private func notes(_ machine: Machine) throws -> Value {
    try machine.json("show", "Pack")["notes"]
  }

  @Test func `a note is shown with the numbers of its lines`() throws {
    let machine = try machine()
    #expect(
      try machine.expect(0, "note", "Pack").lines == [
        "Pack · 1 of 2 ticked", "  1  For the lake", "  3  [ ] tent", "  4  [x] stove",
      ])
    let json = try machine.json("note", "Pack")
    #expect(json["boxCount"] == .number(2) && json["tickedCount"] == .number(1))
    #expect(json["lines"].elements[1]["line"] == .number(3))
    #expect(json["lines"].elements.map { $0["isTicked"] } == [.null, .bool(false), .bool(true)])
    try machine.expect(0, "add", "Plain")
    #expect(try machine.expect(0, "note", "Plain").output.contains("no note yet"))
    #expect(try machine.json("note", "Plain")["lines"] == .array([]))
  }

  @Test func `a box is ticked, a line added, and the last of it taken back`() throws {
    let machine = try machine()
    #expect(
      try machine.expect(0, "note", "Pack", "--toggle", "3").lines[0] == "Pack · 2 of 2 ticked")
    let more = try machine.expect(0, "note", "Pack", "--append", "- [ ] rope")
    #expect(more.lines.last == "  5  [ ] rope")
    try machine.expect(0, "undo")
    #expect(try notes(machine) == .string("For the lake\n\n- [x] tent\n- [x] stove"))
    try machine.expect(0, "done", "Pack")
    try machine.expect(0, "note", "Pack", "--toggle", "3")
    #expect(try notes(machine) == .string("For the lake\n\n- [ ] tent\n- [x] stove"))
  }

  static let refused: [([String], Int32)] = [
    (["Pack", "--toggle", "1"], 1), (["Pack", "--toggle", "2"], 1), (["Pack", "--toggle", "9"], 1),
    (["Pack", "--toggle", "9223372036854775807"], 1), (["Pack", "--toggle", "0"], 2),
    (["Pack", "--toggle", "-1"], 2), (["Pack", "--toggle", "x"], 2), (["Pack", "--append", ""], 1),
    (["Pack", "--append", "a", "--toggle", "3"], 2), (["Pack", "--append"], 2), ([], 2),
    (["nothing", "--append", "a"], 1),
  ]

  @Test(arguments: refused)
  func `what makes no sense changes nothing`(words: [String], status: Int32) throws {
    let machine = try machine()
    let before = try notes(machine)
    let ended = try machine.run(bytes: (["note"] + words).map { Array($0.utf8) })
    #expect(ended.status == status && ended.output.isEmpty, "\(ended.errors)")
    #expect(try notes(machine) == before)
  }

  /// An editor, and the note it leaves.
  static let editors: [(String, String?)] = [
    ("sed -i s/lake/sea/", "For the sea\n\n- [ ] tent\n- [x] stove"),
    ("true", "For the lake\n\n- [ ] tent\n- [x] stove"),
    ("truncate -s0", nil),
    ("sh -c 'printf one > \"$1\"' sh", "one"),
    ("sh -c 'printf \"one\\n\\n\" > \"$1\"' sh", "one\n"),
  ]

  @Test(arguments: editors)
  func `the person's own editor writes it`(editor: String, after: String?) throws {
    let machine = try machine()
    machine.variables["EDITOR"] = editor
    try machine.expect(0, "note", "Pack", "--edit")
    #expect(try notes(machine) == after.map { .string($0) } ?? .null)
    #expect(try machine.shell("ls \(machine.home)").lines == ["replica.db"])
  }

  @Test func `VISUAL comes before EDITOR`() throws {
    let machine = try machine()
    machine.variables = ["EDITOR": "false", "VISUAL": "sed -i 1d"]
    try machine.expect(0, "note", "Pack", "--edit")
    #expect(try notes(machine) == .string("\n- [ ] tent\n- [x] stove"))
  }

  @Test func `what could not become the note is kept in a file and never written over`() throws {
    let machine = try machine()
    let before = try notes(machine)
    machine.variables["EDITOR"] = "false"
    #expect(try machine.expect(1, "note", "Pack", "--edit").errors.contains("status 1"))
    machine.variables["EDITOR"] = "no-such-editor"
    #expect(try machine.run("note", "Pack", "--edit").errors.contains("Set EDITOR"))
    // Both wrote nothing, so nothing is kept.
    #expect(try machine.shell("ls -A \(machine.home)/drafts").status != 0)

    machine.variables["EDITOR"] = "sh -c 'echo mine > \"$1\"; exit 3' sh"
    let failed = try machine.expect(1, "note", "Pack", "--edit").errors
    #expect(failed.contains("What was written is in \(machine.home)/drafts/"))
    #expect(try machine.shell("cat \(machine.home)/drafts/*").output == "mine\n")
    machine.variables["EDITOR"] = "true"
    #expect(try machine.expect(1, "note", "Pack", "--edit").errors.contains("an earlier time"))
    #expect(
      try machine.shell("cat \(machine.home)/drafts/*; rm -r \(machine.home)/drafts").output
        == "mine\n")

    // The note is changed while the editor is open.
    machine.variables["EDITOR"] =
      "sh -c '\(Machine.program) note Pack --append two; echo x > \"$1\"' sh"
    let raced = try machine.run("note", "Pack", "--edit")
    #expect(raced.status == 1 && raced.errors.contains("changed meanwhile"), "\(raced.errors)")
    #expect(try machine.shell("cat \(machine.home)/drafts/*").output == "x\n")
    #expect(try notes(machine) == .string((before.text ?? "") + "\ntwo"))
  }

  @Test func `bytes that are no text do not become a note`() throws {
    let machine = try machine()
    let before = try notes(machine)
    machine.variables["EDITOR"] = "sh -c 'printf \"\\377\" > \"$1\"' sh"
    #expect(try machine.expect(1, "note", "Pack", "--edit").errors.contains("UTF-8"))
    #expect(try notes(machine) == before)
  }
}
