import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// The one definition of a day that somebody lived with the planner: whatever is done on one machine
/// on Monday, both machines tell a held day of avoiding from silence by it, and keep a record of it.
@Suite struct EngagementTests {
  private static let monday = "2026-03-02"

  /// One thing that happens on Monday, from 08:00 on, and what follows.
  struct Deed: Sendable, CustomStringConvertible {
    let description: String
    var isEngaged = true
    /// Whether the day has a record; a chosen level is one, though nobody lived the day by it.
    var hasRecord: Bool?
    let act: @Sendable (Machine, Scene) throws -> Void
  }

  /// What there is on Monday morning, and both machines know.
  struct Scene: Sendable {
    let task: RecordID
    let read: RecordID
    let water: RecordID
    let run: RecordID
    let other: RecordID
  }

  static let deeds: [Deed] = [
    Deed(description: "nothing at all", isEngaged: false) { _, _ in },
    Deed(description: "a task completed") { _ = try $0.planner.complete($1.task, $0.context) },
    Deed(description: "a task made", isEngaged: false) { machine, _ in try machine.add("More") },
    Deed(description: "a task dropped", isEngaged: false) {
      _ = try $0.planner.drop($1.task, $0.context)
    },
    Deed(description: "a tick taken back", isEngaged: false) {
      let tick = try $0.planner.complete($1.task, $0.context)
      try $0.planner.undo(tick, $0.context)
    },
    Deed(description: "a habit ticked") { try $0.log(.tick, $1.read) },
    Deed(description: "a habit ticked and not after all", isEngaged: false) {
      try $0.log(.tick, $1.read)
      try $0.log(.untick, $1.read)
    },
    Deed(description: "a glass counted") { try $0.log(.step(1), $1.water) },
    Deed(description: "a glass counted and taken back", isEngaged: false) {
      try $0.log(.step(1), $1.water)
      try $0.log(.step(-1), $1.water)
    },
    Deed(description: "minutes by hand") {
      try $0.planner.addHabitMinutes(5, for: $1.run, $0.context)
    },
    Deed(description: "a slip of another habit") { try $0.log(.slip, $1.other) },
    Deed(description: "another habit held") { try $0.log(.hold, $1.other) },
    Deed(description: "a timer on a task") {
      _ = try $0.planner.beginFocus(onTask: $1.task, $0.context)
    },
    Deed(description: "a timer on a habit") {
      _ = try $0.planner.beginFocus(onHabit: $1.run, $0.context)
    },
    Deed(description: "an Anchor attended") { machine, _ in
      try machine.at("2026-03-02T10:30:00Z")
      try machine.say(.attend, "Walk", on: monday)
    },
    Deed(description: "an Anchor skipped") { machine, _ in
      try machine.say(.skip, "Walk", on: monday)
    },
    Deed(description: "an Anchor left to somebody else") { machine, _ in
      try machine.say(.delegate, "Walk", on: monday)
    },
    Deed(description: "an Anchor put right") { machine, _ in
      try machine.at("2026-03-02T20:00:00Z")
      try machine.say(.correct, "Walk", on: monday)
    },
    Deed(description: "what was said of an Anchor taken back", isEngaged: false) { machine, _ in
      try machine.say(.skip, "Walk", on: monday)
      try machine.say(.undo, "Walk", on: monday)
    },
    Deed(description: "the evening's review closed") { machine, _ in
      try machine.plan(at: "2026-03-02T21:00:00Z")
      try machine.close("2026-03-03")
    },
    Deed(description: "the evening skipped") { machine, _ in
      _ = try machine.planner.skipPlanning(
        of: parsed("2026-03-03"), machine.at("2026-03-02T21:00:00Z"))
    },
    Deed(description: "the evening begun and left", isEngaged: false) { machine, _ in
      try machine.plan(at: "2026-03-02T21:00:00Z")
    },
    Deed(description: "a level chosen", isEngaged: false, hasRecord: true) { machine, _ in
      _ = try machine.planner.setLevel(.low, on: nil, machine.context)
    },
    Deed(description: "yesterday's habit put right, on Tuesday") {
      try $0.at("2026-03-03T09:00:00Z")
      try $0.planner.correctHabit(.done, for: $1.read, on: try parsed(monday), $0.context)
    },
  ]

  @Test(arguments: deeds.indices)
  func `a deed makes the day a lived one, or does not`(row: Int) throws {
    let deed = Self.deeds[row]
    let laptop = try Machine(1, at: "2026-03-01T08:00:00Z")
    let phone = try Machine(2, at: "2026-03-01T08:00:05Z")
    try laptop.habit("Sugar", .avoid, target: 1)
    let scene = Scene(
      task: try laptop.add("Report", due: "2026-03-20"), read: try laptop.habit("Read"),
      water: try laptop.habit("Water", .counted, target: 8),
      run: try laptop.habit("Run", .timed, target: 30),
      other: try laptop.habit("Screens", .avoid, target: 1))
    try laptop.addDaily("Walk", at: "10:00")
    try sync(laptop, phone)
    try laptop.at("2026-03-02T08:00:00Z")
    try deed.act(laptop, scene)
    for machine in [laptop, phone] { try machine.at("2026-03-05T08:00:00Z") }
    try sync(laptop, phone)
    let day = try parsed(Self.monday)
    for machine in [laptop, phone] {
      #expect(
        try machine.cell("Sugar", on: Self.monday) == (deed.isEngaged ? .complete : .empty),
        "\(deed)")
      // A miss is nobody's deed, so the days after are empty whatever was missed on them.
      #expect(try machine.cell("Sugar", on: "2026-03-04") == .empty, "\(deed)")
      let lived = try machine.planner.livedDays(day...day, machine.context)
      #expect(lived.isEmpty == !(deed.hasRecord ?? deed.isEngaged), "\(deed)")
      #expect(try machine.planner.livedDays(day + 2...day + 2, machine.context).isEmpty, "\(deed)")
    }
    try expectAgreement(laptop, phone)
  }
}
