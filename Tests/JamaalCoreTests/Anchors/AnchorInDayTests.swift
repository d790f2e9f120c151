import JamaalCore
import ReplicaStore
import Testing

/// What the rest of a day makes of Anchors.
@Suite struct AnchorInDayTests {
  @Test func `Today counts what is left, and free time goes around what is fixed`() throws {
    let machine = try Machine(1, at: "2026-03-02T07:00:00Z")
    try machine.addDaily("School", at: "09:00", minutes: 120, effort: 30)
    _ = try machine.addPlant(min: 1, max: 1, last: "2026-03-01")
    // Working hours from 08:00 to 19:00: half an hour cut out, ten minutes off the total.
    var today = try machine.planner.today(machine.context)
    #expect(today.items.anchorsLeft == 2)
    #expect(today.freeTime.freeMinutes == 11 * 60 - 40)
    #expect(today.freeTime.busyBlocks.map(\.first.title) == ["School"])
    #expect(today.outlook == .usual)
    // Skipped and delegated ones take no time any more.
    try machine.say(.delegate, "School", on: "2026-03-02")
    try machine.say(.attend, "Plants", on: "2026-03-02")
    today = try machine.planner.today(machine.context)
    #expect(today.items.anchorsLeft == 0)
    #expect(today.items.anchors == 2)
    #expect(today.freeTime.freeMinutes == 11 * 60)
    #expect(today.outlook == .allDone)
  }

  @Test func `a day as lived counts all but skipped and delegated, and a decision earns a record`()
    throws
  {
    let machine = try Machine(1, at: "2026-03-02T07:00:00Z")
    try machine.addDaily("School", at: "09:00", minutes: 60, effort: 30)
    try machine.addDaily("Gym", at: "12:00", minutes: 60, effort: 60)
    try machine.say(.skip, "Gym", on: "2026-03-02")
    try machine.at("2026-03-05T07:00:00Z")
    let days = try machine.planner.livedDays(
      parsed("2026-03-02")...parsed("2026-03-04"), machine.context)
    // A miss is nobody's act, so only the first day has a record.
    #expect(days.map(\.date.description) == ["2026-03-02"])
    #expect(days.first?.committedMinutes == 30)
    // Put right on the day it closed, it counts for its own day.
    try machine.at("2026-03-05T14:00:00Z")
    try machine.say(.correct, "Gym", on: "2026-03-05")
    try machine.at("2026-03-07T07:00:00Z")
    let later = try machine.planner.livedDays(
      parsed("2026-03-02")...parsed("2026-03-06"), machine.context)
    #expect(later.map(\.date.description) == ["2026-03-02", "2026-03-05"])
    #expect(later.last?.committedMinutes == 90)
  }

  @Test func `the timer tells of an Anchor that closes or opens soon`() throws {
    let machine = try Machine(1, at: "2026-03-02T07:00:00Z")
    try machine.addDaily("School", at: "09:00", minutes: 60)
    let task = try machine.add("Report", due: "2026-03-02")
    func edge(at time: String) throws -> String? {
      let status = try machine.planner.focus(machine.at(time))
      return status?.edge.map { "\($0.anchor.title) \($0.kind) \($0.minutes)" }
    }
    _ = try machine.planner.beginFocus(
      onTask: task, machine.at("2026-03-02T08:00:00Z"))
    #expect(try edge(at: "2026-03-02T08:20:00Z") == nil)
    #expect(try edge(at: "2026-03-02T08:45:00Z") == "School opens 15")
    #expect(try edge(at: "2026-03-02T09:50:00Z") == "School closes 10")
    try machine.say(.attend, "School", on: "2026-03-02")
    #expect(try edge(at: "2026-03-02T09:51:00Z") == nil)
    // Tomorrow's Anchors are near as well, across midnight.
    try machine.addDaily("Train", at: "00:10", minutes: 60)
    #expect(try edge(at: "2026-03-02T23:39:00Z") == nil)
    #expect(try edge(at: "2026-03-02T23:50:00Z") == "Train opens 20")
  }
}
