import JamaalCore
import ReplicaStore
import Testing

@Suite struct TaskPriorityTests {
  @Test(
    arguments: [
      (9, 0, true), (10, 0, true), (11, 0, true), (12, 0, false), (12, 2, false), (12, 3, true),
      (nil, 2, false), (nil, 3, true),
    ] as [(Int?, Int, Bool)])
  func `a task is urgent when due tomorrow or earlier, or stale`(
    due: Int?, count: Int, isUrgent: Bool
  ) {
    #expect(
      TaskPriority.isUrgent(due: due.map(date), deferralCount: count, today: date(10))
        == isUrgent)
  }

  @Test(
    arguments: [
      (Importance.high, 10, Quadrant.doFirst), (.medium, 11, .doFirst), (.high, 12, .schedule),
      (.low, 10, .fitIn), (.low, 12, .letGo), (.low, nil, .letGo), (.unknown("new"), 10, .fitIn),
    ] as [(Importance, Int?, Quadrant)])
  func `urgency and importance make the quadrant`(
    importance: Importance, due: Int?, quadrant: Quadrant
  ) {
    #expect(
      TaskPriority.quadrant(
        importance: importance, due: due.map(date), deferralCount: 0, today: date(10))
        == quadrant)
  }

  @Test func `tasks are ordered by quadrant, due day, age and id, and undated ones come last`() {
    func priority(
      _ quadrant: Quadrant, _ due: Int?, _ created: Int64, _ id: UInt64
    ) -> TaskPriority {
      TaskPriority(
        quadrant: quadrant, due: due.map(date), createdAt: Instant(millis: created),
        id: RecordID(high: 0, low: id))
    }
    let ordered = [
      priority(.doFirst, 9, 5, 9), priority(.doFirst, 10, 1, 9), priority(.schedule, 3, 1, 1),
      priority(.fitIn, 1, 1, 1), priority(.fitIn, 1, 2, 1), priority(.fitIn, 1, 2, 2),
      priority(.letGo, 20, 9, 9), priority(.letGo, nil, 1, 1), priority(.letGo, nil, 1, 2),
    ]
    for (position, left) in ordered.enumerated() {
      for (other, right) in ordered.enumerated() {
        #expect((left < right) == (position < other))
      }
    }
  }

  @Test func `low tasks come after important ones, however urgent`() {
    let high = TaskFold.state(
      of: [
        Act(device: 1, minute: minute(0, 9, 0), .due(date(40))),
        Act(device: 1, minute: minute(0, 9, 1), .importance(.medium)),
      ], through: 9)
    let low = TaskFold.state(
      of: [Act(device: 1, minute: minute(0, 9, 0), .due(date(0)))], through: 9)
    let created = Instant(millis: 0)
    #expect(
      TaskPriority(high, createdAt: created, today: date(10))
        < TaskPriority(low, createdAt: created, today: date(10)))
    #expect(TaskPriority(low, createdAt: created, today: date(10)).quadrant == .fitIn)
  }

  @Test(arguments: [
    (CapacityLevel.low, [Quadrant.doFirst]), (.medium, [.doFirst, .schedule, .fitIn]),
    (.high, Quadrant.allCases), (.unknown("vast"), [.doFirst, .schedule, .fitIn]),
  ])
  func `a level shows its quadrants`(level: CapacityLevel, shown: [Quadrant]) {
    #expect(Quadrant.allCases.filter { TodayVisibility.shows($0, at: level) } == shown)
  }

  @Test(
    arguments: [
      ([], []), ([.letGo, .letGo, .letGo, .letGo], []),
      ([.letGo, .letGo, .letGo, .letGo, .fitIn], [.pickPriorities]),
      ([.letGo, .letGo, .letGo, .schedule, .fitIn], [.pickPriorities]),
      ([.letGo, .letGo, .letGo, .schedule, .doFirst], []),
      ([.doFirst, .doFirst], [.multipleDoFirst]), ([.doFirst, .schedule], []),
    ] as [([Quadrant], [PlanPrompt])])
  func `a plan asks what matters only when that is unclear`(
    quadrants: [Quadrant], prompts: [PlanPrompt]
  ) {
    #expect(PlanPrompt.prompts(for: quadrants) == prompts)
  }
}
