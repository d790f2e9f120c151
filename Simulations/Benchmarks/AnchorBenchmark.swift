import JamaalCore
import ReplicaStore

/// Ten years of prayers, school runs, bins and plants: everything about them, worked out anew.
struct AnchorBenchmark {
  private static let years = 10
  private static let days = 3652

  private final class Wall {
    var millis: Int64 = 0
  }

  private let wall = Wall()
  private let planner: Planner
  private let start: Instant
  private let zone: TimeZoneRules

  init() throws {
    let wall = wall
    var ids = SplitMix(state: 23)
    guard let start = Instant("2016-06-10T00:00:00Z") else {
      preconditionFailure("a wrong constant")
    }
    self.start = start
    zone = try ZoneDirectory().rules(for: "Europe/London")
    let replica = try Replica(
      path: ":memory:", schema: .planner,
      environment: ReplicaEnvironment(nowMillis: { wall.millis }, random: { ids.next() }))
    planner = try Planner(replica: replica, zones: ZoneDirectory())
  }

  private func at(_ day: Int, _ seconds: Int = 0) -> DayContext {
    let now = start + (day * 86_400 + seconds)
    wall.millis = now.millis
    return DayContext(now: now, zone: zone)
  }

  /// Lives ten years: one edit a season, one decision a day.
  private func live() throws {
    guard let london = Coordinates(latitude: 51.51, longitude: -0.13) else { return }
    let context = at(0, 60)
    let place = PrayerPlace(mode: .manual, coordinates: london, name: "London")
    var prayers = PrayerRuleDraft(country: "GB", place: place)
    let rule = try planner.addPrayers(prayers, context).id
    _ = try planner.addAnchorRule(.schoolRun(), context)
    _ = try planner.addAnchorRule(.binNight(weekday: 4), context)
    let today = try planner.tick(context).today
    _ = try planner.addAnchorRule(
      .plantWatering(["Fern", "Cactus"], minDays: 3, maxDays: 5, last: today), context)
    for day in 0..<Self.days {
      let noon = at(day, 12 * 3600 + 1800)
      if day % 90 == 45 {
        prayers.effortMinutes = 5 + day % 20
        _ = try planner.changePrayers(rule, to: prayers, noon)
      }
      let open = try planner.todayAnchors(noon).items.first { $0.actions.contains(.attend) }
      if let open { _ = try planner.say(.attend, of: open.id, noon) }
    }
  }

  func run(_ report: inout Report) throws {
    try live()
    let context = at(Self.days, 9 * 3600)
    let today = try planner.tick(context).today
    var count = 0
    for _ in 0..<5 {
      try report.time("ten years of Anchors, rebuilt and read") {
        try planner.rebuild(context)
        count = try planner.anchors(on: today - Self.days...today, context).count
      }
      try report.time("today's Anchors after ten years") {
        _ = try planner.todayAnchors(context)
      }
    }
    guard let london = Coordinates(latitude: 51.51, longitude: -0.13) else { return }
    var windows = 0
    for round in 0..<5 {
      report.time("a year of prayer windows") {
        windows += PrayerSchedule(place: london).days(today + round...today + round + 364).count
      }
    }
    precondition(windows == 5 * 365 && count > 20_000, "something is missing")
    for (name, goal) in [
      ("ten years of Anchors, rebuilt and read", "under 1000"),
      ("today's Anchors after ten years", "under 10"), ("a year of prayer windows", "under 50"),
    ] {
      report.line(name, report.median(name) * 1000, "ms", goal)
    }
  }
}
