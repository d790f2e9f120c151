import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// The normal day learned from four weeks of work, offered and declined.
@Suite struct NormalDayTests {
  /// A machine that has worked so many minutes on each of the days before 2026-03-30.
  private func machine(minutes: Int, days: Int) throws -> Machine {
    let end = try parsed("2026-03-30")
    let machine = try Machine(1, at: "\(end - days)T08:00:00Z")
    for day in 0..<days {
      let date = end - days + day
      try machine.at("\(date)T09:00:00Z")
      let id = try machine.add("w\(day)", due: "\(date)", minutes: minutes)
      _ = try machine.planner.complete(id, machine.context)
    }
    try machine.at("2026-03-30T09:00:00Z")
    return machine
  }

  private func offered(
    _ machine: Machine, _ place: NormalDaySuggestion.Place
  ) throws -> Int? {
    try machine.planner.normalDaySuggestion(in: place, machine.context)?.minutes
  }

  @Test(
    arguments: [
      (240, 14, 240), (240, 13, nil), (200, 20, nil), (205, 20, 210), (500, 20, 360),
    ] as [(Int, Int, Int?)])
  func `fourteen days with work teach it`(minutes: Int, days: Int, expected: Int?) throws {
    #expect(try offered(machine(minutes: minutes, days: days), .settings) == expected)
  }

  @Test func `planning offers a value once, settings go on`() throws {
    let machine = try machine(minutes: 240, days: 20)
    let suggestion = NormalDaySuggestion(minutes: 240)
    try machine.planner.noteNormalDay(suggestion, in: .planning, machine.context)
    #expect(try offered(machine, .planning) == nil)
    #expect(try offered(machine, .settings) == 240)
    try machine.planner.noteNormalDay(suggestion, in: .settings, machine.context)
    #expect(try offered(machine, .settings) == 240)
  }

  @Test func `a decline rests everywhere, and the value rests for good`() throws {
    let machine = try machine(minutes: 240, days: 20)
    let phone = try Machine(2, at: "2026-03-30T09:00:00Z")
    try machine.planner.declineNormalDay(
      NormalDaySuggestion(minutes: 240), in: .planning, machine.context)
    try sync(machine, phone)
    for machine in [machine, phone] {
      for place in NormalDaySuggestion.Place.allCases {
        #expect(try offered(machine, place) == nil)
      }
    }
    // Long after, the same value is still declined; another one may be offered.
    for day in 0..<28 {
      let date = try parsed("2026-04-10") + day
      try machine.at("\(date)T09:00:00Z")
      let id = try machine.add("v\(day)", due: "\(date)", minutes: day < 20 ? 240 : 300)
      _ = try machine.planner.complete(id, machine.context)
    }
    try machine.at("2026-05-08T09:00:00Z")
    #expect(try offered(machine, .settings) == nil)
    for day in 0..<20 {
      let date = try parsed("2026-05-08") + day
      try machine.at("\(date)T09:00:00Z")
      let id = try machine.add("u\(day)", due: "\(date)", minutes: 300)
      _ = try machine.planner.complete(id, machine.context)
    }
    try machine.at("2026-05-28T09:00:00Z")
    #expect(try offered(machine, .settings) == 300)
  }

  @Test func `accepting sets the normal day, and the line is gone`() throws {
    let machine = try machine(minutes: 240, days: 20)
    try machine.planner.acceptNormalDay(NormalDaySuggestion(minutes: 240), machine.context)
    #expect(try machine.planner.settings(machine.context).mediumDayMinutes == 240)
    #expect(try offered(machine, .settings) == nil)
  }
}
