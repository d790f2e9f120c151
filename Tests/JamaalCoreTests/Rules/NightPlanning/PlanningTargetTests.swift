import JamaalCore
import Testing

@Suite struct PlanningTargetTests {
  private static func target(
    _ now: Instant, rollover: Int = 0, dayStart: Int = 480, zone: TimeZoneRules = .utc
  ) -> LogicalDate {
    let settings = DaySettings(dayStartMinute: dayStart, rolloverMinute: rollover)
    return PlanningTarget(now: now, settings: settings, zone: zone).forDate
  }

  @Test(
    arguments: [
      // An evening plans tomorrow.
      (clock(20), 0, 480, 1), (clock(23), 0, 480, 1), (clock(23, 59), 0, 480, 1),
      // After midnight it is the morning about to come, whether that day has begun or not.
      (clock(0, 30, day: 1), 0, 480, 1), (clock(0, 30, day: 1), 180, 480, 1),
      (clock(3, 0, day: 1), 180, 480, 1),
      // Up to the start of the working day, which itself is no longer in the future.
      (clock(7, 59, day: 1), 0, 480, 1), (clock(8, 0, day: 1), 0, 480, 2),
      (clock(12, 0, day: 1), 0, 480, 2),
      // People who work at night.
      (clock(13, 59), 360, 840, 0), (clock(14), 360, 840, 1), (clock(5, 0, day: 1), 360, 840, 1),
    ])
  func `the planned day is the first whose work has not begun`(
    now: Instant, rollover: Int, dayStart: Int, day: Int
  ) {
    #expect(Self.target(now, rollover: rollover, dayStart: dayStart) == date(day))
  }

  @Test func `the day before the planned one is under review`() {
    #expect(PlanningTarget(forDate: date(5)).reviewedDay == date(4))
  }

  @Test(arguments: [
    ("2026-03-29T04:59:59Z", "2026-03-29"), ("2026-03-29T05:00:00Z", "2026-03-29"),
    ("2026-03-29T05:59:59Z", "2026-03-29"), ("2026-03-29T06:00:00Z", "2026-03-30"),
    ("2026-10-25T06:59:59Z", "2026-10-25"), ("2026-10-25T07:00:00Z", "2026-10-26"),
  ])
  func `the start of the working day is what clocks show`(now: String, forDate: String) throws {
    let paris = try zone("Europe/Paris")
    #expect(try Self.target(try instant(now), zone: paris) == day(forDate))
  }

  @Test func `a working day whose start the clocks skip begins when they do`() throws {
    // Clocks in Paris went from 02:00 to 03:00.
    let paris = try zone("Europe/Paris")
    let change = try instant("2026-03-29T01:00:00Z")
    #expect(try Self.target(change - 1, dayStart: 150, zone: paris) == day("2026-03-29"))
    #expect(try Self.target(change, dayStart: 150, zone: paris) == day("2026-03-30"))
  }

  private static func isPrompted(
    _ now: Instant, planning: Int = 1200, rollover: Int = 0, _ sessions: [PlanningSession] = []
  ) -> Bool {
    EveningPrompt.isDue(
      at: now, settings: DaySettings(rolloverMinute: rollover, planningMinute: planning),
      zone: .utc, sessions: sessions)
  }

  @Test(
    arguments: [
      (clock(19, 59), 1200, 0, false), (clock(20), 1200, 0, true), (clock(23, 59), 1200, 0, true),
      // It survives midnight, up to the start of the planned day's work.
      (clock(0, 30, day: 1), 1200, 0, true), (clock(7, 59, day: 1), 1200, 0, true),
      (clock(8, 0, day: 1), 1200, 0, false), (clock(12, 0, day: 1), 1200, 0, false),
      // A planning time before the rollover is in the night after the day.
      (clock(23, 59), 30, 180, false), (clock(0, 29, day: 1), 30, 180, false),
      (clock(0, 30, day: 1), 30, 180, true), (clock(8, 0, day: 1), 30, 180, false),
      // The same time with days that end at midnight is the start of the day.
      (clock(0, 29, day: 1), 30, 0, true), (clock(8, 0, day: 1), 30, 0, true),
    ])
  func `the evening's row is there from the planning time until the next day's work`(
    now: Instant, planning: Int, rollover: Int, isDue: Bool
  ) {
    #expect(Self.isPrompted(now, planning: planning, rollover: rollover) == isDue)
  }

  @Test(
    arguments: [
      (PlanningSession(forDate: date(1)), true),
      (PlanningSession(forDate: date(1), currentStep: .load), true),
      (PlanningSession(forDate: date(1), currentStep: .close, isComplete: true), false),
      (PlanningSession(forDate: date(1), currentStep: .build, isComplete: true), false),
      (PlanningSession(forDate: date(1), skippedAt: clock(20)), false),
      (PlanningSession(forDate: date(0), currentStep: .close, isComplete: true), true),
      (PlanningSession(forDate: date(2), skippedAt: clock(20)), true),
    ])
  func `a night that is planned or skipped is not prompted again`(
    session: PlanningSession, isDue: Bool
  ) {
    #expect(Self.isPrompted(clock(21), [session]) == isDue)
    #expect(Self.isPrompted(clock(1, 0, day: 1), [session]) == isDue)
  }

  @Test(
    arguments: [
      ([], nil, true),
      ([PlanningSession(forDate: date(0), skippedAt: clock(22, day: -1))], nil, true),
      ([PlanningSession(forDate: date(0), currentStep: .load)], nil, true),
      ([PlanningSession(forDate: date(0), currentStep: .close, isComplete: true)], nil, false),
      ([PlanningSession(forDate: date(1), currentStep: .close, isComplete: true)], nil, true),
      ([], 0, false), ([], -1, true),
    ] as [([PlanningSession], Int?, Bool)])
  func `the morning card is there once a day, as long as no plan for it is confirmed`(
    sessions: [PlanningSession], putAwayOn: Int?, isDue: Bool
  ) {
    #expect(
      MorningCard.isDue(
        workingDay(), at: clock(9), sessions: sessions, putAwayOn: putAwayOn.map(date)) == isDue)
  }

  @Test(arguments: [(clock(0), true), (clock(18, 59), true), (clock(19), false)])
  func `the morning card goes when the working day ends`(now: Instant, isDue: Bool) {
    #expect(MorningCard.isDue(workingDay(), at: now, sessions: [], putAwayOn: nil) == isDue)
  }
}
