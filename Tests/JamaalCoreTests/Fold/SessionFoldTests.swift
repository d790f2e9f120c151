import JamaalCore
import ReplicaStore
import Testing

/// Timers of one person on several devices, one race after another.
@Suite struct SessionFoldTests {
  /// Facts about one timer, told in minutes of days that end at midnight.
  struct Timer {
    var id = 1
    var device: UInt64 = 1
    var begin: Int
    var day: Int?
    /// Minutes of day 0 at which it was paused and resumed, in turns.
    var pauses: [Int] = []
    var ends: [(minute: Int, outcome: SessionOutcome)] = []
    var estimate: Int?
    var manual: Int?

    func facts(_ closings: [TaskClosing] = [], rollover: Int = 0) -> SessionFacts {
      let day = day ?? (begin - rollover) / 1440
      return SessionFacts(
        id: RecordID(high: 2, low: UInt64(id)), subject: .task(testTask), began: stamp(begin),
        startedAt: instant(begin), day: date(day),
        dayEndsAt: instant((day + 1) * 1440 + rollover), estimateMinutes: estimate,
        manualMinutes: manual,
        pauses: pauses.enumerated().map { index, minute in
          authored(
            minute,
            index.isMultiple(of: 2)
              ? PauseChange(pausedAt: instant(minute)) : PauseChange(resumedAt: instant(minute)))
        },
        ends: ends.map {
          authored($0.minute, SessionEnd(endedAt: instant($0.minute), outcome: $0.outcome))
        },
        closings: closings)
    }

    private func stamp(_ minute: Int) -> Stamp {
      Act(device: device, minute: minute, .complete).stamp
    }

    private func authored<Value>(_ minute: Int, _ value: Value) -> Authored<Value> {
      Authored(
        stamp: stamp(minute), tag: DayTag(day: date(minute / 1440), zone: "UTC"), value: value)
    }
  }

  static func instant(_ minute: Int) -> Instant { Instant(millis: Int64(minute) * 60_000) }

  private func closing(
    _ minute: Int, _ outcome: SessionOutcome, device: UInt64 = 1
  ) -> TaskClosing {
    TaskClosing(
      stamp: Act(device: device, minute: minute, .complete).stamp,
      instant: Self.instant(minute), outcome: outcome)
  }

  private static let eight = minute(0, 8, 0)
  private static let nine = minute(0, 9, 0)
  private static let noon = minute(0, 12, 0)
  private static let midnight = minute(1, 0, 0)

  @Test func `a timer runs to the end of its day and then reads closed by it`() {
    let state = SessionSweep.states(of: [Timer(begin: Self.nine, estimate: 60).facts()])[0]
    #expect(state.isTimedAtDayEnd && !state.isClosed && state.cameFirst)
    let noon = Self.instant(Self.noon)
    #expect(state.isLive(at: noon) && state.endedAt(at: noon) == nil)
    #expect(state.outcome(at: noon) == .running)
    #expect(state.seconds(at: noon) == 3 * 3600)
    #expect(state.phase(at: noon) == .overrun)
    #expect(state.phase(at: Self.instant(Self.nine + 60)) == .running)
    let later = Self.instant(Self.midnight + 600)
    #expect(!state.isLive(at: later) && state.outcome(at: later) == .autoClosed)
    #expect(state.endedAt(at: later) == Self.instant(Self.midnight))
    #expect(state.seconds(at: later) == 15 * 3600, "asleep through the night: no phantom hours")
    #expect(state.phase(at: later) == .ended)
  }

