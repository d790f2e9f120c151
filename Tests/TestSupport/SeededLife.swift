import JamaalCore
import ReplicaStore

/// A made-up life with everything the planner knows: the same on every machine, in every build.
///
/// Two homes in two zones, tasks, the four kinds of habits, rules with prayers at two latitudes,
/// one-offs, the timer, planned evenings. What follows from it is a digest to compare builds by.
package final class SeededLife {
  private final class Wall {
    var millis: Int64 = 0
  }

  /// How long it lasts: over a change of clocks and into the white nights.
  private static let dayCount = 100

  /// The digest of seed 7: a new one only with a change of what follows from facts.
  package static let expectedDigest =
    "b33d0683db2ff2af62ed581025fd8423f99f9834c6961ab716dede66d03121f8"

  private let wall = Wall()
  private let planner: Planner
  private let start: Instant
  private let homes: [TimeZoneRules]
  private var random: SeededGenerator

  private init(seed: UInt64) throws {
    let wall = wall
    var ids = SeededGenerator(seed: seed &+ 1)
    random = SeededGenerator(seed: seed)
    guard let start = Instant("2026-03-10T00:00:00Z") else {
      preconditionFailure("a wrong constant")
    }
    self.start = start
    let zones = ZoneDirectory()
    homes = [try zones.rules(for: "Europe/London"), try zones.rules(for: "Asia/Kuala_Lumpur")]
    wall.millis = start.millis
    let replica = try Replica(
      path: ":memory:", schema: .planner,
      environment: ReplicaEnvironment(nowMillis: { wall.millis }, random: { ids.next() }))
    planner = try Planner(replica: replica, zones: zones)
  }

  /// Lives it, and works out what follows.
  ///
  /// - Parameter seed: Decides everything.
  /// - Returns: The digest of all consequences in 64 hexadecimal digits.
  /// - Throws: What the planner throws other than refusals.
  package static func digest(seed: UInt64) throws -> String {
    let life = try SeededLife(seed: seed)
    try life.begin()
    for day in 0..<dayCount { try life.live(day) }
    let context = life.at(dayCount, 9 * 60)
    let kept = try life.planner.consequences(context)
    try life.planner.rebuild(context)
    let rebuilt = try life.planner.consequences(context)
    precondition(kept == rebuilt, "a rebuild differs")
    return kept.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0\(digits)" : digits
    }.joined()
  }

  /// A minute of a day, in the home of that month.
  private func at(_ day: Int, _ minute: Int) -> DayContext {
    let now = start + (day * 86_400 + minute * 60)
    wall.millis = now.millis
    return DayContext(now: now, zone: homes[day / 30 % homes.count])
  }

  private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  /// What the planner refuses has no effect, and is part of a life.
  private func attempt(_ act: () throws -> Void) throws {
    do { try act() } catch is PlannerError {}
  }

  private func begin() throws {
    let context = at(0, 8 * 60)
    let today = try planner.tick(context).today
    let kinds: [(String, HabitKind, Int)] = [
      ("Read", .binary, 1), ("Water", .counted, 8), ("Run", .timed, 30), ("Sugar", .avoid, 1),
    ]
    for (title, kind, target) in kinds {
      var draft = HabitDraft(title: title)
      draft.kind = kind
      draft.windows[0].target = target
      try planner.addHabit(draft, context)
    }
    for (latitude, longitude) in [(51.51, -0.13), (60.17, 24.94)] {
      guard let point = Coordinates(latitude: latitude, longitude: longitude) else { continue }
      let place = PrayerPlace(mode: .manual, coordinates: point, name: "Home")
      _ = try planner.addPrayers(PrayerRuleDraft(country: "GB", place: place), context)
    }
    _ = try planner.addAnchorRule(.schoolRun(), context)
    _ = try planner.addAnchorRule(.binNight(weekday: 4), context)
    _ = try planner.addAnchorRule(
      .plantWatering(["Fern", "Cactus"], minDays: 3, maxDays: 5, last: today), context)
  }

  private func live(_ day: Int) throws {
    try addTasks(day)
    try logHabits(day)
    try minuteByMinute(day)
    try planEvening(day)
  }

  private func addTasks(_ day: Int) throws {
    let context = at(day, 8 * 60 + 1)
    let today = try planner.tick(context).today
    for index in 0..<Int.random(in: 0...3, using: &random) {
      var draft = TaskDraft(
        title: "Task \(day).\(index)", dueDate: today + Int.random(in: 0...2, using: &random),
        effortMinutes: [15, 30, 60].randomElement(using: &random))
      if chance(20) { draft.importance = .high }
      if chance(5) { draft.repeats = RepeatRule(kind: .daily) }
      _ = try planner.addTask(draft, context)
    }
    if day % 20 == 7 {
      let start = context.now + 6 * 3600
      let draft = OneOffDraft(title: "One-off \(day)", start: start, end: start + 3600)
      _ = try planner.addOneOff(draft, context)
    }
  }

  private func logHabits(_ day: Int) throws {
    let context = at(day, 12 * 60)
    let today = try planner.tick(context).today
    for habit in try planner.habits(context).habits {
      guard let window = habit.windows.first?.id else { continue }
      let isCorrection = chance(10)
      try attempt {
        switch habit.kind {
        case .binary where chance(70): try planner.logHabit(.tick, for: window, context)
        case .counted where isCorrection:
          try planner.correctHabit(.count(5), for: window, on: today - 1, context)
        case .counted: try planner.logHabit(.step(3), for: window, context)
        case .timed where chance(40): try planner.addHabitMinutes(20, for: window, context)
        case .avoid: try planner.logHabit(chance(30) ? .slip : .hold, for: window, context)
        default: break
        }
      }
      if day % 25 == 11, habit.kind == .binary {
        try attempt { try planner.pauseHabit(habit.id, from: today, through: today + 3, context) }
      }
    }
  }

  /// The timer, Anchors and ticks, at odd minutes, also after midnight.
  private func minuteByMinute(_ day: Int) throws {
    for hour in [13, 15, 18, 21, 24] {
      let context = at(day, hour * 60 + Int.random(in: 0..<50, using: &random))
      for item in try planner.todayAnchors(context).items {
        guard chance(50), let action = item.actions.first else { continue }
        try attempt { _ = try planner.say(action, of: item.id, context) }
      }
      let tasks = try planner.today(context).shown
      if try planner.focus(context) != nil {
        let ending: FocusEnding = chance(50) ? .done : chance(50) ? .stop : .putOff()
        try attempt { _ = try planner.endFocus(ending, context) }
      } else if let task = tasks.randomElement(using: &random) {
        try attempt { _ = try planner.beginFocus(onTask: task.id, context) }
      }
      if chance(50), let task = tasks.last {
        try attempt { _ = try planner.complete(task.id, context) }
      }
    }
  }

  private func planEvening(_ day: Int) throws {
    guard chance(70) else { return }
    let context = at(day, 24 * 60 + 55)
    try attempt {
      guard let date = try planner.openPlanning(context).session?.forDate else { return }
      var step = PlanningStep.review
      while step != .close {
        step = try planner.continuePlanning(of: date, context).session?.currentStep ?? .close
      }
      _ = try planner.closePlanning(of: date, context)
    }
  }
}
