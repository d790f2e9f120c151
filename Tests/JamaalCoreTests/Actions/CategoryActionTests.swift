import JamaalCore
import ReplicaStore
import Testing

@Suite struct CategoryActionTests {
  private func machine() throws -> Machine { try Machine(1, at: "2026-03-02T08:00:00Z") }

  private func names(_ machine: Machine) throws -> [String] {
    try machine.planner.categories(machine.context).categories.map {
      $0.isArchived ? "(\($0.name))" : $0.name
    }
  }

  private func label(_ name: String, _ machine: Machine) throws -> CategoryView {
    try #require(try machine.planner.categories(machine.context).category(named: name))
  }

  @Test(arguments: [
    ("Garden", true), ("  Garden  ", true), (String(repeating: "a", count: 24), true),
    (String(repeating: "a", count: 25), false), ("", false), ("   ", false), ("work", false),
    ("WÖRK", false), ("Wórk", false), ("Famıly", false), ("日本", true),
  ])
  func `a name has 1 to 24 characters and is there once`(name: String, isFine: Bool) throws {
    let machine = try machine()
    let before = try names(machine)
    if isFine {
      let made = try machine.planner.addCategory(name, machine.context)
      #expect(try names(machine).count == 4)
      try machine.planner.undo(made, machine.context)
    } else {
      #expect(throws: PlannerError.self) {
        try machine.planner.addCategory(name, machine.context)
      }
    }
    #expect(try names(machine) == before)
  }

  @Test func `a new label takes the next colour not in use and goes last`() throws {
    let machine = try machine()
    for name in ["Garden", "Boat", "Choir"] {
      try machine.planner.addCategory(name, machine.context)
    }
    let list = try machine.planner.categories(machine.context).categories
    #expect(list.map(\.name) == ["Personal", "Family", "Work", "Garden", "Boat", "Choir"])
    #expect(list.map(\.colorKey) == ["accent", "ochre", "blue", "plum", "slate", "slate"])
  }

  @Test(
    arguments: [
      ("Work", 0, ["Work", "Personal", "Family"]), ("Personal", 2, ["Family", "Work", "Personal"]),
      ("Family", 0, ["Family", "Personal", "Work"]), ("Family", 1, ["Personal", "Family", "Work"]),
      ("Personal", 3, nil), ("Personal", -1, nil),
    ] as [(String, Int, [String]?)])
  func `moving numbers the list anew`(name: String, index: Int, after: [String]?) throws {
    let machine = try machine()
    let before = try names(machine)
    let id = try label(name, machine).id
    guard let after else {
      #expect(throws: PlannerError.self) {
        try machine.planner.moveCategory(id, to: index, machine.context)
      }
      return
    }
    let receipt = try machine.planner.moveCategory(id, to: index, machine.context)
    #expect(try names(machine) == after)
    try machine.planner.undo(receipt, machine.at("2026-03-02T08:01:00Z"))
    #expect(try names(machine) == before)
  }

  @Test func `eight labels are in use at most, and restoring needs room`() throws {
    let machine = try machine()
    let garden = try machine.planner.addCategory("Garden", machine.context).task
    try machine.planner.archiveCategory(garden, machine.context)
    for index in 1...5 { try machine.planner.addCategory("Label \(index)", machine.context) }
    #expect(throws: PlannerError.self) {
      try machine.planner.addCategory("One too many", machine.context)
    }
    #expect(throws: PlannerError.self, "an archived one still has its name") {
      try machine.planner.addCategory("garden", machine.context)
    }
    #expect(throws: PlannerError.self) {
      try machine.planner.restoreCategory(garden, machine.context)
    }
    try machine.planner.archiveCategory(try label("Label 1", machine).id, machine.context)
    try machine.planner.restoreCategory(garden, machine.context)
    #expect(try names(machine).contains("Garden") && names(machine).contains("(Label 1)"))
    #expect(throws: PlannerError.self) {
      try machine.planner.restoreCategory(garden, machine.context)
    }
  }

  @Test func `a task keeps a label that is archived, and a repeat hands it on`() throws {
    let machine = try machine()
    let work = try label("Work", machine).id
    let draft = TaskDraft(
      title: "Report", dueDate: try parsed("2026-03-02"), category: work,
      repeats: RepeatRule(kind: .daily))
    let id = try machine.planner.addTask(draft, machine.context).task
    try machine.planner.archiveCategory(work, machine.context)
    _ = try machine.planner.complete(id, machine.context)
    #expect(try machine.task("Report").task.category?.id == work)
    let next = try machine.planner.nextInstance(after: id, machine.context)
    #expect(next?.category?.id == work && next?.category?.isArchived == true)
  }

  @Test func `labels of one name get every change, on every device`() throws {
    let laptop = try machine()
    let desktop = try Machine(2, at: "2026-03-02T08:00:05Z")
    let first = try laptop.planner.addCategory("Fitness", laptop.context).task
    let second = try desktop.planner.addCategory("fitness", desktop.context).task
    try sync(laptop, desktop)
    #expect(Set(try label("Fitness", laptop).members) == [first, second])
    try laptop.planner.moveCategory(second, to: 0, laptop.at("2026-03-02T09:00:00Z"))
    try laptop.planner.archiveCategory(first, laptop.context)
    let renamed = try laptop.planner.renameCategory(second, to: "Sport", laptop.context)
    try desktop.at("2026-03-02T09:00:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(try names(machine) == ["(Sport)", "Personal", "Family", "Work"])
      #expect(Set(try label("Sport", machine).members) == [first, second])
    }
    try laptop.planner.undo(renamed, laptop.at("2026-03-02T09:01:00Z"))
    try desktop.at("2026-03-02T09:01:00Z")
    try sync(laptop, desktop)
    for machine in [laptop, desktop] {
      #expect(Set(try label("Fitness", machine).members) == [first, second])
    }
  }
}
