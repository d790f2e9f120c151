import JamaalCore
import Testing

@Suite struct TaskDeferralTests {
  /// A task due on day 0 and left alone through the end of a day.
  private static func task(
    through day: Int = -1, importance: Importance = .low, repeats: RepeatRule = .none,
    due: Int? = 0, _ acts: [Act] = []
  ) -> TaskState {
    TaskFold.state(
      of: [
        Act(device: 1, minute: minute(0, 9, 0), .due(due.map(date))),
        Act(device: 1, minute: minute(0, 9, 1), .importance(importance)),
        Act(device: 1, minute: minute(0, 9, 2), .repeats(repeats)),
      ] + acts, through: day)
  }

  private static func on(_ day: Int, _ task: TaskState) -> TaskDeferral {
    TaskDeferral(task, from: date(day), today: date(day))
  }

  @Test func `a task whose day has arrived is deferred`() {
    let deferral = Self.on(0, Self.task())
    #expect(deferral.preview.number == 1)
    #expect(!deferral.preview.isReschedule && !deferral.preview.opensPicker)
    let decision = deferral.decide(.quick(date(1)))
    #expect(decision == .deferral(to: date(1), reason: .reschedule))
    #expect(decision.closesSession)
  }

  @Test func `a task due later is rescheduled, also to Someday`() {
    let deferral = Self.on(0, Self.task(due: 3))
    #expect(deferral.preview.isReschedule)
    #expect(deferral.preview.number == nil && !deferral.preview.isFifth)
    #expect(deferral.decide(.day(date(5))) == .reschedule(to: date(5)))
    #expect(deferral.decide(.day(date(0))) == .reschedule(to: date(0)))
    #expect(deferral.decide(.someday) == .reschedule(to: nil))
    #expect(!deferral.decide(.someday).closesSession)
  }

  @Test func `a second choice for one day refines the first and keeps its number`() {
    let once = Self.task([
      Act(device: 1, minute: minute(0, 12, 0), .deferral(from: date(0), to: date(1)))
    ])
    let deferral = Self.on(0, once)
    #expect(deferral.preview.isRefinement)
    #expect(deferral.preview.number == 1)
    #expect(
      deferral.decide(.day(date(4)), reason: .tooMuch)
        == .refinement(to: date(4), reason: .tooMuch))
  }

  @Test func `planning after midnight refines yesterday's automatic deferral`() {
    let deferral = TaskDeferral(Self.task(through: 0), from: date(0), today: date(1))
    #expect(deferral.preview.isRefinement)
    #expect(deferral.preview.number == 1)
    #expect(
      deferral.decide(.quick(date(1)), reason: .unspecified)
        == .refinement(to: date(1), reason: .reschedule))
  }

  @Test func `planning after midnight reschedules what is due on the new day only`() {
    let deferral = TaskDeferral(
      Self.task(through: 0, due: 1), from: date(0), today: date(1))
    #expect(deferral.decide(.day(date(2))) == .reschedule(to: date(2)))
  }

  @Test(arguments: [
    (0, 1, false, false), (1, 2, false, false), (2, 3, true, false), (3, 4, true, false),
    (4, 5, true, true), (5, 6, true, true),
  ])
  func `the picker opens from the third deferral and the fifth says more`(
    ended: Int, number: Int, opensPicker: Bool, isFifth: Bool
  ) {
    let preview = Self.on(ended, Self.task(through: ended - 1)).preview
    #expect(preview.number == number)
    #expect(preview.opensPicker == opensPicker)
    #expect(preview.isFifth == isFifth)
  }

  @Test func `from the third deferral a day has to be picked`() {
    let deferral = Self.on(2, Self.task(through: 1))
    #expect(deferral.decide(.quick(date(3))) == .refused(.needsPickedDay))
    #expect(deferral.decide(.day(date(3))) == .deferral(to: date(3), reason: .reschedule))
  }

  @Test func `the third deferral eases, which opens Someday`() {
    let second = Self.on(1, Self.task(through: 0, importance: .high)).preview
    #expect(second.easesFrom == nil && !second.isSomedayOpen)
    let third = Self.on(2, Self.task(through: 1, importance: .medium))
    #expect(third.preview.easesFrom == .medium && third.preview.isSomedayOpen)
    #expect(third.decide(.someday) == .deferral(to: nil, reason: .reschedule))
  }

  @Test func `Someday stays closed for important and repeating tasks`() {
    let important = Self.on(0, Self.task(importance: .high))
    #expect(important.decide(.someday) == .refused(.somedayImportant))
    let later = Self.on(0, Self.task(importance: .high, due: 5))
    #expect(later.decide(.someday) == .refused(.somedayImportant))
    let repeating = Self.on(2, Self.task(through: 1, repeats: RepeatRule(kind: .daily)))
    #expect(repeating.decide(.someday) == .refused(.somedayRepeating))
  }

  @Test func `a task raised again keeps Someday closed when a record is refined`() {
    let raised = Self.task(
      through: 2, importance: .high,
      [Act(device: 1, minute: minute(3, 0, 10), .importance(.high))])
    let deferral = TaskDeferral(raised, from: date(2), today: date(3))
    #expect(deferral.preview.easesFrom == nil)
    #expect(deferral.preview.number == 3 && deferral.preview.opensPicker)
    #expect(deferral.decide(.someday) == .refused(.somedayImportant))
  }

  @Test(arguments: [-1, 0])
  func `a deferral goes to a later day`(day: Int) {
    #expect(
      Self.on(0, Self.task()).decide(.day(date(day))) == .refused(.destinationNotLater))
  }

  @Test func `a deferral never goes into the past`() {
    let deferral = TaskDeferral(Self.task(), from: date(0), today: date(3))
    #expect(deferral.decide(.day(date(2))) == .refused(.destinationNotLater))
    #expect(deferral.decide(.day(date(3))) == .deferral(to: date(3), reason: .reschedule))
  }

  @Test func `what is done or dropped is not put off`() {
    for act in [Act.Kind.complete, .drop] {
      let task = Self.task([Act(device: 1, minute: minute(0, 12, 0), act)])
      #expect(Self.on(0, task).decide(.day(date(1))) == .refused(.notLive))
    }
  }

  @Test func `nothing is deferred from a day to come`() {
    let deferral = TaskDeferral(Self.task(), from: date(1), today: date(0))
    #expect(deferral.decide(.day(date(2))) == .refused(.dayNotReached))
  }
}
