import JamaalCore
import ReplicaStore
import Testing

/// Timers on machines that really sync, on Monday, 2026-03-02; clocks show UTC.
@Suite struct FocusTests {
  private func pair() throws -> (Machine, Machine, RecordID) {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let phone = try Machine(2, at: "2026-03-02T08:00:05Z")
    let id = try laptop.add("Report", due: "2026-03-02")
    try sync(laptop, phone)
    return (laptop, phone, id)
  }

  // MARK: One timer

  @Test func `a timer begins, pauses, goes on and is done with its task`() throws {
    let (laptop, _, id) = try pair()
    let planner = laptop.planner
    #expect(try planner.focus(laptop.context) == nil)
    _ = try planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    let running = try #require(try planner.focus(laptop.at("2026-03-02T09:20:00Z")))
    #expect(running.title == "Report" && running.phase == .running && running.seconds == 1_200)
    #expect(running.session.estimateMinutes == 30)
    #expect(try planner.focus(laptop.at("2026-03-02T09:30:01Z"))?.phase == .overrun)
    _ = try planner.pauseFocus(laptop.at("2026-03-02T09:40:00Z"))
    let paused = try #require(try planner.focus(laptop.at("2026-03-02T09:55:00Z")))
    #expect(paused.phase == .paused && paused.seconds == 2_400)
    #expect(throws: PlannerError.self) { try planner.pauseFocus(laptop.context) }
    _ = try planner.resumeFocus(laptop.at("2026-03-02T10:00:00Z"))
    #expect(throws: PlannerError.self) { try planner.resumeFocus(laptop.context) }
    let done = try planner.endFocus(
      .done, note: "sent it", laptop.at("2026-03-02T10:34:00Z"))
    #expect(done.seconds == 74 * 60)
    #expect(try planner.focus(laptop.context) == nil)
    let report = try laptop.task("Report").task
    #expect(report.isCompleted && report.completedAt == laptop.now)
    #expect(report.notes == "2026-03-02 10:34 — sent it")
    let today = try planner.today(laptop.context)
    #expect(today.plannedTaskMinutes == 74, "what is done counts the time it really took")
    let record = try planner.dayRecord(parsed("2026-03-02"), laptop.context)
    #expect(record.completedEffortMinutes == 74 && record.plannedTaskMinutes == 74)
    #expect(try planner.focusToday(laptop.context).trackedSeconds == [id: 74 * 60])
    try expectAgreement([laptop])
  }

