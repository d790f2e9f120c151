import Testing

@Suite("Settings and labels")
struct SettingsTests {
  @Test func `all of them are listed with what they are`() throws {
    let machine = try Machine()
    let lines = try machine.expect(0, "settings").lines
    #expect(lines.count == 16)
    #expect(lines.contains { $0.hasPrefix("dayEndMinute") && $0.contains("19:00") })
    let json = try machine.json("settings")
    #expect(json["rolloverMinute"] == .number(0) && json["dayEndMinute"] == .number(1140))
    #expect(json["weekdayLevels"]["6"] == .string("low"))
    #expect(json["weekdayLevels"].names == Set((1...7).map(String.init)))
    #expect(
      json.names == [
        "id", "mediumDayMinutes", "dayStartMinute", "dayEndMinute", "rolloverMinute",
        "planningMinute", "morningMinute", "weekdayLevels", "onboardingCompletedAt",
        "firstLaunchAt", "createdAt",
      ])
  }

  @Test(arguments: [
    ("mediumDayMinutes", "240", "240"), ("dayStartMinute", "7:30", "07:30"),
    ("dayEndMinute", "20:15", "20:15"), ("rolloverMinute", "03:00", "03:00"),
    ("planningMinute", "21:00", "21:00"), ("morningMinute", "00:00", "00:00"),
    ("weekdayLevels.sat", "high", "high"),
  ])
  func `what is set is shown`(key: String, value: String, shown: String) throws {
    let machine = try Machine()
    #expect(try machine.expect(0, "settings", "set", key, value).lines.first == shown)
    #expect(try machine.expect(0, "settings", "get", key).output == "\(shown)\n")
    #expect(try machine.json("settings", "get", key).names.count == 1)
  }

  static let refused: [([String], Int32)] = [
    (["set", "dayStartMinute", "25:00"], 2), (["set", "dayStartMinute", "8"], 2),
    (["set", "dayStartMinute", ""], 2), (["set", "dayStartMinute", "18:00"], 1),
    (["set", "mediumDayMinutes", "31"], 1), (["set", "mediumDayMinutes", "1e9"], 2),
    (["set", "mediumDayMinutes", "99999999999999999999999"], 2),
    (["set", "mediumDayMinutes", "-30"], 1), (["set", "rolloverMinute", "09:00"], 1),
    (["set", "rolloverMinute", "06:00"], 0), (["set", "weekdayLevels.sat", "huge"], 2),
    (["set", "weekdayLevels.xyz", "low"], 2), (["set", "nothing", "1"], 2), (["set"], 2),
    (["set", "dayEndMinute"], 2), (["get", "nothing"], 2), (["get"], 2), (["frob"], 2),
  ]

  @Test(arguments: refused)
  func `what makes no sense changes nothing`(words: [String], status: Int32) throws {
    let machine = try Machine()
    let before = try machine.json("settings")
    let ended = try machine.run(bytes: (["settings"] + words).map { Array($0.utf8) })
    #expect(ended.status == status, "\(ended.errors)")
    #expect((try machine.json("settings") == before) == (status != 0))
  }

  @Test func `the day's end cannot move across the present`() throws {
    let machine = try Machine()
    machine.now = "2026-06-10T01:00:00+02:00"
    let ended = try machine.expect(1, "settings", "set", "rolloverMinute", "03:00")
    #expect(ended.errors.contains("only after 03:00"))
  }

  @Test func `labels are added, renamed and listed`() throws {
    let machine = try Machine()
    #expect(try machine.expect(0, "category").lines == ["Personal", "Family", "Work"])
    #expect(try machine.expect(0, "category", "add", "Garden", "shed").output == "Garden shed\n")
    try machine.expect(0, "category", "rename", "work", "Studio")
    #expect(
      try machine.expect(0, "category", "list").lines
        == ["Personal", "Family", "Studio", "Garden shed"])
    #expect(try machine.expect(1, "category", "add", " personal").errors.contains("already"))
    #expect(try machine.expect(1, "category", "add", "").errors.contains("1 to 24"))
    #expect(try machine.expect(1, "category", "rename", "nothing", "x").errors.contains("no label"))
    let json = try machine.json("category", "list").elements
    #expect(json[2]["presetKey"] == .string("work") && json[3]["presetKey"] == .null)
  }

  @Test func `labels are moved, archived and brought back`() throws {
    let machine = try Machine()
    #expect(
      try machine.expect(0, "category", "move", "work", "1").lines == [
        "Work", "Personal", "Family",
      ])
    #expect(try machine.expect(0, "category", "archive", "family").output == "Family (archived)\n")
    #expect(try machine.expect(1, "add", "x", "-c", "Family").errors.contains("archived"))
    #expect(try machine.expect(0, "category", "restore", "Family").output == "Family\n")
    for (words, status) in [
      (["move", "Work", "0"], 2), (["move", "Work", "4"], 1), (["move", "Work", "x"], 2),
      (["move", "Work"], 2), (["archive", "nothing"], 1), (["restore", "Work"], 1),
      (["archive"], 2), (["move", "nothing", "1"], 1),
    ] as [([String], Int32)] {
      let ended = try machine.run(bytes: (["category"] + words).map { Array($0.utf8) })
      #expect(ended.status == status && ended.output.isEmpty, "\(words): \(ended.errors)")
    }
    for index in 1...5 { try machine.expect(0, "category", "add", "Label \(index)") }
    #expect(try machine.expect(1, "category", "add", "more").errors.contains("Archive one"))
  }

  @Test func `what is kept by itself is shown and cannot be set`() throws {
    let machine = try Machine()
    #expect(
      try machine.expect(0, "settings", "get", "onboardingCompletedAt").output == "not known\n")
    #expect(try machine.json("settings")["onboardingCompletedAt"] == .null)
    #expect(
      try machine.expect(2, "settings", "set", "createdAt", "now").errors.contains("cannot be set"))
  }

  @Test func `planning before the end of the working day is a quiet note`() throws {
    let machine = try Machine()
    let lines = try machine.expect(0, "settings", "set", "planningMinute", "18:00").lines
    #expect(lines.count == 2 && lines[1].contains("before the working day ends at 19:00"))
    #expect(try machine.expect(0, "settings", "set", "planningMinute", "19:00").lines.count == 1)
  }
}
