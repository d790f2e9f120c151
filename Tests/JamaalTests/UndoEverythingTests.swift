import Testing

@Suite("Undo, whatever it was")
struct UndoEverythingTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
    try machine.expect(0, "add", "Report", "-d", "today", "-m", "30")
    try machine.expect(0, "habit", "add", "Read")
    try machine.expect(0, "habit", "add", "Water", "--count", "8")
    try machine.expect(0, "habit", "add", "Run", "--timed", "30")
    try machine.expect(0, "group", "add", "Health")
    try machine.expect(
      0, "anchor", "add", "School", "--on", "weekdays", "--at", "09:00-09:30", "--minutes", "30")
    try machine.expect(0, "anchor", "one-off", "Dentist", "--at", "14:00-15:00")
  }

  /// Everything a person can look at.
  private func everything() throws -> [String] {
    try [
      ["today"], ["tasks", "--all"], ["habit", "list", "--all"], ["habit", "show", "water"],
      ["group"], ["anchor", "list", "--all"], ["anchor", "preview", "school"], ["focus"],
      ["plan"],
    ].map { try machine.expect(0, words: $0 + ["--json"]).output }
  }

  @Test(
    arguments: [
      ["habit", "add", "Stretch", "--group", "Body"], ["habit", "log", "read"],
      ["habit", "log", "water", "3"], ["habit", "log", "water", "--set", "5"],
      ["habit", "minutes", "run", "20"],
      ["habit", "edit", "water", "--target", "6", "-w", "Morning 06:00-10:00"],
      ["habit", "pause", "read", "--until", "fri"], ["habit", "archive", "read"],
      ["group", "add", "Body"], ["group", "rename", "Health", "Body"],
      ["group", "archive", "Health"],
      ["anchor", "add", "Bins", "--on", "mon", "--at", "19:00-20:00"],
      ["anchor", "prayer", "--place", "60.17,24.94"],
      ["anchor", "attend", "school"], ["anchor", "skip", "dentist"],
      ["anchor", "one-off", "Call", "--at", "18:00-19:00"],
      ["anchor", "edit", "school", "--minutes", "20", "--enabled", "no"],
      ["anchor", "edit", "dentist", "--at", "16:00-17:00"],
      ["anchor", "edit", "dentist", "--remove"], ["anchor", "archive", "school"],
      ["anchor", "break", "school", "--to", "fri"],
      ["focus", "begin", "report"], ["focus", "begin", "run", "--habit"],
    ])
  func `is as if it had never been`(words: [String]) throws {
    let before = try everything()
    try machine.expect(0, words: words)
    #expect(try everything() != before)
    let told = try machine.expect(0, "undo").output
    #expect(told.hasPrefix("Took back: ") && told.count > 14)
    #expect(try everything() == before)
    try machine.expect(1, "undo")
  }

  @Test func `a step of planning is taken back, and the one before it stays`() throws {
    try machine.expect(0, "plan", "set", "begin")
    #expect(try machine.expect(1, "undo").errors.contains("jamaal plan skip"))
    let before = try everything()
    try machine.expect(0, "plan", "skip")
    try machine.expect(0, "undo")
    #expect(try everything() == before)
    for words in [
      ["next"], ["level", "low"], ["add", "Call", "15m"], ["anchor", "Tea", "17:00"],
    ] {
      if words[0] == "add" {
        for _ in 0..<2 { try machine.expect(0, "plan", "set", "next") }
      }
      let begun = try everything()
      try machine.expect(0, words: ["plan", "set"] + words)
      try machine.expect(0, "undo")
      #expect(try everything() == begun, "\(words)")
    }
    #expect(try everything() != before)
  }

  @Test func `a pause of the timer is taken back as if it had run on`() throws {
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-10T09:22:00+02:00"
    try machine.expect(0, "focus", "pause")
    machine.now = "2026-06-10T09:32:00+02:00"
    try machine.expect(0, "undo")
    #expect(try machine.expect(0, "focus").output.hasPrefix("In focus · Report · 20m of 30m"))
  }

  @Test func `a timer that ended is taken up within five seconds of done, and else not`() throws {
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-10T09:32:00+02:00"
    try machine.expect(0, "focus", "done")
    machine.now = "2026-06-10T09:32:04+02:00"
    #expect(try machine.expect(0, "undo").output.hasPrefix("Took back: Done: “Report”"))
    #expect(try machine.expect(0, "focus").output.hasPrefix("In focus"))
    try machine.expect(0, "focus", "done")
    machine.now = "2026-06-10T09:33:00+02:00"
    #expect(try machine.expect(1, "undo").errors.contains("more than 5 seconds ago"))
    try machine.expect(0, "undone", "report")
    try machine.expect(0, "focus", "begin", "report")
    try machine.expect(0, "focus", "stop")
    #expect(try machine.expect(1, "undo").errors.contains("is not taken up again"))
  }

  @Test func `the begin of a timer is taken back with what it counted, which is told`() throws {
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-10T09:32:00+02:00"
    #expect(
      try machine.expect(0, "undo").output
        == "Took back: The timer was begun on “Report”. The 20m it had counted went with it.\n")
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-10T09:32:01+02:00"
    #expect(try machine.json("undo")["timerSeconds"] == .number(1))
    try machine.expect(0, "focus", "begin", "report")
    #expect(
      try machine.expect(0, "undo").output == "Took back: The timer was begun on “Report”.\n")
    // After midnight there is a record of it, which stays.
    machine.now = "2026-06-10T23:40:00+02:00"
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-11T00:10:00+02:00"
    #expect(try machine.expect(1, "undo").errors.contains("ran to the end of its day"))
    #expect(try machine.expect(0, "today").output.contains("20m logged on Wed 10 June"))
  }

  @Test func `minutes taken back out are added again by hand`() throws {
    try machine.expect(0, "habit", "minutes", "run", "20")
    try machine.expect(0, "habit", "minutes", "run", "--remove", "1")
    #expect(try machine.expect(1, "undo").errors.contains("jamaal habit minutes"))
  }

  @Test func `one timer gives way to a habit, and a number says what it names`() throws {
    try machine.expect(0, "focus", "begin", "report")
    machine.now = "2026-06-10T09:22:00+02:00"
    let settled = try machine.expect(0, "focus", "settle", "stop", "--then", "run", "--habit")
    #expect(settled.lines.last?.hasPrefix("In focus · Run · 0m of 30m") == true)
    try machine.expect(0, "focus", "stop")
    try machine.expect(0, "focus", "begin", "report")
    let refused = try machine.expect(1, "focus", "settle", "stop", "--then", "read", "--habit")
    #expect(refused.errors.contains("not timed"))
    #expect(try machine.expect(0, "focus").output.hasPrefix("In focus · Report"))
    // One task, then two Anchors, then three habits.
    try machine.expect(0, "today")
    #expect(try machine.expect(1, "done", "2").errors.contains("jamaal anchor attend 2"))
    #expect(try machine.expect(1, "done", "4").errors.contains("jamaal habit log 4"))
    try machine.expect(0, "anchor")
    #expect(try machine.expect(1, "done", "3").errors.contains("jamaal anchor show 3"))
  }
}
