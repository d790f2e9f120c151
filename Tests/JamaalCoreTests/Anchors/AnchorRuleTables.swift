import JamaalCore
import ReplicaStore
import Testing

/// The pure rules, as tables.
@Suite struct AnchorRuleTables {
  @Test(arguments: [
    ("2026-03-02", true), ("2026-03-03", false), ("2026-03-04", true), ("2026-03-09", true),
  ])
  func `weekly on Monday and Wednesday`(text: String, recurs: Bool) throws {
    #expect(AnchorRecurrence.weekly([1, 3]).recurs(on: try day(text)) == recurs)
  }

  @Test(arguments: [
    ("2026-03-27", false), ("2026-03-28", true), ("2026-03-29", false), ("2026-03-30", true),
    ("2026-10-24", true), ("2026-10-25", false), ("2026-10-26", true), ("2026-03-26", false),
  ])
  func `every two days from a date, across both changes of the clocks`(
    text: String, recurs: Bool
  ) throws {
    let rule = AnchorRecurrence.everyDays(2, from: try day("2026-03-28"))
    #expect(rule.recurs(on: try day(text)) == recurs)
  }

  // 2026-03-04 is a Wednesday; its week begins on Monday the 2nd.
  @Test(arguments: [
    ("2026-03-02", false), ("2026-03-08", true), ("2026-03-09", false), ("2026-03-15", false),
    ("2026-03-16", true), ("2026-03-22", true), ("2026-03-30", true),
  ])
  func `every two weeks counts weeks from the Monday of the first`(
    text: String, recurs: Bool
  ) throws {
    let rule = AnchorRecurrence.everyWeeks(2, [1, 7], from: try day("2026-03-04"))
    #expect(rule.recurs(on: try day(text)) == recurs)
  }

  @Test(arguments: [
    // first, last, first, last, merged
    ("1-3 3-5", "1-5"), ("1-3 5-7", "1-3 5-7"), ("5-7 1-3", "1-3 5-7"), ("1-9 2-3", "1-9"),
    ("1-3 2-", "1-"), ("1- 2-3", "1-"), ("4-2", ""), ("1-3 1-5", "1-5"), ("1-2 3-4", "1-2 3-4"),
  ])
  func `breaks that overlap read as one`(given: String, merged: String) throws {
    func range(_ text: Substring) -> BreakRange {
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      return BreakRange(
        first: LogicalDate(dayNumber: ends[0] ?? 0),
        last: ends[1].map { LogicalDate(dayNumber: $0) })
    }
    let ranges = BreakRanges(given.split(separator: " ").map(range)).ranges
    let text = ranges.map { range in
      "\(range.first.dayNumber)-\(range.last.map { "\($0.dayNumber)" } ?? "")"
    }
    #expect(text.joined(separator: " ") == merged)
  }

  @Test func `rules start from their usual values, reminders off but for prayers`() throws {
    let monday = try day("2026-03-02")
    let school = AnchorRuleDraft.schoolRun()
    #expect(school.recurrence == .weekly([1, 2, 3, 4, 5]) && school.effortMinutes == 30)
    #expect(school.slots.map(\.label) == ["Drop-off", "Pick-up"] && school.placement == .fixed)
    let bins = AnchorRuleDraft.binNight(weekday: 4)
    #expect(bins.recurrence == .weekly([4]) && bins.effortMinutes == 10)
    #expect(bins.placement == .flexible && bins.slots.count == 1)
    let plants = AnchorRuleDraft.plantWatering(["Fern"], minDays: 3, maxDays: 5, last: monday)
    #expect(plants.recurrence == .afterLast(minDays: 3, maxDays: 5, from: monday))
    #expect(plants.effortMinutes == 10 && plants.placement == .flexible)
    for draft in [school, bins, plants] {
      #expect(!draft.remindAtStart && draft.remindBeforeEndMinutes == nil && draft.endDate == nil)
    }
    let prayers = PrayerRuleDraft()
    #expect(prayers.title == "Salah" && prayers.prayers == Set(Prayer.allCases))
    #expect(prayers.method == .muslimWorldLeague && prayers.madhab == .shafi)
    #expect(prayers.effortMinutes == 10 && prayers.placement == .fixed)
    #expect(prayers.ishaEnds == .midnight && prayers.fridayLabel && prayers.adjustments.isEmpty)
    #expect(prayers.remindAtStart && prayers.remindBeforeEndMinutes == nil)
  }

