import JamaalCore
import ReplicaStore
import Testing

/// Timed habits: minutes from the timer and by hand, on machines that really sync.
@Suite struct HabitTimedTests {
  private let laptop: Machine
  private let phone: Machine

  init() throws {
    laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    phone = try Machine(2, at: "2026-03-02T08:00:05Z")
  }

  /// Times a habit's time of day from one moment to another.
  private func time(
    _ window: RecordID, from start: String, to end: String, on machine: Machine
  ) throws {
    try machine.planner.beginFocus(onHabit: window, machine.at(start))
    _ = try machine.planner.endFocus(.done, machine.at(end))
  }

  @Test func `a timed habit from 00:20 to 00:50 with rollover 04:00 counts for the day before`()
    throws
  {
    try laptop.planner.changeSettings(laptop.at("2026-03-02T12:00:00Z")) {
      $0.rolloverMinute = 240
    }
    let quran = try laptop.habit("Qur'an", .timed, target: 30)
    try time(quran, from: "2026-03-03T00:20:00Z", to: "2026-03-03T00:50:00Z", on: laptop)
    let reading = try laptop.reading("Qur'an", on: "2026-03-02")
    #expect(reading.amount == 30 && reading.isDone)
    #expect(reading.completedAt == (try instant("2026-03-03T00:50:00Z")))
    #expect(try laptop.reading("Qur'an", on: "2026-03-03").amount == 0)
    try expectAgreement(laptop)
  }

  @Test func `minutes of two machines add up, by the timer and by hand`() throws {
    let run = try laptop.habit("Run", .timed, target: 30)
    try sync(laptop, phone)
    try time(run, from: "2026-03-02T09:00:00Z", to: "2026-03-02T09:12:29Z", on: laptop)
    try phone.planner.addHabitMinutes(10, for: run, phone.at("2026-03-02T09:30:00Z"))
    try laptop.at("2026-03-02T09:30:00Z")
    #expect(try laptop.reading("Run").amount == 12)
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let reading = try machine.reading("Run")
      #expect(reading.amount == 22 && reading.isPartial && reading.completedAt == nil)
    }
    let receipt = try phone.planner.addHabitMinutes(8, for: run, phone.at("2026-03-02T10:00:00Z"))
    #expect(try phone.reading("Run").isDone)
    #expect(
      try phone.reading("Run").completedAt == instant("2026-03-02T10:00:00Z"))
    // Taken back out, the target is not met any more.
    try phone.planner.removeMinutes(receipt.session, phone.context)
    #expect(try phone.reading("Run").amount == 22 && !phone.reading("Run").isDone)
    try laptop.at("2026-03-02T10:00:00Z")
    try sync(laptop, phone)
    try expectAgreement(laptop, phone)
  }

  @Test func `a day keeps the target of its first minutes`() throws {
    let run = try laptop.habit("Run", .timed, target: 20)
    let id = try laptop.summary("Run").id
    try laptop.planner.addHabitMinutes(20, for: run, laptop.context)
    var draft = HabitDraft(try laptop.summary("Run"))
    draft.windows[0].target = 60
    try laptop.planner.editHabit(id, draft, laptop.context)
    let reading = try laptop.reading("Run")
    #expect(reading.isDone && reading.target == 20)
    try laptop.at("2026-03-03T08:00:00Z")
    #expect(try laptop.reading("Run").target == 60)
    #expect(try laptop.cell("Run", on: "2026-03-02") == .complete)
  }

  @Test func `minutes by hand keep to the days that can be put right`() throws {
    let run = try laptop.habit("Run", .timed, target: 20)
    let read = try laptop.habit("Read")
    let id = try laptop.summary("Run").id
    try laptop.at("2026-03-20T08:00:00Z")
    func code(_ minutes: Int, _ window: RecordID, _ day: String) throws -> PlannerError.Code? {
      let before = laptop.replica.digest
      let error = #expect(throws: PlannerError.self) {
        try laptop.planner.addHabitMinutes(
          minutes, for: window, on: try parsed(day), laptop.context)
      }
      #expect(laptop.replica.digest == before)
      return error?.code
    }
    #expect(try code(0, run, "2026-03-20") == .badValue)
    #expect(try code(721, run, "2026-03-20") == .badValue)
    #expect(try code(5, run, "2026-03-21") == .notThen)
    #expect(try code(5, run, "2026-03-05") == .notThen)
    #expect(try code(5, read, "2026-03-20") == .wrongKind)
    let day = try parsed("2026-03-18")
    try laptop.planner.pauseHabit(id, from: day, through: day, laptop.context)
    #expect(try code(5, run, "2026-03-18") == .paused)
    try laptop.planner.addHabitMinutes(15, for: run, on: parsed("2026-03-06"), laptop.context)
    #expect(try laptop.cell("Run", on: "2026-03-06") == .partialHigh)
    #expect(throws: PlannerError.self) {
      try laptop.planner.beginFocus(onHabit: read, laptop.context)
    }
    try laptop.planner.archiveHabit(id, laptop.context)
    #expect(try code(5, run, "2026-03-20") == .archived)
  }

  @Test func `what is timed makes the day a lived one, and takes its part of what is left`() throws
  {
    let run = try laptop.habit("Run", .timed, target: 30)
    try laptop.habit("Sugar", .avoid, target: 1)
    let today = try parsed("2026-03-02")
    #expect(try laptop.planner.habitMinutes(on: today, isLived: false, laptop.context) == 30)
    try time(run, from: "2026-03-02T09:00:00Z", to: "2026-03-02T09:10:00Z", on: laptop)
    #expect(try laptop.planner.habitMinutes(on: today, isLived: false, laptop.context) == 20)
    try laptop.at("2026-03-04T08:00:00Z")
    #expect(try laptop.cell("Sugar", on: "2026-03-02") == .complete)
    #expect(try laptop.cell("Sugar", on: "2026-03-03") == .empty)
    let lived = try laptop.planner.livedDays(today...today, laptop.context)
    #expect(lived.map(\.committedMinutes) == [30])
  }

  @Test func `a time of day taken away here and timed there stays until that is undone`() throws {
    let draft = HabitDraft(
      title: "Study", kind: .timed,
      windows: [.init(label: "Morning", target: 20), .init(label: "Evening", target: 20)])
    let id = try laptop.planner.addHabit(draft, laptop.context).habit
    try sync(laptop, phone)
    let windows = try laptop.planner.habit(id, laptop.context).habit.windows
    var fewer = HabitDraft(try laptop.summary("Study"))
    fewer.windows.remove(at: 1)
    try laptop.planner.editHabit(id, fewer, laptop.context)
    let receipt = try phone.planner.addHabitMinutes(5, for: windows[1].id, phone.context)
    try sync(laptop, phone)
    for machine in [laptop, phone] { #expect(try machine.summary("Study").windows.count == 2) }
    try expectAgreement(laptop, phone)
    try phone.planner.removeMinutes(receipt.session, phone.context)
    try sync(laptop, phone)
    for machine in [laptop, phone] { #expect(try machine.summary("Study").windows.count == 1) }
    try expectAgreement(laptop, phone)
  }

  @Test func `what Today counts has the habits in it`() throws {
    let read = try laptop.habit("Read", minutes: 30)
    var today = try laptop.planner.today(laptop.context)
    #expect(today.items.habits == 1 && today.items.habitsLeft == 1 && today.outlook == .usual)
    let free = today.freeTime.freeMinutes
    try laptop.log(.tick, read)
    today = try laptop.planner.today(laptop.context)
    #expect(today.outlook == .allDone)
    #expect(today.freeTime.freeMinutes == free + 30)
  }
}
