import JamaalCore
import ReplicaStore
import Testing

@Suite struct FreeTimeTests {
  private static func free(
    _ commitments: [Commitment] = [], habits: Int = 0, now: Instant? = nil
  ) -> FreeTime {
    FreeTime(workingDay: workingDay(now: now), commitments: commitments, habitMinutes: habits)
  }

  @Test(
    arguments: [
      ([], ["whole day 660"]),
      (
        [commitment("dhuhr", 12, 30, takes: 10), commitment("school", 15, takes: 30)],
        ["before dhuhr 270", "between dhuhr and school 140", "after school 210"]
      ),
      // In any order, and a commitment at an edge leaves no gap there.
      (
        [commitment("late", 18, 30, takes: 30), commitment("early", 8, takes: 60)],
        ["between early and late 570"]
      ),
      // Overlapping ones are one block: the first names the gap before, the one that ends last the
      // gap after.
      (
        [
          commitment("dentist", 10, takes: 90), commitment("call", 10, 30, takes: 15),
          commitment("bins", 11, takes: 40),
        ], ["before dentist 120", "after bins 440"]
      ),
      // One inside another, and two that touch.
      (
        [
          commitment("long", 9, takes: 120), commitment("inside", 9, 30, takes: 10),
          commitment("next", 11, takes: 10),
        ], ["before long 60", "after next 470"]
      ),
      // Only what lies inside the working day counts.
      (
        [commitment("fajr", 5, takes: 10), commitment("isha", 20, 15, takes: 10)],
        ["whole day 660"]
      ),
      (
        [commitment("breakfast", 7, 30, takes: 60), commitment("supper", 18, takes: 120)],
        ["between breakfast and supper 570"]
      ),
      ([commitment("all day", 7, takes: 1440)], []),
      // Nothing to say how long it takes: it takes nothing and cuts nothing.
      ([commitment("vague", 12, takes: nil)], ["whole day 660"]),
      ([commitment("flexible", 12, takes: 30, .flexible)], ["whole day 660"]),
    ] as [([Commitment], [String])])
  func `fixed commitments cut the day into gaps named by what surrounds them`(
    commitments: [Commitment], gaps: [String]
  ) {
    #expect(Self.free(commitments).freeBlocks.map(\.summary) == gaps)
    #expect(Self.free(commitments.reversed()).freeBlocks.map(\.summary) == gaps)
  }

  @Test(
    arguments: [
      ([], 0, 660, 0),
      ([commitment("dhuhr", 12, 30, takes: 10)], 0, 650, 10),
      ([commitment("plants", 12, takes: 25, .flexible)], 40, 595, 65),
      // Overlapping time is taken once.
      ([commitment("a", 10, takes: 60), commitment("b", 10, 30, takes: 60)], 0, 570, 90),
      // Never below nothing.
      ([commitment("a", 8, takes: 600)], 90, 0, 690),
      ([commitment("plants", 12, takes: -5, .flexible)], -40, 660, 0),
    ] as [([Commitment], Int, Int, Int)])
  func `gaps less flexible minutes and habits are free`(
    commitments: [Commitment], habits: Int, free: Int, committed: Int
  ) {
    let time = Self.free(commitments, habits: habits)
    #expect(time.freeMinutes == free)
    #expect(time.committedMinutes == committed)
  }

  @Test(
    arguments: [
      // The window decides, not the effort: what closes before the day's rest or opens after it is
      // out, what overlaps it counts in full.
      (8, 11, 630), (5, 8, 660), (5, 9, 630), (18, 21, 630), (19, 22, 660), (20, 23, 660),
    ])
  func `a flexible commitment counts if its window overlaps the working day`(
    from: Int, to: Int, free: Int
  ) {
    var plants = commitment("plants", from, takes: 30, .flexible)
    plants.windowEnd = clock(to)
    #expect(Self.free([plants]).freeMinutes == free)
  }

