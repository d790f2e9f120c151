import JamaalCore
import ReplicaStore
import Testing

@Suite struct TaskChangesTests {
  private func parts(_ changes: [TaskChange], _ field: TaskField) -> [TaskFieldValue] {
    changes.filter { $0.field == field }.map(\.value)
  }

  @Test func `every version tells what it said, when, where and whether it stands`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:00Z")
    let id = try laptop.add("Report", due: "2026-03-02", minutes: 30)
    try sync(laptop, desktop)
    var edit = TaskEdit()
    edit.effortMinutes = .to(45)
    edit.importance = .to(.high)
    _ = try desktop.planner.editTask(id, edit, desktop.at("2026-03-02T09:00:00Z"))
    try laptop.at("2026-03-02T10:00:00Z")
    try sync(laptop, desktop)
    _ = try laptop.planner.putOff(
      id, to: .day(parsed("2026-03-06")), laptop.at("2026-03-02T11:00:00Z"))
    let changes = try laptop.planner.changes(of: id, laptop.context)
    #expect(parts(changes, .minutes) == [.minutes(30), .minutes(45)])
    #expect(parts(changes, .importance) == [.importance(.high)])
    #expect(
      parts(changes, .due) == [.day(LogicalDate("2026-03-02")), .day(LogicalDate("2026-03-06"))])
    #expect(parts(changes, .title) == [.text("Report")])
    let minutes = changes.filter { $0.field == .minutes }
    #expect(minutes.map(\.number) == [1, 2] && minutes.map(\.isCurrent) == [false, true])
    #expect(minutes.map(\.stamp.device) == [laptop.replica.device, desktop.replica.device])
    #expect(try minutes[1].instant == instant("2026-03-02T09:00:00Z"))
    #expect(changes.map(\.stamp) == changes.map(\.stamp).sorted())
  }

  @Test func `what was undone is no change, and a day's end is none either`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02")
    let before = try machine.planner.changes(of: id, machine.context)
    let done = try machine.planner.complete(id, machine.context)
    #expect(try machine.planner.changes(of: id, machine.context).count == before.count + 1)
    try machine.planner.undo(done, machine.context)
    #expect(
      try machine.planner.changes(of: id, machine.at("2026-03-04T08:00:00Z")) == before)
  }

  @Test func `a field gets back what it said`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-04", minutes: 30)
    var edit = TaskEdit()
    edit.effortMinutes = .to(nil)
    edit.importance = .to(.high)
    edit.dueDate = .to(try parsed("2026-03-05"))
    edit.repeats = .to(RepeatRule(kind: .weekly, weekdays: [1, 4]))
    _ = try machine.planner.editTask(id, edit, machine.at("2026-03-02T09:00:00Z"))
    edit.repeats = .to(.none)
    edit.importance = .to(.low)
    _ = try machine.planner.editTask(id, edit, machine.at("2026-03-02T10:00:00Z"))
    let changes = try machine.planner.changes(of: id, machine.context)
    let context = try machine.at("2026-03-02T11:00:00Z")
    for (field, number) in [(TaskField.minutes, 1), (.importance, 1), (.due, 1), (.repeat, 1)] {
      let change = try #require(changes.first { $0.field == field && $0.number == number })
      _ = try machine.planner.restore(change, of: id, context)
    }
    let task = try machine.task("Report").task
    #expect(task.effortMinutes == 30 && task.importance == .high)
    #expect(task.dueDate == (try parsed("2026-03-04")) && task.repeats.weekdays == [1, 4])
  }

  @Test func `a title that was overwritten is known and can be given back`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report")
    for (hour, title) in [("09", "Essay"), ("10", "Novel")] {
      var edit = TaskEdit()
      edit.title = .to(title)
      edit.notes = .to("about a \(title)")
      _ = try machine.planner.editTask(id, edit, machine.at("2026-03-02T\(hour):00:00Z"))
    }
    let changes = try machine.planner.changes(of: id, machine.context)
    #expect(parts(changes, .title) == [.text("Report"), .text("Essay"), .text("Novel")])
    let titles = changes.filter { $0.field == .title }
    #expect(titles.map(\.number) == [1, 2, 3] && titles.map(\.isCurrent) == [false, false, true])
    #expect(parts(changes, .note).last == .text("about a Novel"))
    _ = try machine.planner.restore(titles[0], of: id, machine.at("2026-03-02T11:00:00Z"))
    #expect(try machine.planner.task(id, machine.context).task.title == "Report")
  }

  @Test func `a title that lost against another machine's is known`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let desktop = try Machine(2, at: "2026-03-02T08:00:00Z")
    let id = try laptop.add("Report")
    try sync(laptop, desktop)
    var edit = TaskEdit()
    edit.title = .to("Essay")
    _ = try laptop.planner.editTask(id, edit, laptop.at("2026-03-02T09:00:00Z"))
    edit.title = .to("Novel")
    _ = try desktop.planner.editTask(id, edit, desktop.at("2026-03-02T10:00:00Z"))
    try laptop.at("2026-03-02T10:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      let titles = try machine.planner.changes(of: id, machine.context).filter {
        $0.field == .title
      }
      #expect(titles.last?.value == .text("Novel") && titles.last?.isCurrent == true)
      #expect(titles.contains { $0.value == .text("Essay") && !$0.isCurrent })
    }
  }

  @Test func `a day that has passed and a tick are not restored`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let id = try machine.add("Report", due: "2026-03-02")
    let done = try machine.planner.complete(id, machine.context)
    let changes = try machine.planner.changes(of: id, machine.context)
    try machine.planner.undo(done, machine.context)
    let context = try machine.at("2026-03-04T08:00:00Z")
    for change in changes where change.field == .due || change.field == .done {
      #expect(throws: PlannerError.self) {
        try machine.planner.restore(change, of: id, context)
      }
    }
    #expect(throws: PlannerError.self) {
      try machine.planner.changes(of: RecordID(high: 1, low: 1), context)
    }
  }

  @Test func `an instance that nobody has touched has no changes`() throws {
    let machine = try Machine(1, at: "2026-03-02T08:00:00Z")
    let draft = TaskDraft(
      title: "Water", dueDate: try parsed("2026-03-02"), repeats: RepeatRule(kind: .daily))
    let id = try machine.planner.addTask(draft, machine.context).task
    _ = try machine.planner.complete(id, machine.context)
    #expect(try machine.planner.changes(of: TaskItem.successorID(id), machine.context).isEmpty)
  }
}
