import JamaalCore
import ReplicaStore
import Testing

/// What a tick tells of what it did.
@Suite struct TickSignalTests {
  private func signals(_ machine: Machine, at time: String) throws -> [TickSignal] {
    try machine.planner.tick(machine.at(time)).signals
  }

  @Test func `a first tick seeds and tells of no day; a second has nothing to do`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    #expect(try machine.planner.tick(machine.context).signals == [.seeded])
    #expect(try machine.planner.tick(machine.context).signals.isEmpty)
  }

  @Test func `a night tells what ended with the day, part by part, once`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let left = try machine.add("Left", due: "2026-03-02")
    let timed = try machine.add("Timed", due: "2026-03-02")
    try machine.add("Later", due: "2026-03-05")
    let done = try machine.add("Done", due: "2026-03-02")
    _ = try machine.planner.complete(done, machine.context)
    let start = machine.now + 3_600
    let anchor = try machine.planner.addOneOff(
      OneOffDraft(title: "Dentist", start: start, end: start + 3_600), machine.context)
    let kept = try machine.planner.addOneOff(
      OneOffDraft(title: "Bus", start: start, end: start + 3_600), machine.context)
    _ = try machine.planner.openPlanning(isShortened: true, machine.context)
    _ = try machine.planner.say(.attend, of: kept.id, machine.at("2026-03-02T09:30:00Z"))
    let session = try machine.planner.beginFocus(
      onTask: timed, machine.at("2026-03-02T23:00:00Z")
    ).session
    #expect(try signals(machine, at: "2026-03-02T23:30:00Z").isEmpty)
    let monday = try parsed("2026-03-02")
    #expect(
      try signals(machine, at: "2026-03-03T08:00:00Z") == [
        .dayEnded(monday), .sessionClosed(session),
        .taskDeferred(left, from: monday...monday, count: 1), .planningLapsed(monday),
        .anchorMissed(AnchorKey(subject: anchor.id)),
      ])
    #expect(try signals(machine, at: "2026-03-03T08:00:01Z").isEmpty)
  }

  @Test func `the third time eases, and only that tick says so`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02", importance: .high)
    let days = try ["02", "03", "04", "05"].map { try parsed("2026-03-\($0)") }
    for (index, day) in days.enumerated() {
      var expected: [TickSignal] = [
        .dayEnded(day), .taskDeferred(id, from: day...day, count: index + 1),
      ]
      if index == 2 { expected.append(.importanceEased(id)) }
      #expect(try signals(machine, at: "\(day + 1)T08:00:00Z") == expected)
    }
  }

  @Test func `a long sleep is told in one go, of the last days only`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02")
    let told = try signals(machine, at: "2026-06-10T08:00:00Z")
    let last = try parsed("2026-06-09")
    let first = last - (TickSignal.daysMax - 1)
    #expect(told.filter { if case .dayEnded = $0 { true } else { false } }.count == 31)
    #expect(told.contains(.taskDeferred(id, from: first...last, count: 100)))
    #expect(told.count == 32)
  }

  @Test func `a device that joins tells nothing of old days, nor of late facts about them`() throws
  {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    try laptop.add("Report", due: "2026-03-02")
    let phone = try Machine(2, at: "2026-03-09T08:00:00Z")
    try phone.planner.tick(phone.context)
    try laptop.at("2026-03-09T08:00:00Z")
    try sync(laptop, phone)
    #expect(try phone.planner.tick(phone.context).signals.isEmpty)
    #expect(try phone.task("Report").task.deferralCount == 7)
  }
}
