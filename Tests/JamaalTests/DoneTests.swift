import Testing

@Suite("Ticking off and letting go")
struct DoneTests {
  private func machine() throws -> Machine {
    let machine = try Machine()
    for title in ["one", "two", "three"] { try machine.expect(0, "add", title, "-d", "today") }
    return machine
  }

  @Test func `several at once`() throws {
    let machine = try machine()
    let done = try machine.json("done", "one", "three", "one").elements
    #expect(done.map { $0["title"] } == [.string("one"), .string("three")])
    #expect(done.map { $0["isCompleted"] } == [.bool(true), .bool(true)])
    #expect(done[0]["completedAt"] == .string("2026-06-10T09:12:00+02:00"))
    #expect(try machine.todayTitles() == ["two"])
  }

  @Test(arguments: [
    ["one", "two", "nothing"], ["one", "three", "done before"], ["one", "dropped"],
  ])
  func `one that cannot be done leaves all of them`(names: [String]) throws {
    let machine = try machine()
    try machine.expect(0, "add", "done before", "-d", "today")
    try machine.expect(0, "done", "done before")
    try machine.expect(0, "add", "dropped", "-d", "today")
    try machine.expect(0, "drop", "dropped")
    let ended = try machine.run(bytes: (["done"] + names).map { Array($0.utf8) })
    #expect(ended.status == 1 && ended.output.isEmpty)
    #expect(Set(try machine.todayTitles()) == ["one", "two", "three"])
  }

  @Test func `a tick taken back puts the task where it was`() throws {
    let machine = try machine()
    try machine.expect(0, "done", "two")
    #expect(try machine.expect(0, "undone", "two").output == "“two” is open again: today.\n")
    #expect(Set(try machine.todayTitles()) == ["one", "two", "three"])
    #expect(try machine.expect(1, "undone", "two").errors.contains("is not done"))
  }

  @Test func `what is let go leaves the lists but not the record`() throws {
    let machine = try machine()
    #expect(try machine.expect(0, "drop", "two").output == "Let go of “two”.\n")
    #expect(Set(try machine.todayTitles()) == ["one", "three"])
    #expect(!(try machine.expect(0, "tasks").output.contains("two")))
    #expect(try machine.expect(0, "tasks", "--all").output.contains("– two"))
    #expect(try machine.json("show", "two")["droppedAt"] == .string("2026-06-10T09:12:00+02:00"))
    #expect(try machine.expect(1, "drop", "two").errors.contains("was dropped already"))
  }
}
