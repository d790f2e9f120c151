import Testing

@Suite("Editing a task")
struct EditTests {
  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.expect(
      0, "add", "Call the bank", "-d", "today", "-m", "60", "-i", "high", "-c", "Work", "--note",
      "number")
    return machine
  }

  @Test func `several fields change at once and are told as they read now`() throws {
    let machine = try machine()
    let ended = try machine.expect(
      0, "edit", "bank", "--title", "Call the other bank", "--minutes", "45", "-i", "medium", "-c",
      "none", "--repeat", "weekly:mon,thu", "--note", "")
    #expect(
      ended.output
        == "Changed “Call the bank”: it is called “Call the other bank” now, 45m, medium importance,"
        + " no label, every week on Mon and Thu and no note.\n")
    let task = try machine.json("show", "bank")
    #expect(task["effortMinutes"] == .number(45) && task["importance"] == .string("medium"))
    #expect(task["repeatWeekdays"] == .string("1,4") && task["categoryID"] == .null)
    #expect(task["notes"] == .null && task["dueDate"] == .string("2026-06-10"))
  }

  /// What is typed, and the beginning of what is told.
  static let days: [([String], String)] = [
    (["--due", "fri"], "Put “Call the bank” off to Fri 12 June."),
    (
      ["--due", "fri", "-m", "15"],
      "Put “Call the bank” off to Fri 12 June. Changed “Call the bank”: 15m."
    ),
    (["--due", "today"], "“Call the bank” is like that already; nothing was changed."),
    (["-i", "low", "--due", "someday"], "Put “Call the bank” off to someday. Changed"),
    (["-m", "60"], "“Call the bank” is like that already; nothing was changed."),
    (["-i", "high"], "“Call the bank” says so again; nothing else changed."),
  ]

  @Test(arguments: days)
  func `another day counts as what it is`(words: [String], told: String) throws {
    let machine = try machine()
    let ended = try machine.run(bytes: (["edit", "bank"] + words).map { Array($0.utf8) })
    #expect(ended.status == 0 && ended.output.hasPrefix(told), "\(ended.output)\(ended.errors)")
  }

  /// What is typed after `edit`, and the status it ends with.
  static let refused: [([String], Int32)] = [
    ([], 2), (["bank"], 2), (["nothing", "-m", "15"], 1), (["bank", "-m", "0"], 2),
    (["bank", "-m", "99999999999999999999"], 2), (["bank", "-i", "urgent"], 2),
    (["bank", "--due", "yesterday"], 1), (["bank", "--due", "soon"], 2),
    (["bank", "--due", "someday"], 1), (["bank", "--title", " "], 1),
    (["bank", "--title", String(repeating: "a", count: 501)], 1), (["bank", "-c", "nothing"], 1),
    (["bank", "--repeat", "yearly"], 2), (["bank", "--repeat", "weekly:"], 2),
    (["bank", "--repeat", "weekly:mon,"], 2), (["bank", "--repeat", "weekly:8"], 2),
    (["bank", "--repeat", "monthly:0"], 2), (["bank", "--repeat", "monthly:32"], 2),
    (["bank", "--repeat", "monthly:+3"], 2), (["bank", "--repeat", ""], 2),
    (["bank", "--repeat", "daily:3"], 2), (["bank", "-m", "15", "--due", "yesterday"], 1),
    (["bank", "--repeat", "daily", "--due", "someday"], 1),
  ]

  @Test(arguments: refused)
  func `what makes no sense changes nothing`(words: [String], status: Int32) throws {
    let machine = try machine()
    let before = try machine.json("show", "bank")
    let ended = try machine.run(bytes: (["edit"] + words).map { Array($0.utf8) })
    #expect(ended.status == status, "\(ended.errors)")
    #expect(ended.output.isEmpty && ended.errors.hasPrefix("jamaal"))
    #expect(try machine.json("show", "bank") == before)
  }

  @Test(arguments: [
    ("daily", "daily", "", 0), ("weekly", "weekly", "", 0), ("WEEKLY:Mon,FRI", "weekly", "1,5", 0),
    ("weekly:sunday,mon", "weekly", "1,7", 0), ("weekly:mon, thu", "weekly", "1,4", 0),
    ("monthly", "monthly", "", 0), ("monthly:31", "monthly", "", 31),
    ("monthly:1", "monthly", "", 1),
  ])
  func `a repeat is read as it is typed`(
    text: String, kind: String, weekdays: String, day: Int
  ) throws {
    let machine = try Machine()
    let task = try machine.json("add", "Water", "-d", "today", "--repeat", text)
    #expect(task["repeatKind"] == .string(kind) && task["repeatWeekdays"] == .string(weekdays))
    #expect(task["repeatDayOfMonth"].number == day)
    try machine.expect(0, "edit", "Water", "--repeat", "none")
    #expect(try machine.json("show", "Water")["repeatKind"] == .string("none"))
  }

  @Test func `a repeating task says when it comes back`() throws {
    let machine = try Machine()
    let added = try machine.expect(0, "add", "Water", "-d", "today", "--repeat", "weekly:mon,thu")
    #expect(added.output == "Added “Water”: due today, 30m, every week on Mon and Thu.\n")
    #expect(
      try machine.expect(0, "done", "Water").output == "Done: “Water”; it comes back tomorrow.\n")
    #expect(
      try machine.expect(0, "drop", "Water").output
        == "Let go of “Water”; it comes back Mon 15 June.\n")
    #expect(try machine.expect(1, "add", "x", "--repeat", "daily").errors.contains("first day"))
  }

  @Test func `a full day is told with an offer and refuses nothing`() throws {
    let machine = try Machine()
    #expect(try machine.expect(0, "add", "a", "-d", "today", "-m", "180").lines.count == 1)
    let full = try machine.expect(0, "add", "b", "-d", "today", "-m", "30").lines
    #expect(full.count == 2 && full[0] == "Added “b”: due today, 30m.")
    #expect(full[1].hasPrefix("Today is full with it; tomorrow has room. “jamaal move "))
    // What it offers can be typed as it stands.
    let words = full[1].split(separator: "“")[1].split(separator: "”")[0].split(separator: " ")
    let moved = try machine.run(bytes: words.dropFirst().map { Array($0.utf8) })
    #expect(moved.output.contains("Put “b” off to tomorrow"), "\(moved.errors)")
    let json = try machine.json("add", "c", "-d", "today", "-m", "15")
    #expect(json["dayIsFull"] == .bool(true) && json["offeredDate"] == .string("2026-06-11"))
    #expect(try machine.json("add", "d")["dayIsFull"] == .bool(false))
    let hopeless = try machine.expect(0, "add", "e", "-d", "today", "-m", "1000")
    #expect(hopeless.output.contains("so is the week after; that is fine"))
  }
}
