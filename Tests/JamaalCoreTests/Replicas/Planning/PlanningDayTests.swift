import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// What habits, Anchors and the timer bring to planning and to a day's record.
@Suite struct PlanningDayTests {
  /// A Monday evening: a walk attended and a dinner still open, one habit done and one in part,
  /// a task timed for fifty minutes and done.
  private func machine() throws -> Machine {
    let machine = try Machine(1, at: "2026-03-02T07:00:00Z")
    try machine.addDaily("Walk", at: "10:00", effort: 60)
    try machine.addDaily("Dinner", at: "20:00", minutes: 180, effort: 30)
    let water = try machine.habit("Water", .counted, target: 8)
    let read = try machine.habit("Read", minutes: 20)
    let report = try machine.add("Report", due: "2026-03-02", minutes: 30)
    try machine.add("Letter", due: "2026-03-02", minutes: 45)
    try machine.at("2026-03-02T10:10:00Z")
    try machine.say(.attend, "Walk", on: "2026-03-02")
    try machine.log(.step(3), water)
    try machine.log(.tick, read)
    _ = try machine.planner.beginFocus(onTask: report, machine.at("2026-03-02T12:00:00Z"))
    _ = try machine.planner.endFocus(.done, machine.at("2026-03-02T12:50:00Z"))
    try machine.plan(at: "2026-03-02T20:30:00Z")
    return machine
  }

  @Test func `Review tells what became of everything, what is open as open`() throws {
    let review = try machine().page("2026-03-03").review
    #expect(review.tasksDone == 1 && review.tasksLeft == 1)
    #expect(review.habits.done == 1 && review.habits.due == 2 && review.habits.partial == 1)
    #expect(review.anchors.attended == 1 && review.anchors.open == 1)
    #expect(review.timeSpent.map(\.minutes) == [50])
    #expect(review.timeSpent.map(\.estimateMinutes) == [30])
  }

  @Test func `Build draws the coming day's commitments and names the gaps between`() throws {
    let page = try machine().page("2026-03-03")
    // Dinner is after the working day, so it takes nothing from it; habits do not cut it.
    #expect(page.freeTime.committedMinutes == 80 && page.freeTime.freeMinutes == 580)
    #expect(page.habitMinutes == 20)
    #expect(page.freeTime.shownFreeBlocks.map(\.summary) == ["before Walk 120", "after Walk 480"])
    #expect(page.commitments.map(\.title) == ["Walk", "Dinner"])
  }

  @Test func `a close keeps the day's time as it was planned`() throws {
    let machine = try machine()
    let plan = try machine.close("2026-03-03").plan
    #expect(plan.freeMinutes == 580 && plan.committedMinutes == 80)
    #expect(plan.plannedTaskMinutes == 45)
  }

  @Test func `the day as lived counts what was spent, skipped Anchors aside`() throws {
    let machine = try machine()
    _ = try machine.close("2026-03-03")
    try machine.say(.skip, "Walk", on: "2026-03-03")
    try machine.at("2026-03-05T08:00:00Z")
    let days = try machine.planner.livedDays(
      parsed("2026-03-02")...parsed("2026-03-04"), machine.context)
    #expect(days.map { $0.date.day } == [2, 3])
    #expect(days[0].record.completedEffortMinutes == 50 && days[0].record.completionBasis == 2)
    #expect(days[0].record.plannedTaskMinutes == 95)
    #expect(days[0].committedMinutes == 80 && days[0].freeMinutes == 580)
    #expect(days[1].committedMinutes == 20 && days[1].planningCompletedAt != nil)
  }

  @Test func `one act of any kind earns a day its row`() throws {
    let machine = try Machine(1, at: "2026-03-02T07:00:00Z")
    try machine.addDaily("Walk", at: "10:00")
    let water = try machine.habit("Water", .counted, target: 8)
    let report = try machine.add("Report")
    try machine.log(.step(1), water)
    try machine.at("2026-03-03T10:10:00Z")
    try machine.say(.delegate, "Walk", on: "2026-03-03")
    _ = try machine.planner.beginFocus(onTask: report, machine.at("2026-03-04T09:00:00Z"))
    _ = try machine.planner.endFocus(.stop, machine.at("2026-03-04T09:20:00Z"))
    try machine.at("2026-03-07T08:00:00Z")
    let days = try machine.planner.livedDays(
      parsed("2026-03-01")...parsed("2026-03-06"), machine.context)
    #expect(days.map { $0.date.day } == [2, 3, 4])
    #expect(days.allSatisfy { $0.hasActivity && $0.record.completionBasis == 0 })
  }

  @Test func `Today is done once nothing of any kind is left`() throws {
    let machine = try Machine(1, at: "2026-03-02T07:00:00Z")
    let read = try machine.habit("Read")
    try machine.addDaily("Walk", at: "10:00")
    #expect(try machine.planner.today(machine.context).outlook == .usual)
    try machine.log(.tick, read)
    #expect(try machine.planner.today(machine.at("2026-03-02T10:10:00Z")).outlook == .usual)
    try machine.say(.attend, "Walk", on: "2026-03-02")
    let done = try machine.planner.today(machine.context)
    #expect(done.outlook == .allDone && !done.items.isNothingAsked)
  }
}
