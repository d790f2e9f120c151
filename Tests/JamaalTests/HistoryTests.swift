import Testing

@Suite("What was changed, and taking it back")
struct HistoryTests {
  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.expect(0, "add", "Report", "-d", "thu", "-m", "60")
    machine.now = "2026-06-10T10:00:00+02:00"
    try machine.expect(0, "edit", "Report", "-m", "45", "-i", "high", "-d", "fri")
    return machine
  }

  @Test func `every version is listed with its number, time and device`() throws {
    let machine = try machine()
    let lines = try machine.expect(0, "history", "Report").lines
    #expect(lines[0] == "Report")
    func line(_ field: String) -> String? { lines.first { $0.contains("  \(field) ") } }
    #expect(line("minutes 1")?.contains("Wed 10 June, 09:12  LAPTOP") == true)
    #expect(line("minutes 1")?.contains("now") == false)
    #expect(line("minutes 2")?.hasSuffix("now") == true)
    #expect(line("minutes 2")?.contains("45m") == true)
    #expect(line("due 2")?.contains("Fri 12 June") == true)
    let json = try machine.json("history", "Report").elements
    #expect(json.count == lines.count - 1)
    let minutes = json.filter { $0["field"] == .string("minutes") }
    #expect(minutes.map { $0["value"] } == [.number(60), .number(45)])
    #expect(minutes.map { $0["version"] } == [.number(1), .number(2)])
    #expect(minutes[1]["changedAt"] == .string("2026-06-10T10:00:00+02:00"))
    #expect(minutes[1]["deviceName"] == .string("LAPTOP"))
    #expect(minutes[1]["deviceID"] == (try machine.json("status")["device"]["id"]))
  }

  @Test func `a field gets back what it said`() throws {
    let machine = try machine()
    #expect(
      try machine.expect(0, "restore", "Report", "minutes", "1").output == "Changed “Report”: 1h.\n"
    )
    #expect(
      try machine.expect(0, "restore", "Report", "due", "1").output
        == "Moved “Report” to tomorrow.\n")
    #expect(
      try machine.expect(0, "restore", "Report", "due", "3").output.contains("like that already"))
    machine.now = "2026-06-12T10:00:00+02:00"
    #expect(try machine.expect(1, "restore", "Report", "due", "1").errors.contains("later day"))
  }

  @Test(
    arguments: [
      (["Report", "minutes", "3"], 1), (["Report", "minutes", "0"], 2),
      (["Report", "minutes", "x"], 2),
      (["Report", "category", "1"], 1), (["Report", "done", "1"], 2), (["Report", "minutes"], 2),
      (["nothing", "minutes", "1"], 1), (["Report", "minutes", "99999999999999999999"], 2),
    ] as [([String], Int32)])
  func `a version that is not there is refused`(words: [String], status: Int32) throws {
    let machine = try machine()
    let before = try machine.json("show", "Report")
    let ended = try machine.run(bytes: (["restore"] + words).map { Array($0.utf8) })
    #expect(ended.status == status && ended.output.isEmpty, "\(ended.errors)")
    #expect(try machine.json("show", "Report") == before)
  }

  /// Commands that act, each taken back.
  static let acts: [[String]] = [
    ["done", "one", "two"], ["drop", "one"], ["defer", "one"], ["move", "one", "fri"],
    ["edit", "one", "--title", "one more", "-m", "10", "-i", "high", "-c", "Work"],
    ["note", "one", "--append", "more"], ["note", "one", "--toggle", "1"],
    ["add", "four", "-d", "today"],
    ["undone", "three"], ["category", "add", "Garden"], ["category", "rename", "Work", "Studio"],
    ["category", "move", "Work", "1"], ["category", "archive", "Work"], ["capacity", "high"],
    ["settings", "set", "planningMinute", "21:00"], ["settings", "set", "dayEndMinute", "20:00"],
    ["settings", "set", "weekdayLevels.wed", "low"], ["edit", "one", "--repeat", "daily"],
    ["restore", "one", "minutes", "1"],
  ]

  @Test(arguments: acts)
  func `the last act is taken back exactly`(words: [String]) throws {
    let machine = try Machine()
    for title in ["one", "two", "three"] {
      try machine.expect(0, "add", title, "-d", "today", "--note", "- [ ] box")
    }
    try machine.expect(0, "edit", "one", "-m", "45")
    try machine.expect(0, "done", "three")
    func state() throws -> [Value] {
      try [
        machine.json("tasks", "--all"), machine.json("category"), machine.json("settings"),
        machine.json("today"), machine.json("show", "one"),
      ]
    }
    let before = try state()
    let ended = try machine.run(bytes: words.map { Array($0.utf8) })
    #expect(ended.status == 0, "\(ended.errors)")
    #expect(try state() != before)
    let undone = try machine.expect(0, "undo").output
    #expect(undone.hasPrefix("Took back: ") && undone.count > 12)
    #expect(try state() == before)
    #expect(try machine.expect(1, "undo").errors.contains("nothing to take back"))
  }

  @Test func `an undo reaches past nothing newer and nothing refused`() throws {
    let machine = try Machine()
    #expect(try machine.expect(1, "undo").errors.contains("nothing to take back"))
    try machine.expect(0, "add", "one", "-d", "today")
    try machine.expect(1, "done", "nothing")
    try machine.expect(0, "edit", "one", "-m", "30")
    // Neither of those changed anything, so it is still the adding that is last.
    #expect(try machine.json("undo")["undone"] == .string("Added “one”: due today, 30m."))
    #expect(try machine.json("tasks", "--all") == .array([]))
  }

  @Test func `a tick whose next instance has begun is not taken back`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Water", "-d", "today", "--repeat", "daily")
    try machine.expect(0, "done", "Water")
    machine.now = "2026-06-12T10:00:00+02:00"
    #expect(try machine.expect(1, "undo").errors.contains("already repeated"))
  }

  @Test func `what putting off would be is told before`() throws {
    let machine = try machine()
    try machine.expect(0, "add", "Now", "-d", "today", "-i", "high")
    let told = try machine.expect(0, "defer", "Now", "--preview").lines
    #expect(told[0] == "It would be the 1st time that “Now” is put off.")
    #expect(told[1] == "Offered: Thu 11 June, Sat 13 June and Mon 15 June.")
    #expect(try machine.json("show", "Now")["deferralCount"] == .number(0))
    machine.now = "2026-06-12T10:00:00+02:00"
    let json = try machine.json("defer", "Now", "--preview")
    #expect(json["number"] == .number(3) && json["opensPicker"] == .bool(true))
    #expect(json["easesFrom"] == .string("high") && json["isSomedayOpen"] == .bool(true))
    #expect(json["laterThisWeek"] == .null && json["nextWeek"] == .string("2026-06-15"))
    let later = try machine.expect(0, "defer", "Report", "--preview").lines[0]
    #expect(later.contains("1st time"))
    try machine.expect(0, "edit", "Report", "-d", "+3")
    let again = try machine.expect(0, "defer", "Report", "--preview").lines[0]
    #expect(again.contains("put off today already"))
  }
}
