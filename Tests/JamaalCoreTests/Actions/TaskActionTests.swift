import JamaalCore
import ReplicaStore
import Testing

/// Making and putting off tasks through the planner, from Monday 2 March 2026 on.
@Suite struct TaskActionTests {
  private static let day = LogicalDate("2026-03-02")
  private static let weekly = RepeatRule(kind: .weekly, weekdays: [1, 3])

  /// A draft, and whether it is taken.
  static let drafts: [(TaskDraft, Bool)] = [
    (TaskDraft(title: "x"), true), (TaskDraft(title: " x \n"), true),
    (TaskDraft(title: ""), false), (TaskDraft(title: " \t\u{3000}"), false),
    (TaskDraft(title: String(repeating: "a", count: 500)), true),
    (TaskDraft(title: String(repeating: "a", count: 501)), false),
    (TaskDraft(title: "x", effortMinutes: nil), true),
    (TaskDraft(title: "x", effortMinutes: 1), true),
    (TaskDraft(title: "x", effortMinutes: 1440), true),
    (TaskDraft(title: "x", effortMinutes: 0), false),
    (TaskDraft(title: "x", effortMinutes: 1441), false),
    (TaskDraft(title: "x", effortMinutes: .min), false),
    (TaskDraft(title: "x", importance: .medium), false),
    (TaskDraft(title: "x", importance: .high), false),
    (TaskDraft(title: "x", dueDate: day, importance: .high), true),
    (TaskDraft(title: "x", repeats: RepeatRule(kind: .daily)), false),
    (TaskDraft(title: "x", dueDate: day, repeats: weekly), true),
    (TaskDraft(title: "x", dueDate: day, repeats: RepeatRule(kind: .weekly, weekdays: [0])), false),
    (TaskDraft(title: "x", dueDate: day, repeats: RepeatRule(kind: .weekly, weekdays: [8])), false),
    (
      TaskDraft(title: "x", dueDate: day, repeats: RepeatRule(kind: .monthly, dayOfMonth: 31)), true
    ),
    (
      TaskDraft(title: "x", dueDate: day, repeats: RepeatRule(kind: .monthly, dayOfMonth: -1)),
      false
    ),
  ]

