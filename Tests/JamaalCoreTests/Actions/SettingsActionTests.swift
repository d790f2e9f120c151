import JamaalCore
import ReplicaStore
import Testing

@Suite struct SettingsActionTests {
  private static func change(
    _ path: any WritableKeyPath<UserSettings, Int> & Sendable, _ value: Int
  ) -> @Sendable (inout UserSettings) -> Void {
    { $0[keyPath: path] = value }
  }

  /// A change, and whether it is allowed at noon.
  static let changes: [(String, @Sendable (inout UserSettings) -> Void, Bool)] = [
    ("normal day 30", change(\.mediumDayMinutes, 30), true),
    ("normal day 360", change(\.mediumDayMinutes, 360), true),
    ("normal day 15", change(\.mediumDayMinutes, 15), false),
    ("normal day 375", change(\.mediumDayMinutes, 375), false),
    ("normal day 100", change(\.mediumDayMinutes, 100), false),
    ("day start 17:00", change(\.dayStartMinute, 1020), true),
    ("day start 17:01", change(\.dayStartMinute, 1021), false),
    ("day start 24:00", change(\.dayStartMinute, 1440), false),
    ("day end 10:00", change(\.dayEndMinute, 600), true),
    ("day end 09:59", change(\.dayEndMinute, 599), false),
    ("rollover 06:00", change(\.rolloverMinute, 360), true),
    ("rollover 06:01", change(\.rolloverMinute, 361), false),
    ("rollover -1", change(\.rolloverMinute, -1), false),
    ("planning 00:30", change(\.planningMinute, 30), true),
    ("planning 24:00", change(\.planningMinute, 1440), false),
    ("morning 23:59", change(\.morningMinute, 1439), true),
    ("morning -1", change(\.morningMinute, -1), false),
    ("morning far off", change(\.morningMinute, .max), false),
    ("day start far off", change(\.dayStartMinute, .min), false),
  ]

  @Test(arguments: changes.indices)
  func `a change that breaks a rule is refused in words, any other can be undone`(
    index: Int
  ) throws {
    let (name, change, isFine) = Self.changes[index]
    let machine = try Machine(1, at: "2026-03-02T12:00:00Z")
    let before = try machine.planner.settings(machine.context)
    if isFine {
      let receipt = try machine.planner.changeSettings(machine.context, change)
      #expect(try machine.planner.settings(machine.context) != before, "\(name)")
      try machine.planner.undo(receipt, machine.at("2026-03-02T12:01:00Z"))
    } else {
      let error = #expect(throws: PlannerError.self, "\(name)") {
        try machine.planner.changeSettings(machine.context, change)
      }
      #expect(error?.code == .badValue && error?.message.hasSuffix(".") == true)
    }
    #expect(try machine.planner.settings(machine.context) == before, "\(name)")
  }

  @Test func `a rollover at or after the start of the working day is refused`() throws {
    let machine = try Machine(1, at: "2026-03-02T12:00:00Z")
    try machine.planner.changeSettings(machine.context) { $0.dayStartMinute = 300 }
    #expect(throws: PlannerError.self) {
      try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = 300 }
    }
    try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = 299 }
  }

  @Test(
    arguments: [
      ("00:00", 0, 180, "03:00"), ("02:59", 0, 180, "03:00"), ("03:00", 0, 180, nil),
      ("12:00", 0, 180, nil), ("02:00", 180, 0, "03:00"), ("03:00", 180, 0, nil),
      ("04:00", 180, 300, "05:00"), ("05:00", 180, 300, nil), ("23:59", 0, 360, nil),
    ] as [(String, Int, Int, String?)])
  func `the rollover changes only when both times are past`(
    now: String, old: Int, new: Int, after: String?
  ) throws {
    let machine = try Machine(1, at: "2026-03-02T12:00:00Z")
    try machine.planner.changeSettings(machine.context) { $0.rolloverMinute = old }
    let context = try machine.at("2026-03-03T\(now):00Z")
    let today = try machine.planner.tick(context).today
    guard let after else {
      try machine.planner.changeSettings(context) { $0.rolloverMinute = new }
      #expect(try machine.planner.tick(context).today == today)
      return
    }
    let error = #expect(throws: PlannerError.self) {
      try machine.planner.changeSettings(context) { $0.rolloverMinute = new }
    }
    #expect(error?.code == .notNow && error?.message.contains(after) == true)
  }

  @Test func `weekday levels are what days begin with, each on its own`() throws {
    let machine = try Machine(1, at: "2026-03-02T12:00:00Z")
    let defaults: [CapacityLevel] = [.medium, .medium, .medium, .medium, .medium, .low, .low]
    for (offset, level) in defaults.enumerated() {
      let context = try machine.at("2026-03-0\(2 + offset)T12:00:00Z")
      #expect(try machine.planner.today(context).level == level)
    }
    let context = try machine.at("2026-03-09T12:00:00Z")
    let receipt = try machine.planner.changeSettings(context) { $0.mondayLevel = .high }
    #expect(try machine.planner.today(context).level == .high)
    let chosen = try machine.planner.setLevel(.low, context)
    #expect(try machine.planner.today(context).level == .low)
    try machine.planner.undo(chosen, context)
    #expect(try machine.planner.today(context).level == .high)
    try machine.planner.undo(receipt, context)
    #expect(try machine.planner.today(context).level == .medium)
  }

  @Test func `of several first launches the earliest counts, on every machine`() throws {
    let laptop = try Machine(1, at: "2026-03-02T08:00:00Z")
    let phone = try Machine(2, at: "2026-03-01T20:00:00Z")
    for machine in [laptop, phone] { try machine.planner.noteFirstLaunch(machine.context) }
    let before = laptop.replica.latestChange
    try laptop.planner.noteFirstLaunch(laptop.at("2026-03-02T09:00:00Z"))
    #expect(laptop.replica.latestChange == before, "once is enough")
    try phone.at("2026-03-02T09:00:00Z")
    try sync(laptop, phone)
    for machine in [laptop, phone] {
      let settings = try machine.planner.settings(machine.context)
      #expect(try settings.firstLaunchAt == instant("2026-03-01T20:00:00Z"))
      #expect(try settings.createdAt == instant("2026-03-01T20:00:00Z"))
      #expect(settings.onboardingCompletedAt == nil)
    }
    try expectAgreement(laptop, phone)
  }
}