  /// begin, pauses, ends, the minutes counted at the end of day 1, and the outcome then.
  static let times: [(Timer, Int, SessionOutcome)] = [
    (Timer(begin: eight, ends: [(nine, .finished)]), 60, .finished),
    (
      Timer(begin: eight, pauses: [eight + 10, eight + 30], ends: [(nine, .abandoned)]), 40,
      .abandoned
    ),
    // Paused at 23:00, resumed at 08:00: closed at midnight, the pause not counted.
    (Timer(begin: minute(0, 22, 0), pauses: [minute(0, 23, 0), minute(1, 8, 0)]), 60, .autoClosed),
    (Timer(begin: minute(0, 22, 0), pauses: [minute(0, 23, 0)]), 60, .autoClosed),
    // Ended while paused.
    (Timer(begin: eight, pauses: [eight + 10], ends: [(nine, .finished)]), 10, .finished),
    // A second end, by a device that did not know of the first, changes nothing.
    (Timer(begin: eight, ends: [(nine, .finished), (noon, .abandoned)]), 60, .finished),
    // A clock set back in between: no time is negative.
    (Timer(begin: nine, ends: [(eight, .finished)]), 0, .finished),
    // At the day's end or later there is nothing left to end.
    (Timer(begin: minute(0, 23, 0), ends: [(minute(1, 1, 0), .finished)]), 60, .autoClosed),
    (Timer(begin: minute(0, 23, 0), ends: [(minute(1, 0, 0), .finished)]), 60, .autoClosed),
    (Timer(begin: nine, manual: 25), 25, .manual),
    (Timer(begin: nine, ends: [(nine + 1, .unknown("paired"))]), 1, .unknown("paired")),
  ]

  @Test(arguments: times.indices)
  func `elapsed is what was worked, pauses left out`(row: Int) {
    let (timer, minutes, outcome) = Self.times[row]
    let state = SessionSweep.states(of: [timer.facts()])[0]
    let later = Self.instant(minute(2, 0, 0))
    #expect(state.seconds(at: later) == minutes * 60)
    #expect(state.outcome(at: later) == outcome)
    #expect(state.endedAt(at: later) != nil)
  }

  @Test func `pauses of two devices are read as one row of acts`() {
    var timer = Timer(begin: Self.eight)
    timer.pauses = [Self.eight + 10, Self.eight + 40]
    var facts = timer.facts()
    // The other device, offline, pauses later and resumes earlier: the last word is to go on.
    timer.device = 2
    timer.pauses = [Self.eight + 20, Self.eight + 30]
    facts.pauses += timer.facts().pauses
    let state = SessionSweep.states(of: [facts])[0]
    #expect(state.seconds(at: Self.instant(Self.nine)) == 40 * 60)
    #expect(state.time.pausedMillis == 20 * 60_000)
    facts.pauses.reverse()
    #expect(SessionSweep.states(of: [facts])[0] == state)
  }

