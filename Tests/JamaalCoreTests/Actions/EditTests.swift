import JamaalCore
import ReplicaStore
import Testing

/// Editing tasks on a Monday, 2 March 2026.
@Suite struct EditTests {
  /// A task to edit, before the edit.
  struct Start: Sendable, CustomTestStringConvertible {
    var due: String? = "2026-03-02"
    var importance = Importance.low
    var repeats = RepeatRule.none

    var testDescription: String { "\(due ?? "someday") \(importance.text) \(repeats.kind.text)" }
  }

  /// What an edit leaves: the day, or why it is refused.
  enum End: Hashable, Sendable {
    case due(String?)
    case refused(PlannerError.Code)
  }

  private func machine(_ start: Start) throws -> (Machine, RecordID) {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let draft = TaskDraft(
      title: "Report", dueDate: try start.due.map { try parsed($0) },
      importance: start.importance, notes: "first", repeats: start.repeats)
    return (machine, try machine.planner.addTask(draft, machine.context).task)
  }

  private static func edit(
    due: FieldChange<LogicalDate?> = .keep, importance: FieldChange<Importance> = .keep,
    repeats: FieldChange<RepeatRule> = .keep
  ) -> TaskEdit {
    var edit = TaskEdit()
    edit.dueDate = due
    edit.importance = importance
    edit.repeats = repeats
    return edit
  }

  private static let friday = FieldChange<LogicalDate?>.to(LogicalDate("2026-03-06"))
  private static let daily = FieldChange.to(RepeatRule(kind: .daily))
  private static let someday = Start(due: nil)
  private static let high = Start(importance: .high)
  private static let weekly = Start(repeats: RepeatRule(kind: .weekly))

  /// A start, an edit and its end.
  static let invariants: [(Start, TaskEdit, End)] = [
    (someday, edit(importance: .to(.medium)), .due("2026-03-02")),
    (someday, edit(importance: .to(.high)), .due("2026-03-02")),
    (someday, edit(due: friday, importance: .to(.high)), .due("2026-03-06")),
    (someday, edit(importance: .to(.low)), .due(nil)),
    (someday, edit(due: .to(nil), importance: .to(.high)), .due("2026-03-02")),
    (someday, edit(repeats: daily), .refused(.badValue)),
    (someday, edit(due: friday, repeats: daily), .due("2026-03-06")),
    (someday, edit(due: friday), .due("2026-03-06")),
    (high, edit(due: .to(nil)), .refused(.deferral)),
    (high, edit(due: .to(nil), importance: .to(.medium)), .refused(.deferral)),
    (high, edit(due: .to(nil), importance: .to(.low)), .due(nil)),
    (weekly, edit(due: .to(nil)), .refused(.deferral)),
    (weekly, edit(due: .to(nil), repeats: .to(.none)), .due(nil)),
    (weekly, edit(repeats: .to(RepeatRule(kind: .weekly, weekdays: [9]))), .refused(.badValue)),
    (
      weekly, edit(repeats: .to(RepeatRule(kind: .monthly, dayOfMonth: 32))), .refused(.badValue)
    ),
    (Start(), edit(due: .to(nil), repeats: daily), .refused(.deferral)),
    (Start(), edit(due: .to(LogicalDate("2026-03-01"))), .refused(.deferral)),
    (Start(due: "2026-03-09"), edit(due: .to(LogicalDate("2026-03-02"))), .due("2026-03-02")),
    (Start(due: "2026-03-09"), edit(due: .to(LogicalDate("2026-03-01"))), .refused(.deferral)),
  ]

  @Test(arguments: invariants)
  func `importance, repeat and day go together, or nothing changes`(
    start: Start, edit: TaskEdit, end: End
  ) throws {
    let (machine, id) = try machine(start)
    let before = try machine.everything()
    var found: End
    do {
      let receipt = try machine.planner.editTask(id, edit, machine.context)
      found = .due(try machine.task("Report").task.dueDate?.description)
      try machine.planner.undo(receipt, machine.context)
    } catch let error as PlannerError {
      found = .refused(error.code)
      #expect(error.message.hasSuffix("."))
    }
    #expect(found == end)
    // Refused or undone, everything is as it was.
    #expect(try machine.everything() == before)
  }

  @Test(arguments: [
    ("2026-03-02", "2026-03-03", 1), ("2026-03-02", "2026-03-20", 1),
    ("2026-03-03", "2026-03-20", 0), ("2026-03-20", "2026-03-03", 0),
    ("2026-03-20", "2026-03-02", 0), ("2026-03-02", "2026-03-02", 0),
  ])
  func `another day is a deferral only if the task's day had come`(
    from: String, to: String, count: Int
  ) throws {
    let (machine, id) = try machine(Start(due: from))
    var edit = TaskEdit()
    edit.dueDate = .to(try parsed(to))
    _ = try machine.planner.editTask(id, edit, machine.context)
    let detail = try machine.task("Report")
    #expect(detail.task.dueDate == (try parsed(to)))
    #expect(detail.task.deferralCount == count && detail.deferrals.count == count)
  }

