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
