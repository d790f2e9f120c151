import JamaalCore
import Testing

/// Day 0 is under review and day 1 planned, before midnight or after it.
@Suite struct CarryForwardTests {
  private static let target = PlanningTarget(forDate: date(1))
  private static let before = CarryForward(target: target, today: date(0))
  private static let after = CarryForward(target: target, today: date(1))

  /// A task due on day 0, or put off by its days' ends until then.
  private static func task(
    due: Int? = 0, deferrals: Int = 0, importance: Importance = .low, through day: Int = -1,
    _ acts: [Act] = []
  ) -> TaskState {
    let start = minute(-deferrals, 9, 0)
    return TaskFold.state(
      of: [
        Act(
          device: 1, minute: start, day: date(-deferrals), .due(due.map { date($0 - deferrals) })),
        Act(
          device: 1, minute: start + 1, day: date(-deferrals), .importance(importance)),
      ] + acts, created: -deferrals, through: day)
  }

  private static let toThursday = Act(
    device: 1, minute: minute(0, 18, 0), .deferral(from: date(0), to: date(4)))
  private static let toNextDay = Act(
    device: 1, minute: minute(0, 18, 0), .deferral(from: date(0), to: date(1)))
  private static let toSomeday = Act(
    device: 1, minute: minute(0, 18, 0), .deferral(from: date(0), to: nil))
  private static let drop = Act(device: 1, minute: minute(0, 18, 0), .drop)
  private static let complete = Act(device: 1, minute: minute(0, 18, 0), .complete)
  private static let lateDrop = Act(device: 1, minute: minute(1, 0, 20), .drop)
  private static let lateMove = Act(
    device: 1, minute: minute(1, 0, 20), .deferral(from: date(0), to: date(4)))
  private static let lateEdit = Act(device: 1, minute: minute(1, 0, 20), .due(date(6)))
  private static let lateComplete = Act(device: 1, minute: minute(1, 0, 20), .complete)

  @Test(
    arguments: [
      (task(), .pending), (task(due: 1), nil), (task(due: nil), nil),
      (task([toThursday]), .moved(to: date(4))), (task([toNextDay]), .moved(to: date(1))),
      (task([toSomeday]), .moved(to: nil)), (task([drop]), .dropped), (task([complete]), nil),
      // Dropped, but not one of that day's.
      (task(due: 5, [drop]), nil), (task([toThursday, complete]), nil),
    ] as [(TaskState, CarryForward.Status?)])
  func `in the evening, what is due and what was moved or dropped belongs to the day`(
    task: TaskState, status: CarryForward.Status?
  ) {
    #expect(Self.before.status(of: task) == status)
  }

  @Test(
    arguments: [
      // The day's end moved it on, which nobody chose.
      (task(through: 0), .pending), (task(due: 1, through: 0), nil),
      (task(through: 0, [toThursday]), .moved(to: date(4))),
      (task(through: 0, [toNextDay]), .moved(to: date(1))),
      (task(through: 0, [lateMove]), .moved(to: date(4))),
      (task(through: 0, [lateEdit]), .moved(to: date(6))),
      (task(through: 0, [drop]), .dropped), (task(through: 0, [lateDrop]), .dropped),
      (task(due: 1, through: 0, [lateDrop]), nil), (task(through: 0, [lateComplete]), nil),
      // It was being timed, so the day's end moved it on without a deferral.
      (
        task(through: 0, [Act(device: 1, minute: minute(0, 23, 0), .begin(session: 1))]),
        .pending
      ),
    ] as [(TaskState, CarryForward.Status?)])
  func `after midnight the same tasks belong to it`(
    task: TaskState, status: CarryForward.Status?
  ) {
    #expect(Self.after.status(of: task) == status)
  }

  @Test(arguments: [
    (0, DeferralDecision.deferral(to: date(1), reason: .reschedule)),
    (1, .deferral(to: date(1), reason: .reschedule)), (2, .refused(.needsPickedDay)),
    (3, .refused(.needsPickedDay)),
  ])
  func `Keep goes to the planned day, until the third deferral asks for a picked one`(
    deferrals: Int, decision: DeferralDecision
  ) {
    let task = Self.task(deferrals: deferrals)
    #expect(task.deferralCount == deferrals && task.due == date(0))
    #expect(Self.before.decide(.keep, for: task) == .move(decision))
  }

