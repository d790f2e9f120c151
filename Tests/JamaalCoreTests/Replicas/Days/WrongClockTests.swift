import JamaalCore
import ReplicaStore
import Testing

/// Clocks that are far from right, and what brings a device back from them.
@Suite struct WrongClockTests {
  @Test func `far behind its stamps, the day, the plan and what is written agree`() throws {
    let machine = try Machine(1, at: "2026-03-02T20:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02")
    let stamped = try instant("2026-03-02T20:00:00Z")
    try machine.at("1970-01-05T03:00:00Z")
    let moment = try machine.planner.tick(machine.context)
    #expect(moment.today == (try parsed("2026-03-02")))
    #expect(moment.now.millis - stamped.millis < 1000)
    let target = try machine.planner.planningTarget(machine.context)
    #expect(target.forDate == (try parsed("2026-03-03")))
    let session = try #require(try machine.planner.openPlanning(machine.context).session)
    #expect(session.forDate == target.forDate)
    #expect(session.createdAt.map { $0.millis >= stamped.millis } == true)
    _ = try machine.planner.complete(id, machine.context)
    let done = try machine.task("Report").task
    #expect(done.completedDay == (try parsed("2026-03-02")))
    try machine.at("2026-03-02T20:30:00Z")
    #expect(try machine.planner.tick(machine.context).now == machine.now)
  }

  @Test func `within a day behind, the clock on the wall is believed`() throws {
    let machine = try Machine(1, at: "2026-03-03T08:00:00Z")
    try machine.add("Report")
    let moment = try machine.planner.tick(machine.at("2026-03-02T09:00:00Z"))
    #expect(moment.today == (try parsed("2026-03-02")) && moment.now == machine.now)
  }

  @Test func `a rebuild gives back the days that a far clock had called over`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    try machine.add("Report", due: "2026-03-02")
    try machine.planner.tick(machine.at("2099-01-01T08:00:00Z"))
    try machine.at("2026-03-02T09:00:00Z")
    #expect(try machine.planner.tick(machine.context).lastEnded == parsed("2098-12-31"))
    let moment = try machine.planner.rebuild(machine.context)
    #expect(moment.lastEnded == (try parsed("2026-03-01")) && moment.signals.isEmpty)
    #expect(try machine.today() == ["Report"])
    #expect(try machine.task("Report").task.deferralCount == 0)
    #expect(try machine.planner.tick(machine.context).lastEnded == parsed("2026-03-01"))
  }

  @Test func `a clock set back by hours loses no ended day in a rebuild`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    try machine.add("Report", due: "2026-03-02")
    try machine.planner.tick(machine.at("2026-03-03T00:10:00Z"))
    try machine.at("2026-03-02T22:00:00Z")
    #expect(try machine.planner.rebuild(machine.context).lastEnded == parsed("2026-03-02"))
  }

  @Test func `recovering the clock gives back the days it had called over`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    try machine.add("Report", due: "2026-03-02")
    try machine.at("2099-01-01T08:00:00Z")
    try machine.add("Written then")
    try machine.planner.tick(machine.context)
    try machine.at("2026-03-02T09:00:00Z")
    // Nobody knows yet which of the two is right.
    #expect(try machine.planner.tick(machine.context).today == parsed("2099-01-01"))
    _ = try #require(try machine.replica.recoverClock())
    let moment = try machine.planner.tick(machine.context)
    #expect(moment.today == (try parsed("2026-03-02")))
    #expect(moment.lastEnded == (try parsed("2026-03-01")) && moment.signals.isEmpty)
    #expect(try machine.today() == ["Report"])
    let kept = try machine.planner.consequences(machine.context)
    try machine.planner.rebuild(machine.context)
    #expect(try machine.planner.consequences(machine.context) == kept)
  }
}