  @Test func `a second begin is refused and names what runs`() throws {
    let (laptop, phone, id) = try pair()
    let other = try laptop.add("Call")
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    try sync(laptop, phone)
    try phone.at("2026-03-02T09:10:00Z")
    for machine in [laptop, phone] {
      let before = machine.replica.latestChange
      let error = #expect(throws: PlannerError.self) {
        try machine.planner.beginFocus(onTask: other, machine.context)
      }
      #expect(error?.code == .timerRuns && error?.message.contains("“Report”") == true)
      #expect(machine.replica.latestChange == before, "nothing is written")
    }
  }

  @Test func `what is over cannot be begun, what is not due can`() throws {
    let (laptop, _, id) = try pair()
    let later = try laptop.add("Later", due: "2026-03-20")
    let someday = try laptop.add("Someday")
    _ = try laptop.planner.complete(id, laptop.context)
    #expect(throws: PlannerError.self) { try laptop.planner.beginFocus(onTask: id, laptop.context) }
    _ = try laptop.planner.drop(someday, laptop.context)
    let error = #expect(throws: PlannerError.self) {
      try laptop.planner.beginFocus(onTask: someday, laptop.context)
    }
    #expect(error?.code == .dropped)
    _ = try laptop.planner.beginFocus(onTask: later, laptop.context)
    #expect(try laptop.planner.focus(laptop.context)?.title == "Later")
  }

  // MARK: Settling

  static let endings: [(FocusEnding, SessionOutcome, String?)] = [
    (.done, .finished, nil), (.stop, .abandoned, "2026-03-02"),
    (.putOff(), .deferred, "2026-03-03"), (.drop, .dropped, nil),
    (.putOff(to: .day(LogicalDate(dayNumber: 20_518)), reason: .tooMuch), .deferred, "2026-03-06"),
  ]

  @Test(arguments: endings.indices)
  func `settling ends one and begins the other in one act`(row: Int) throws {
    let (ending, outcome, due) = Self.endings[row]
    let (laptop, phone, id) = try pair()
    let next = try laptop.add("Call")
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    let settled = try laptop.planner.endFocus(
      ending, next: .task(next), laptop.at("2026-03-02T09:25:00Z"))
    #expect(settled.seconds == 1_500 && settled.next != nil)
    try sync(laptop, phone)
    try phone.at("2026-03-02T09:30:00Z")
    for machine in [laptop, phone] {
      let sessions = try machine.planner.sessions(ofTask: id, machine.context)
      #expect(sessions.map(\.outcome) == [outcome])
      #expect(try machine.planner.trackedSeconds(ofTask: id, machine.context) == 1_500)
      #expect(try machine.planner.focus(machine.context)?.title == "Call")
      let report = try machine.task("Report").task
      #expect(report.isLive == (due != nil))
      if let due { #expect(report.dueDate == (try parsed(due))) }
      #expect(report.deferralCount == (outcome == .deferred ? 1 : 0))
    }
    try expectAgreement([laptop, phone])
  }

  @Test func `nothing is half done if what waits cannot begin`() throws {
    let (laptop, _, id) = try pair()
    let over = try laptop.add("Over")
    _ = try laptop.planner.drop(over, laptop.context)
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    let before = laptop.replica.latestChange
    #expect(throws: PlannerError.self) {
      try laptop.planner.endFocus(
        .done, note: "x", next: .task(over), laptop.at("2026-03-02T09:25:00Z"))
    }
    #expect(laptop.replica.latestChange == before)
    #expect(try laptop.planner.focus(laptop.context)?.title == "Report")
    #expect(try laptop.task("Report").task.isLive)
  }

  @Test func `putting off what is due later leaves it on its own day`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try laptop.add("Later", due: "2026-03-20")
    _ = try laptop.planner.beginFocus(onTask: id, laptop.context)
    _ = try laptop.planner.endFocus(.putOff(), laptop.at("2026-03-02T08:30:00Z"))
    #expect(try laptop.task("Later").task.dueDate == parsed("2026-03-20"))
    #expect(try laptop.planner.focus(laptop.context) == nil)
  }

  @Test func `without a timer there is nothing to pause, resume, end or take back`() throws {
    let (laptop, _, _) = try pair()
    let planner = laptop.planner
    let context = laptop.context
    let acts: [() throws -> Void] = [
      { _ = try planner.pauseFocus(context) }, { _ = try planner.resumeFocus(context) },
      { _ = try planner.endFocus(.done, context) }, { _ = try planner.undoFocus(context) },
    ]
    for act in acts {
      #expect(#expect(throws: PlannerError.self) { try act() }?.code == .noTimer)
    }
  }

  // MARK: G-25: a timer ends with its task

  @Test func `resolving a task closes its live session with the matching outcome`() throws {
    let acts: [(SessionOutcome, (Machine, RecordID) throws -> Void)] = [
      (.finished, { _ = try $0.planner.complete($1, $0.context) }),
      (.dropped, { _ = try $0.planner.drop($1, $0.context) }),
      (.deferred, { _ = try $0.planner.putOff($1, to: .day(parsed("2026-03-04")), $0.context) }),
    ]
    for (outcome, act) in acts {
      let (laptop, phone, id) = try pair()
      _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
      try sync(laptop, phone)
      // On another machine than the timer's.
      try phone.at("2026-03-02T09:30:00Z")
      try act(phone, id)
      try sync(laptop, phone)
      try laptop.at("2026-03-02T10:00:00Z")
      #expect(try laptop.planner.focus(laptop.context) == nil)
      let session = try #require(try laptop.planner.sessions(ofTask: id, laptop.context).first)
      #expect(session.outcome == outcome)
      #expect(session.seconds(at: laptop.now) == 1_800)
      try expectAgreement([laptop, phone])
    }
  }

  @Test func `a refined deferral closes it too, a rescheduling leaves it running`() throws {
    let (laptop, _, id) = try pair()
    _ = try laptop.planner.putOff(id, to: .day(parsed("2026-03-05")), laptop.context)
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    _ = try laptop.planner.putOff(
      id, to: .day(parsed("2026-03-06")), laptop.at("2026-03-02T09:10:00Z"))
    #expect(try laptop.planner.focus(laptop.context) == nil)
    let later = try laptop.add("Later", due: "2026-03-20")
    _ = try laptop.planner.beginFocus(onTask: later, laptop.at("2026-03-02T09:20:00Z"))
    _ = try laptop.planner.putOff(later, to: .day(parsed("2026-03-25")), laptop.context)
    #expect(try laptop.planner.focus(laptop.context)?.title == "Later")
  }

  @Test func `undoing a tick lets the timer run on`() throws {
    let (laptop, _, id) = try pair()
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    let tick = try laptop.planner.complete(id, laptop.at("2026-03-02T09:30:00Z"))
    #expect(try laptop.planner.focus(laptop.context) == nil)
    try laptop.planner.undo(tick, laptop.at("2026-03-02T09:31:00Z"))
    #expect(try laptop.planner.focus(laptop.context)?.seconds == 31 * 60)
    try expectAgreement([laptop])
  }

  // MARK: Undo

  @Test func `done is taken back within five seconds, and they count as a pause`() throws {
    let (laptop, phone, id) = try pair()
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    _ = try laptop.planner.endFocus(.done, note: "sent", laptop.at("2026-03-02T09:30:00Z"))
    _ = try laptop.planner.undoFocus(laptop.at("2026-03-02T09:30:04Z"))
    try sync(laptop, phone)
    try laptop.at("2026-03-02T09:40:00Z")
    try phone.at("2026-03-02T09:40:00Z")
    for machine in [laptop, phone] {
      let live = try #require(try machine.planner.focus(machine.context))
      #expect(live.seconds == 40 * 60 - 4 && live.session.time.pausedMillis == 4_000)
      let report = try machine.task("Report").task
      #expect(report.isLive && report.notes == nil)
    }
    try expectAgreement([laptop, phone])
  }

  @Test func `what was paused when it was done is paused again`() throws {
    let (laptop, _, id) = try pair()
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    _ = try laptop.planner.pauseFocus(laptop.at("2026-03-02T09:10:00Z"))
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-02T09:30:00Z"))
    _ = try laptop.planner.undoFocus(laptop.at("2026-03-02T09:30:03Z"))
    let live = try #require(try laptop.planner.focus(laptop.at("2026-03-02T10:00:00Z")))
    #expect(live.phase == .paused && live.seconds == 600)
  }

  @Test func `undo is refused when it is too late or another timer has begun`() throws {
    let (laptop, phone, id) = try pair()
    let other = try laptop.add("Call")
    _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
    _ = try laptop.planner.endFocus(.done, laptop.at("2026-03-02T09:30:00Z"))
    let late = #expect(throws: PlannerError.self) {
      try laptop.planner.undoFocus(laptop.at("2026-03-02T09:30:06Z"))
    }
    #expect(late?.code == .tooLate)
    // The offer stands where Done was pressed, and nowhere else.
    try sync(laptop, phone)
    let elsewhere = #expect(throws: PlannerError.self) {
      try phone.planner.undoFocus(phone.at("2026-03-02T09:30:02Z"))
    }
    #expect(elsewhere?.code == .noTimer)
    _ = try laptop.planner.beginFocus(onTask: other, laptop.at("2026-03-02T09:31:00Z"))
    _ = try laptop.planner.endFocus(
      .done, next: .task(try laptop.add("Third")), laptop.at("2026-03-02T09:40:00Z"))
    let another = #expect(throws: PlannerError.self) {
      try laptop.planner.undoFocus(laptop.at("2026-03-02T09:40:02Z"))
    }
    #expect(another?.code == .timerRuns)
  }

  @Test func `undo takes an untouched next instance away, and stops before a touched one`() throws {
    for isTouched in [false, true] {
      let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
      let id = try laptop.planner.addTask(
        TaskDraft(
          title: "Water", dueDate: parsed("2026-03-02"), repeats: RepeatRule(kind: .daily)),
        laptop.context
      ).task
      _ = try laptop.planner.beginFocus(onTask: id, laptop.at("2026-03-02T09:00:00Z"))
      _ = try laptop.planner.endFocus(.done, note: "all of it", laptop.at("2026-03-02T09:30:00Z"))
      let next = TaskItem.successorID(id)
      #expect(try laptop.planner.task(next, laptop.context).task.notes == nil)
      if isTouched { _ = try laptop.planner.complete(next, laptop.context) }
      try laptop.at("2026-03-02T09:30:02Z")
      if isTouched {
        let error = #expect(throws: PlannerError.self) {
          try laptop.planner.undoFocus(laptop.context)
        }
        #expect(error?.code == .alreadyRepeated)
      } else {
        _ = try laptop.planner.undoFocus(laptop.context)
        #expect(try laptop.planner.tasks(laptop.context).map(\.id) == [id])
      }
      try expectAgreement([laptop])
    }
  }

  @Test func `a timer is a write to the next instance, which then stays`() throws {
    let (laptop, phone, _) = try pair()
    let id = try laptop.planner.addTask(
      TaskDraft(title: "Water", dueDate: parsed("2026-03-02"), repeats: RepeatRule(kind: .daily)),
      laptop.context
    ).task
    _ = try laptop.planner.complete(id, laptop.at("2026-03-02T09:00:00Z"))
    try sync(laptop, phone)
    let next = TaskItem.successorID(id)
    _ = try phone.planner.beginFocus(onTask: next, phone.at("2026-03-02T09:10:00Z"))
    #expect(try phone.planner.focus(phone.context)?.title == "Water")
    let error = #expect(throws: PlannerError.self) {
      try phone.planner.uncomplete(id, phone.context)
    }
    #expect(error?.code == .alreadyRepeated)
    // The laptop has not heard of the timer and takes its tick back.
    _ = try laptop.planner.uncomplete(id, laptop.at("2026-03-02T09:20:00Z"))
    try sync(laptop, phone)
    try phone.at("2026-03-02T09:20:00Z")
    for machine in [laptop, phone] {
      let live = try machine.planner.tasks(machine.context).filter { $0.title == "Water" }
      #expect(live.map(\.id) == [next])
    }
    try expectAgreement([laptop, phone])
  }
}
