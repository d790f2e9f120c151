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

  @Test func `at a terminal it asks until the day is closed`() throws {
    let machine = try machine()
    machine.variables["NO_COLOR"] = "1"
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    let keys = "\nk 1\nl 2 fri\nwhat\n?\n\n\n\n\n"
    let ended = try terminal.shell("$jamaal plan", on: machine, typing: keys)
    #expect(ended.status == 0, "\(ended.output)")
    for part in [
      "▸ Review", "2 left", "▸ Carry", "Kept “Call” for tomorrow.", "“Letter” goes to Fri 12 June.",
      "nothing that can be said", "an empty line", "▸ Build", "▸ Load", "▸ Close",
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

@Suite("Capacity")
struct CapacityTests {
  @Test func `a level is for any day to come`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Report", "-d", "tomorrow", "-m", "90")
    #expect(
      try machine.expect(0, "capacity", "low", "--on", "tomorrow").output
        == "Low day · 1h 30m of 2h · balanced\n")
    let json = try machine.json("capacity", "--on", "tomorrow")
    #expect(json["capacity"] == .string("low") && json["freeMinutes"] == .number(660))
    #expect(json["suggestedCapacity"] == .string("high"))
    #expect(try machine.json("capacity")["capacity"] == .string("medium"))
    try machine.expect(1, "capacity", "low", "--on", "yesterday")
    try machine.expect(2, "capacity", "low", "--on", "someday")
  }

  @Test func `a day that is over is told as it was lived`() throws {
    let machine = try Machine()
    try machine.expect(1, "capacity", "--on", "yesterday")
    for title in ["one", "two"] { try machine.expect(0, "add", title, "-d", "today", "-m", "60") }
    try machine.expect(0, "done", "one")
    machine.now = "2026-06-11T09:00:00+02:00"
    #expect(
      try machine.expect(0, "capacity", "--on", "yesterday").output
        == "Medium day · 2h in it · light · 1 of 2 finished\n")
    let json = try machine.json("capacity", "--on", "yesterday")
    #expect(json["completionBasis"] == .number(2) && json["completedEffortMinutes"] == .number(60))
  }

  @Test func `a task that overfills a day is added, and the nearest room told`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Big", "-d", "today", "-m", "150")
    let added = try machine.expect(0, "add", "More", "-d", "today", "-m", "60")
    #expect(added.lines[0] == "Added “More”: due today, 1h.")
    #expect(added.lines[1].hasPrefix("Today is full with it; tomorrow has room. “jamaal move "))
    #expect(try machine.todayTitles().count == 2)
    #expect(try !machine.expect(0, "add", "Small", "-d", "tomorrow").output.contains("full"))
  }

  @Test func `tasks can be narrowed to a label while the meter stays whole`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Office", "-d", "today", "-c", "Work")
    try machine.expect(0, "add", "Home", "-d", "today", "-c", "Family")
    let page = try machine.expect(0, "today", "-c", "work").lines
    #expect(page[1] == "Medium day · 1h of 3h · light · whole day")
    #expect(page.count == 3 && page[2].contains("Office"))
    let empty = try machine.expect(0, "today", "--category", "personal").output
    #expect(empty.contains("Nothing in Personal today."))
    try machine.expect(1, "today", "--category", "nothing")
  }

  @Test func `done ticks off all or none`() throws {
    let machine = try Machine()
    for title in ["one", "two"] { try machine.expect(0, "add", title, "-d", "today") }
    try machine.expect(0, "done", "one")
    try machine.expect(1, "done", "two", "one")
    #expect(try machine.todayTitles() == ["two"])
  }
}

@Suite("The normal day")
struct NormalDayOfferTests {
  /// A machine that did four hours of work on each of fourteen days.
  private func machine() throws -> Machine {
    let machine = try Machine()
    for day in 10..<24 {
      machine.now = "2026-06-\(day)T09:00:00+02:00"
      try machine.expect(0, "add", "work \(day)", "-d", "today", "-m", "240")
      try machine.expect(0, "done", "work \(day)")
    }
    machine.now = "2026-06-24T20:30:00+02:00"
    machine.variables["NO_COLOR"] = "1"
    return machine
  }

  @Test func `it is offered at the terminal, once in planning, and set when the person says so`()
    throws
  {
    let machine = try machine()
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    let line = "You usually do about 4h"
    #expect(try terminal.shell("$jamaal settings", on: machine).output.contains(line))
    #expect(!(try machine.expect(0, "settings").output.contains(line)))
    let planned = try terminal.shell("$jamaal plan", on: machine, typing: "\n\nq\n").output
    #expect(planned.contains("▸ Load") && planned.contains(line))
    let again = try terminal.shell("$jamaal plan", on: machine, typing: "q\n").output
    #expect(again.contains("▸ Load") && !again.contains(line))
    try machine.expect(0, "plan", "set", "normal", "yes")
    #expect(try machine.expect(0, "settings", "get", "mediumDayMinutes").output == "240\n")
    try machine.expect(1, "plan", "set", "normal", "yes")
  }

  @Test func `declined it is gone everywhere`() throws {
    let machine = try machine()
    let terminal = try Pseudoterminal()
    defer { terminal.close() }
    try machine.expect(0, "plan", "set", "normal", "no")
    #expect(!(try terminal.shell("$jamaal settings", on: machine).output.contains("You usually")))
    #expect(try machine.expect(0, "settings", "get", "mediumDayMinutes").output == "180\n")
  }
}
