import Testing

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
    // What runs over is told of the whole day too.
    machine.now = "2026-06-10T18:30:00+02:00"
    let late = try machine.expect(0, "today", "-c", "work").lines[1]
    #expect(late == "Medium day · 1h of 3h · light · 30m past 19:00 · whole day")
    #expect(try machine.json("today", "-c", "work")["overflowMinutes"] == .number(30))
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
    // A program that looks uses up nothing.
    #expect(try machine.json("plan")["normalDaySuggestion"] == .number(240))
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
