import JamaalCore
import TestSupport
import Testing

/// Schedules, pauses, times of day and the days that can be put right.
@Suite struct HabitDayTests {
  private func span(_ first: Int, _ last: Int?, _ reason: PauseReason = .other) -> PauseSpan {
    PauseSpan(
      first: LogicalDate(dayNumber: first), last: last.map { LogicalDate(dayNumber: $0) },
      reason: reason)
  }

  @Test(
    arguments: [
      (Set(1...7), "daily"), ([1, 2, 3, 4, 5], "weekdays"), ([1, 3], "custom"), ([6, 7], "custom"),
    ] as [(Set<Int>, String)])
  func `the frequency follows the days`(weekdays: Set<Int>, name: String) {
    #expect(HabitSchedule(weekdays: weekdays).frequency == name)
  }

  @Test func `so many times a week may be any day`() throws {
    let monday = try parsed("2026-03-02")
    let weekly = HabitSchedule(timesPerWeek: 3)
    let fixed = HabitSchedule(weekdays: [1, 3])
    #expect((0..<7).allSatisfy { weekly.includes(monday + $0) })
    #expect((0..<7).filter { fixed.includes(monday + $0) } == [0, 2])
  }

  @Test func `overlapping pauses become one with the longer end`() {
    let cases: [([PauseSpan], [PauseSpan])] = [
      ([span(1, 5), span(4, 9)], [span(1, 9)]),
      ([span(4, 9), span(1, 5)], [span(1, 9)]),
      ([span(1, 9), span(3, 4)], [span(1, 9)]),
      ([span(1, 5), span(5, 6)], [span(1, 6)]),
      ([span(1, 5), span(6, 9)], [span(1, 5), span(6, 9)]),
      ([span(1, nil), span(4, 9)], [span(1, nil)]),
      ([span(4, nil), span(1, 5)], [span(1, nil)]),
      ([span(4, nil), span(1, 2)], [span(1, 2), span(4, nil)]),
      ([span(5, 4)], []),
      ([span(1, 2, .travel), span(2, 9, .illness)], [span(1, 9, .travel)]),
      ([span(1, 2, .travel), span(1, 9, .illness)], [span(1, 9, .illness)]),
    ]
    for (spans, joined) in cases { #expect(HabitPauses(spans).spans == joined, "\(spans)") }
  }

  @Test(arguments: 0..<200)
  func `joining pauses covers the same days, whatever their order`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) + 51)
    let spans = (0..<Int.random(in: 0...7, using: &random)).map { _ in
      let first = Int.random(in: 0...40, using: &random)
      let isOpen = Int.random(in: 0..<8, using: &random) == 0
      return span(first, isOpen ? nil : first + Int.random(in: -2...9, using: &random))
    }
    let pauses = HabitPauses(spans)
    #expect(HabitPauses(spans.shuffled(using: &random)) == pauses, "seed \(seed)")
    for day in (0...60).map({ LogicalDate(dayNumber: $0) }) {
      #expect(pauses.cover(day) == spans.contains { $0.contains(day) }, "seed \(seed)")
    }
    for (left, right) in zip(pauses.spans, pauses.spans.dropFirst()) {
      #expect(left.last.map { $0 < right.first } ?? false, "seed \(seed)")
    }
  }

  /// A time of day and what it is doing at some minutes.
  struct Clock: Sendable {
    let start: String
    let end: String
    var rollover = 0
    let states: [(String, HabitWindowState)]
  }

  static let clocks: [Clock] = [
    Clock(
      start: "06:00", end: "10:00",
      states: [
        ("05:59", .upcoming), ("06:00", .open), ("08:59", .open), ("09:00", .closing),
        ("09:59", .closing), ("10:00", .closed),
      ]),
    // A quarter of half an hour is less than ten minutes.
    Clock(
      start: "07:00", end: "07:30",
      states: [("07:19", .open), ("07:20", .closing), ("07:30", .closed)]),
    // No real end: it never closes.
    Clock(start: "00:00", end: "23:59", states: [("00:00", .open), ("23:59", .open)]),
    Clock(start: "18:00", end: "23:59", states: [("17:59", .upcoming), ("23:59", .open)]),
    // A day that ends at 03:00 has its small hours last.
    Clock(
      start: "22:00", end: "02:00", rollover: 180,
      states: [("21:59", .upcoming), ("22:00", .open), ("01:00", .closing), ("02:00", .closed)]),
    Clock(
      start: "00:00", end: "23:59", rollover: 180, states: [("03:00", .open), ("02:59", .open)]),
    Clock(
      start: "06:00", end: "07:00", rollover: 180,
      states: [("02:00", .closed), ("03:30", .upcoming)]),
  ]

  @Test(arguments: clocks.indices)
  func `a time of day opens, nears its end and closes`(index: Int) throws {
    let clock = Self.clocks[index]
    let times = HabitTimes(
      startMinute: try #require(WallClock(clock.start)).minuteOfDay,
      endMinute: try #require(WallClock(clock.end)).minuteOfDay)
    for (text, state) in clock.states {
      let minute = try #require(WallClock(text)).minuteOfDay
      let ofDay = minute < clock.rollover ? minute + 1440 : minute
      #expect(
        times.state(at: ofDay, DayBoundary(rolloverMinute: clock.rollover)) == state, "\(text)")
    }
  }

  @Test(
    arguments: [
      (0, 30, false, nil), (14, 30, false, nil), (15, 30, false, .tooLongAgo),
      (-1, 30, false, .future), (3, 3, false, nil), (4, 3, false, .beforeItExisted),
      (2, 30, true, .paused),
    ] as [(Int, Int, Bool, HabitCorrectionRule.Refusal?)])
  func `today and fourteen days back can be put right`(
    ago: Int, createdAgo: Int, isPaused: Bool, refusal: HabitCorrectionRule.Refusal?
  ) {
    let today = LogicalDate(dayNumber: 20_000)
    #expect(
      HabitCorrectionRule.refusal(
        today - ago, today: today, created: today - createdAgo, isPaused: isPaused) == refusal)
  }

  @Test(arguments: [1, 2, 5, 6, 26])
  func `a heat map has an even number of whole weeks, the last one today's`(count: Int) throws {
    let day = try parsed("2026-03-05")
    let weeks = HabitWeeks(count, through: day)
    #expect(weeks.mondays.count % 2 == 0 && weeks.mondays.count >= count)
    #expect(weeks.mondays.allSatisfy { $0.weekday == 1 })
    #expect(weeks.mondays.last == (try parsed("2026-03-02")))
    #expect(weeks.days.upperBound == (try parsed("2026-03-08")))
    #expect(weeks.days.count == weeks.mondays.count * 7)
  }

  @Test func `presets fill in the catalogue's values`() throws {
    let byKey = Dictionary(
      HabitPreset.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let quran = try #require(byKey["quran"])
    #expect(quran.kind == .timed && quran.target == 15 && quran.schedule == .daily)
    #expect(quran.effortMinutes == 15 && quran.draft.presetKey == "quran")
    let dhikr = try #require(byKey["dhikr"])
    #expect(dhikr.kind == .counted && dhikr.target == 33)
    for name in ["exercise", "running"] {
      let preset = try #require(byKey[name])
      #expect(preset.schedule == HabitSchedule(timesPerWeek: 3) && preset.target == 30)
      #expect(preset.draft.windows[0].effortMinutes == 30)
    }
    #expect(byKey["water"]?.draft.presetKey == nil)
    #expect(byKey["walk"]?.kind == .timed)
  }
}