  @Test func `what is skipped, delegated or done takes no time`() {
    var school = commitment("school", 15, takes: 30)
    school.takesTime = false
    var plants = commitment("plants", 15, takes: nil, .flexible)
    plants.takesTime = false
    let time = Self.free([school, plants])
    #expect(time.freeMinutes == 660 && time.missingDurations == 0 && time.busyBlocks.isEmpty)
  }

  @Test func `commitments that do not say how long they take are counted`() {
    let time = Self.free([
      commitment("vague", 12, takes: nil), commitment("open", 12, takes: nil, .flexible),
      commitment("clear", 12, takes: 10), commitment("evening", 20, takes: nil),
    ])
    #expect(time.missingDurations == 2)
  }

  @Test(arguments: [(19, false), (20, true), (21, true)])
  func `a gap under twenty minutes is hidden but counts`(minutes: Int, isShown: Bool) {
    let time = Self.free([
      commitment("a", 8, takes: 60), commitment("b", 9, minutes, takes: 601 - minutes),
    ])
    #expect(time.freeBlocks.map(\.minutes) == [minutes])
    #expect(time.shownFreeBlocks.isEmpty == !isShown)
    #expect(time.freeMinutes == minutes)
  }

  @Test(
    arguments: [
      (clock(6), 660), (clock(8), 660), (clock(8, 1), 659), (clock(12), 420),
      (Instant(millis: clock(12).millis + 1), 419), (clock(18, 59), 1), (clock(19), 0),
      (clock(23), 0),
    ])
  func `today starts now, and the minute that has begun is gone`(now: Instant, minutes: Int) {
    #expect(workingDay(now: now).minutes == minutes)
    #expect(workingDay(now: now).isOver == (minutes == 0))
    #expect(Self.free(now: now).freeMinutes == minutes)
    #expect(workingDay(1, now: now).minutes == 660)
  }

  @Test func `what is left of a commitment begins now`() {
    let time = Self.free([commitment("dentist", 11, 30, takes: 60)], now: clock(12))
    #expect(time.freeBlocks.map(\.summary) == ["after dentist 390"])
    #expect(time.busyBlocks.map(\.minutes) == [30])
  }

  @Test(arguments: [
    ("2026-03-29", 120, 20 * 60), ("2026-03-28", 120, 21 * 60), ("2026-10-25", 120, 22 * 60),
  ])
  func `a working day is as long as the time that passes`(
    text: String, start: Int, minutes: Int
  ) throws {
    let settings = DaySettings(dayStartMinute: start, dayEndMinute: 23 * 60)
    let working = WorkingDay(
      date: try day(text), settings: settings, zone: try zone("Europe/Paris"))
    #expect(working.minutes == minutes)
  }

  @Test func `the first of the longest gaps is the longest`() {
    let time = Self.free([commitment("noon", 13, takes: 60), commitment("late", 19, takes: 10)])
    #expect(time.freeBlocks.map(\.minutes) == [300, 300])
    #expect(time.longestFreeBlock?.summary == "before noon 300")
    #expect(Self.free(now: clock(20)).longestFreeBlock == nil)
  }

  @Test(
    arguments: [(270, true), (271, false), (nil, true), (0, true)] as [(Int?, Bool)])
  func `a task longer than the longest gap does not fit`(effort: Int?, fits: Bool) {
    let time = Self.free([
      commitment("dhuhr", 12, 30, takes: 10), commitment("school", 15, takes: 30),
    ])
    #expect(time.fits(effortMinutes: effort) == fits)
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max])
  func `times that no calendar allows do no harm`(millis: Int64) {
    var odd = commitment("odd", 12, takes: .max)
    odd.windowStart = Instant(millis: millis)
    odd.windowEnd = Instant(millis: millis)
    let time = Self.free([odd], habits: .max, now: Instant(millis: millis))
    #expect(time.freeMinutes == 0)
    let settings = DaySettings(dayStartMinute: .max, dayEndMinute: .min)
    #expect(WorkingDay(date: date(0), settings: settings, zone: .utc).isOver)
  }
}
