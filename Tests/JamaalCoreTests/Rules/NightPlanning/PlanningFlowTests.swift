import JamaalCore
import TestSupport
import Testing

@Suite struct PlanningFlowTests {
  private static let now = clock(21)
  private static let newer = PlanningStep.unknown("dream")

  private static func session(
    _ step: PlanningStep, isShortened: Bool = false, isComplete: Bool = false,
    isSkipped: Bool = false
  ) -> PlanningSession {
    PlanningSession(
      forDate: date(1), currentStep: step, isShortened: isShortened, isComplete: isComplete,
      skippedAt: isSkipped ? clock(20) : nil, createdAt: clock(19),
      completedAt: isComplete ? clock(20) : nil)
  }

  private static func opened(
    _ existing: PlanningSession?, isShortened: Bool = false
  ) -> PlanningSession {
    PlanningFlow.opening(existing, forDate: date(1), isShortened: isShortened, at: now)
  }

  @Test func `a new session starts at Review, and the morning's at Build`() {
    #expect(Self.opened(nil) == PlanningSession(forDate: date(1), createdAt: Self.now))
    #expect(
      Self.opened(nil, isShortened: true)
        == PlanningSession(
          forDate: date(1), currentStep: .build, isShortened: true, createdAt: Self.now))
  }

  @Test(arguments: [PlanningStep.review, .carry, .build, .load, .close])
  func `a session under way is taken up where it stands`(step: PlanningStep) {
    #expect(Self.opened(Self.session(step)) == Self.session(step))
  }

  @Test(arguments: [PlanningStep.build, .load, .close])
  func `the morning's session is taken up as what it is`(step: PlanningStep) {
    let session = Self.session(step, isShortened: true)
    #expect(Self.opened(session) == session)
    #expect(Self.opened(session, isShortened: true) == session)
  }

  @Test(arguments: [
    (PlanningStep.review, PlanningStep.build), (.carry, .build), (.build, .build), (.load, .load),
    (.close, .close),
  ])
  func `an evening's session that was left goes on the short way in the morning`(
    left: PlanningStep, found: PlanningStep
  ) {
    #expect(
      Self.opened(Self.session(left), isShortened: true)
        == Self.session(found, isShortened: true))
  }

  @Test func `a closed session opens at Build and stays confirmed`() {
    #expect(
      Self.opened(Self.session(.close, isComplete: true))
        == Self.session(.build, isComplete: true))
    #expect(
      Self.opened(Self.session(.load, isComplete: true)) == Self.session(.load, isComplete: true))
  }

  @Test(arguments: [PlanningStep.review, .carry, .build, .load, .close])
  func `a skipped session starts again, the way that is asked for`(step: PlanningStep) {
    let skipped = Self.session(step, isSkipped: true)
    #expect(Self.opened(skipped) == Self.session(.review))
    #expect(
      Self.opened(skipped, isShortened: true) == Self.session(.build, isShortened: true))
  }

  @Test(
    arguments: [
      (PlanningStep.review, true, PlanningStep.carry, nil),
      (.review, false, .build, nil),
      (.carry, true, .build, .review), (.carry, false, .build, .review),
      (.build, true, .load, .carry), (.build, false, .load, .review),
      (.load, true, .close, .build), (.close, true, nil, .load),
    ] as [(PlanningStep, Bool, PlanningStep?, PlanningStep?)])
  func `steps follow each other, past a Carry without work`(
    step: PlanningStep, hasWork: Bool, next: PlanningStep?, previous: PlanningStep?
  ) {
    let flow = PlanningFlow(Self.session(step), carryHasWork: hasWork)
    #expect(flow.advancing() == next.map { Self.session($0) })
    #expect(flow.goingBack() == previous.map { Self.session($0) })
  }

  @Test(
    arguments: [
      (PlanningStep.build, PlanningStep.load, nil), (.load, .close, .build), (.close, nil, .load),
      // Two devices can leave it at a step that the morning does not have.
      (.carry, .load, nil),
    ] as [(PlanningStep, PlanningStep?, PlanningStep?)])
  func `the morning's way is Build, Load and Close`(
    step: PlanningStep, next: PlanningStep?, previous: PlanningStep?
  ) {
    for hasWork in [false, true] {
      let flow = PlanningFlow(Self.session(step, isShortened: true), carryHasWork: hasWork)
      #expect(flow.advancing() == next.map { Self.session($0, isShortened: true) })
      #expect(flow.goingBack() == previous.map { Self.session($0, isShortened: true) })
    }
  }

  @Test(
    arguments: [
      (PlanningStep.load, PlanningStep.review, true, PlanningStep.review),
      (.load, .carry, true, .carry), (.load, .carry, false, .review), (.load, .build, true, .build),
      (.load, .load, true, nil), (.load, .close, true, nil), (.review, .carry, true, nil),
      (.close, .load, true, .load), (.load, newer, true, nil),
    ] as [(PlanningStep, PlanningStep, Bool, PlanningStep?)])
  func `a tap leads back, never ahead`(
    step: PlanningStep, tapped: PlanningStep, hasWork: Bool, found: PlanningStep?
  ) {
    let flow = PlanningFlow(Self.session(step), carryHasWork: hasWork)
    #expect(flow.going(to: tapped) == found.map { Self.session($0) })
  }

  @Test(arguments: [PlanningStep.review, .carry, .build, .load, .close, newer])
  func `skipping ends a session at any step, once`(step: PlanningStep) throws {
    let flow = PlanningFlow(Self.session(step), carryHasWork: true)
    let skipped = try #require(flow.skipping(at: Self.now))
    var expected = Self.session(step)
    expected.skippedAt = Self.now
    #expect(skipped == expected && skipped.isSkipped)
    let again = PlanningFlow(skipped, carryHasWork: true)
    #expect(again.skipping(at: Self.now) == nil && again.advancing() == nil)
    #expect(again.goingBack() == nil && again.closing(at: Self.now) == nil)
  }

  @Test func `a confirmed plan is not skipped when it is opened again`() {
    let flow = PlanningFlow(Self.session(.build, isComplete: true), carryHasWork: true)
    #expect(flow.skipping(at: Self.now) == nil)
  }

  @Test(arguments: [PlanningStep.review, .carry, .build, .load, .close, newer])
  func `a day is closed at Close only`(step: PlanningStep) {
    let flow = PlanningFlow(Self.session(step), carryHasWork: true)
    var closed = Self.session(.close)
    closed.isComplete = true
    closed.completedAt = Self.now
    #expect(flow.closing(at: Self.now) == (step == .close ? closed : nil))
  }

  @Test func `closing again keeps the later time`() {
    let flow = PlanningFlow(Self.session(.close, isComplete: true), carryHasWork: true)
    #expect(flow.closing(at: Self.now)?.completedAt == Self.now)
  }

  @Test func `a skip that arrives for a confirmed plan counts for nothing`() {
    let both = Self.session(.close, isComplete: true, isSkipped: true)
    #expect(!both.isSkipped)
    #expect(Self.opened(both).currentStep == .build)
    #expect(PlanningFlow(both, carryHasWork: true).closing(at: Self.now)?.skippedAt == nil)
  }

  @Test func `a step of a newer version is kept as it is`() {
    let session = Self.session(Self.newer)
    let flow = PlanningFlow(session, carryHasWork: true)
    #expect(flow.advancing() == nil && flow.goingBack() == nil && flow.rail.isEmpty)
    #expect(flow.going(to: .review) == nil && flow.closing(at: Self.now) == nil)
    for isShortened in [false, true] {
      #expect(Self.opened(session, isShortened: isShortened) == session)
      let skipped = Self.session(Self.newer, isSkipped: true)
      #expect(Self.opened(skipped, isShortened: isShortened) == session)
      let closed = Self.session(Self.newer, isComplete: true)
      #expect(Self.opened(closed, isShortened: isShortened) == closed)
    }
    #expect(PlanningStep(Self.newer.text) == Self.newer)
  }

  @Test func `stored steps are read back`() {
    for step in PlanningStep.evening { #expect(PlanningStep(step.text) == step) }
  }

  @Test func `the rail tells what is behind and what is ahead`() {
    let evening = PlanningFlow(Self.session(.build), carryHasWork: false).rail
    #expect(evening.map(\.step) == PlanningStep.evening)
    #expect(evening.map(\.standing) == [.behind, .behind, .current, .ahead, .ahead])
    let morning = PlanningFlow(Self.session(.load, isShortened: true), carryHasWork: true).rail
    #expect(morning.map(\.step) == PlanningStep.morning)
    #expect(morning.map(\.standing) == [.behind, .current, .ahead])
  }

  @Test(
    arguments: [
      (1, false, false), (1, true, false), (0, false, true), (-1, false, true), (0, true, false),
    ])
  func `an unfinished session lapses when the day it plans is over`(
    forDate: Int, isComplete: Bool, hasLapsed: Bool
  ) {
    let session = PlanningSession(
      forDate: date(forDate), currentStep: .load, isComplete: isComplete)
    #expect(session.hasLapsed(through: date(0)) == hasLapsed)
  }

  @Test func `nights planned are the days with a confirmed plan, each once`() {
    let sessions = [
      PlanningSession(forDate: date(1), currentStep: .close, isComplete: true),
      PlanningSession(forDate: date(1), currentStep: .close, isComplete: true),
      PlanningSession(forDate: date(4), currentStep: .build, isComplete: true),
      PlanningSession(forDate: date(5), skippedAt: clock(20)),
      PlanningSession(forDate: date(6), currentStep: .load),
    ]
    #expect(sessions.nightsPlanned == 2)
    #expect([PlanningSession]().nightsPlanned == 0)
  }

  @Test func `whatever is tapped, a session stays at a step of its own way`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var session = Self.opened(nil, isShortened: Bool.random(using: &random))
      for _ in 0..<30 {
        let flow = PlanningFlow(session, carryHasWork: Bool.random(using: &random))
        let moved: PlanningSession? =
          switch Int.random(in: 0...5, using: &random) {
          case 0: flow.goingBack()
          case 1: flow.going(to: PlanningStep.evening.randomElement(using: &random) ?? .review)
          case 2: flow.skipping(at: Self.now)
          case 3: flow.closing(at: Self.now)
          case 4: Self.opened(session, isShortened: Bool.random(using: &random))
          default: flow.advancing()
          }
        let wasComplete = session.isComplete
        session = moved ?? session
        #expect(session.steps.contains(session.currentStep), "seed \(seed)")
        #expect(session.forDate == date(1) && session.createdAt == Self.now, "seed \(seed)")
        #expect(session.isComplete || !wasComplete, "seed \(seed)")
        #expect(session.isComplete == (session.completedAt != nil), "seed \(seed)")
      }
      // From anywhere, Continue leads to Close.
      session = Self.opened(session)
      var count = 0
      while let next = PlanningFlow(session, carryHasWork: true).advancing() {
        session = next
        count += 1
      }
      #expect(session.currentStep == .close && count < session.steps.count, "seed \(seed)")
    }
  }
}
