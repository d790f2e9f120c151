import JamaalCore
import Testing

@Suite("The settings of the day")
struct DaySettingsTests {
  @Test func `are good to begin with`() {
    #expect(DaySettings().problems.isEmpty)
  }

  @Test(
    arguments: [
      (DaySettings(mediumDayMinutes: 30), []), (DaySettings(mediumDayMinutes: 360), []),
      (DaySettings(mediumDayMinutes: 15), [.normalDayNotOffered]),
      (DaySettings(mediumDayMinutes: 375), [.normalDayNotOffered]),
      (DaySettings(mediumDayMinutes: 100), [.normalDayNotOffered]),
      (DaySettings(mediumDayMinutes: -30), [.normalDayNotOffered]),
      (DaySettings(rolloverMinute: 360), []),
      (DaySettings(rolloverMinute: 361), [.rolloverNotOffered]),
      (DaySettings(rolloverMinute: -1), [.rolloverNotOffered]),
      (DaySettings(dayStartMinute: 180, rolloverMinute: 180), [.rolloverNotBeforeDayStart]),
      (DaySettings(dayStartMinute: 181, rolloverMinute: 180), []),
      (DaySettings(dayStartMinute: 0, rolloverMinute: 0), [.rolloverNotBeforeDayStart]),
      (DaySettings(dayStartMinute: 480, dayEndMinute: 600), []),
      (DaySettings(dayStartMinute: 480, dayEndMinute: 599), [.workingDayTooShort]),
      (DaySettings(dayStartMinute: 1140, dayEndMinute: 480), [.workingDayTooShort]),
      (DaySettings(dayEndMinute: 1440), [.notATimeOfDay]),
      (DaySettings(planningMinute: -1), [.notATimeOfDay]),
      (
        DaySettings(dayStartMinute: Int.min, dayEndMinute: Int.max),
        [.notATimeOfDay, .rolloverNotBeforeDayStart]
      ),
      (
        DaySettings(
          mediumDayMinutes: 0, dayStartMinute: 400, dayEndMinute: 410, rolloverMinute: 500),
        [
          .normalDayNotOffered, .rolloverNotOffered, .rolloverNotBeforeDayStart,
          .workingDayTooShort,
        ]
      ),
    ] as [(DaySettings, [DaySettings.Problem])])
  func `name every rule they break`(settings: DaySettings, problems: [DaySettings.Problem]) {
    #expect(settings.problems == problems)
  }

  @Test(
    arguments: [
      ("12:00", 0, 180, nil), ("03:00", 0, 180, nil), ("02:59", 0, 180, "03:00"),
      ("02:59", 180, 0, "03:00"), ("03:00", 180, 0, nil), ("01:00", 120, 180, "03:00"),
      ("00:00", 0, 360, "06:00"), ("00:30", 90, 90, nil), ("23:59", 360, 0, nil),
    ] as [(String, Int, Int, String?)])
  func `let the rollover change once both times are past`(
    now: String, old: Int, new: Int, waitFor: String?
  ) throws {
    let found = DaySettings.rolloverAvailability(
      at: try #require(WallClock(now)), from: old, to: new)
    let expected: DaySettings.RolloverAvailability =
      if let waitFor { .after(try #require(WallClock(waitFor))) } else { .now }
    #expect(found == expected)
  }

  /// The reason for the rule: at such a time both rollovers give the same day.
  @Test func `never let the day flip when the rollover may change`() throws {
    let paris = try zone("Europe/Paris")
    for date in ["2026-03-29", "2026-06-10", "2026-10-25"] {
      for minute in 0..<1440 {
        let clock = try #require(WallClock(minuteOfDay: minute))
        let moment = paris.instant(of: try day(date), at: clock)
        for (old, new) in [(0, 180), (180, 0), (90, 150), (150, 360)]
        where DaySettings.rolloverAvailability(at: clock, from: old, to: new) == .now {
          let before = DayBoundary(rolloverMinute: old).logicalDate(of: moment, in: paris)
          let after = DayBoundary(rolloverMinute: new).logicalDate(of: moment, in: paris)
          #expect(before == after, "\(date) \(clock), from \(old) to \(new)")
        }
      }
    }
  }

  @Test(arguments: [
    (1200, 1140, 0, false), (1100, 1140, 0, true), (1140, 1140, 0, false), (60, 1140, 180, false),
  ])
  func `note planning before the end of the working day`(
    planning: Int, dayEnd: Int, rollover: Int, isEarly: Bool
  ) {
    let settings = DaySettings(
      dayEndMinute: dayEnd, rolloverMinute: rollover, planningMinute: planning)
    #expect(settings.isPlanningBeforeDayEnd == isEarly)
  }
}