  @Test func `every text changes and comes back exactly`() throws {
    let (machine, id) = try machine(Start())
    let label = try machine.planner.addCategory("Garden", machine.context).task
    let before = try machine.task("Report").task
    var edit = TaskEdit()
    edit.title = .to("  Other report ")
    edit.notes = .to("")
    edit.category = .to(label)
    edit.effortMinutes = .to(nil)
    let receipt = try machine.planner.editTask(id, edit, machine.at("2026-03-02T09:00:00Z"))
    let after = try machine.task("Other report").task
    #expect(after.notes == nil && after.effortMinutes == nil && after.category?.id == label)
    try machine.planner.undo(receipt, machine.at("2026-03-02T09:01:00Z"))
    #expect(try machine.task("Report").task == before)
  }

  @Test(arguments: [
    ("", Int?.some(30), String?.none), (" \n", 30, nil),
    (String(repeating: "a", count: 501), 30, nil),
    ("x", 0, nil), ("x", 1441, nil), ("x", -1, nil),
    ("x", 30, String(repeating: "n", count: 256 * 1024 + 1)),
  ])
  func `a text or an estimate that makes no sense changes nothing`(
    title: String, minutes: Int?, notes: String?
  ) throws {
    let (machine, id) = try machine(Start())
    let before = try machine.task("Report").task
    var edit = TaskEdit()
    edit.title = .to(title)
    edit.effortMinutes = .to(minutes)
    edit.notes = .to(notes)
    #expect(throws: PlannerError.self) {
      try machine.planner.editTask(id, edit, machine.context)
    }
    #expect(try machine.task("Report").task == before)
  }

  @Test func `what is the same already is not written again`() throws {
    let (machine, id) = try machine(Start(due: "2026-03-04"))
    var edit = TaskEdit()
    edit.title = .to("Report ")
    edit.notes = .to("first")
    edit.dueDate = .to(try parsed("2026-03-04"))
    edit.effortMinutes = .to(30)
    edit.repeats = .to(.none)
    let change = machine.replica.latestChange
    let receipt = try machine.planner.editTask(id, edit, machine.context)
    #expect(!receipt.changedAnything && machine.replica.latestChange == change)
  }

  @Test func `a task that is over keeps its day, importance and repeat, not its texts`() throws {
    let (machine, id) = try machine(Start())
    _ = try machine.planner.complete(id, machine.context)
    for edit in [
      Self.edit(due: Self.friday), Self.edit(importance: .to(.high)),
      Self.edit(repeats: Self.daily),
    ] {
      #expect(throws: PlannerError.self) {
        try machine.planner.editTask(id, edit, machine.context)
      }
    }
    var edit = TaskEdit()
    edit.title = .to("Done report")
    edit.effortMinutes = .to(45)
    _ = try machine.planner.editTask(id, edit, machine.context)
    #expect(try machine.task("Done report").task.isCompleted)
  }

  @Test func `a raise along with the third deferral stands`() throws {
    let (machine, id) = try machine(Start(importance: .high))
    for day in ["2026-03-03", "2026-03-04"] { try machine.at("\(day)T08:00:00Z") }
    var edit = Self.edit(due: .to(try parsed("2026-03-09")), importance: .to(.medium))
    let preview = try machine.planner.previewPuttingOff(id, machine.context)
    #expect(preview.number == 3 && preview.easesFrom == .high)
    _ = try machine.planner.editTask(id, edit, machine.context)
    let task = try machine.task("Report").task
    #expect(task.deferralCount == 3 && task.importance == .medium && task.easedFrom == nil)
    // Chosen in the same gesture it does not open Someday either.
    edit.dueDate = .to(nil)
    #expect(throws: PlannerError.self) {
      try machine.planner.editTask(id, edit, machine.context)
    }
  }

  @Test func `an unknown label is refused`() throws {
    let (machine, id) = try machine(Start())
    var edit = TaskEdit()
    edit.category = .to(RecordID(high: 1, low: 2))
    #expect(throws: PlannerError.self) {
      try machine.planner.editTask(id, edit, machine.context)
    }
  }

  @Test func `editing the next instance of a repeat leaves the one before alone`() throws {
    let (machine, id) = try machine(Start(repeats: RepeatRule(kind: .daily)))
    _ = try machine.planner.complete(id, machine.context)
    let next = try #require(try machine.planner.nextInstance(after: id, machine.context))
    var edit = TaskEdit()
    edit.title = .to("Tomorrow's report")
    let receipt = try machine.planner.editTask(next.id, edit, machine.context)
    #expect(try machine.task("Report").task.isCompleted)
    #expect(throws: PlannerError.self, "it has begun") {
      try machine.planner.uncomplete(id, machine.context)
    }
    try machine.planner.undo(receipt, machine.context)
    #expect(try machine.planner.nextInstance(after: id, machine.context)?.title == "Report")
  }
}