  @Test func `trap 9: the later of two reads abandoned for good with its time kept`() {
    let first = Timer(id: 1, device: 1, begin: Self.eight)
    let later = Timer(id: 2, device: 2, begin: Self.nine)
    let both = SessionSweep.states(of: [later.facts(), first.facts()])
    #expect(both.map(\.outcome) == [.running, .abandoned])
    #expect(
      both[0].isLive(at: Self.instant(Self.noon)) && !both[1].isLive(at: Self.instant(Self.noon)))
    #expect(both[1].seconds(at: Self.instant(Self.noon)) == 3 * 3600)
    // Also after the earlier one has ended, and then it ends with that one.
    var ended = first
    ended.ends = [(Self.noon, .finished)]
    let after = SessionSweep.states(of: [later.facts(), ended.facts()])
    #expect(after.map(\.outcome) == [.finished, .abandoned])
    #expect(after[1].isClosed && after[1].closesAt == Self.instant(Self.noon))
    #expect(after[1].seconds(at: Self.instant(Self.midnight)) == 3 * 3600)
    #expect(!after[1].isTimedAtDayEnd)
  }

  @Test func `one begun as the other ended was not begun beside it`() {
    let first = Timer(id: 1, begin: Self.eight, ends: [(Self.nine, .abandoned)])
    let next = Timer(id: 2, begin: Self.nine)
    #expect(
      SessionSweep.states(of: [first.facts(), next.facts()]).map(\.outcome) == [
        .abandoned, .running,
      ])
  }

  @Test func `an abandoned one ends with its own day if that is first`() {
    // Begun in a zone whose day ends later; the second one's day ends at noon.
    let first = Timer(id: 1, begin: Self.eight)
    var later = Timer(id: 2, begin: Self.nine).facts()
    later.dayEndsAt = Self.instant(Self.noon)
    let state = SessionSweep.states(of: [first.facts(), later])[1]
    #expect(state.outcome == .abandoned && state.closesAt == Self.instant(Self.noon))
    #expect(!state.isTimedAtDayEnd)
  }

  @Test func `an own end takes the place of the conflict`() {
    let first = Timer(id: 1, begin: Self.eight)
    let later = Timer(id: 2, begin: Self.nine, ends: [(Self.noon, .finished)])
    let states = SessionSweep.states(of: [first.facts(), later.facts()])
    #expect(states[1].outcome == .finished && states[1].closesAt == Self.instant(Self.noon))
    // It stands in nobody's way: whoever began the third had seen it abandoned.
    let stopped = Timer(id: 1, begin: Self.eight, ends: [(Self.nine + 30, .finished)])
    let third = Timer(id: 3, begin: Self.nine + 60)
    let three = SessionSweep.states(of: [stopped.facts(), later.facts(), third.facts()])
    #expect(three.map(\.outcome) == [.finished, .finished, .running])
  }

  /// What was done to the task at which minute, how the session reads, and when it closes.
  static let closings: [(Int, SessionOutcome, SessionOutcome, Int)] = [
    (noon, .finished, .finished, noon), (noon, .dropped, .dropped, noon),
    (noon, .deferred, .deferred, noon),
    // Done before the timer was begun, on a device that did not know: the timer goes on.
    (eight, .finished, .running, midnight),
    // Done the next morning: the day's end was first.
    (midnight + 600, .finished, .running, midnight),
  ]

  @Test(arguments: closings.indices)
  func `a session ends with its task`(row: Int) {
    let (minute, act, outcome, closesAt) = Self.closings[row]
    let facts = Timer(begin: Self.nine).facts([closing(minute, act, device: 2)])
    let state = SessionSweep.states(of: [facts])[0]
    #expect(state.outcome == outcome && state.closesAt == Self.instant(closesAt))
    #expect(state.isClosed == (outcome != .running))
    #expect(state.isTimedAtDayEnd == (outcome == .running))
  }

  @Test func `of several acts on its task the first after the begin ends it`() {
    let facts = Timer(begin: Self.nine).facts([
      closing(Self.noon, .dropped), closing(Self.noon - 30, .finished, device: 2),
      closing(Self.eight, .deferred),
    ])
    let state = SessionSweep.states(of: [facts])[0]
    #expect(state.outcome == .finished && state.closesAt == Self.instant(Self.noon - 30))
  }

  @Test func `its own end takes the place of what was done to its task`() {
    let facts = Timer(begin: Self.nine, ends: [(Self.noon, .abandoned)])
      .facts([closing(Self.noon - 60, .finished)])
    let state = SessionSweep.states(of: [facts])[0]
    #expect(state.outcome == .abandoned && state.closesAt == Self.instant(Self.noon))
  }

  @Test func `an abandoned one ends with its task and still reads abandoned`() {
    let first = Timer(id: 1, begin: Self.eight)
    let later = Timer(id: 2, begin: Self.nine).facts([closing(Self.noon, .finished)])
    let state = SessionSweep.states(of: [first.facts(), later])[1]
    #expect(state.outcome == .abandoned && state.closesAt == Self.instant(Self.noon))
  }

  @Test func `rollover 03:00: 23:30 to 01:30 is one day and 120 minutes`() {
    let timer = Timer(begin: minute(0, 23, 30), ends: [(minute(1, 1, 30), .finished)])
    let state = SessionSweep.states(of: [timer.facts(rollover: 180)])[0]
    #expect(state.day == date(0))
    #expect(state.seconds(at: Self.instant(minute(1, 9, 0))) == 120 * 60)
    #expect(!state.isTimedAtDayEnd)
  }

  @Test func `no record makes a session longer than a day can be`() {
    var facts = Timer(begin: Self.eight).facts()
    facts.dayEndsAt = Self.instant(minute(4000, 0, 0))
    let state = SessionSweep.states(of: [facts])[0]
    #expect(state.closesAt == Self.instant(Self.eight) + SessionFacts.secondsMax)
    facts.dayEndsAt = Self.instant(0)
    #expect(SessionSweep.states(of: [facts])[0].closesAt == Self.instant(Self.eight))
  }
}
