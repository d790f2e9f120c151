import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// What a person can do with habits, and what is refused with words.
@Suite struct HabitActionTests {
  private let laptop: Machine

  init() throws {
    laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
  }

  private func refusal(
    _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) -> PlannerError.Code? {
    let before = laptop.replica.digest
    let error = #expect(throws: PlannerError.self, sourceLocation: sourceLocation) { try body() }
    #expect(
      laptop.replica.digest == before, "something was written", sourceLocation: sourceLocation)
    #expect(error?.message.isEmpty == false, sourceLocation: sourceLocation)
    return error?.code
  }

  // MARK: - Making and editing

  static let badDrafts: [HabitDraft] = [
    HabitDraft(title: "  "),
    HabitDraft(title: String(repeating: "x", count: 501)),
    HabitDraft(title: "Water", kind: .counted, windows: [.init(target: 0)]),
    HabitDraft(title: "Water", kind: .counted, windows: [.init(target: 100_001)]),
    HabitDraft(title: "Read", kind: .timed, windows: [.init(target: 0)]),
    HabitDraft(title: "Read", kind: .timed, windows: [.init(target: 1441)]),
    HabitDraft(title: "Sugar", kind: .avoid, windows: [.init(target: -1)]),
    HabitDraft(title: "Sugar", kind: .avoid, schedule: HabitSchedule(timesPerWeek: 3)),
    HabitDraft(
      title: "Sugar", kind: .avoid, windows: [.init(label: "A"), .init(label: "B")]),
    HabitDraft(
      title: "Sugar", kind: .avoid,
      windows: [.init(times: HabitTimes(startMinute: 60, endMinute: 120))]),
    HabitDraft(title: "Read", schedule: HabitSchedule(weekdays: [])),
    HabitDraft(title: "Read", schedule: HabitSchedule(weekdays: [0, 8])),
    HabitDraft(title: "Read", schedule: HabitSchedule(timesPerWeek: 8)),
    HabitDraft(title: "Read", windows: []),
    HabitDraft(title: "Read", windows: (1...5).map { .init(label: "\($0)") }),
    HabitDraft(title: "Read", windows: [.init(label: "A"), .init(label: " ")]),
    HabitDraft(title: "Read", windows: [.init(label: "A"), .init(label: "a ")]),
    HabitDraft(
      title: "Read", windows: [.init(times: HabitTimes(startMinute: 600, endMinute: 600))]),
    HabitDraft(
      title: "Read", windows: [.init(times: HabitTimes(startMinute: -1, endMinute: 600))]),
    HabitDraft(title: "Read", windows: [.init(effortMinutes: 0)]),
    HabitDraft(title: "Read", windows: [.init(reminderMinute: 1440)]),
    HabitDraft(title: "Read", group: .new("  ")),
    HabitDraft(title: "Read", kind: .unknown("later")),
  ]

  @Test(arguments: badDrafts) func `a draft that cannot be kept is refused`(draft: HabitDraft) {
    #expect(refusal { _ = try laptop.planner.addHabit(draft, laptop.context) } == .badValue)
  }

  @Test func `none allowed is a good target for something to avoid`() throws {
    try laptop.habit("Sugar", .avoid, target: 0)
    #expect(try laptop.reading("Sugar").target == 0)
  }

  @Test func `a habit is made with its group, and undoing leaves neither`() throws {
    let draft = HabitDraft(title: " Stretch ", group: .new(" Morning "), notes: "")
    let receipt = try laptop.planner.addHabit(draft, laptop.context)
    let overview = try laptop.planner.habits(laptop.context)
    #expect(overview.groups.map(\.title) == ["Morning"])
    #expect(overview.groups[0].habits.map(\.title) == ["Stretch"])
    #expect(overview.groups[0].habits[0].notes == nil)
    try laptop.planner.undo(receipt, laptop.context)
    let after = try laptop.planner.habits(laptop.context)
    #expect(after.groups.isEmpty && after.habits.isEmpty)
    try expectAgreement(laptop)
  }

  @Test func `a habit that was logged for since it was made is not undone`() throws {
    let receipt = try laptop.planner.addHabit(HabitDraft(title: "Read"), laptop.context)
    let window = try laptop.summary("Read").windows[0].id
    try laptop.log(.tick, window)
    let error = #expect(throws: PlannerError.self) {
      try laptop.planner.undo(receipt, laptop.context)
    }
    #expect(error?.code.rawValue == "changedSince")
    #expect(try laptop.reading("Read").isDone)
  }

  @Test func `an edit keeps the kind and past targets, and can be undone`() throws {
    let water = try laptop.habit("Water", .counted, target: 4)
    try laptop.log(.step(4), water)
    let id = try laptop.summary("Water").id
    try laptop.at("2026-03-03T08:00:00Z")
    var draft = HabitDraft(try laptop.summary("Water"))
    draft.title = "Glasses"
    draft.kind = .avoid
    draft.windows[0].target = 10
    draft.windows.append(.init(label: "Late"))
    #expect(refusal { _ = try laptop.planner.editHabit(id, draft, laptop.context) } == .badValue)
    draft.windows.removeLast()
    let receipt = try laptop.planner.editHabit(id, draft, laptop.context)
    let edited = try laptop.summary("Glasses")
    #expect(edited.kind == .counted && edited.windows[0].target == 10)
    #expect(try laptop.cell("Glasses", on: "2026-03-02") == .complete)
    try laptop.planner.undo(receipt, laptop.context)
    #expect(try laptop.summary("Water").windows[0].target == 4)
    try expectAgreement(laptop)
  }

  @Test func `a time of day with history stays, one without can go`() throws {
    let draft = HabitDraft(
      title: "Pills", windows: [.init(label: "Morning"), .init(label: "Evening")])
    let id = try laptop.planner.addHabit(draft, laptop.context).habit
    var habit = try laptop.summary("Pills")
    try laptop.log(.tick, habit.windows[0].id)
    habit = try laptop.summary("Pills")
    var fewer = HabitDraft(habit)
    let used = try #require(fewer.windows.firstIndex { $0.id == habit.windows[0].id })
    fewer.windows.remove(at: used)
    #expect(refusal { _ = try laptop.planner.editHabit(id, fewer, laptop.context) } == .badValue)
    fewer = HabitDraft(habit)
    fewer.windows.remove(at: 1 - used)
    let receipt = try laptop.planner.editHabit(id, fewer, laptop.context)
    #expect(try laptop.summary("Pills").windows.count == 1)
    try laptop.planner.undo(receipt, laptop.context)
    #expect(try laptop.summary("Pills").windows.count == 2)
    try expectAgreement(laptop)
  }

  @Test func `an archived habit is out of sight with its history, and comes back`() throws {
    let read = try laptop.habit("Read")
    try laptop.log(.tick, read)
    let id = try laptop.summary("Read").id
    try laptop.planner.archiveHabit(id, laptop.context)
    #expect(try laptop.planner.todayHabits(laptop.context).total == 0)
    #expect(try laptop.planner.habits(laptop.context).archived.map(\.title) == ["Read"])
    #expect(refusal { try laptop.log(.untick, read) } == .archived)
    #expect(refusal { try laptop.planner.archiveHabit(id, laptop.context) } == .archived)
    try laptop.planner.restoreHabit(id, laptop.context)
    #expect(try laptop.planner.todayHabits(laptop.context).done == 1)
    #expect(refusal { try laptop.planner.restoreHabit(id, laptop.context) } == .badValue)
    try expectAgreement(laptop)
  }

  @Test func `a group put away lets its habits stand by themselves`() throws {
    try laptop.planner.addHabit(
      HabitDraft(title: "Stretch", group: .new("Morning")), laptop.context)
    let group = try laptop.planner.habits(laptop.context).groups[0].id
    try laptop.planner.renameHabitGroup(group, to: "Early", laptop.context)
    try laptop.planner.setHabitGroup(group, isArchived: true, laptop.context)
    let overview = try laptop.planner.habits(laptop.context)
    #expect(overview.groups.isEmpty && overview.ungrouped.map(\.title) == ["Stretch"])
    #expect(overview.archivedGroups.map(\.title) == ["Early"])
    try laptop.planner.setHabitGroup(group, isArchived: false, laptop.context)
    #expect(try laptop.planner.habits(laptop.context).groups[0].habits.count == 1)
  }

  // MARK: - Logging

  @Test func `every log fits its kind, and the others are refused`() throws {
    let kinds: [HabitKind] = [.binary, .counted, .timed, .avoid]
    let fitting: [HabitKind: [HabitAct]] = [
      .binary: [.tick, .untick], .counted: [.step(2), .step(-1)], .timed: [],
      .avoid: [.slip, .takeBackSlip, .hold, .release],
    ]
    let acts: [HabitAct] = [
      .tick, .untick, .step(1), .step(-1), .slip, .takeBackSlip, .hold, .release,
    ]
    for kind in kinds {
      let window = try laptop.habit(kind.text, kind, target: kind == .avoid ? 1 : 5)
      let allowed = fitting[kind] ?? []
      for act in allowed { try laptop.log(act, window) }
      for act in acts where !allowed.contains(act) && !(kind == .counted && act == .step(1)) {
        #expect(refusal { try laptop.log(act, window) } == .wrongKind, "\(kind) \(act)")
      }
    }
  }

  @Test func `what is not there cannot be taken back, nor done twice`() throws {
    let read = try laptop.habit("Read")
    let water = try laptop.habit("Water", .counted, target: 8)
    let sugar = try laptop.habit("Sugar", .avoid)
    #expect(refusal { try laptop.log(.untick, read) } == .notDone)
    #expect(refusal { try laptop.log(.step(-1), water) } == .notDone)
    #expect(refusal { try laptop.log(.takeBackSlip, sugar) } == .notDone)
    #expect(refusal { try laptop.log(.release, sugar) } == .notDone)
    try laptop.log(.tick, read)
    try laptop.log(.hold, sugar)
    #expect(refusal { try laptop.log(.tick, read) } == .alreadyDone)
    #expect(refusal { try laptop.log(.hold, sugar) } == .alreadyDone)
    // More than there is takes back what there is.
    try laptop.log(.step(2), water)
    #expect(try laptop.log(.step(-5), water).reading?.amount == 0)
    #expect(refusal { try laptop.log(.step(Int.min + 1), water) } == .badValue)
    #expect(refusal { try laptop.log(.step(0), water) } == .badValue)
  }

  @Test func `every log can be undone`() throws {
    let read = try laptop.habit("Read")
    let water = try laptop.habit("Water", .counted, target: 8)
    let sugar = try laptop.habit("Sugar", .avoid)
    let today = try parsed("2026-03-02")
    try laptop.log(.step(3), water)
    let blank = (
      try laptop.reading("Read"), try laptop.reading("Water"), try laptop.reading("Sugar")
    )
    let receipts = [
      try laptop.log(.tick, read), try laptop.log(.step(2), water), try laptop.log(.slip, sugar),
      try laptop.log(.hold, sugar),
      try laptop.planner.correctHabit(.count(7), for: water, on: today, laptop.context),
    ]
    for receipt in receipts.reversed() { try laptop.planner.undo(receipt, laptop.context) }
    #expect(try laptop.reading("Read") == blank.0)
    #expect(try laptop.reading("Water").amount == blank.1.amount)
    #expect(try laptop.reading("Sugar") == blank.2)
    try expectAgreement(laptop)
  }

  @Test func `corrections fit the kind and the last fourteen days`() throws {
    let read = try laptop.habit("Read")
    let sugar = try laptop.habit("Sugar", .avoid)
    let walk = try laptop.habit("Walk", .timed, target: 20)
    try laptop.at("2026-03-20T08:00:00Z")
    func correct(_ correction: HabitCorrection, _ window: RecordID, _ day: String) throws {
      try laptop.planner.correctHabit(
        correction, for: window, on: try parsed(day), laptop.context)
    }
    #expect(refusal { try correct(.done, read, "2026-03-05") } == .notThen)
    #expect(refusal { try correct(.done, read, "2026-03-21") } == .notThen)
    #expect(refusal { try correct(.count(3), read, "2026-03-19") } == .wrongKind)
    #expect(refusal { try correct(.done, walk, "2026-03-19") } == .wrongKind)
    #expect(refusal { try correct(.slips(0), sugar, "2026-03-19") } == .badValue)
    try correct(.done, read, "2026-03-06")
    #expect(try laptop.cell("Read", on: "2026-03-06") == .complete)
    try correct(.nothing, read, "2026-03-06")
    #expect(try laptop.cell("Read", on: "2026-03-06") == .missed)
    try correct(.slips(3), sugar, "2026-03-18")
    #expect(try laptop.cell("Sugar", on: "2026-03-18") == .missed)
    try correct(.held, sugar, "2026-03-18")
    #expect(try laptop.cell("Sugar", on: "2026-03-18") == .complete)
    try correct(.nothing, sugar, "2026-03-18")
    #expect(try laptop.cell("Sugar", on: "2026-03-18") == .empty)
    // On a paused day there is nothing to put right.
    let id = try laptop.summary("Read").id
    let day = try parsed("2026-03-15")
    try laptop.planner.pauseHabit(id, from: day, through: day, laptop.context)
    #expect(refusal { try correct(.done, read, "2026-03-15") } == .paused)
    try expectAgreement(laptop)
  }

  // MARK: - Resting

  @Test func `a pause hides a habit until it is resumed`() throws {
    let read = try laptop.habit("Read")
    let id = try laptop.summary("Read").id
    let today = try parsed("2026-03-02")
    #expect(
      refusal {
        try laptop.planner.pauseHabit(id, from: today, through: today - 1, laptop.context)
      } == .badValue)
    #expect(refusal { try laptop.planner.resumeHabit(id, laptop.context) } == .badValue)
    let receipt = try laptop.planner.pauseHabit(
      id, from: today, through: nil, reason: .illness, laptop.context)
    #expect(try laptop.planner.todayHabits(laptop.context).total == 0)
    #expect(try laptop.summary("Read").pause?.reason == .illness)
    #expect(refusal { try laptop.log(.tick, read) } == .paused)
    try laptop.planner.undo(receipt, laptop.context)
    #expect(try laptop.planner.todayHabits(laptop.context).total == 1)
    // One that has not begun goes altogether.
    try laptop.planner.pauseHabit(id, from: today + 3, through: today + 5, laptop.context)
    try laptop.planner.resumeHabit(id, laptop.context)
    #expect(try laptop.summary("Read").pauses.isEmpty)
    // Paused days have no cell.
    try laptop.planner.pauseHabit(id, from: today + 1, through: today + 2, laptop.context)
    try laptop.at("2026-03-06T08:00:00Z")
    #expect(try laptop.cell("Read", on: "2026-03-02") == .missed)
    #expect(try laptop.cell("Read", on: "2026-03-03") == .empty)
    #expect(try laptop.cell("Read", on: "2026-03-05") == .missed)
    try expectAgreement(laptop)
  }

  // MARK: - Reads

  @Test func `Today lists groups first, then by the beginning, all day last`() throws {
    func add(
      _ title: String, _ start: Int?, group: HabitDraft.Group = .none, label: String = ""
    ) throws {
      let times = start.map { HabitTimes(startMinute: $0, endMinute: $0 + 60) } ?? .allDay
      try laptop.planner.addHabit(
        HabitDraft(title: title, windows: [.init(label: label, times: times)], group: group),
        laptop.context)
    }
    try add("Zzz", nil)
    try add("Lunch walk", 720)
    try add("Aaa", nil)
    try add("Tea", 480)
    try add("Late", 1200, group: .new("Evening"))
    let evening = try laptop.planner.habits(laptop.context).groups[0].id
    try add("Early", 1100, group: .existing(evening))
    try laptop.planner.addHabit(
      HabitDraft(
        title: "Pills",
        windows: [
          .init(label: "Night", times: HabitTimes(startMinute: 1300, endMinute: 1400)),
          .init(label: "Morning", times: HabitTimes(startMinute: 400, endMinute: 500)),
        ]), laptop.context)
    try laptop.planner.addHabit(
      HabitDraft(title: "Sundays", schedule: HabitSchedule(weekdays: [7])), laptop.context)
    let today = try laptop.planner.todayHabits(laptop.context)
    #expect(today.groups.map(\.title) == ["Evening"])
    #expect(
      today.rows.map(\.title) == [
        "Early", "Late", "Pills · Morning", "Tea", "Lunch walk", "Pills · Night", "Aaa", "Zzz",
      ])
    #expect(today.total == 8 && today.done == 0)
    // 08:00: the morning's pills are near their end.
    #expect(today.rows.filter(\.isClosing).map(\.title) == ["Pills · Morning"])
    try laptop.log(.tick, today.rows[2].window)
    let after = try laptop.planner.todayHabits(laptop.context)
    #expect(after.done == 1 && after.rows.filter(\.isClosing).isEmpty)
  }

  @Test func `a day of avoiding is done only when somebody says so`() throws {
    let sugar = try laptop.habit("Sugar", .avoid, target: 1)
    #expect(try laptop.planner.todayHabits(laptop.context).done == 0)
    try laptop.log(.slip, sugar)
    #expect(try laptop.planner.todayHabits(laptop.context).done == 0)
    try laptop.log(.hold, sugar)
    let row = try #require(try laptop.planner.todayHabits(laptop.context).rows.first)
    #expect(row.isDone && row.reading.isHeld && row.reading.amount == 1)
    try laptop.at("2026-03-04T08:00:00Z")
    #expect(try laptop.cell("Sugar", on: "2026-03-02") == .complete)
    #expect(try laptop.cell("Sugar", on: "2026-03-03") == .empty)
  }

  @Test func `anything done that day makes silence about slips a held day`() throws {
    try laptop.habit("Sugar", .avoid, target: 1)
    let read = try laptop.habit("Read")
    let task = try laptop.add("Call", due: "2026-03-03")
    try laptop.log(.tick, read)
    _ = try laptop.planner.complete(task, laptop.at("2026-03-03T08:00:00Z"))
    try laptop.at("2026-03-05T08:00:00Z")
    #expect(try laptop.cell("Sugar", on: "2026-03-02") == .complete)
    #expect(try laptop.cell("Sugar", on: "2026-03-03") == .complete)
    #expect(try laptop.cell("Sugar", on: "2026-03-04") == .empty)
    let detail = try laptop.planner.habit(try laptop.summary("Sugar").id, laptop.context)
    #expect(detail.read.complete == 2 && detail.read.resolved == 2)
  }
}
