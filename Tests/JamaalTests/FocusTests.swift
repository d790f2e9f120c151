import Testing

@Suite("The timer")
struct FocusTests {
  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.expect(0, "add", "Report", "-d", "today", "-m", "30")
    try machine.expect(0, "add", "Call", "-d", "today", "-m", "15")
    return machine
  }

  @Test func `a timer begins, pauses, goes on and is done`() throws {
    let machine = try machine()
    #expect(
      try machine.expect(0, "focus").output
        == "No timer is running. “jamaal focus begin N” starts one.\n")
    #expect(
      try machine.expect(0, "focus", "begin", "report").lines[0] == "In focus · Report · 0m of 30m")
    machine.now = "2026-06-10T09:36:18+02:00"
    #expect(
      try machine.expect(0, "focus", "status").lines == [
        "In focus · Report · 24m of 30m", "  24:18 since Wed 10 June, 09:12",
      ])
    #expect(try machine.expect(0, "focus", "pause").output.hasPrefix("Paused · Report · 24m"))
    try machine.expect(1, "focus", "pause")
    machine.now = "2026-06-10T10:00:18+02:00"
    try machine.expect(0, "focus", "resume")
    try machine.expect(1, "focus", "resume")
    machine.now = "2026-06-10T10:10:00+02:00"
    let page = try machine.expect(0, "today").lines
    #expect(page[2] == "In focus · Report · 34m of 30m")
    #expect(page.contains { $0.contains("Report  30m  timing 34m") })
    machine.now = "2026-06-10T10:50:00+02:00"
    let done = try machine.expect(0, "focus", "done", "--note", "sent it")
    #expect(done.output == "Done: “Report”, 1h 14m.\n")
    let after = try machine.expect(0, "today").lines
    #expect(after[1] == "Medium day · 1h 29m of 3h · light")
    #expect(after.contains { $0.contains("✓ Report  30m  took 1h 14m") })
    let notes = try machine.json("show", "report")["notes"]
    #expect(notes == .string("2026-06-10 10:50 — sent it"))
  }

  @Test func `a second begin is refused and says how to do both`() throws {
    let machine = try machine()
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-10T09:32:00+02:00"
    let refused = try machine.expect(1, "focus", "begin", "call")
    #expect(refused.errors.contains("The timer runs on “Report”."))
    #expect(refused.errors.contains("jamaal focus settle done --then N"))
    let settled = try machine.expect(0, "focus", "settle", "defer", "--then", "call")
    #expect(
      settled.lines == ["Put off: “Report”, 20m logged.", "In focus · Call · 0m of 15m"])
    #expect(try machine.json("show", "report")["dueDate"] == .string("2026-06-11"))
    machine.now = "2026-06-10T09:42:00+02:00"
    let json = try machine.json("focus", "settle", "drop")
    #expect(json["ended"]["outcome"] == .string("dropped") && json["next"] == .null)
    #expect(json["ended"]["actualSeconds"] == .number(600))
    #expect(try machine.json("show", "call")["droppedAt"] != .null)
  }

  @Test func `done is taken back within five seconds`() throws {
    let machine = try machine()
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-10T09:22:00+02:00"
    try machine.expect(0, "focus", "done", "--note", "sent it")
    machine.now = "2026-06-10T09:22:04+02:00"
    #expect(
      try machine.expect(0, "focus", "undo").lines[0] == "In focus · Report · 10m of 30m")
    let task = try machine.json("show", "report")
    #expect(task["isCompleted"] == .bool(false) && task["notes"] == .null)
    #expect(try machine.json("focus")["session"]["pausedSeconds"] == .number(4))
    machine.now = "2026-06-10T09:30:00+02:00"
    try machine.expect(0, "focus", "done")
    machine.now = "2026-06-10T09:30:06+02:00"
    #expect(try machine.expect(1, "focus", "undo").errors.contains("more than 5 seconds ago"))
  }

  @Test func `a timer left running ends with the day and is offered the next morning`() throws {
    let machine = try machine()
    try machine.expect(0, "done", "call")
    machine.now = "2026-06-10T23:18:00+02:00"
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-11T08:00:00+02:00"
    let page = try machine.expect(0, "today").lines
    #expect(
      page[2] == "Last night's session on “Report” closed at midnight. 42m logged on Wed 10 June."
        + " “jamaal focus begin N” goes on, “jamaal focus dismiss” puts this away.")
    #expect(page.contains("  1  Report  30m"), "carried, and not put off")
    let json = try machine.json("today")
    #expect(json["focus"]["state"] == .string("idle"))
    #expect(json["pickUps"].elements.map { $0["actualSeconds"] } == [.number(2_520)])
    #expect(try machine.expect(0, "show", "report").output.contains("Timed       42m"))
    try machine.expect(0, "focus", "dismiss")
    #expect(try machine.json("today")["pickUps"].elements.isEmpty)
  }

  @Test func `JSON has every name it promises`() throws {
    let machine = try machine()
    #expect(try machine.json("focus")["session"] == .null)
    let json = try machine.json("focus", "begin", "report")
    #expect(json.names == ["state", "title", "session", "edge"])
    #expect(
      json["session"].names == [
        "id", "startedAt", "day", "endedAt", "pausedSeconds", "pausedAt", "estimateMinutes",
        "outcome", "actualSeconds", "taskID", "habitWindowID",
      ])
    #expect(json["state"] == .string("running"))
    #expect(json["session"]["startedAt"] == .string("2026-06-10T09:12:00+02:00"))
    #expect(json["session"]["outcome"] == .string("running"))
  }

  static let refused: [([String], Int32)] = [
    (["focus", "pause"], 1), (["focus", "resume"], 1), (["focus", "done"], 1),
    (["focus", "stop"], 1), (["focus", "settle", "done"], 1), (["focus", "undo"], 1),
    (["focus", "begin", "nothing"], 1), (["focus", "begin"], 2), (["focus", "settle"], 2),
    (["focus", "settle", "later"], 2), (["focus", "settle", "done", "--to", "fri"], 2),
    (["focus", "settle", "stop", "--reason", "tooMuch"], 2), (["focus", "bgin", "1"], 2),
  ]

  @Test(arguments: refused)
  func `what is refused changes nothing`(words: [String], status: Int32) throws {
    let machine = try machine()
    let before = try machine.json("today")
    let ended = try machine.run(bytes: words.map { Array($0.utf8) })
    #expect(ended.status == status, "\(ended.errors)")
    #expect(ended.output.isEmpty && !ended.errors.isEmpty)
    #expect(try machine.json("today") == before)
  }
}
