import Testing

@Suite("Anchors")
struct AnchorTests {
  /// A machine that knows the school run, at 09:12 on a Wednesday in Paris.
  private func machine() throws -> Machine {
    let machine = try Machine()
    try machine.expect(
      0, "anchor", "add", "School", "run", "--on", "weekdays", "--at", "Drop-off=09:00-09:30",
      "--at", "Pick-up=15:00-15:30", "--minutes", "30")
    return machine
  }

  @Test func `a rule is made, listed and shown on Today`() throws {
    let machine = try machine()
    #expect(
      try machine.expect(0, "anchor").lines == [
        "Today", "     School run  0 of 2", "  1    Drop-off  until 09:30",
        "  2    Pick-up  opens 15:00", "Rules",
        "  3  School run  every weekday  next Wed 10 June, 09:00 to 09:30",
      ])
    let page = try machine.expect(0, "today").output
    #expect(page.contains("Anchors\n     School run  0 of 2\n  1    Drop-off  until 09:30\n"))
    let anchors = try machine.json("today")["anchors"].elements
    #expect(anchors.map { $0["counting"] } == [.number(2)])
  }

  @Test func `what can be said depends on the clock, and can be taken back`() throws {
    let machine = try machine()
    #expect(
      try machine.expect(1, "anchor", "attend", "pick-up").errors.contains("opens at 15:00"))
    #expect(
      try machine.expect(0, "anchor", "attend", "drop").output
        == "Attended “School run · Drop-off”.\n")
    #expect(
      try machine.expect(1, "anchor", "skip", "drop-off").errors.contains("attended already"))
    try machine.expect(0, "anchor", "undo", "drop-off")
    machine.now = "2026-06-10T10:00:00+02:00"
    #expect(
      try machine.expect(1, "anchor", "attend", "drop-off").errors.contains("anchor correct"))
    let put = try machine.json("anchor", "correct", "drop-off").elements
    #expect(put.map { $0["attendanceStatus"] } == [.string("attended")])
    try machine.expect(0, "anchor", "delegate", "pick-up", "--on", "tomorrow")
    let shown = try machine.expect(0, "anchor", "preview", "school", "--days", "2").output
    #expect(shown.contains("Thu 11 June, 15:00 to 15:30  Pick-up   delegated"))
  }

  @Test func `prayers take the method of a country, and say which are over`() throws {
    let machine = try Machine()
    let made = try machine.expect(
      0, "anchor", "prayer", "--place", "48.86,2.35", "--name", "Paris", "--country", "FR")
    #expect(made.output.contains("five prayers a day"))
    #expect(made.output.contains("Fajr closed earlier today and is left out."))
    let rule = try machine.json("anchor", "show", "salah")["rule"]
    #expect(rule["configData"].text?.contains("\"method\":\"muslimWorldLeague\"") == true)
    #expect(rule["sourceKey"] == .string("prayerWindow"))
    try machine.expect(0, "anchor", "edit", "salah", "--adjust", "asr=10", "--method", "turkey")
    let edited = try machine.json("anchor", "show", "salah")["rule"]["configData"].text ?? ""
    #expect(edited.contains("\"adjustmentsMinutes\":{\"asr\":10}"))
    #expect(edited.contains("\"method\":\"turkey\""))
    #expect(try machine.expect(1, "anchor", "edit", "salah", "--adjust", "asr=61").output.isEmpty)
    #expect(
      try machine.expect(2, "anchor", "prayer", "--place", "91,0").errors.contains("51.51,-0.13"))
  }

  @Test(
    arguments: [
      ([], 1), (["--place", "1"], 2), (["--place", "1,1,1"], 2), (["--place", "0,181"], 2),
      (["--place", "1,1", "--method", "mine"], 2), (["--place", "1,1", "--madhab", "maliki"], 2),
      (["--place", "1,1", "--prayers", "zuhr"], 2), (["--place", "1,1", "--prayers", ""], 1),
      (["--place", "1,1", "--isha-ends", "never"], 2),
      (["--place", "1,1", "--high-latitude", "half"], 2),
      (["--place", "1,1", "--polar", "guess"], 2), (["--place", "1,1", "--adjust", "asr"], 2),
      (["--place", "1,1", "--adjust", "noon=5"], 2), (["--place", "1,1", "--adjust", "asr=61"], 1),
      (["--place", "1,1", "--adjust", "asr=-61"], 1), (["--place", "1,1", "--minutes", "0"], 2),
      (["--place", "1,1", "--remind-end", "-1"], 2), (["--place", "1,1", "--placement", "x"], 2),
      ([" ", "--place", "1,1"], 1),
    ] as [([String], Int32)])
  func `prayers that make no sense are refused`(words: [String], status: Int32) throws {
    let machine = try Machine()
    let ended = try machine.run(bytes: (["anchor", "prayer"] + words).map { Array($0.utf8) })
    #expect(ended.status == status, "\(words): \(ended.errors)")
    #expect(ended.output.isEmpty && !ended.errors.isEmpty)
    #expect(try machine.json("anchor")["rules"].elements.isEmpty)
  }

  @Test func `a one-off is made, moved and taken away`() throws {
    let machine = try Machine()
    #expect(
      try machine.expect(0, "anchor", "one-off", "Dentist", "--date", "fri", "--at", "14:00-15:00")
        .output == "Added “Dentist”: Fri 12 June, 14:00 to 15:00.\n")
    #expect(
      try machine.expect(0, "anchor", "edit", "dentist", "--date", "mon").output
        == "Changed “Dentist”: Mon 15 June, 14:00 to 15:00.\n")
    try machine.expect(0, "anchor", "list")
    try machine.expect(0, "anchor", "edit", "1", "--remove")
    #expect(try machine.expect(0, "anchor").output.contains("There are no Anchors."))
    #expect(
      try machine.expect(
        1, "anchor", "one-off", "Late", "--date", "today", "--at", "08:00-09:00"
      ).errors.contains("over already"))
  }

  @Test func `a rule rests, is switched off, put away and taken out again`() throws {
    let machine = try machine()
    let rests = try machine.expect(
      0, "anchor", "break", "school", "--to", "fri", "--reason", "term")
    #expect(rests.output.contains("rests (term break) until Fri 12 June"))
    #expect(try machine.json("anchor")["today"].elements.isEmpty)
    try machine.expect(0, "anchor", "break", "school", "--end")
    #expect(try machine.json("anchor")["today"].elements.count == 1)
    try machine.expect(0, "anchor", "edit", "school", "--enabled", "no")
    #expect(try machine.json("anchor")["rules"].elements[0]["status"] == .string("off"))
    try machine.expect(0, "anchor", "archive", "school")
    #expect(try machine.json("anchor")["rules"].elements.isEmpty)
    try machine.expect(0, "anchor", "archive", "school", "--restore")
    try machine.expect(0, "anchor", "edit", "school", "--enabled", "yes")
    #expect(try machine.json("anchor")["rules"].elements[0]["status"] == .string("running"))
  }

  @Test func `several Anchors are attended together, or none of them`() throws {
    let machine = try machine()
    try machine.expect(0, "anchor", "one-off", "Call", "--at", "09:00-10:00")
    // The pick-up has not opened, so nothing is said of the others either.
    let before = try machine.json("anchor")
    #expect(
      try machine.expect(1, "anchor", "attend", "drop-off", "call", "pick-up").errors
        .contains("opens at 15:00"))
    #expect(try machine.json("anchor") == before)
    #expect(
      try machine.expect(0, "anchor", "attend", "call", "drop-off", "call").output
        == "Attended “Call”.\nAttended “School run · Drop-off”.\n")
    // One act, taken back at once.
    try machine.expect(0, "undo")
    #expect(try machine.json("anchor") == before)
  }

  @Test(
    arguments: [
      ([], "Nothing to change"), (["--method", "turkey"], "--method"),
      (["--place", "1,1"], "--place"), (["--remove"], "--remove"), (["--date", "fri"], "--date"),
      (["--minutes", "20", "--jumuah", "no"], "--jumuah"),
    ] as [([String], String)])
  func `an edit that says nothing about a rule is refused`(words: [String], hint: String) throws {
    let machine = try machine()
    let before = try machine.json("anchor")
    let refused = try machine.expect(1, words: ["anchor", "edit", "school run"] + words)
    #expect(refused.errors.contains(hint), "\(refused.errors)")
    #expect(try machine.json("anchor") == before)
  }

  @Test func `an edit that says nothing about prayers or a one-off is refused`() throws {
    let machine = try Machine()
    try machine.expect(0, "anchor", "prayer", "--place", "48.86,2.35")
    try machine.expect(0, "anchor", "one-off", "Call", "--at", "18:00-19:00")
    for words in [["--at", "10:00"], ["--every", "2d"], ["--until", "fri"], ["--remind", "5"]] {
      #expect(
        try machine.expect(1, words: ["anchor", "edit", "salah"] + words).errors
          .contains("is a rule of prayers"))
    }
    for words in [["--placement", "flexible"], ["--enabled", "no"], ["--polar", "nearestDay"]] {
      #expect(
        try machine.expect(1, words: ["anchor", "edit", "call"] + words).errors
          .contains("is a one-off"))
    }
    try machine.expect(0, "anchor", "edit", "call", "--at", "18:30-19:00", "--minutes", "20")
    try machine.expect(1, "anchor", "break", "salah", "--end", "--to", "fri")
  }

  @Test func `a one-off's time is one of a day that may end late`() throws {
    let machine = try Machine()
    machine.now = "2026-06-10T12:00:00+02:00"
    try machine.expect(0, "settings", "set", "rolloverMinute", "03:00")
    // At one in the night it is still Wednesday: two o'clock is to come, ten is long over.
    machine.now = "2026-06-11T01:00:00+02:00"
    let night = try machine.json("anchor", "one-off", "Feed", "--at", "02:00-02:30")
    #expect(night["occurrenceDate"] == .string("2026-06-10"))
    #expect(night["windowStart"] == .string("2026-06-11T02:00:00+02:00"))
    try machine.expect(1, "anchor", "one-off", "Late", "--at", "10:00-11:00")
    let day = try machine.json("anchor", "one-off", "Day", "--date", "tomorrow", "--at", "10:00")
    #expect(day["windowStart"] == .string("2026-06-11T10:00:00+02:00"))
    // An edit of its time leaves it on its day.
    let moved = try machine.json("anchor", "edit", "feed", "--at", "02:15-02:45")
    #expect(moved["occurrenceDate"] == .string("2026-06-10"))
    #expect(moved["windowStart"] == .string("2026-06-11T02:15:00+02:00"))
    #expect(try machine.expect(0, "anchor").output.contains("Feed  opens 02:15 tomorrow"))
  }

  @Test func `a place follows the device that tells where it is`() throws {
    let machine = try Machine()
    #expect(
      try machine.expect(0, "anchor", "here", "48.86,2.35").output
        .hasPrefix("No place follows a device."))
    try machine.expect(
      0, "anchor", "prayer", "--place", "48.86,2.35", "--name", "Paris", "--follow-device")
    #expect(
      try machine.expect(0, "anchor", "here", "48.90,2.35").output.hasPrefix("Nothing moved"))
    #expect(
      try machine.expect(0, "anchor", "here", "-33.87,151.21", "--name", "Sydney").output
        == "“Salah” moved to Sydney.\n")
    #expect(
      try machine.expect(0, "anchor", "show", "salah").output
        .contains("Sydney, -33.87, 151.21, follows the device"))
    try machine.expect(0, "undo")
    #expect(try machine.expect(0, "anchor", "show", "salah").output.contains("Paris"))
    let moved = try machine.json("anchor", "here", "48.86,2.35").elements
    #expect(moved.isEmpty)
    try machine.expect(2, "anchor", "here", "91,0")
    try machine.expect(2, "anchor", "here")
  }

  @Test func `where the sun does not set that is said, on Today too`() throws {
    let machine = try Machine()
    machine.now = "2026-06-20T10:00:00+02:00"
    let made = try machine.expect(0, "anchor", "prayer", "--place", "69.65,18.96")
    #expect(made.output.contains("no sunset here today; “--polar nearestDay”"))
    #expect(try machine.json("anchor")["rules"].elements[0]["status"] == .string("noSun"))
    #expect(try machine.expect(0, "today").output.contains("Salah  no sunset here today\n"))
    #expect(
      try machine.expect(0, "anchor", "preview", "salah").output
        .contains("makes nothing in that time: no sunset here today"))
    try machine.expect(0, "anchor", "edit", "salah", "--polar", "nearestDay")
    #expect(try !machine.expect(0, "today").output.contains("no sunset"))
    #expect(try machine.json("anchor")["rules"].elements[0]["status"] == .string("running"))
  }

  @Test(arguments: [
    (["add", "X", "--on", "daily"], "--at"), (["add", "X", "--at", "10:00"], "--on"),
    (["add", "X", "--on", "noday", "--at", "10:00"], "weekdays"),
    (["add", "X", "--every", "3y", "--at", "10:00"], "3d"),
    (["add", "X", "--on", "daily", "--at", "25:00"], "08:15-08:45"),
    (["one-off", "X"], "--at"),
  ])
  func `a rule that is not said in full is asked for, not guessed`(
    words: [String], hint: String
  ) throws {
    let machine = try Machine()
    let ended = try machine.run(bytes: (["anchor"] + words).map { Array($0.utf8) })
    #expect(ended.status == 2 && ended.output.isEmpty)
    #expect(ended.errors.contains(hint), "\(ended.errors)")
    #expect(try machine.json("anchor")["rules"].elements.isEmpty)
  }
}
