import JamaalCore
import ReplicaStore
import TestSupport
import Testing

@Suite struct UndoTests {
  private func machine(_ seed: UInt64 = 1) throws -> Machine {
    try Machine(seed, at: "2026-03-02T08:00:00Z")
  }

  @Test func `a task that was made is gone again, and stays if it was changed since`() throws {
    let machine = try machine()
    let draft = TaskDraft(title: "Plain", effortMinutes: nil)
    let made = try machine.planner.addTask(draft, machine.context)
    try machine.planner.undo(made, machine.at("2026-03-02T08:01:00Z"))
    #expect(try machine.planner.tasks(includesEnded: true, machine.context).isEmpty)
    try machine.planner.undo(made, machine.at("2026-03-02T08:02:00Z"))

    let again = try machine.planner.addTask(draft, machine.context)
    _ = try machine.planner.appendToNote(
      "typed", of: again.task, machine.at("2026-03-02T08:03:00Z"))
    let error = #expect(throws: PlannerError.self) {
      try machine.planner.undo(again, machine.context)
    }
    #expect(error?.code == .changedSince)
    #expect(try machine.task("Plain").task.notes == "typed")
  }

  @Test func `a task made here and written to elsewhere comes back with what was written`() throws {
    let laptop = try machine()
    let desktop = try machine(2)
    let made = try laptop.planner.addTask(TaskDraft(title: "Shared"), laptop.context)
    try sync(laptop, desktop)
    try laptop.planner.undo(made, laptop.at("2026-03-02T09:00:00Z"))
    _ = try desktop.planner.appendToNote(
      "typed", of: made.task, desktop.at("2026-03-02T10:00:00Z"))
    try laptop.at("2026-03-02T10:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] { #expect(try machine.task("Shared").task.notes == "typed") }
  }

  @Test func `a tick is not taken back once the next instance has begun`() throws {
    let machine = try machine()
    let draft = TaskDraft(
      title: "Water", dueDate: try parsed("2026-03-02"), repeats: RepeatRule(kind: .daily))
    let id = try machine.planner.addTask(draft, machine.context).task
    let done = try machine.planner.complete(id, machine.context)
    let next = TaskItem.successorID(id)
    let put = try machine.planner.putOff(
      next, to: .day(parsed("2026-03-05")), machine.context)
    let error = #expect(throws: PlannerError.self) {
      try machine.planner.undo(done, machine.context)
    }
    #expect(error?.code == .alreadyRepeated)
    // Once that is undone, nothing has begun any more.
    try machine.planner.undo(put, machine.context)
    try machine.planner.undo(done, machine.context)
    #expect(try machine.planner.tasks(machine.context).map(\.id) == [id])
  }

  @Test func `several ticks are one act`() throws {
    let machine = try machine()
    let ids = try ["one", "two", "three"].map { try machine.add($0, due: "2026-03-02") }
    _ = try machine.planner.drop(ids[2], machine.context)
    let before = try machine.everything()
    #expect(throws: PlannerError.self) {
      try machine.planner.complete(ids, machine.context)
    }
    #expect(try machine.everything() == before)
    let receipts = try machine.planner.complete(Array(ids[..<2]), machine.context)
    #expect(try machine.today().isEmpty && receipts.map(\.task) == Array(ids[..<2]))
    try machine.planner.undo(receipts, machine.context)
    #expect(try machine.everything() == before)
  }

  @Test func `the last act survives closing, counts once, and reaches past nothing newer`() throws {
    let machine = try machine()
    #expect(throws: PlannerError.self) { try machine.planner.undoLastAct(machine.context) }
    let id = try machine.add("Report", due: "2026-03-02")
    let put = try machine.planner.putOff(id, to: .quick(parsed("2026-03-03")), machine.context)
    try machine.planner.remember([put], as: "Put off.")
    #expect(try machine.planner.undoLastAct(machine.context).words == "Put off.")
    #expect(try machine.today() == ["Report"])
    #expect(throws: PlannerError.self) { try machine.planner.undoLastAct(machine.context) }

    let done = try machine.planner.complete(id, machine.context)
    try machine.planner.remember([done], as: "Done.")
    try machine.planner.remember([ActionReceipt(unchanged: id)], as: "Nothing.")
    _ = try machine.add("Newer")
    let error = #expect(throws: PlannerError.self) {
      try machine.planner.undoLastAct(machine.context)
    }
    #expect(error?.code == .changedSince && error?.message.contains("Done.") == true)
  }

  @Test func `what other devices wrote does not end the last act`() throws {
    let laptop = try machine()
    let desktop = try machine(2)
    let id = try laptop.add("Report", due: "2026-03-02")
    try sync(laptop, desktop)
    let done = try laptop.planner.complete(id, laptop.context)
    try laptop.planner.remember([done], as: "Done.")
    try desktop.add("Elsewhere", due: "2026-03-02")
    try sync(laptop, desktop)
    _ = try laptop.planner.undoLastAct(laptop.context)
    #expect(Set(try laptop.today()) == ["Report", "Elsewhere"])
  }

  /// Any act is taken back exactly, also after a way through bytes.
  @Test(arguments: 0..<40)
  func `undoing gives back everything that was read`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let machine = try Machine(UInt64(seed) + 1, at: "2026-03-02T08:00:00Z")
    for index in 0..<6 {
      let draft = TaskDraft(
        title: "Task \(index)",
        dueDate: try parsed("2026-03-0\(Int.random(in: 1...6, using: &random))"),
        importance: [.low, .medium, .high].randomElement(using: &random) ?? .low,
        notes: index % 2 == 0 ? "- [ ] box" : nil,
        repeats: index % 3 == 0 ? RepeatRule(kind: .daily) : .none)
      _ = try machine.planner.addTask(draft, machine.context)
    }
    for day in 2...9 {
      let context = try machine.at(
        "2026-03-0\(day)T1\(Int.random(in: 0...9, using: &random)):00:00Z")
      let tasks = try machine.planner.tasks(includesEnded: true, context)
      let before = try machine.everything()
      guard let task = tasks.randomElement(using: &random),
        let receipt = try? Self.act(machine.planner, task, context, &random)
      else { continue }
      if Bool.random(using: &random) { continue }
      let read = try #require(ActionReceipt(encoded: receipt.encoded))
      try machine.planner.undo(read, context)
      #expect(try machine.everything() == before, "seed \(seed), day \(day), \(task.title)")
    }
  }

  private static func act(
    _ planner: Planner, _ task: TaskView, _ context: DayContext, _ random: inout SeededGenerator
  ) throws -> ActionReceipt {
    let today = try planner.tick(context).today
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return try planner.complete(task.id, context)
    case 1: return try planner.uncomplete(task.id, context)
    case 2: return try planner.drop(task.id, context)
    case 3: return try planner.putOff(task.id, to: .day(today + 2), context)
    case 4: return try planner.stopRepeating(task.id, context)
    case 5: return try planner.toggleNoteLine(0, of: task.id, context)
    case 6: return try planner.appendToNote("more", of: task.id, context)
    default:
      var edit = TaskEdit()
      edit.title = .to("Renamed \(Int.random(in: 0..<9, using: &random))")
      edit.effortMinutes = .to([nil, 15, 45].randomElement(using: &random) ?? nil)
      edit.importance = .to(.medium)
      return try planner.editTask(task.id, edit, context)
    }
  }

  @Test func `damaged bytes are no receipt`() throws {
    let machine = try machine()
    let id = try machine.add("Report", due: "2026-03-02", importance: .high)
    var edit = TaskEdit()
    edit.title = .to("Other")
    edit.importance = .to(.low)
    let bytes = try machine.planner.editTask(id, edit, machine.context).encoded
    for count in 0..<bytes.count where ActionReceipt(encoded: Array(bytes[..<count])) != nil {
      // Cut between two values of the former fields it is a shorter receipt; never a trap.
      #expect(count > 20)
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0xFF
      _ = ActionReceipt(encoded: damaged)
    }
  }
}
