import Testing

@Suite("Habits")
struct HabitTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
  }

  /// A habit of a title, as `habit list` tells it.
  private func habit(_ title: String) throws -> Value {
    let all = try machine.json("habit", "list", "--all").elements
    return try #require(all.first { $0["title"] == .string(title) })
  }

  private func amount(_ title: String) throws -> Int? {
    try habit(title)["windows"].elements[0]["today"]["amount"].number
  }

  @Test func `a habit is added with what was said, and the rest as usual`() throws {
    #expect(
      try machine.expect(0, "habit", "add", "Read", "a", "book").output
        == "Added “Read a book”: done or not, every day.\n")
    try machine.expect(
      0, "habit", "add", "Water", "--count", "8", "--group", "Health", "--note", "slowly",
      "--days", "mon,wed", "--effort", "10", "--reminder", "07:30", "-w", "06:00-22:00")
    let water = try habit("Water")
    #expect(water["kind"] == .string("counted") && water["frequency"] == .string("custom"))
    #expect(water["scheduledDays"] == .string("1,3") && water["targetPerWeek"] == .number(0))
    #expect(water["notes"] == .string("slowly") && water["pausesData"] == .string("[]"))
    let window = water["windows"].elements[0]
    #expect(window["target"] == .number(8) && window["effortMinutes"] == .number(10))
    #expect(window["startMinute"] == .number(360) && window["endMinute"] == .number(1320))
    #expect(window["reminderMinute"] == .number(450))
    let groups = try machine.json("group").elements
    #expect(groups.map { $0["title"] } == [.string("Health")])
    #expect(groups[0]["id"] == water["groupID"])
    // A group of that name is joined, not made again.
    try machine.expect(0, "habit", "add", "Stretch", "-g", "health ")
    #expect(try machine.json("group").elements.count == 1)
  }

  @Test func `presets fill in what is not said`() throws {
    try machine.expect(0, "habit", "add", "--preset", "dhikr")
    let dhikr = try habit("Dhikr")
    #expect(dhikr["presetKey"] == .string("dhikr") && dhikr["kind"] == .string("counted"))
    #expect(dhikr["windows"].elements[0]["target"] == .number(33))
    try machine.expect(0, "habit", "add", "Jog", "--preset", "running", "--per-week", "2")
    #expect(try habit("Jog")["targetPerWeek"] == .number(2))
    #expect(
      try machine.expect(1, "habit", "add", "--preset", "dhikr", "--timed", "5").errors
        .contains("leave the kind out"))
  }

  @Test(
    arguments: [
      (["add"], 1), (["add", "X", "--count", "0"], 2), (["add", "X", "--count", "many"], 2),
      (["add", "X", "--count", "2", "--avoid"], 1), (["add", "X", "--allow", "2"], 1),
      (["add", "X", "--timed", "1441"], 2), (["add", "X", "--days", "never"], 2),
      (["add", "X", "--days", "mon", "--per-week", "3"], 1), (["add", "X", "--per-week", "8"], 2),
      (["add", "X", "-w", "Morning 10:00-06:00"], 1),
      (["add", "X", "-w", "Morning 25:00-26:00"], 2),
      (["add", "X", "-w", "06:00-07:00", "-w", "08:00-09:00"], 1),
      (["add", "X", "--effort", "0"], 2), (["add", "X", "--reminder", "soon"], 2),
      (["add", "X", "--avoid", "--per-week", "3"], 1), (["add", "X", "--preset", "sleep"], 2),
      (["show", "nothing"], 1), (["log", "7"], 1), (["log", ""], 1),
      (["pause", "nothing"], 1), (["list", "--alle"], 2), (["show", "x", "--weeks", "0"], 2),
    ] as [([String], Int32)])
  func `what makes no sense is refused with words`(words: [String], status: Int32) throws {
    let ended = try machine.run(bytes: (["habit"] + words).map { Array($0.utf8) })
    #expect(ended.status == status, "\(words): \(ended.output)\(ended.errors)")
    #expect(!ended.errors.isEmpty && ended.output.isEmpty)
    #expect(try machine.json("habit", "list", "--all").elements.isEmpty)
  }

  @Test func `each kind is logged its own way`() throws {
    try machine.expect(0, "habit", "add", "Read")
    try machine.expect(0, "habit", "add", "Water", "--count", "8")
    try machine.expect(0, "habit", "add", "Run", "--timed", "30")
    try machine.expect(0, "habit", "add", "Sugar", "--avoid", "--allow", "1")
    #expect(try machine.expect(0, "habit", "log", "read").output == "Done: “Read”.\n")
    #expect(try machine.expect(1, "habit", "log", "read").errors.contains("done already"))
    #expect(
      try machine.expect(0, "habit", "log", "read", "--back").output == "“Read” is open again.\n")
    #expect(try machine.expect(0, "habit", "log", "water", "3").output == "“Water”: 3 of 8.\n")
    try machine.expect(0, "habit", "log", "water")
    try machine.expect(0, "habit", "log", "water", "2", "--back")
    #expect(try amount("Water") == 2)
    try machine.expect(0, "habit", "log", "water", "--set", "9")
    #expect(try amount("Water") == 9)
    #expect(try machine.expect(1, "habit", "log", "run").errors.contains("timed"))
    #expect(try machine.expect(1, "habit", "log", "sugar").errors.contains("jamaal habit slip"))
    #expect(try machine.expect(1, "habit", "slip", "water").errors.contains("nothing to avoid"))
    #expect(
      try machine.expect(0, "habit", "slip", "sugar").output == "“Sugar”: 1 of 1 · still within.\n")
    #expect(
      try machine.expect(0, "habit", "held", "sugar").output == "“Sugar”: Held today · 1 slip.\n")
    try machine.expect(0, "habit", "held", "sugar", "--back")
    try machine.expect(0, "habit", "slip", "sugar", "--back")
    #expect(
      try machine.expect(1, "habit", "slip", "sugar", "--back").errors.contains("taken back"))
  }

  @Test func `a day of the last two weeks can be put right`() throws {
    try machine.expect(0, "habit", "add", "Water", "--count", "8")
    try machine.expect(0, "habit", "add", "Sugar", "--avoid")
    machine.now = "2026-06-12T09:00:00+02:00"
    #expect(
      try machine.expect(0, "habit", "log", "water", "6", "--on", "yesterday").output
        == "“Water”, yesterday: 6 of 8.\n")
    // A weekday is the last such day: the 10th was a Wednesday.
    #expect(
      try machine.expect(0, "habit", "slip", "sugar", "--set", "2", "--on", "wed").output
        == "“Sugar”, Wed 10 June: 2 slips.\n")
    try machine.expect(0, "habit", "held", "sugar", "--on", "2026-06-11")
    let days = try machine.json("habit", "show", "sugar")["days"].elements
    func cell(_ date: String) -> Value? { days.first { $0["date"] == .string(date) }?["cell"] }
    #expect(cell("2026-06-10") == .string("missed"))
    #expect(cell("2026-06-11") == .string("complete"))
    #expect(cell("2026-06-12") == .string("empty"))
    #expect(
      try machine.expect(1, "habit", "log", "water", "1", "--on", "2026-06-09").errors
        .contains("did not exist"))
    #expect(
      try machine.expect(1, "habit", "log", "water", "1", "--on", "tomorrow").errors
        .contains("not come yet"))
  }

  @Test func `Today has a section for habits, numbered after the tasks`() throws {
    try machine.expect(0, "add", "Call", "-d", "today")
    try machine.expect(0, "habit", "add", "Water", "--count", "8", "-g", "Health")
    machine.now = "2026-06-10T09:13:00+02:00"
    try machine.expect(
      0, "habit", "add", "Pills", "-w", "Morning 07:00-09:30", "-w", "Night 21:00-23:00")
    #expect(
      try machine.expect(0, "today").lines == [
        "Wednesday, 10 June", "Medium day · 30m of 3h · light", "  1  Call  30m",
        "Habits · 0 of 3", "  Health · 0 of 1", "  2  Water            0 of 8",
        "  By themselves", "  3  Pills · Morning          open until 09:30",
        "  4  Pills · Night            21:00–23:00",
      ])
    let json = try machine.json("today")["habits"]
    #expect(json["total"] == .number(3) && json["done"] == .number(0))
    #expect(json["groups"].elements[0]["rows"].elements[0]["title"] == .string("Water"))
    #expect(json["ungrouped"].elements.map { $0["state"].text } == ["closing", "upcoming"])
    // A number names one of several times of day; outside a terminal a name and --at do.
    let line = "$jamaal today >/dev/null; $jamaal habit log 4 && $jamaal habit log pills --at morn"
    #expect(
      try machine.shell(line).lines == ["Done: “Pills · Night”.", "Done: “Pills · Morning”."])
    let wrong = try machine.shell("$jamaal today >/dev/null; $jamaal done 2; $jamaal habit log 1")
    #expect(wrong.errors.contains("is the habit “Water”") && wrong.errors.contains("is no habit"))
    #expect(
      try machine.expect(1, "habit", "log", "pills").errors.contains("several times of day"))
  }

  @Test func `a day with only habits is not called empty`() throws {
    try machine.expect(0, "habit", "add", "Read")
    #expect(try !machine.expect(0, "today").output.contains("Nothing is due"))
    try machine.expect(0, "habit", "pause", "read")
    #expect(try machine.expect(0, "today").output.contains("Nothing is due"))
  }

  @Test func `a pause has days and a reason, and ends`() throws {
    try machine.expect(0, "habit", "add", "Run")
    #expect(
      try machine.expect(
        0, "habit", "pause", "run", "--until", "2026-06-19", "--reason", "travel"
      ).output == "“Run” rests until Fri 19 June (travel).\n")
    #expect(
      try habit("Run")["pausesData"]
        == .string("[{\"from\":\"2026-06-10\",\"to\":\"2026-06-19\",\"reason\":\"travel\"}]"))
    #expect(try habit("Run")["isDueToday"] == .bool(false))
    #expect(try machine.expect(1, "habit", "log", "run").errors.contains("rests on that day"))
    #expect(try machine.expect(0, "habit", "resume", "run").output == "“Run” goes on.\n")
    #expect(try machine.expect(1, "habit", "resume", "run").errors.contains("does not rest"))
    #expect(
      try machine.expect(1, "habit", "pause", "run", "--until", "yesterday").errors
        .contains("ends on the day it starts"))
    try machine.expect(2, "habit", "pause", "run", "--reason", "boredom")
  }

  @Test func `a habit is edited, archived and restored`() throws {
    try machine.expect(0, "habit", "add", "Pills", "-w", "Morning 07:00-09:00", "-w", "Night")
    try machine.expect(
      0, "habit", "edit", "pills", "--title", "Medication", "--at", "Morning", "--reminder",
      "07:15", "-g", "Health")
    var windows = try habit("Medication")["windows"].elements
    #expect(windows.map { $0["reminderMinute"] } == [.number(435), .null])
    try machine.expect(0, "habit", "log", "medication", "--at", "night")
    // A time of day with history stays, one without can go.
    #expect(
      try machine.expect(1, "habit", "edit", "medication", "-w", "Morning 07:00-09:00").errors
        .contains("has history"))
    try machine.expect(0, "habit", "edit", "medication", "-w", "Night 20:00-22:00")
    windows = try habit("Medication")["windows"].elements
    #expect(windows.map { $0["label"] } == [.string("Night")])
    #expect(windows[0]["today"]["amount"] == .number(1))
    try machine.expect(0, "habit", "edit", "medication", "--no-group", "--per-week", "4")
    #expect(try habit("Medication")["groupID"] == .null)
    #expect(try machine.expect(1, "habit", "edit", "medication").errors.contains("Nothing to"))
    try machine.expect(0, "habit", "archive", "medication")
    #expect(try machine.expect(0, "habit").output.contains("There are no habits"))
    #expect(try machine.expect(1, "habit", "log", "medication").errors.contains("archived"))
    try machine.expect(0, "habit", "restore", "medication")
    #expect(try machine.expect(0, "habit").output.contains("Medication"))
  }

  @Test func `the heat map has a column a week and a sign for each cell`() throws {
    try machine.expect(0, "habit", "add", "Water", "--count", "4")
    for (day, count) in [(10, "4"), (11, "2"), (12, "1")] {
      machine.now = "2026-06-\(day)T09:00:00+02:00"
      try machine.expect(0, "habit", "log", "water", count)
    }
    machine.now = "2026-06-15T09:00:00+02:00"
    let page = try machine.expect(0, "habit", "show", "water", "--weeks", "2").output
    #expect(page.contains("\n      Jun\n"))
    #expect(
      page.contains("\n  Mon\n  Tue\n  Wed █\n  Thu ▓\n  Fri ▒\n  Sat ·\n  Sun ·\n"), "\(page)")
    #expect(page.contains("Done on 1 of 5 days, 2 in part."))
    let json = try machine.json("habit", "show", "water", "--weeks", "2")
    #expect(json["read"]["missed"] == .number(2) && json["read"]["resolved"] == .number(5))
    #expect(json["days"].elements.count == 8)
  }

  @Test func `groups are listed, renamed, put away and taken up`() throws {
    #expect(try machine.expect(0, "group").output.contains("no groups"))
    try machine.expect(0, "group", "add", "Early", "hours")
    try machine.expect(0, "habit", "add", "Stretch", "-g", "Early hours")
    #expect(try machine.expect(0, "group").output == "Early hours: Stretch\n")
    #expect(try machine.expect(1, "group", "add", "early HOURS").errors.contains("already"))
    try machine.expect(0, "group", "rename", "Early hours", "Morning")
    try machine.expect(0, "group", "archive", "morning")
    #expect(try machine.expect(0, "group", "list").output == "Morning (archived)\n")
    #expect(try machine.expect(0, "today").output.contains("1  Stretch"))
    #expect(try machine.expect(1, "group", "archive", "morning").errors.contains("already"))
    try machine.expect(0, "group", "restore", "morning")
    #expect(try machine.expect(1, "group", "rename", "Night", "Day").errors.contains("Morning"))
  }
}
