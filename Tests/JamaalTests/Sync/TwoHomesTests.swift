import TestSupport
import Testing

/// One person's two homes in two zones, by the programs people use: London and Tokyo, synced through
/// a directory.
@Suite("Two homes in two zones")
struct TwoHomesTests {
  private let directory: TemporaryDirectory
  private let london: Machine
  private let tokyo: Machine

  /// Thursday, 2026-03-26, 09:00 in London and 18:00 in Tokyo; days end at 03:00.
  init() throws {
    directory = try TemporaryDirectory()
    london = try Machine(hasReplica: false)
    tokyo = try Machine(hasReplica: false)
    london.variables["TZ"] = "Europe/London"
    tokyo.variables["TZ"] = "Asia/Tokyo"
    at("2026-03-26T09:00:00Z")
    for machine in [london, tokyo] { try machine.expect(0, "init") }
    try london.expect(0, "folder", "set", directory.path, "--create")
    try tokyo.expect(0, "folder", "set", directory.path)
    try london.expect(0, "settings", "set", "rolloverMinute", "03:00")
    try london.expect(
      0, "anchor", "prayer", "--place", "51.51,-0.13", "--name", "London", "--country", "GB",
      "--follow-device")
    try london.expect(0, "habit", "add", "Water", "--count", "4")
    try london.expect(
      0, "habit", "add", "Pills", "-w", "Morning 07:00-09:30", "-w", "Night 21:00-23:00")
    try london.expect(0, "add", "Report", "--due", "today", "--minutes", "60")
    try meet()
  }

  private func at(_ now: String) {
    london.now = now
    tokyo.now = now
  }

  private func meet() throws {
    for machine in [london, tokyo, london] { try machine.expect(0, "sync") }
  }

  /// The titles of the Anchors that Today lists, with how they stand.
  private func anchors(_ machine: Machine) throws -> [String] {
    let rows = try machine.json("today")["anchors"].elements
    let items = rows.flatMap { $0["items"].elements.isEmpty ? [$0] : $0["items"].elements }
    return items.map { "\($0["title"].text ?? "?") \($0["displayStatus"].text ?? "?")" }
  }

  private func windows(_ machine: Machine) throws -> [String] {
    try machine.json("today")["habits"]["ungrouped"].elements.map {
      "\($0["title"].text ?? "?") \($0["state"].text ?? "?")"
    }
  }