  @Test(arguments: [
    // One more day has ended than before midnight, so the count is the one that record has.
    (0, DeferralDecision.refinement(to: date(1), reason: .reschedule)),
    (1, .refinement(to: date(1), reason: .reschedule)), (2, .refused(.needsPickedDay)),
  ])
  func `after midnight Keep changes the day's own deferral and adds none`(
    deferrals: Int, decision: DeferralDecision
  ) {
    let task = Self.task(deferrals: deferrals, through: 0)
    #expect(task.deferralCount == deferrals + 1 && task.due == date(1))
    #expect(Self.after.decide(.keep, for: task) == .move(decision))
  }

  @Test func `Later goes to a picked day with its reason, or to Someday`() {
    #expect(
      Self.before.decide(.later(date(4), reason: .tooMuch), for: Self.task(deferrals: 3))
        == .move(.deferral(to: date(4), reason: .tooMuch)))
    #expect(
      Self.before.decide(.later(nil), for: Self.task())
        == .move(.deferral(to: nil, reason: .reschedule)))
    #expect(
      Self.before.decide(.later(nil), for: Self.task(importance: .high))
        == .move(.refused(.somedayImportant)))
    #expect(!Self.before.preview(of: Self.task(importance: .high)).isSomedayOpen)
    // The third deferral eases, which opens Someday.
    #expect(
      Self.before.decide(.later(nil), for: Self.task(deferrals: 2, importance: .high))
        == .move(.deferral(to: nil, reason: .reschedule)))
  }

  @Test func `a second choice changes the first`() {
    #expect(
      Self.before.decide(.keep, for: Self.task([Self.toThursday]))
        == .move(.refinement(to: date(1), reason: .reschedule)))
  }

  @Test func `what is done or dropped is left alone`() {
    for choice in [CarryForward.Choice.keep, .later(date(4)), .drop] {
      #expect(Self.before.decide(choice, for: Self.task([Self.complete])) == .refused)
      #expect(Self.before.decide(choice, for: Self.task([Self.drop])) == .refused)
    }
    #expect(Self.before.decide(.drop, for: Self.task()) == .drop)
  }

  // Day 0 is a Thursday, so the next Monday is day 4 and the next Sunday day 3.
  @Test(
    arguments: [
      (0, 1, .keep), (1, 1, .keep), (2, 1, .later(date(4))), (5, 1, .later(date(4))),
      (2, 7, .later(date(3))),
    ] as [(Int, Int, CarryForward.Choice)])
  func `Continue keeps what was left, and gives a third deferral to next week`(
    deferrals: Int, firstWeekday: Int, choice: CarryForward.Choice
  ) {
    let evening = Self.task(deferrals: deferrals)
    #expect(Self.before.continuing(past: evening, firstWeekday: firstWeekday) == choice)
    let night = Self.task(deferrals: deferrals, through: 0)
    #expect(Self.after.continuing(past: night, firstWeekday: firstWeekday) == choice)
    for (carry, task) in [(Self.before, evening), (Self.after, night)] {
      guard case .move(let decision) = carry.decide(choice, for: task) else {
        Issue.record("Continue moves tasks, it does not drop them")
        return
      }
      #expect(decision.closesSession, "\(decision) is not refused")
    }
  }

  @Test(
    arguments: [
      task([toThursday]), task([toNextDay]), task([drop]), task([complete]), task(due: 1),
    ])
  func `Continue leaves alone what was chosen`(task: TaskState) {
    #expect(Self.before.continuing(past: task, firstWeekday: 1) == nil)
  }

  @Test func `choices are counted, and any of them keeps Carry open`() {
    let counts = CarryCounts(
      [.pending, .moved(to: date(1)), .moved(to: date(4)), .moved(to: nil), .dropped, .pending],
      forDate: date(1))
    #expect(counts.pending == 2 && counts.kept == 1 && counts.moved == 2 && counts.dropped == 1)
    #expect(counts.hasWork)
    #expect(!CarryCounts([], forDate: date(1)).hasWork)
    #expect(CarryCounts([.dropped], forDate: date(1)).hasWork)
    #expect(CarryCounts([.moved(to: date(1))], forDate: date(1)).hasWork)
  }
}