  @Test(arguments: [
    // minutes of the window, minutes since it opened, state
    (120, -1, AnchorWindowState.upcoming), (120, 0, .open), (120, 89, .open),
    (120, 90, .closingSoon), (120, 119, .closingSoon), (120, 120, .closed), (20, 9, .open),
    (20, 10, .closingSoon), (8, 0, .closingSoon), (8, 8, .closed), (40, 29, .open),
    (40, 30, .closingSoon),
  ])
  func `a window closes soon in its last quarter, ten minutes at least`(
    length: Int, elapsed: Int, state: AnchorWindowState
  ) {
    let start = Instant(millis: 1_000_000_000_000)
    let now = start + elapsed * 60
    #expect(AnchorWindowState(from: start, to: start + length * 60, at: now) == state)
  }

  /// An Anchor from 10:00 to 12:00 of a day, closing on that day.
  private func attendance(
    _ status: AnchorStatus, at clock: String, isLate: Bool = false, today: Int = 20_000
  ) throws -> AnchorAttendance {
    let midnight = Instant(millis: 20_000 * 86_400_000)
    let minutes = try wallClock(clock).minuteOfDay
    let anchor = try sample(status, isLate: isLate)
    return AnchorAttendance(
      anchor, now: midnight + (minutes + (today - 20_000) * 1440) * 60,
      today: LogicalDate(dayNumber: today), closingDay: LogicalDate(dayNumber: 20_000))
  }

  private func sample(_ status: AnchorStatus, isLate: Bool) throws -> AnchorView {
    let machine = try Machine(1, at: "2024-10-04T08:00:00Z")
    try machine.addDaily("Walk", at: "10:00", minutes: 120)
    var anchor = try machine.anchor("Walk", on: "2024-10-04")
    #expect(anchor.occurrenceDate.dayNumber == 20_000)
    anchor.status = status
    anchor.isLate = isLate
    return anchor
  }

  @Test(arguments: [
    (AnchorStatus.pending, "09:00", "skip delegate"),
    (.pending, "10:00", "attend skip delegate"), (.pending, "11:59", "attend skip delegate"),
    (.pending, "12:00", "correct"), (.pending, "23:59", "correct"), (.attended, "11:00", "undo"),
    (.attended, "12:00", ""), (.skipped, "09:00", "undo"), (.skipped, "12:00", ""),
    (.delegated, "11:00", "undo"), (.delegated, "13:00", ""),
    (.unknown("postponed"), "11:00", ""), (.unknown("postponed"), "13:00", ""),
  ])
  func `what can be said`(status: AnchorStatus, clock: String, actions: String) throws {
    let said = try attendance(status, at: clock).actions.map(\.rawValue)
    #expect(said.joined(separator: " ") == actions)
  }

  @Test(arguments: [
    (AnchorStatus.pending, AnchorAction.attend, "09:00", AnchorRefusal.notOpenYet),
    (.pending, .attend, "12:00", .closed(isCorrectable: true)),
    (.pending, .skip, "12:00", .closed(isCorrectable: true)),
    (.pending, .correct, "11:00", .stillOpen), (.pending, .undo, "11:00", .undecided),
    (.attended, .skip, "11:00", .decided(.attended)),
    (.skipped, .correct, "13:00", .decided(.skipped)),
    (.attended, .undo, "13:00", .closed(isCorrectable: false)),
    (.unknown("x"), .undo, "11:00", .unknownStatus),
  ])
  func `why something cannot be said`(
    status: AnchorStatus, action: AnchorAction, clock: String, refusal: AnchorRefusal
  ) throws {
    #expect(try attendance(status, at: clock).refusal(of: action) == refusal)
  }

  @Test func `a miss can be put right until its day is over, and that be taken back`() throws {
    #expect(try attendance(.pending, at: "00:00", today: 20_001).refusal(of: .correct) == .tooLate)
    #expect(try attendance(.attended, at: "13:00", isLate: true).actions == [.undo])
    #expect(try attendance(.attended, at: "00:10", isLate: true, today: 20_001).actions == [])
  }
}
