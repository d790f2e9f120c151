import JamaalCore
import ReplicaStore
import SQLite

/// A replica as somebody has it who has planned every day for ten years.
///
/// Every evening the next day is planned. 29,000 tasks are done, a tenth of them after having been put off; 1,000 are open, 25 of those
/// due today. Lived through day by day with the planner's own actions, so that every consequence
/// is there as a device would have it.
struct TenYears {
  private static let dayCount = 3650
  private static let doneCount = 29_000
  private static let openCount = 1000
  private static let dueTodayCount = 25

  /// The morning on which the replica is looked at: a value for `JAMAAL_NOW`.
  static let morning = "2026-06-10T09:00:00Z"

  private final class Wall {
    var millis: Int64 = 0
  }

  private let wall = Wall()
  private let planner: Planner
  private var random = SplitMix(state: 7)
  private var rhythms: Rhythms?

  private static let words = [
    "call", "write", "the bank", "letter", "garden", "tax", "return", "plan", "kitchen", "shelf",
    "school", "form", "doctor", "appointment", "birthday", "present", "report", "review", "bicycle",
  ]

  /// Makes the file `replica.db` in a directory.
  ///
  /// - Parameters:
  ///   - directory: A directory that exists and has no replica.
  ///   - withRhythms: Whether there are also prayers, school runs, ten habits and the timer.
  /// - Throws: What the replica or the planner throws.
  static func make(in directory: String, withRhythms: Bool = false) throws {
    var years = try TenYears()
    if withRhythms { years.rhythms = Rhythms(years.planner) }
    try years.live()
    // Written in memory, since nobody waits for a disk sixty thousand times here.
    try years.planner.replica.database.execute("VACUUM INTO '\(directory)/replica.db'")
  }

  private init() throws {
    let wall = wall
    var ids = SplitMix(state: 11)
    let replica = try Replica(
      path: ":memory:", schema: .planner,
      environment: ReplicaEnvironment(nowMillis: { wall.millis }, random: { ids.next() }))
    try replica.rename("BENCH")
    planner = try Planner(replica: replica, zones: ZoneDirectory())
  }

  private mutating func live() throws {
    guard let end = Instant(Self.morning) else { preconditionFailure("a wrong constant") }
    let categories = try planner.categories(at(end.millis - 3651 * 86_400_000)).categories
    var waiting: [RecordID] = []
    let first = at(end.millis - Int64(Self.dayCount) * 86_400_000)
    var rhythms = rhythms
    try rhythms?.addHabits(first)
    if rhythms != nil { try addAnchors(first) }
    for day in 0..<Self.dayCount {
      let morning = end.millis - Int64(Self.dayCount - day) * 86_400_000
      let count = Self.doneCount * (day + 1) / Self.dayCount - Self.doneCount * day / Self.dayCount
      let today = try planner.tick(at(morning)).today
      // What yesterday left over is done first thing today.
      for id in waiting { _ = try planner.complete(id, at(morning)) }
      waiting = []
      for index in 0..<count {
        let moment = at(morning + Int64(index) * 60_000)
        let id = try add(due: today, categories[index % categories.count].id, moment)
        if random.next() % 10 == 0 {
          waiting.append(id)
        } else {
          _ = try planner.complete(id, moment)
        }
      }
      try rhythms?.log(at(morning + 3_600_000))
      try rhythms?.time { at(morning + 3_600_000 + Int64($0) * 1000) }
      try planEvening(at(morning + 43_200_000))
      if day % 30 == 0 { _ = try planner.replica.seal() }
    }
    try addOpen(at(end.millis - 3_600_000), categories)
    _ = try planner.replica.seal()
    try planner.tick(at(end.millis))
  }

  private func addAnchors(_ context: DayContext) throws {
    guard let london = Coordinates(latitude: 51.51, longitude: -0.13) else { return }
    let place = PrayerPlace(mode: .manual, coordinates: london, name: "London")
    _ = try planner.addPrayers(PrayerRuleDraft(country: "GB", place: place), context)
    _ = try planner.addAnchorRule(.schoolRun(), context)
  }

  /// Plans the next day: what is left over is kept, the plan is confirmed.
  private func planEvening(_ moment: DayContext) throws {
    guard let date = try planner.openPlanning(moment).session?.forDate else { return }
    var step = PlanningStep.review
    while step != .close {
      step = try planner.continuePlanning(of: date, moment).session?.currentStep ?? .close
    }
    _ = try planner.closePlanning(of: date, moment)
  }

  private mutating func addOpen(_ moment: DayContext, _ categories: [CategoryView]) throws {
    let today = try planner.tick(moment).today
    for index in 0..<Self.openCount {
      let due: LogicalDate? =
        index < Self.dueTodayCount ? today : index % 4 == 0 ? nil : today + 1 + index % 200
      _ = try add(due: due, categories[index % categories.count].id, moment)
    }
  }

  private mutating func add(
    due: LogicalDate?, _ category: RecordID, _ moment: DayContext
  ) throws -> RecordID {
    let pick = { (random: inout SplitMix) in
      Self.words[Int(random.next() % UInt64(Self.words.count))]
    }
    let title = "\(pick(&random)) \(pick(&random)) \(pick(&random))"
    let isImportant = due != nil && random.next() % 5 == 0
    let draft = TaskDraft(
      title: title, dueDate: due, effortMinutes: [15, 30, 60, 120][Int(random.next() % 4)],
      importance: isImportant ? .high : .low, category: category)
    return try planner.addTask(draft, moment).task
  }

  private func at(_ millis: Int64) -> DayContext {
    wall.millis = millis
    return DayContext(now: Instant(millis: millis), zone: .utc)
  }
}
