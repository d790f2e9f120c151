import JamaalCore
import ReplicaStore

/// Habits and focus sessions beside the tasks of a long life.
struct Rhythms {
  static let habitCount = 10
  static let sessionsADay = 5

  private let planner: Planner
  private var windows: [RecordID] = []
  private var task: RecordID?

  init(_ planner: Planner) {
    self.planner = planner
  }

  /// Makes ten counted habits.
  mutating func addHabits(_ context: DayContext) throws {
    for index in 0..<Self.habitCount {
      var draft = HabitDraft(title: "Habit \(index)")
      draft.kind = .counted
      draft.windows[0].target = 2
      try planner.addHabit(draft, context)
    }
    windows = try planner.habits(context).habits.flatMap { $0.windows.map(\.id) }
  }

  /// Logs every habit once.
  func log(_ context: DayContext) throws {
    for window in windows { try planner.logHabit(.step(2), for: window, context) }
  }

  /// Times something that is never done, again and again.
  mutating func time(_ at: (Int) -> DayContext) throws {
    for index in 0..<Self.sessionsADay {
      let begin = at(index * 3600)
      let task = try self.task ?? planner.addTask(TaskDraft(title: "A long book"), begin).task
      self.task = task
      _ = try planner.beginFocus(onTask: task, begin)
      _ = try planner.endFocus(.stop, at(index * 3600 + 1500))
    }
  }
}

/// Ten years of habits and of sessions: everything about them worked out anew.
struct RhythmBenchmark {
  private static let days = 3650

  private final class Wall {
    var millis: Int64 = 0
  }

  private let wall = Wall()
  private let start: Instant

  init() {
    guard let start = Instant("2016-06-10T00:00:00Z") else {
      preconditionFailure("a wrong constant")
    }
    self.start = start
  }

  private func at(_ day: Int, _ seconds: Int = 0) -> DayContext {
    let now = start + (day * 86_400 + seconds)
    wall.millis = now.millis
    return DayContext(now: now, zone: .utc)
  }

  private func planner() throws -> Planner {
    let wall = wall
    var ids = SplitMix(state: 29)
    let replica = try Replica(
      path: ":memory:", schema: .planner,
      environment: ReplicaEnvironment(nowMillis: { wall.millis }, random: { ids.next() }))
    return try Planner(replica: replica, zones: ZoneDirectory())
  }

  func run(_ report: inout Report) throws {
    let habits = try planner()
    var rhythms = Rhythms(habits)
    try rhythms.addHabits(at(0, 60))
    try report.time("36,500 habit entries, made") {
      for day in 0..<Self.days { try rhythms.log(at(day, 12 * 3600)) }
    }
    let sessions = try planner()
    var timer = Rhythms(sessions)
    try report.time("18,250 sessions, made") {
      for day in 0..<Self.days { try timer.time { at(day, 8 * 3600 + $0) } }
    }
    let context = at(Self.days, 9 * 3600)
    for _ in 0..<3 {
      try report.time("36,500 habit entries, rebuilt") { _ = try habits.rebuild(context) }
      try report.time("18,250 sessions, rebuilt") { _ = try sessions.rebuild(context) }
      try report.time("today's habits") { _ = try habits.todayHabits(context) }
      try report.time("all habits with their weeks") { _ = try habits.habits(context) }
    }
    for name in ["36,500 habit entries, made", "18,250 sessions, made"] {
      report.line("\(name), processor", report.median("\(name), processor") * 1000, "ms", "told")
    }
    for (name, goal) in [
      ("36,500 habit entries, rebuilt", "under 1000"), ("18,250 sessions, rebuilt", "under 1000"),
      ("today's habits", "under 10"), ("all habits with their weeks", "under 20"),
    ] {
      report.line(name, report.median(name) * 1000, "ms", goal)
      let used = "\(name), processor"
      report.line(used, report.median(used) * 1000, "ms", goal)
    }
  }
}
