import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// Taking the begin of a timer back: what it takes along is told, and time that was logged stays.
@Suite struct FocusUndoTests {
  private let laptop: Machine
  private let phone: Machine
  private let report: RecordID

  init() throws {
    laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    phone = try Machine(2, at: "2026-03-02T08:00:05Z")
    report = try laptop.add("Report", due: "2026-03-02")
    try sync(laptop, phone)
  }

  private func begin(_ task: RecordID, at time: String, on machine: Machine) throws {
    let receipt = try machine.planner.beginFocus(onTask: task, machine.at(time))
    try machine.planner.remember(receipt.acts, as: "The timer was begun.")
  }

  private func sessions(_ machine: Machine) throws -> [SessionState] {
    try machine.planner.sessions(ofTask: report, machine.context)
  }

  /// Expects a refusal in so many words, and nothing written.
  private func expectRefusal(
    _ machine: Machine, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    _ = try machine.planner.tick(machine.context)
    let before = machine.replica.digest
    let error = #expect(throws: PlannerError.self, sourceLocation: sourceLocation) {
      try machine.planner.undoLastAct(machine.context)
    }
    #expect(error?.code == .changedSince, sourceLocation: sourceLocation)
    #expect(error?.message.contains(words) == true, sourceLocation: sourceLocation)
    #expect(machine.replica.digest == before, sourceLocation: sourceLocation)
  }

  @Test(arguments: [("09:00:00", 0), ("09:00:40", 40), ("09:20:00", 1200), ("23:59:59", 53_999)])
  func `a running timer takes along what it has counted, and says how much`(
    time: String, seconds: Int
  ) throws {
    try begin(report, at: "2026-03-02T09:00:00Z", on: laptop)
    let act = try laptop.planner.undoLastAct(laptop.at("2026-03-02T\(time)Z"))
    #expect(act.timerSeconds == seconds)
    #expect(try sessions(laptop).isEmpty && laptop.planner.focus(laptop.context) == nil)
    try phone.at("2026-03-02T23:59:59Z")
    try sync(laptop, phone)
    #expect(try sessions(phone).isEmpty)
    try expectAgreement(laptop, phone)
  }

  @Test func `after midnight what the day's end has logged stays, and so does the carry`() throws {
    try begin(report, at: "2026-03-02T23:00:00Z", on: laptop)
    for time in ["2026-03-03T00:00:00Z", "2026-03-03T00:30:00Z", "2026-03-04T09:00:00Z"] {
      try laptop.at(time)
      try expectRefusal(laptop, "“Report” ran to the end of its day, so its time stays")
      #expect(try sessions(laptop).map { $0.seconds(at: laptop.now) } == [3600])
    }
    try phone.at("2026-03-04T09:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.planner.trackedSeconds(ofTask: report, machine.context) == 3600)
      // Carried on Monday, put off on Tuesday only.
      #expect(try machine.task("Report").deferrals.map(\.day.day) == [3])
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `a timer that its task ended elsewhere keeps its time`() throws {
    try begin(report, at: "2026-03-02T09:00:00Z", on: laptop)
    try phone.at("2026-03-02T09:30:00Z")
    try sync(laptop, phone)
    _ = try phone.planner.complete(report, phone.context)
    try laptop.at("2026-03-02T09:40:00Z")
    try phone.at("2026-03-02T09:40:00Z")
    try sync(laptop, phone)
    try expectRefusal(laptop, "has ended since it was begun")
    #expect(try laptop.planner.trackedSeconds(ofTask: report, laptop.context) == 1800)
  }

  @Test func `a timer that somebody paused keeps its time`() throws {
    try begin(report, at: "2026-03-02T09:00:00Z", on: laptop)
    try phone.at("2026-03-02T09:10:00Z")
    try sync(laptop, phone)
    _ = try phone.planner.pauseFocus(phone.context)
    try laptop.at("2026-03-02T09:20:00Z")
    try phone.at("2026-03-02T09:20:00Z")
    try sync(laptop, phone)
    try expectRefusal(laptop, "paused or ended since it was begun")
  }

  @Test func `one begun beside an earlier one is taken back while it runs, and tells its time`()
    throws
  {
    let call = try phone.add("Call")
    try begin(report, at: "2026-03-02T09:00:00Z", on: laptop)
    try begin(call, at: "2026-03-02T09:10:00Z", on: phone)
    try laptop.at("2026-03-02T09:25:00Z")
    try phone.at("2026-03-02T09:25:00Z")
    try sync(laptop, phone)
    #expect(try phone.planner.undoLastAct(phone.context).timerSeconds == 900)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.planner.focus(machine.context)?.title == "Report")
      #expect(try machine.planner.sessions(ofTask: call, machine.context).isEmpty)
    }
    try expectAgreement(laptop, phone)
  }

  @Test func `minutes by hand are no timer: they are taken back the next day too`() throws {
    let run = try laptop.habit("Run", .timed, target: 30)
    let receipt = try laptop.planner.addHabitMinutes(20, for: run, laptop.context)
    try laptop.planner.remember(receipt.acts, as: "Minutes.")
    let act = try laptop.planner.undoLastAct(laptop.at("2026-03-03T09:00:00Z"))
    #expect(act.timerSeconds == nil)
    #expect(try laptop.reading("Run", on: "2026-03-02").amount == 0)
  }
}
