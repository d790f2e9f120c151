import Testing

@Suite("Planning")
struct PlanTests {
  /// A machine in the evening, with two tasks left from today and one for tomorrow.
  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.expect(0, "add", "Letter", "-d", "today")
    try machine.expect(0, "add", "Call", "-d", "today", "-m", "60", "-i", "high")
    try machine.expect(0, "add", "Review", "-d", "tomorrow", "-m", "45")
    machine.now = "2026-06-10T20:30:00+02:00"
    return machine
  }

  private func step(_ machine: Machine) throws -> String? {
    try machine.json("plan")["session"]["currentStep"].text
  }

  @Test func `a script goes through all five steps`() throws {
    let machine = try machine()
    #expect(try machine.json("plan")["session"] == .null)
    try machine.expect(0, "plan", "set", "begin")
    let review = try machine.json("plan")
    #expect(review["review"]["tasksLeft"] == .number(2))
    #expect(review["forDate"] == .string("2026-06-11"))
    try machine.expect(0, "plan", "set", "next")
    try machine.expect(0, "plan", "status")
    try machine.expect(0, "plan", "set", "later", "2", "fri", "tooMuch")
    let carry = try machine.json("plan")["carry"].elements
    #expect(carry.map { $0["status"] } == [.string("pending"), .string("moved")])
    #expect(carry.map { $0["movedTo"] } == [.null, .string("2026-06-12")])
    #expect(carry.map { $0["isUndoable"] } == [.bool(false), .bool(true)])
    let went = try machine.expect(0, "plan", "set", "next")
    #expect(went.lines == ["Kept “Call” for tomorrow.", "Build, for Thursday, 11 June."])
    try machine.expect(0, "plan", "set", "add", "Buy", "milk", "15m", "!high")
    try machine.expect(0, "plan", "set", "push", "review", "+5")
    try machine.expect(0, "plan", "set", "next")
    #expect(
      try machine.expect(0, "plan", "set", "level", "low").output
        == "Low day · 1h 15m of 2h · light\n")
    try machine.expect(0, "plan", "set", "next")
    let closed = try machine.expect(0, "plan", "set", "close")
    #expect(
      closed.lines == [
        "Tomorrow is ready. Good night.", "2 tasks, 1h 15m, a low day.", "1 night planned.",
      ])
    let done = try machine.json("plan")
    #expect(done["plan"]["plannedTaskMinutes"] == .number(75))
    #expect(done["session"]["isComplete"] == .bool(true))
    #expect(done["build"]["plan"].elements.map { $0["title"].text } == ["Call", "Buy milk"])
    machine.now = "2026-06-11T09:00:00+02:00"
    let today = try machine.json("today")
    #expect(today["capacity"] == .string("low") && today["morningCard"] == .bool(false))
  }

  @Test func `a choice is undone by another run of the program`() throws {
    let machine = try machine()
    for words in [["begin"], ["next"], ["drop", "letter"]] {
      #expect(try machine.run(bytes: (["plan", "set"] + words).map { Array($0.utf8) }).status == 0)
    }
    #expect(try machine.json("tasks").elements.count == 2)
    try machine.expect(0, "plan", "set", "undo", "letter")
    #expect(try machine.json("tasks").elements.count == 3)
    let ended = try machine.expect(1, "plan", "set", "undo", "letter")
    #expect(ended.errors.contains("no choice about that task"))
  }

  @Test func `undo and the undo of a choice take back one each`() throws {
    let machine = try machine()
    for words in [["begin"], ["next"], ["later", "letter", "fri"], ["keep", "letter"]] {
      try machine.expect(0, words: ["plan", "set"] + words)
    }
    try machine.expect(0, "undo")
    #expect(try machine.json("show", "letter")["dueDate"].text == "2026-06-12")
    try machine.expect(0, "plan", "set", "undo", "letter")
    #expect(try machine.json("show", "letter")["dueDate"].text == "2026-06-10")
    try machine.expect(1, "plan", "set", "undo", "letter")
  }

  @Test func `going on tells where what needs a day goes`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Letter", "-d", "today")
    machine.now = "2026-06-12T20:30:00+02:00"
    for word in ["begin", "next"] { try machine.expect(0, "plan", "set", word) }
    #expect(
      try machine.expect(0, "plan", "status").output.contains("needs a day goes to next week"))
    let went = try machine.expect(0, "plan", "set", "next").lines
    #expect(went.first == "“Letter” goes to Mon 15 June.")
  }

  @Test func `several tasks are carried together or not at all`() throws {
    let machine = try machine()
    for word in ["begin", "next"] { try machine.expect(0, "plan", "set", word) }
    try machine.expect(1, "plan", "set", "keep", "letter", "review")
    #expect(
      try machine.json("plan")["carry"].elements.allSatisfy { $0["status"].text == "pending" })
    try machine.expect(0, "plan", "set", "keep", "letter", "call")
    #expect(try machine.json("plan")["carry"].elements.allSatisfy { $0["status"].text == "moved" })
  }

  @Test func `reading changes nothing`() throws {
    let machine = try machine()
    let before = try machine.expect(0, "plan", "--json").output
    for words in [["plan"], ["plan", "status"], ["plan", "--morning", "--json"]] {
      #expect(try machine.run(bytes: words.map { Array($0.utf8) }).status == 0)
    }
    #expect(try machine.expect(0, "plan", "--json").output == before)
    #expect(try machine.json("plan")["session"] == .null)
  }

  @Test(arguments: [
    (2, "frob", "nothing that can be said"), (2, "later letter", "later N DATE"),
    (2, "level huge", "low, medium and high"), (2, "raise letter", "raise N LEVEL"),
    (1, "close", "last step"), (1, "keep nosuchtask", "No task fits"),
    (2, "push letter nonsense", "not a date"), (1, "normal yes", "No other normal day"),
    (2, "anchor", "anchor TITLE TIME"), (2, "anchor Dentist", "anchor TITLE TIME"),
    (2, "anchor 14:00", "anchor TITLE TIME"), (2, "anchor Dentist 25:00", "write a time"),
    (2, "anchor Dentist 14:00-", "write a time"), (1, "anchor Dentist 14:00 0m", "1 to 1440"),
    (1, "add Letter 0m", "1 to 1440"),
  ])
  func `what makes no sense is told, and nothing is changed`(
    status: Int32, words: String, part: String
  ) throws {
    let machine = try machine()
    for word in ["begin", "next"] { try machine.expect(0, "plan", "set", word) }
    let before = try machine.expect(0, "plan", "--json").output
    let typed = ["plan", "set"] + words.split(separator: " ").map(String.init)
    let ended = try machine.run(bytes: typed.map { Array($0.utf8) })
    #expect(ended.status == status && ended.errors.contains(part), "\(ended.errors)")
    #expect(try machine.expect(0, "plan", "--json").output == before)
  }

  @Test func `a one-off Anchor is made for the planned day, and taken back`() throws {
    let machine = try machine()
    for word in ["begin", "next", "next"] { try machine.expect(0, "plan", "set", word) }
    let before = try machine.expect(0, "plan", "--json").output
    let made = try machine.expect(0, "plan", "set", "anchor", "The", "dentist", "14:00-15:30")
    #expect(made.output == "Added the Anchor “The dentist”: Thu 11 June, 14:00 to 15:30.\n")
    let build = try machine.json("plan")["build"]
    let dentist = build["commitments"].elements[0]
    #expect(dentist["title"].text == "The dentist" && dentist["effortMinutes"] == .number(90))
    #expect(dentist["windowStart"].text == "2026-06-11T14:00:00+02:00")
    #expect(dentist["placement"].text == "fixed" && dentist["takesTime"] == .bool(true))
    #expect(build["freeMinutes"] == .number(570))
    #expect(build["gaps"].elements.map { $0["minutes"] } == [.number(360), .number(210)])
    let shown = try machine.expect(0, "plan", "status").lines
    let timeline = ["08:00  free, before The dentist", "14:00  The dentist", "15:30  free, after"]
    #expect(timeline.allSatisfy { part in shown.contains { $0.contains(part) } }, "\(shown)")
    let undone = try machine.expect(0, "undo").output
    #expect(undone.hasPrefix("Took back: Added the Anchor “The dentist”"))
    #expect(try machine.expect(0, "plan", "--json").output == before)
  }

  @Test func `the timeline says on which day the night after the planned one is`() throws {
    let machine = try machine()
    machine.now = "2026-06-10T09:12:00+02:00"
    try machine.expect(0, "settings", "set", "rolloverMinute", "04:00")
    machine.now = "2026-06-10T20:30:00+02:00"
    for word in ["begin", "next", "next"] { try machine.expect(0, "plan", "set", word) }
    for words in [["Bus", "02:30"], ["Film", "22:00"], ["Bread", "06:00", "5m"]] {
      try machine.expect(0, words: ["plan", "set", "anchor"] + words)
    }
    let lines = try machine.expect(0, "plan", "status").lines
    let shown = lines.filter { line in
      ["Bus", "Film", "Bread"].contains { line.contains($0) }
    }
    #expect(
      shown.map { $0.split(separator: " ").joined(separator: " ") }
        == ["06:00 Bread 5m", "22:00 Film 1h", "Fri 02:30 Bus 1h"])
    let anchors = try machine.json("plan")["build"]["commitments"].elements
    #expect(anchors.last?["windowStart"].text == "2026-06-12T02:30:00+02:00")
  }

  @Test(arguments: [
    ("anchor Dentist 14:00", 60, 60), ("anchor Dentist 30m 14:00-16:00", 30, 120),
    ("anchor Dentist 14:00-16:00 1h30m", 90, 120), ("anchor Dentist 23:30-00:30", 60, 60),
    ("anchor 14:00 Dentist", 60, 60), ("anchor 14:00-16:00 Dentist 45m", 45, 120),
  ])
  func `an Anchor takes its window, unless something else is said`(
    words: String, effort: Int, window: Int
  ) throws {
    let machine = try machine()
    try machine.expect(0, "plan", "set", "begin")
    try machine.expect(0, words: ["plan", "set"] + words.split(separator: " ").map(String.init))
    let made = try machine.json("plan")["build"]["commitments"].elements[0]
    #expect(made["effortMinutes"] == .number(Double(effort)))
    let ends = try [made["windowStart"], made["windowEnd"]].map { try #require($0.text) }
    let clock = ends.map { $0.dropFirst(11).prefix(5).split(separator: ":").compactMap { Int($0) } }
    #expect(
      (clock[1][0] * 60 + clock[1][1] - clock[0][0] * 60 - clock[0][1] + 1440) % 1440 == window)
  }

  @Test(arguments: [("45m", 45), ("2h", 120), ("1h30m", 90), ("0h20m", 20)])
  func `a time that a task takes is written as people write it`(word: String, minutes: Int) throws {
    let machine = try machine()
    try machine.expect(0, "plan", "set", "begin")
    try machine.expect(0, "plan", "set", "add", "Write", "the", "report", word)
    let task = try machine.json("show", "write the report")
    #expect(task["effortMinutes"] == .number(Double(minutes)))
    #expect(task["title"].text == "Write the report")
  }

  @Test(arguments: ["Plan 2", "Visit the m", "Room 4h3", "Chapter 99h", "m", "h", "Take 1h1h"])
  func `words that are no such time stay part of the title`(title: String) throws {
    let machine = try machine()
    try machine.expect(0, "plan", "set", "begin")
    try machine.expect(
      0, words: ["plan", "set", "add"] + title.split(separator: " ").map(String.init))
    #expect(try machine.json("show", title)["title"].text == title)
  }

  @Test func `a gesture before planning has begun says how to begin`() throws {
    let ended = try machine().expect(1, "plan", "set", "next")
    #expect(ended.errors.contains("“jamaal plan”"))
  }

  @Test func `skipping ends the evening, and the morning offers two minutes`() throws {
    let machine = try machine()
    let evening = try machine.json("today")
    #expect(evening["planTomorrow"] == .string("2026-06-11"))
    try machine.expect(0, "plan", "skip")
    #expect(try machine.json("today")["planTomorrow"] == .null)
    try machine.expect(1, "plan", "skip")
    machine.now = "2026-06-11T09:00:00+02:00"
    #expect(try machine.json("today")["morningCard"] == .bool(true))
    try machine.expect(0, "plan", "set", "begin", "--morning")
    #expect(try machine.json("plan", "--morning")["session"]["isShortened"] == .bool(true))
    #expect(try machine.json("today")["morningCard"] == .bool(false))
    machine.now = "2026-06-12T09:00:00+02:00"
    #expect(try machine.json("today")["morningCard"] == .bool(true))
    try machine.expect(0, "plan", "skip", "--morning")
    #expect(try machine.json("today")["morningCard"] == .bool(false))
  }

  @Test(arguments: [
    ("2026-06-10T23:30:00+02:00", "Tomorrow is ready. Good night."),
    ("2026-06-11T00:30:00+02:00", "Today is set. Good night."),
  ])
  func `the done screen calls the planned day by what it is by then`(
    now: String, words: String
  ) throws {
    let machine = try machine()
    machine.now = now
    try machine.expect(0, "plan", "set", "begin")
    for _ in 0..<4 where try step(machine) != "close" {
      try machine.expect(0, "plan", "set", "next")
    }
    #expect(try step(machine) == "close")
    #expect(try machine.expect(0, "plan", "set", "close").lines.first == words)
    #expect(try machine.json("plan")["forDate"] == .string("2026-06-11"))
  }

  @Test func `at a terminal it asks until the day is closed`() throws {
    let machine = try machine()
    machine.variables["NO_COLOR"] = "1"
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    let keys = "\nk 1\nl 2 fri\nwhat\n?\n\nanchor Dentist 14:00-15:00\n\n\n\n"
    let ended = try terminal.shell("$jamaal plan", on: machine, typing: keys)
    #expect(ended.status == 0, "\(ended.output)")
    for part in [
      "▸ Review", "2 left", "▸ Carry", "Kept “Call” for tomorrow.", "“Letter” goes to Fri 12 June.",
      "nothing that can be said", "an empty line", "▸ Build", "14:00  Dentist", "▸ Load", "▸ Close",
      "Tomorrow is ready. Good night.",
    ] {
      #expect(ended.output.contains(part), "\(part)")
    }
    #expect(try machine.json("plan")["session"]["isComplete"] == .bool(true))
  }

  @Test func `whoever leaves comes back to the same step`() throws {
    let machine = try machine()
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    let left = try terminal.shell("$jamaal plan", on: machine, typing: "\nq\n")
    #expect(left.status == 0 && left.output.contains("It stands where it is."))
    #expect(try step(machine) == "carry")
    // The end of the input is leaving too.
    let again = try terminal.shell("$jamaal plan", on: machine, typing: "\u{4}")
    #expect(again.status == 0 && again.output.contains("▸ Carry"))
    #expect(try step(machine) == "carry")
  }

  @Test func `Today offers to plan, to people only`() throws {
    let machine = try machine()
    machine.variables["NO_COLOR"] = "1"
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    let evening = try terminal.shell("$jamaal today", on: machine).output
    #expect(evening.contains("Plan tomorrow. “jamaal plan”"))
    #expect(!(try machine.expect(0, "today").output.contains("jamaal plan")))
    machine.now = "2026-06-11T09:00:00+02:00"
    #expect(try terminal.shell("$jamaal today", on: machine).output.contains("No plan for today"))
    // Shown once more the same day: it stays until it is put away.
    #expect(try terminal.shell("$jamaal today", on: machine).output.contains("No plan for today"))
  }

  @Test(arguments: [40, 64, 80])
  func `its lines fit`(columns: Int) throws {
    let machine = try machine()
    machine.variables["NO_COLOR"] = "1"
    try machine.expect(
      0, "add", "Prepare the talk about planners that work offline for the meetup", "-d", "today")
    let terminal = try Pseudoterminal(columns: columns)
    defer { terminal.close() }
    let ended = try terminal.shell("$jamaal plan", on: machine, typing: "\n?\n\n\n\n\n")
    #expect(ended.status == 0 && ended.lines.count > 40)
    for line in ended.lines where !line.hasPrefix("> ") {
      #expect(line.count <= columns, "\(line)")
    }
  }
}