  @Test(arguments: drafts.indices)
  func `a draft that breaks a rule is refused and nothing is written`(index: Int) throws {
    let (draft, isTaken) = Self.drafts[index]
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    try machine.planner.tick(machine.context)
    let change = machine.replica.latestChange
    if isTaken {
      let id = try machine.planner.addTask(draft, machine.context).task
      let task = try machine.planner.task(id, machine.context).task
      #expect(draft.title.contains(task.title) && task.title.first?.isWhitespace == false)
      #expect(task.dueDate == draft.dueDate)
      #expect(task.effortMinutes == draft.effortMinutes && task.repeats == draft.repeats)
      #expect(task.seriesID == nil, "given with the first completion")
    } else {
      let error = #expect(throws: PlannerError.self) {
        try machine.planner.addTask(draft, machine.context)
      }
      #expect(error?.code == .badValue)
      #expect(machine.replica.latestChange == change)
    }
  }

  @Test func `each deferral says which it is, and the third and the fifth say more`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02", importance: .high)
    for number in 1...6 {
      let context = try machine.at("2026-03-0\(number + 1)T08:00:00Z")
      let today = try machine.planner.tick(context).today
      let preview = try machine.planner.previewPuttingOff(id, context)
      #expect(preview.number == number && !preview.isRefinement && !preview.isReschedule)
      #expect(preview.opensPicker == (number >= 3) && preview.isFifth == (number >= 5))
      #expect(preview.easesFrom == (number == 3 ? .high : nil))
      #expect(preview.isSomedayOpen == (number >= 3))
      if number >= 3 {
        #expect(throws: PlannerError.self, "a day has to be picked") {
          try machine.planner.putOff(id, to: .quick(today + 1), context)
        }
      }
      let destination: DeferralDestination = number < 3 ? .quick(today + 1) : .day(today + 1)
      let receipt = try machine.planner.putOff(id, to: destination, reason: .tooMuch, context)
      #expect(receipt.deferral == .deferral(to: today + 1, reason: .tooMuch))
      let detail = try machine.task("Report")
      #expect(detail.task.deferralCount == number)
      #expect(detail.task.importance == (number < 3 ? .high : .low))
      #expect(detail.task.isStale == (number >= 3))
      #expect(detail.task.suggestsRemoval == (number >= 5))
      #expect(detail.deferrals.last?.reason == .tooMuch)
    }
  }

  @Test func `a second choice of one day changes the first and keeps its number`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02")
    _ = try machine.planner.putOff(id, to: .quick(parsed("2026-03-03")), machine.context)
    let preview = try machine.planner.previewPuttingOff(id, machine.context)
    #expect(preview.isRefinement && preview.number == 1)
    let second = try machine.planner.putOff(
      id, to: .day(parsed("2026-03-06")), reason: .notReady, machine.at("2026-03-02T09:00:00Z"))
    #expect(second.deferral == .refinement(to: LogicalDate("2026-03-06"), reason: .notReady))
    var detail = try machine.task("Report")
    #expect(detail.task.deferralCount == 1 && detail.deferrals.count == 1)
    #expect(detail.deferrals[0].reason == .notReady)
    // Undoing the second leaves the first.
    try machine.planner.undo(second, machine.context)
    detail = try machine.task("Report")
    #expect(detail.task.dueDate == LogicalDate("2026-03-03"))
    #expect(detail.deferrals.map(\.reason) == [.reschedule])
  }

  @Test(arguments: [
    (DeferralReason.tooMuch, DeferralReason.tooMuch), (.notReady, .notReady),
    (.noLonger, .noLonger), (.reschedule, .reschedule), (.unspecified, .reschedule),
  ])
  func `a reason is kept, and a choice without one is by choice`(
    given: DeferralReason, kept: DeferralReason
  ) throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02")
    _ = try machine.planner.putOff(
      id, to: .quick(parsed("2026-03-03")), reason: given, machine.context)
    #expect(try machine.task("Report").deferrals.map(\.reason) == [kept])
  }

  /// What a day holds, what is added to it, and what is told.
  static let rooms: [([Int?], Int?, DayFullCheck)] = [
    ([], 180, .fits), ([], 181, .full(offer: nil)), ([150], 30, .fits),
    ([150], 31, .full(offer: LogicalDate("2026-03-03"))), ([nil, nil], 180, .fits),
    ([400], nil, .notChecked), ([400], 30, .full(offer: LogicalDate("2026-03-03"))),
  ]

  @Test(arguments: rooms.indices)
  func `a full day offers the nearest one with room, and refuses nothing`(index: Int) throws {
    let (held, added, told) = Self.rooms[index]
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    for (index, minutes) in held.enumerated() {
      try machine.add("held \(index)", due: "2026-03-02", minutes: minutes)
    }
    let check = try machine.planner.dayFullCheck(
      effortMinutes: added, on: Self.day, machine.context)
    #expect(check == told)
    try machine.add("anyway", due: "2026-03-02", minutes: added)
  }

  @Test func `room counts what is done today, and the level of each day`() throws {
    let machine = try Machine(1, at: "2026-03-06T08:00:00Z")
    let friday = try parsed("2026-03-06")
    func check(_ minutes: Int, on day: LogicalDate?) throws -> DayFullCheck {
      try machine.planner.dayFullCheck(effortMinutes: minutes, on: day, machine.context)
    }
    let id = try machine.add("long", due: "2026-03-06", minutes: 170)
    #expect(try check(30, on: friday) == .full(offer: friday + 1))
    _ = try machine.planner.complete(id, machine.context)
    #expect(try check(30, on: friday) == .full(offer: friday + 1), "the meter keeps it")
    // Saturday and Sunday are low days of 120 minutes.
    #expect(try check(121, on: friday) == .full(offer: friday + 3))
    #expect(try check(121, on: friday + 1) == .full(offer: friday + 3))
    #expect(try check(120, on: friday + 1) == .fits)
    #expect(try check(500, on: friday - 1) == .notChecked)
    #expect(try check(500, on: nil) == .notChecked)
    try machine.planner.setLevel(.high, machine.context)
    #expect(try check(70, on: friday) == .fits)
  }
}
