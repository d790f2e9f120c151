import JamaalCore
import ReplicaStore
import Testing

@Suite struct FocusRuleTests {
  static let steps: [(FocusPhase, [FocusPhase.Step])] = [
    (.idle, [.begin]), (.running, [.pause, .end]), (.overrun, [.pause, .end]),
    (.paused, [.resume, .end]), (.ended, [.begin]),
  ]

  @Test(arguments: steps.indices)
  func `each phase allows its own steps and no others`(row: Int) {
    let (phase, allowed) = Self.steps[row]
    for step in FocusPhase.Step.allCases {
      #expect(phase.allows(step) == allowed.contains(step), "\(phase), \(step)")
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (1_800, 30), (1_801, 29), (90_000, 1_500)])
  func `running past the estimate is a phase and nothing else`(seconds: Int, estimate: Int) {
    let expected: FocusPhase = seconds > estimate * 60 ? .overrun : .running
    #expect(FocusPhase.running(seconds: seconds, estimateMinutes: estimate) == expected)
  }

  // MARK: The note

  static let lines: [(String, String?)] = [
    ("called, no answer", "2026-06-10 10:55 — called, no answer"),
    ("  two\n lines \n\n", "2026-06-10 10:55 — two lines"), ("", nil), (" \n ", nil),
  ]

  @Test(arguments: lines.indices)
  func `a note becomes one line with date and time`(row: Int) throws {
    let paris = try ZoneDirectory().rules(for: "Europe/Paris")
    let now = try instant("2026-06-10T08:55:59Z")
    #expect(FocusNote.line(Self.lines[row].0, at: now, in: paris) == Self.lines[row].1)
  }

  static let notes: [(String?, String)] = [
    (nil, "x"), ("", "x"), ("- [ ] milk", "- [ ] milk\nx"), ("milk\n", "milk\nx"),
  ]

