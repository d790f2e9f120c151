import JamaalCore
import ReplicaStore
import Testing

/// The races at a day's end, one by one.
@Suite struct TaskFoldTests {
  private static let dueToday = Act(device: 1, minute: minute(0, 9, 0), .due(date(0)))

  /// Three deferrals from days 0, 1 and 2, of a task raised at its creation.
  private static let eased: [Act] = [
    dueToday, Act(device: 1, minute: minute(0, 9, 1), .importance(.high)),
  ]

  @Test func `trap 1: a choice made offline before midnight takes the place of the day's end`() {
    // A picks Thursday at 23:50; B rolls over at midnight, then they meet.
    let onlyB = TaskFold.state(of: [Self.dueToday], through: 0)
    #expect(onlyB.due == date(1))
    #expect(onlyB.deferralCount == 1)
    let choice = Act(
      device: 1, minute: minute(0, 23, 50),
      .deferral(from: date(0), to: date(4), reason: .tooMuch))
    let both = TaskFold.state(of: [Self.dueToday, choice], through: 0)
    #expect(both.due == date(4))
    #expect(both.deferralCount == 1)
    #expect(
      both.deferrals(boundary: boundary) == [
        Deferral(
          day: date(0), deferredTo: date(4), reason: .tooMuch, deferredOn: choice.instant,
          isAutomatic: false)
      ])
  }

  @Test func `trap 2: a completion that arrives late leaves no trace of the day's end`() {
    let acts = [
      Self.dueToday, Act(device: 1, minute: minute(0, 9, 1), .importance(.high)),
      Act(device: 1, minute: minute(0, 9, 2), .effort(45)),
    ]
    let ticked = Act(device: 1, minute: minute(2, 23, 55), .complete)
    let before = TaskFold.state(of: acts, through: 2)
    #expect(before.deferralCount == 3)
    #expect(before.importance == .low)
    #expect(before.easedFrom == .high)
    let after = TaskFold.state(of: acts + [ticked], through: 2)
    #expect(after.deferralCount == 2)
    #expect(after.importance == .high)
    #expect(after.easedFrom == nil)
    #expect(!after.isDeferred(from: date(2)))
    #expect(after.completed?.day == date(2))
    let record = DayRecord(
      day: date(2), tasks: [after], budget: Budget(minutes: 180), actualMinutes: { _ in nil })
    #expect(record.completedCount == 1 && record.completionBasis == 1)
    #expect(record.completedEffortMinutes == 45)
  }

  @Test func `trap 3: what a sleeper concludes beats nothing anybody did meanwhile`() {
    let raised = Self.eased
    let sleeper = TaskFold.state(of: raised, through: 9)
    #expect(sleeper.deferralCount == 10)
    #expect(sleeper.due == date(10))
    #expect(sleeper.importance == .low)
    let meanwhile = [
      Act(device: 2, minute: minute(0, 18, 0), .deferral(from: date(0), to: date(6))),
      Act(device: 2, minute: minute(6, 12, 0), .complete),
    ]
    let awake = TaskFold.state(of: raised + meanwhile, through: 9)
    #expect(awake.deferralCount == 1)
    #expect(awake.due == date(6))
    #expect(awake.importance == .high)
    #expect(awake.completed?.day == date(6))
  }

  @Test(arguments: [true, false])
  func `trap 7: a completion stands against a drop`(dropComesFirst: Bool) {
    let acts = [
      Self.dueToday,
      Act(device: 1, minute: minute(0, dropComesFirst ? 12 : 14, 0), .drop),
      Act(device: 2, minute: minute(0, 13, 0), .complete),
    ]
    let state = TaskFold.state(of: acts, through: 3)
    #expect(state.completed?.day == date(0))
    #expect(state.dropped == nil)
    #expect(state.deferralCount == 0)
    let record = DayRecord(
      day: date(0), tasks: [state], budget: Budget(minutes: 180), actualMinutes: { _ in nil })
    #expect(record.completedCount == 1 && record.completionBasis == 1)
  }

  @Test func `trap 13: a clock set back and forward again does nothing twice`() {
    var lastEnded = EndedDays.last(today: date(11), previous: nil)
    #expect(lastEnded == date(10))
    let before = TaskFold.state(of: facts([Self.dueToday]), through: lastEnded)
    lastEnded = EndedDays.last(today: date(5), previous: lastEnded)
    #expect(lastEnded == date(10))
    #expect(TaskFold.state(of: facts([Self.dueToday]), through: lastEnded) == before)
    lastEnded = EndedDays.last(today: date(11), previous: lastEnded)
    #expect(TaskFold.state(of: facts([Self.dueToday]), through: lastEnded) == before)
    #expect(before.deferralCount == 11)
  }

  @Test func `trap 19: carrying over after midnight refines yesterday and leaves a raise alone`() {
    // The third day's end has just eased the task; it is raised again at 00:10.
    let raised = Self.eased + [Act(device: 1, minute: minute(3, 0, 10), .importance(.high))]
    #expect(TaskFold.state(of: raised, through: 2).importance == .high)
    let carried =
      raised + [
        Act(
          device: 1, minute: minute(3, 0, 30),
          .deferral(from: date(2), to: date(5), reason: .notReady))
      ]
    let state = TaskFold.state(of: carried, through: 2)
    #expect(state.deferralCount == 3)
    #expect(state.importance == .high)
    #expect(state.due == date(5))
    #expect(state.deferral(from: date(2), boundary: boundary)?.reason == .notReady)
    #expect(!state.isDeferred(from: date(3)))
  }

  @Test func `trap 19: the next deferral of a task raised again eases it again`() {
    let raised = Self.eased + [Act(device: 1, minute: minute(3, 0, 10), .importance(.medium))]
    #expect(TaskFold.state(of: raised, through: 2).importance == .medium)
    let state = TaskFold.state(of: raised, through: 3)
    #expect(state.importance == .low)
    #expect(state.easedFrom == .medium)
  }

  @Test func `trap 22: a deferral between two completions does not vanish`() {
    let acts = [
      Self.dueToday,
      Act(device: 1, minute: minute(0, 12, 0), .complete),
      Act(device: 1, minute: minute(0, 13, 0), .uncomplete),
      Act(device: 1, minute: minute(1, 12, 0), .complete),
    ]
    let state = TaskFold.state(of: acts, through: 2)
    #expect(state.deferrals(boundary: boundary).map(\.day) == [date(0)])
    #expect(state.completed?.day == date(1))
    #expect(state.asOf(date(0)).isDeferred && !state.asOf(date(0)).isCompletedThatDay)
    #expect(state.asOf(date(1)).isCompletedThatDay)
  }

  @Test func `trap 24: undoing yesterday's choice after midnight leaves the day's end standing`() {
    let choice = Act(
      device: 1, minute: minute(0, 23, 50), .deferral(from: date(0), to: date(4)))
    #expect(TaskFold.state(of: [Self.dueToday, choice], through: 0).due == date(4))
    // An undo takes away what one act wrote, as if it had never been written.
    let undone = TaskFold.state(of: [Self.dueToday], through: 0)
    #expect(undone.due == date(1))
    #expect(undone.deferralCount == 1)
    #expect(undone.deferral(from: date(0), boundary: boundary)?.isAutomatic == true)
  }

  @Test func `the first of an unbroken run of completions stands and its day counts`() {
    let acts = [
      Self.dueToday,
      Act(device: 1, minute: minute(1, 12, 0), .complete),
      Act(device: 2, minute: minute(2, 12, 0), .complete),
    ]
    let state = TaskFold.state(of: acts, through: 3)
    #expect(state.completed?.day == date(1))
    #expect(state.completed?.stamp == acts[1].stamp)
    #expect(state.completed?.instant == acts[1].instant)
    #expect(!state.asOf(date(2)).isCompletedThatDay)
  }

  @Test func `a timed task is carried to the next day without a deferral`() {
    let acts = [Self.dueToday, Act(device: 1, minute: minute(0, 23, 30), .begin(session: 1))]
    let state = TaskFold.state(of: acts, through: 0)
    #expect(state.due == date(1))
    #expect(state.deferralCount == 0)
    #expect(state.carriedDays.contains(date(0)))
    #expect(TaskFold.state(of: acts, through: 1).deferralCount == 1)
  }

  @Test func `a choice made late for a timed day is no stand-in and eases what came before it`() {
    let acts = [
      Act(device: 1, minute: minute(0, 9, 0), .due(date(0))),
      Act(device: 1, minute: minute(2, 23, 30), .begin(session: 1)),
      Act(device: 2, minute: minute(3, 0, 10), .importance(.high)),
      Act(device: 2, minute: minute(3, 0, 30), .deferral(from: date(2), to: date(5))),
    ]
    let state = TaskFold.state(of: acts, through: 2)
    #expect(state.deferralCount == 3)
    #expect(state.importance == .low)
    #expect(state.due == date(5))
    #expect(state.carriedDays.isEmpty)
  }

  @Test func `the largest stamp stands, also when its author lived in an earlier day`() {
    let acts = [
      Act(device: 1, minute: minute(5, 9, 0), day: date(5), .due(date(5))),
      Act(device: 2, minute: minute(5, 10, 0), day: date(4), .due(date(8))),
    ]
    let state = TaskFold.state(of: acts, created: 4, through: 5)
    #expect(state.due == date(8))
    #expect(state.asOf(date(5)).due == date(8))
    #expect(state.deferralCount == 0)
  }

  @Test func `a day as lived is dated by what was known before its end carried the task on`() {
    let acts =
      Self.eased + [
        Act(device: 2, minute: minute(2, 12, 0), .due(nil)),
        Act(device: 1, minute: minute(3, 0, 30), .deferral(from: date(2), to: date(6))),
      ]
    let state = TaskFold.state(of: acts, through: 2)
    #expect(state.deferralCount == 3)
    #expect(state.asOf(date(2)).due == date(2))
    #expect(state.due == date(6))
  }

  @Test func `a task raised on one device and parked on another is due on the later day`() {
    let acts = [
      Act(device: 1, minute: minute(0, 9, 0), .due(date(9))),
      Act(device: 1, minute: minute(1, 9, 0), .importance(.high)),
      Act(device: 2, minute: minute(2, 9, 0), .due(nil)),
    ]
    let parkedLater = TaskFold.state(of: acts, through: 1)
    #expect(parkedLater.due == date(2))
    let raisedLater = TaskFold.state(
      of: [acts[0], acts[2], Act(device: 1, minute: minute(3, 9, 0), .importance(.high))],
      through: 2)
    #expect(raisedLater.due == date(3))
    // Lowering it again is no reason for it to leave the list.
    let lowered = acts + [Act(device: 1, minute: minute(2, 10, 0), .importance(.low))]
    #expect(TaskFold.state(of: lowered, through: 1).due == date(2))
  }

  @Test func `a repeating task parked on another device is due on the later day`() {
    let acts = [
      Act(device: 1, minute: minute(0, 9, 0), .due(date(9))),
      Act(device: 1, minute: minute(1, 9, 0), .repeats(RepeatRule(kind: .weekly))),
      Act(device: 2, minute: minute(2, 9, 0), .due(nil)),
    ]
    #expect(TaskFold.state(of: acts, through: 1).due == date(2))
  }

  @Test func `a task eased by its third deferral may be parked`() {
    let parked =
      Self.eased + [
        Act(device: 1, minute: minute(2, 12, 0), .deferral(from: date(2), to: nil))
      ]
    let state = TaskFold.state(of: parked, through: 8)
    #expect(state.importance == .low)
    #expect(state.due == nil)
    #expect(state.deferralCount == 3)
    #expect(state.nextChange == nil)
  }

  @Test(arguments: [(2, false, false), (3, true, false), (4, true, false), (5, true, true)])
  func `three deferrals make a task stale and five suggest letting it go`(
    count: Int, isStale: Bool, suggestsRemoval: Bool
  ) {
    let state = TaskFold.state(of: [Self.dueToday], through: count - 1)
    #expect(state.deferralCount == count)
    #expect(state.isStale == isStale)
    #expect(state.suggestsRemoval == suggestsRemoval)
  }

  @Test func `an importance of a newer version is kept and never eased`() {
    let acts = [
      Self.dueToday, Act(device: 1, minute: minute(0, 9, 1), .importance(.unknown("urgent"))),
    ]
    let state = TaskFold.state(of: acts, through: 9)
    #expect(state.importance == .unknown("urgent"))
    #expect(state.easedFrom == nil)
  }

  @Test func `ten years overdue are one range of days`() {
    let state = TaskFold.state(of: Self.eased, through: 3_649)
    #expect(state.deferralCount == 3_650)
    #expect(state.automaticDays.ranges == [date(0)...date(3_649)])
    #expect(state.due == date(3_650))
    #expect(state.nextChange == date(3_650))
    #expect(state.deferrals(boundary: boundary).count == 3_650)
    let late = TaskFold.state(
      of: Self.eased + [Act(device: 2, minute: minute(1_000, 12, 0), .complete)], through: 3_649)
    #expect(late.deferralCount == 1_000)
    #expect(late.nextChange == nil)
  }

  @Test func `a day's end before a task was created does nothing to it`() {
    let acts = [Act(device: 1, minute: minute(5, 9, 0), .due(date(3)))]
    let state = TaskFold.state(of: acts, created: 5, through: 5)
    #expect(state.deferrals(boundary: boundary).map(\.day) == [date(5)])
    #expect(TaskFold.state(of: acts, created: 5, through: 4).due == date(3))
  }
}