  @Test func `prayers are the same instants, each home shows them on its own clock and day`() throws
  {
    let here = try london.json("anchor", "show", "salah")["upcoming"].elements
    let there = try tokyo.json("anchor", "show", "salah")["upcoming"].elements
    let next = try #require(here.first)
    #expect(next["windowStart"] == .string("2026-03-26T12:11:00+00:00"))
    #expect(there.first?["windowStart"] == .string("2026-03-26T21:11:00+09:00"))
    #expect(there.first?["id"] == next["id"])
    // Asr begins at 00:32 in Tokyo, which is Thursday still: the day ends at three there too.
    #expect(try anchors(tokyo) == ["Dhuhr pending", "Asr pending"])
    at("2026-03-26T15:40:00Z")
    try tokyo.expect(0, "anchor", "attend", "asr")
    try meet()
    let asr = try london.json("anchor", "show", "asr")
    #expect(asr["attendanceStatus"] == .string("attended"))
    #expect(asr["occurrenceDate"] == .string("2026-03-26"))
    #expect(
      try anchors(london) == [
        "Dhuhr missed", "Asr attended", "Maghrib pending", "Isha pending",
      ])
  }

  @Test func `habits are due on each home's own day and clock, and count up together`() throws {
    #expect(
      try windows(london) == [
        "Pills · Morning closing", "Pills · Night upcoming", "Water open",
      ])
    #expect(
      try windows(tokyo) == [
        "Pills · Morning closed", "Pills · Night upcoming", "Water open",
      ])
    // 00:30 in Tokyo is Thursday yet: both count for it.
    at("2026-03-26T15:30:00Z")
    try tokyo.expect(0, "habit", "log", "water", "2")
    try london.expect(0, "habit", "log", "water")
    try meet()
    for machine in [london, tokyo] {
      let water = try machine.json("habit").elements.first { $0["title"] == .string("Water") }
      #expect(water?["windows"].elements.first?["today"]["amount"] == .number(3))
    }
    // At 03:30 it is Friday there, and Thursday in London.
    at("2026-03-26T18:30:00Z")
    try tokyo.expect(0, "habit", "log", "water", "4")
    try london.expect(0, "habit", "log", "water")
    try meet()
    at("2026-03-28T12:00:00Z")
    for machine in [london, tokyo] {
      let days = try machine.json("habit", "show", "water")["days"].elements
      func amount(_ date: String) -> Int? {
        days.first { $0["date"] == .string(date) }?["entries"].elements.first?["amount"].number
      }
      #expect(amount("2026-03-26") == 4 && amount("2026-03-27") == 4)
    }
  }

  @Test func `a timer begun there is the one timer here, and ends with the day it was begun in`()
    throws
  {
    at("2026-03-26T18:30:00Z")
    try tokyo.expect(0, "focus", "begin", "report")
    try meet()
    #expect(try london.expect(0, "focus").lines[0].hasPrefix("In focus · Report · 0m of 1h"))
    #expect(try london.expect(1, "focus", "begin", "report").errors.contains("The timer runs"))
    // Tokyo's Friday ends at 03:00 on Saturday there: 18:00 on Friday in London.
    at("2026-03-27T17:59:00Z")
    #expect(try london.json("focus")["state"] == .string("overrun"))
    at("2026-03-27T18:00:00Z")
    for machine in [london, tokyo] {
      #expect(try machine.json("focus")["state"] == .string("idle"))
      #expect(try machine.expect(0, "show", "report").output.contains("Timed       23h 30m"))
    }
  }

  @Test func `the place follows whoever travels, and the other home never fetches it back`() throws
  {
    try tokyo.expect(0, "anchor", "here", "35.68,139.69", "--name", "Tokyo")
    #expect(
      try london.expect(0, "anchor", "here", "53.80,-1.55", "--name", "Leeds").output
        == "“Salah” moved to Leeds.\n")
    try meet()
    for _ in 0..<2 {
      #expect(
        try tokyo.expect(0, "anchor", "here", "35.68,139.69", "--name", "Tokyo").output
          .hasPrefix("Nothing moved"))
    }
    try meet()
    for machine in [london, tokyo] {
      #expect(try machine.expect(0, "anchor", "show", "salah").output.contains("Leeds, 53.8"))
    }
  }

  @Test func `each home rolls over at its own three, and both agree on what is over`() throws {
    func deferrals(_ machine: Machine) throws -> Int? {
      try machine.json("show", "report")["deferralCount"].number
    }
    at("2026-03-26T17:59:00Z")
    #expect(try deferrals(tokyo) == 0 && deferrals(london) == 0)
    at("2026-03-26T18:00:00Z")
    try meet()
    #expect(try deferrals(tokyo) == 1 && deferrals(london) == 0)
    at("2026-03-27T02:59:00Z")
    #expect(try deferrals(tokyo) == 1 && deferrals(london) == 0)
    at("2026-03-27T03:00:00Z")
    #expect(try deferrals(tokyo) == 1 && deferrals(london) == 1)
    // Clocks go forward in London in the night to Sunday; three o'clock is an hour earlier.
    at("2026-03-29T01:59:00Z")
    #expect(try deferrals(london) == 2)
    at("2026-03-29T02:00:00Z")
    #expect(try deferrals(london) == 3)
    try meet()
    #expect(try deferrals(tokyo) == 3)
    #expect(
      try london.expect(0, "today").lines[0] == "Sunday, 29 March"
        && tokyo.expect(0, "today").lines[0] == "Sunday, 29 March")
  }
}
