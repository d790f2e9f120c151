import JamaalCore
import ReplicaStore
import Testing

/// Timers at the day's end and in races, on machines that really sync.
@Suite struct FocusNightTests {
  private static let monday = "2026-03-02"
  private static let tuesday = "2026-03-03"

  private func pair() throws -> (Machine, Machine, RecordID) {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let phone = try Machine(2, at: "2026-03-02T08:00:05Z")
    let id = try laptop.add("Report", due: Self.monday)
    try sync(laptop, phone)
    return (laptop, phone, id)
  }

  @Test func `trap 9: two timers begun offline, the earlier one runs on`() throws {
    let (laptop, phone, id) = try pair()
    let call = try laptop.add("Call", due: Self.monday)
    try sync(laptop, phone)
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    _ = try phone.planner.beginFocus(onTask: call, phone.at("2026-03-02T09:10:00Z"))
    #expect(try phone.planner.focus(phone.context)?.title == "Call")
    for end in ["running", "ended"] {
      let now = end == "running" ? "2026-03-02T09:40:00Z" : "2026-03-02T10:00:00Z"
      try laptop.at(now)
      try phone.at(now)
      if end == "ended" { _ = try laptop.planner.endFocus(.done, laptop.context) }
      try sync(laptop, phone)
      for machine in [laptop, phone] {
        #expect(
          try machine.planner.focus(machine.context)?.title == (end == "running" ? "Report" : nil))
        let later = try #require(try machine.planner.sessions(ofTask: call, machine.context).first)
        #expect(later.outcome == .abandoned)
        #expect(later.seconds(at: machine.now) == (end == "running" ? 1_800 : 3_000))
        #expect(try machine.task("Call").task.isLive, "the task is untouched")
      }
      try expectAgreement([laptop, phone])
    }
    // Also the next day: no pick-up, and the call was put off like any other task.
    try laptop.at("2026-03-03T08:00:00Z")
    #expect(try laptop.planner.focusToday(laptop.context).pickUps.isEmpty)
    #expect(try laptop.task("Call").task.deferralCount == 1)
  }

  @Test func `the end of the earlier one arrives late and gives the later one its timer back`()
    throws
  {
    let (laptop, phone, id) = try pair()
    let call = try laptop.add("Call")
    try sync(laptop, phone)
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    let begun = try #require(try laptop.replica.seal()?.bytes)
    _ = try laptop.planner.endFocus(.stop, laptop.at("2026-03-02T09:05:00Z"))
    _ = try phone.planner.beginFocus(onTask: call, phone.at("2026-03-02T09:10:00Z"))
    try phone.replica.apply(begun)
    #expect(try phone.planner.focus(phone.context)?.title == "Report", "as far as it knows")
    try sync(laptop, phone)
    try laptop.at("2026-03-02T09:10:00Z")
    #expect(try phone.planner.focus(phone.context)?.title == "Call")
    try expectAgreement([laptop, phone])
  }

  @Test func `a clock that runs behind does not make a timer begin beside one that has ended`()
    throws
  {
    let (laptop, phone, id) = try pair()
    let call = try laptop.add("Call")
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    _ = try laptop.planner.endFocus(.stop, laptop.at("2026-03-02T09:30:00Z"))
    try sync(laptop, phone)
    _ = try phone.planner.beginFocus(onTask: call, phone.at("2026-03-02T09:29:00Z"))
    #expect(try phone.planner.focus(phone.context)?.title == "Call")
    #expect(try phone.planner.focus(phone.at("2026-03-02T09:31:00Z"))?.seconds == 60)
  }

  @Test func `a timer through midnight carries its task and puts nothing off`() throws {
    let (laptop, phone, id) = try pair()
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T23:18:00Z"))
    try sync(laptop, phone)
    // Asleep through the night, both of them.
    for machine in [laptop, phone] {
      try machine.at("2026-03-03T08:00:00Z")
      #expect(try machine.planner.focus(machine.context) == nil)
      let report = try machine.task("Report")
      #expect(report.task.dueDate == (try parsed(Self.tuesday)))
      #expect(report.task.deferralCount == 0 && report.deferrals.isEmpty)
      #expect(try machine.today() == ["Report"])
      let row = try #require(try machine.planner.focusToday(machine.context).pickUps.first)
      #expect(row.title == "Report" && row.seconds == 42 * 60)
      #expect(row.closedAt == (try instant("2026-03-03T00:00:00Z")))
      let record = try machine.planner.dayRecord(parsed(Self.monday), machine.context)
      #expect(record.completionBasis == 0 && record.plannedTaskMinutes == 30)
    }
    let resumed = #expect(throws: PlannerError.self) {
      try laptop.planner.resumeFocus(laptop.context)
    }
    #expect(resumed?.code == .noTimer)
    try expectAgreement([laptop, phone])
    // Carried once: the next night it is put off like any other.
    try laptop.at("2026-03-04T08:00:00Z")
    #expect(try laptop.task("Report").task.deferralCount == 1)
    #expect(try laptop.planner.focusToday(laptop.context).pickUps.isEmpty)
  }

  @Test func `a pause through the night is not counted, and the timer closed at midnight`() throws {
    let (laptop, phone, id) = try pair()
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T22:00:00Z"))
    _ = try laptop.planner.pauseFocus(laptop.at("2026-03-02T23:00:00Z"))
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      try machine.at("2026-03-03T08:00:00Z")
      let session = try #require(try machine.planner.sessions(ofTask: id, machine.context).first)
      #expect(session.outcome(at: machine.now) == .autoClosed)
      #expect(session.endedAt(at: machine.now) == (try instant("2026-03-03T00:00:00Z")))
      #expect(session.seconds(at: machine.now) == 3_600)
      #expect(try machine.task("Report").task.deferralCount == 0, "it was still being timed")
    }
  }

  @Test func `an end that was on its way withdraws the carry`() throws {
    let (laptop, phone, id) = try pair()
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T23:00:00Z"))
    try sync(laptop, phone)
    _ = try laptop.planner.endFocus(.stop, laptop.at("2026-03-02T23:50:00Z"))
    try phone.at("2026-03-03T00:10:00Z")
    #expect(try phone.task("Report").task.deferralCount == 0)
    try laptop.at("2026-03-03T08:00:00Z")
    try phone.at("2026-03-03T08:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(try machine.task("Report").task.deferralCount == 1, "stopped, so it was put off")
      #expect(try machine.planner.focusToday(machine.context).pickUps.isEmpty)
    }
    try expectAgreement([laptop, phone])
  }

  @Test func `rollover 03:00: 23:30 to 01:30 is one day and 120 minutes`() throws {
    let (laptop, _, id) = try pair()
    try laptop.planner.changeSettings(laptop.at("2026-03-02T12:00:00Z")) { $0.rolloverMinute = 180 }
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T23:30:00Z"))
    #expect(try laptop.planner.focus(laptop.at("2026-03-03T00:30:00Z"))?.seconds == 3_600)
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-03T01:30:00Z"))
    let record = try laptop.planner.dayRecord(parsed(Self.monday), laptop.context)
    #expect(record.completedEffortMinutes == 120)
    let session = try #require(try laptop.planner.sessions(ofTask: id, laptop.context).first)
    #expect(session.day == (try parsed(Self.monday)))
  }

  @Test func `a rollover set while a timer runs leaves its day's end where it was`() throws {
    let (laptop, phone, id) = try pair()
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T22:00:00Z"))
    try phone.planner.changeSettings(phone.at("2026-03-02T22:10:00Z")) { $0.rolloverMinute = 240 }
    try sync(laptop, phone)
    try laptop.at("2026-03-03T01:00:00Z")
    let session = try #require(try laptop.planner.sessions(ofTask: id, laptop.context).first)
    #expect(session.endedAt(at: laptop.now) == (try instant("2026-03-03T00:00:00Z")))
  }

  @Test func `a timer begun in London closes at London's midnight, wherever it is read`() throws {
    let london = try Machine(1, at: "2026-03-02T20:00:00Z", zone: "Europe/London")
    let sydney = try Machine(2, at: "2026-03-02T20:00:00Z", zone: "Australia/Sydney")
    let id = try london.add("Report", due: Self.monday)
    _ = try london.planner.beginFocus(onTask: id, london.at("2026-03-02T23:00:00Z"))
    try sync(london, sydney)
    // In Sydney it is Tuesday already, and the timer runs.
    try sydney.at("2026-03-02T23:30:00Z")
    #expect(try sydney.planner.focus(sydney.context)?.seconds == 1_800)
    for machine in [london, sydney] {
      try machine.at("2026-03-04T09:00:00Z")
      let session = try #require(try machine.planner.sessions(ofTask: id, machine.context).first)
      #expect(session.seconds(at: machine.now) == 3_600)
      #expect(try machine.task("Report").deferrals.map(\.day) == [parsed(Self.tuesday)])
    }
  }

  // MARK: Picking up

  @Test func `the pick-up row goes when anything becomes of its task`() throws {
    let acts: [(Machine, RecordID) throws -> Void] = [
      { _ = try $0.planner.complete($1, $0.context) }, { _ = try $0.planner.drop($1, $0.context) },
      { _ = try $0.planner.putOff($1, to: .day(parsed("2026-03-05")), $0.context) },
      { _ = try $0.planner.beginFocus(onTask: $1, $0.context) },
    ]
    for act in acts {
      let (laptop, _, id) = try pair()
      _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T23:00:00Z"))
      try laptop.at("2026-03-03T08:00:00Z")
      let row = try #require(try laptop.planner.focusToday(laptop.context).pickUps.first)
      #expect(row.task == id)
      try act(laptop, id)
      #expect(try laptop.planner.focusToday(laptop.context).pickUps.isEmpty)
    }
  }

  @Test func `an offer put away stays away on that machine, also after a rebuild`() throws {
    let (laptop, phone, id) = try pair()
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T23:00:00Z"))
    try sync(laptop, phone)
    try laptop.at("2026-03-03T08:00:00Z")
    try phone.at("2026-03-03T08:00:00Z")
    let row = try #require(try laptop.planner.focusToday(laptop.context).pickUps.first)
    try laptop.planner.dismissPickUps([row.session], laptop.context)
    #expect(try laptop.planner.focusToday(laptop.context).pickUps.isEmpty)
    try laptop.planner.rebuild(laptop.context)
    #expect(try laptop.planner.focusToday(laptop.context).pickUps.isEmpty)
    try sync(laptop, phone)
    #expect(try phone.planner.focusToday(phone.context).pickUps.count == 1)
  }

  // MARK: Habits

  private let window = RecordID(high: 9, low: 1)

  @Test func `a timed habit from 00:20 to 00:50 with rollover 04:00 counts for the day before`()
    throws
  {
    let (laptop, phone, _) = try pair()
    try laptop.planner.changeSettings(laptop.at("2026-03-02T12:00:00Z")) { $0.rolloverMinute = 240 }
    _ = try laptop.planner.beginFocus(
      onHabitWindow: window, targetMinutes: 15, laptop.at("2026-03-03T00:20:00Z"))
    #expect(try laptop.planner.focus(laptop.at("2026-03-03T00:40:00Z"))?.phase == .overrun)
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-03T00:50:00Z"))
    try sync(laptop, phone)
    let seconds = try phone.planner.timedSeconds(
      ofHabitWindow: window, on: parsed(Self.monday), phone.at("2026-03-03T09:00:00Z"))
    #expect(seconds == 1_800)
    #expect(
      try phone.planner.timedSeconds(
        ofHabitWindow: window, on: parsed(Self.tuesday), phone.context) == nil)
  }

  @Test func `a habit is logged or stopped, and never put off, dropped or given a note`() throws {
    let (laptop, _, id) = try pair()
    _ = try laptop.planner.beginFocus(
      onHabitWindow: window, targetMinutes: 15, laptop.at("2026-03-02T09:00:00Z"))
    try laptop.at("2026-03-02T09:10:00Z")
    #expect(throws: PlannerError.self) { try laptop.planner.endFocus(.drop, laptop.context) }
    #expect(throws: PlannerError.self) { try laptop.planner.endFocus(.putOff(), laptop.context) }
    #expect(throws: PlannerError.self) {
      try laptop.planner.endFocus(.done, note: "x", laptop.context)
    }
    #expect(throws: PlannerError.self) { try laptop.planner.beginFocus(onTask: id, laptop.context) }
    _ = try laptop.planner.endFocus(.stop, next: .task(id), laptop.context)
    let monday = try parsed(Self.monday)
    #expect(
      try laptop.planner.timedSeconds(ofHabitWindow: window, on: monday, laptop.context) == 600)
    #expect(try laptop.planner.focus(laptop.context)?.title == "Report")
  }

  @Test func `minutes typed in on two machines add up with the timer's`() throws {
    let (laptop, phone, _) = try pair()
    let monday = try parsed(Self.monday)
    _ = try laptop.planner.beginFocus(
      onHabitWindow: window, targetMinutes: 15, laptop.at("2026-03-02T09:00:00Z"))
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-02T09:10:00Z"))
    let typed = try laptop.planner.addMinutes(
      20, toHabitWindow: window, on: monday, laptop.at("2026-03-03T09:00:00Z"))
    _ = try phone.planner.addMinutes(
      5, toHabitWindow: window, on: monday, phone.at("2026-03-03T09:00:00Z"))
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(
        try machine.planner.timedSeconds(ofHabitWindow: window, on: monday, machine.context)
          == 35 * 60)
    }
    let entries = try phone.planner.manualMinutes(ofHabitWindow: window, on: monday, phone.context)
    #expect(entries.count == 2 && entries.contains { $0.id == typed.session })
    try phone.planner.removeMinutes(typed.session, phone.context)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      #expect(
        try machine.planner.timedSeconds(ofHabitWindow: window, on: monday, machine.context)
          == 15 * 60)
    }
    let timer = try #require(
      try laptop.planner.sessions(ofHabitWindow: window, laptop.context).first { !$0.isManual })
    #expect(throws: PlannerError.self) {
      try laptop.planner.removeMinutes(timer.id, laptop.context)
    }
    #expect(throws: PlannerError.self) {
      try laptop.planner.addMinutes(
        10, toHabitWindow: window, on: monday + 2, laptop.context)
    }
    try expectAgreement([laptop, phone])
  }
}
