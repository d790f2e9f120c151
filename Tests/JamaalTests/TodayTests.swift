import Testing

@Suite("Today")
struct TodayTests {
  @Test func `a new day says that nothing is due`() throws {
    let machine = try Machine()
    #expect(
      try machine.expect(0, "today").lines == [
        "Wednesday, 10 June", "Medium day · room for 3h",
        "Nothing is due today. The day is yours.",
      ])
  }

  @Test func `tasks are numbered in the order in which they are worth looking at`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Water plants", "--due", "today", "--minutes", "10")
    machine.now = "2026-06-10T09:13:00+02:00"
    try machine.expect(
      0, "add", "File the tax return", "--due", "today", "--minutes", "90", "--importance",
      "high", "--category", "work")
    try machine.expect(0, "add", "Tomorrow's", "--due", "tomorrow")
    try machine.expect(0, "add", "Some day")
    #expect(
      try machine.expect(0, "today").lines == [
        "Wednesday, 10 June", "Medium day · 1h 40m of 3h · light",
        "  1  File the tax return  1h 30m  high · Work", "  2  Water plants            10m",
      ])
  }

  @Test func `what is done stays in the meter and on the page`() throws {
    let machine = try Machine()
    for title in ["one", "two"] { try machine.expect(0, "add", title, "-d", "today", "-m", "80") }
    try machine.expect(0, "done", "one")
    let page = try machine.expect(0, "today").lines
    #expect(page[1] == "Medium day · 2h 40m of 3h · balanced")
    #expect(page[2...] == ["  1  two  1h 20m", "Done today", "  2  ✓ one  1h 20m"])
    try machine.expect(0, "done", "two")
    let rest = try machine.expect(0, "today").output
    #expect(rest.contains("That was everything for today."))
    #expect(rest.contains("✓ two"))
  }

  @Test func `a low day hides what can wait and tells of it`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Light", "-d", "today")
    try machine.expect(0, "add", "Heavy", "-d", "today", "-i", "high")
    try machine.expect(0, "capacity", "low")
    let page = try machine.expect(0, "today").output
    #expect(page.contains("1  Heavy") && !page.contains("Light"))
    #expect(page.contains("Also today: 1 task that can wait"))
    let all = try machine.expect(0, "today", "--all").output
    #expect(all.contains("2  Light"))
    let json = try machine.json("today")
    #expect(json["capacity"] == .string("low") && json["budgetMinutes"] == .number(120))
    #expect(json["alsoToday"].elements.map { $0["title"] } == [.string("Light")])
  }

  @Test func `a day that hides everything has nothing that must be done`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Light", "-d", "today")
    try machine.expect(0, "capacity", "low")
    let page = try machine.expect(0, "today").output
    #expect(page.contains("Nothing has to be done on a day like this."))
    #expect(page.contains("Also today: 1 task"))
  }

  @Test func `what was left over comes along and says so`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "Letter", "-d", "today")
    machine.now = "2026-06-12T09:00:00+02:00"
    #expect(try machine.expect(0, "today").output.contains("1  Letter  30m  put off twice"))
    let shown = try machine.json("today")["shown"].elements
    #expect(shown.map { $0["dueDate"] } == [.string("2026-06-12")])
    #expect(shown.map { $0["deferralCount"] } == [.number(2)])
  }

  @Test func `the day ends when the settings say so, in the zone of the machine`() throws {
    let machine = try Machine()
    try machine.expect(0, "settings", "set", "rolloverMinute", "03:00")
    machine.now = "2026-06-11T00:59:00Z"
    #expect(try machine.json("today")["date"] == .string("2026-06-10"))
    machine.now = "2026-06-11T01:00:00Z"
    #expect(try machine.json("today")["date"] == .string("2026-06-11"))
  }

  @Test func `JSON has every name it promises`() throws {
    let machine = try Machine()
    try machine.expect(0, "add", "One", "-d", "today")
    let json = try machine.json("today")
    #expect(
      json.names == [
        "date", "capacity", "budgetMinutes", "plannedTaskMinutes", "loadScore", "loadState",
        "missingDurations", "freeMinutes", "overflowMinutes", "overflowMove", "outlook",
        "morningCard",
        "planTomorrow", "shown", "alsoToday", "completedToday", "anchors", "habits", "focus",
        "pickUps",
      ])
    let task = try #require(json["shown"].elements.first)
    #expect(
      task.names == [
        "id", "title", "notes", "dueDate", "effortMinutes", "importance", "isCompleted",
        "completedAt", "droppedAt", "deferralCount", "repeatKind", "repeatWeekdays",
        "repeatDayOfMonth", "seriesID", "createdAt", "categoryID",
      ])
    #expect(task["createdAt"] == .string("2026-06-10T09:12:00+02:00"))
    #expect(task["notes"] == .null && task["isCompleted"] == .bool(false))
  }
}