  @Test(arguments: notes.indices)
  func `a line is added at the end and taken back out`(row: Int) {
    let (before, after) = Self.notes[row]
    #expect(FocusNote.adding("x", to: before) == after)
    let back = FocusNote.removing("x", from: after)
    #expect((back ?? "") == (before ?? "").trimmedNewline)
    #expect(
      FocusNote.removing("x", from: after + "\nlater") == (back.map { $0 + "\n" } ?? "") + "later")
    #expect(FocusNote.removing("y", from: after) == after)
  }

  // MARK: Undo

  static let undos: [(Int, Bool, Bool, FocusUndo.Refusal?)] = [
    (0, false, false, nil), (5, false, false, nil), (6, false, false, .tooLate),
    (2, true, false, .anotherBegan), (2, false, true, .alreadyRepeated), (6, true, true, .tooLate),
  ]

  @Test(arguments: undos.indices)
  func `done can be taken back for five seconds`(row: Int) {
    let (seconds, another, moved, refusal) = Self.undos[row]
    let end = Instant(millis: 1_000_000)
    #expect(
      FocusUndo.refusal(
        endedAt: end, now: end + seconds, anotherBegan: another, hasMovedOn: moved) == refusal)
  }

  // MARK: Minutes by hand

  static let minutes: [(Int, Int, (made: Int, isPaused: Bool)?, ManualMinutes.Refusal?)] = [
    (1, 0, nil, nil), (720, 0, nil, nil), (0, 0, nil, .outOfRange), (721, 0, nil, .outOfRange),
    (10, 1, nil, .day(.future)), (10, -14, nil, nil), (10, -15, nil, .day(.tooLongAgo)),
    (10, -3, (-3, false), nil), (10, -4, (-3, false), .day(.beforeItExisted)),
    (10, 0, (-3, true), .day(.paused)),
  ]

  @Test(arguments: minutes.indices)
  func `minutes can be added to today and the last fourteen days`(row: Int) {
    let (minutes, day, habit, refusal) = Self.minutes[row]
    let made = habit.map { (made: date(100 + $0.made), isPaused: $0.isPaused) }
    #expect(
      ManualMinutes.refusal(minutes, on: date(100 + day), today: date(100), habit: made) == refusal)
  }

  // MARK: The edge

  private static func anchor(
    _ title: String, _ start: Int, _ end: Int, fixed: Bool = true, pending: Bool = true
  ) -> FocusAnchor {
    FocusAnchor(
      id: RecordID(high: 0, low: UInt64(title.utf8.first ?? 0)), title: title,
      windowStart: Instant(millis: Int64(start) * 60_000),
      windowEnd: Instant(millis: Int64(end) * 60_000), isFixed: fixed, isPending: pending)
  }

  /// Anchors as minutes from now, and the line: which, whether it closes, and in how many minutes.
  static let edges: [([FocusAnchor], (String, ApproachingEdge.Kind, Int)?)] = [
    ([], nil),
    ([anchor("Maghrib", 12, 90)], ("Maghrib", .opens, 12)),
    ([anchor("Maghrib", 30, 90)], ("Maghrib", .opens, 30)),
    ([anchor("Maghrib", 31, 90)], nil),
    ([anchor("Asr", -80, 10)], ("Asr", .closes, 10)),
    // The last quarter of a long window; of a short one at least ten minutes.
    ([anchor("Asr", -90, 30)], ("Asr", .closes, 30)), ([anchor("Asr", -89, 31)], nil),
    ([anchor("Bus", -2, 9)], ("Bus", .closes, 9)), ([anchor("Bus", -1, 11)], nil),
    // Closing soon goes before opening soon, however near that is.
    ([anchor("Maghrib", 1, 90), anchor("Asr", -80, 10)], ("Asr", .closes, 10)),
    ([anchor("Run", 20, 40), anchor("Maghrib", 12, 90)], ("Maghrib", .opens, 12)),
    ([anchor("B", 12, 90), anchor("A", 12, 90)], ("A", .opens, 12)),
    ([anchor("Plants", 5, 60, fixed: false)], nil), ([anchor("Plants", -55, 5, fixed: false)], nil),
    ([anchor("Asr", -80, 10, pending: false)], nil), ([anchor("Asr", -80, 0)], nil),
    ([anchor("Maghrib", 5, 60, pending: false)], nil),
  ]

  @Test(arguments: edges.indices)
  func `the most urgent Anchor gets the one line`(row: Int) {
    let (anchors, expected) = Self.edges[row]
    let edge = ApproachingEdge.nearest(of: anchors, at: Instant(millis: 0))
    #expect(edge?.anchor.title == expected?.0)
    #expect(edge?.kind == expected?.1)
    #expect(edge?.minutes == expected?.2)
  }

  @Test func `a part of a minute counts as one`() {
    let anchor = Self.anchor("Asr", -80, 10)
    #expect(ApproachingEdge.nearest(of: [anchor], at: Instant(millis: 1))?.minutes == 10)
    #expect(ApproachingEdge.nearest(of: [anchor], at: Instant(millis: 60_000))?.minutes == 9)
  }

  // MARK: Picking up

  static let since: [(PickUp.Since, Int, Bool)] = [
    (.init(), 1, true), (.init(), 0, false), (.init(), 2, false), (.init(isOver: true), 1, false),
    (.init(isMovedLater: true), 1, false), (.init(isTimedAgain: true), 1, false),
    (.init(isDismissed: true), 1, false),
  ]

  @Test(arguments: since.indices)
  func `a task is offered on the next day until anything became of it`(row: Int) {
    let (since, day, isOffered) = Self.since[row]
    let acts = [Act(device: 1, minute: minute(0, 23, 0), .begin(session: 1))]
    let session = SessionSweep.states(of: sessionFacts(acts, closings: []))[0]
    let now = Instant(millis: Int64(minute(1, 8, 0)) * 60_000)
    #expect(PickUp.isOffered(session, since: since, today: date(day), now: now) == isOffered)
  }
}

extension String {
  fileprivate var trimmedNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
