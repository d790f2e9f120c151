import JamaalCore
import ReplicaStore
import Testing

@Suite struct NoteActionTests {
  private func machine(_ notes: String?) throws -> (Machine, RecordID) {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let draft = TaskDraft(title: "Pack", notes: notes)
    return (machine, try machine.planner.addTask(draft, machine.context).task)
  }

  private func notes(_ machine: Machine) throws -> String? {
    try machine.task("Pack").task.notes
  }

  @Test(arguments: [
    ("- [ ] tent", 0, "- [x] tent"), ("- [x] tent", 0, "- [ ] tent"),
    ("list\n\n* [ ] tent\n", 2, "list\n\n* [x] tent\n"),
    ("  + [X] a\r\n- [ ] b", 0, "  + [ ] a\r\n- [ ] b"),
  ])
  func `a tick changes one line and comes back`(before: String, line: Int, after: String) throws {
    let (machine, id) = try machine(before)
    let receipt = try machine.planner.toggleNoteLine(line, of: id, machine.context)
    #expect(try notes(machine) == after)
    try machine.planner.undo(receipt, machine.at("2026-03-02T08:01:00Z"))
    #expect(try notes(machine) == before)
  }

  @Test(arguments: [
    (String?.none, 0), ("- [ ] tent", 1), ("- [ ] tent", -1), ("text", 0), ("a\n\n- [ ] b", 1),
    ("- [ ] tent", Int.max),
  ])
  func `a line without a box is refused`(note: String?, line: Int) throws {
    let (machine, id) = try machine(note)
    #expect(throws: PlannerError.self) {
      try machine.planner.toggleNoteLine(line, of: id, machine.context)
    }
    #expect(try notes(machine) == note)
  }

  @Test(arguments: [
    (String?.none, "one", "one"), ("one", "two", "one\ntwo"), ("one\n", "two", "one\ntwo"),
    ("one\n\n", "two", "one\n\ntwo"),
    ("one", "- [ ] two\n- [ ] three", "one\n- [ ] two\n- [ ] three"),
    ("one\r\n", "two", "one\r\ntwo"),
  ])
  func `a line is added at the end`(before: String?, text: String, after: String) throws {
    let (machine, id) = try machine(before)
    let receipt = try machine.planner.appendToNote(text, of: id, machine.context)
    #expect(try notes(machine) == after)
    try machine.planner.undo(receipt, machine.at("2026-03-02T08:01:00Z"))
    #expect(try notes(machine) == before)
  }

  @Test func `nothing to add, or too much, is refused`() throws {
    let (machine, id) = try machine("one")
    for text in ["", String(repeating: "a", count: TaskDraft.notesByteCountMax)] {
      #expect(throws: PlannerError.self) {
        try machine.planner.appendToNote(text, of: id, machine.context)
      }
    }
    #expect(try notes(machine) == "one")
  }

  @Test func `a note that was changed meanwhile is not written over`() throws {
    let (machine, id) = try machine("one")
    _ = try machine.planner.appendToNote("two", of: id, machine.context)
    let error = #expect(throws: PlannerError.self) {
      try machine.planner.rewriteNote("mine", from: "one", of: id, machine.context)
    }
    #expect(error?.code == .changedSince)
    #expect(try notes(machine) == "one\ntwo")
    _ = try machine.planner.rewriteNote("", from: "one\ntwo", of: id, machine.context)
    #expect(try notes(machine) == nil)
  }

  @Test func `undoing leaves what came later`() throws {
    let (machine, id) = try machine("- [ ] tent")
    let first = try machine.planner.toggleNoteLine(0, of: id, machine.context)
    _ = try machine.planner.appendToNote("later", of: id, machine.at("2026-03-02T08:01:00Z"))
    try machine.planner.undo(first, machine.at("2026-03-02T08:02:00Z"))
    #expect(try notes(machine) == "- [x] tent\nlater")
  }
}
