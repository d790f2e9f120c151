import JamaalCore
import ReplicaStore
import Testing

/// What Review, Build and Load show.
@Suite struct PlanningPagesTests {
  private static func task(_ kind: Act.Kind?, due: Int = 0, effort: Int? = nil) -> TaskState {
    let acts = [
      Act(device: 1, minute: minute(0, 9, 0), .due(date(due))),
      Act(device: 1, minute: minute(0, 9, 1), .effort(effort)),
    ]
    return TaskFold.state(
      of: acts + (kind.map { [Act(device: 1, minute: minute(0, 18, 0), $0)] } ?? []), through: -1)
  }

  private static func review(
    tasks: [TaskState] = [], habits: [PlanningReview.HabitWindow] = [],
    anchors: [PlanningReview.AnchorReading] = [], sessions: [PlanningReview.Session] = []
  ) -> PlanningReview {
    PlanningReview(
      PlanningTarget(forDate: date(1)), today: date(0), tasks: tasks, habits: habits,
      anchors: anchors, sessions: sessions)
  }

  @Test func `Review counts what was done and what is left`() {
    let tasks = [
      Self.task(nil), Self.task(.complete), Self.task(.complete, due: 8), Self.task(.drop),
      Self.task(nil, due: 1), Self.task(.deferral(from: date(0), to: date(3))),
    ]
    let review = Self.review(tasks: tasks)
    #expect(review.tasksDone == 2 && review.tasksLeft == 1)
  }

  @Test func `Review tells habits as done of due and names partials`() {
    let habits = Self.review(habits: [
      .init(isDone: true, isPartial: false), .init(isDone: false, isPartial: true),
      .init(isDone: false, isPartial: false), .init(isDone: true, isPartial: false, isPaused: true),
      .init(isDone: true, isPartial: false, isWeekly: true),
      .init(isDone: false, isPartial: true, isWeekly: true),
    ]).habits
    #expect(habits.done == 2 && habits.due == 4 && habits.partial == 1)
  }

  @Test func `Review counts Anchors as they read, an open one as open`() {
    let anchors = Self.review(
      anchors: PlanningReview.AnchorReading.allCases + [.attended, .open, .open]
    ).anchors
    #expect(anchors.attended == 2 && anchors.missed == 1 && anchors.skipped == 1)
    #expect(anchors.delegated == 1 && anchors.open == 3)
  }

  @Test func `Review sets the time spent beside the estimate, without what runs or was typed in`() {
    let other = RecordID(high: 2, low: 2)
    let review = Self.review(
      tasks: [Self.task(nil, effort: 60)],
      sessions: [
        .init(task: testTask, seconds: 1500), .init(task: testTask, seconds: 309),
        .init(task: testTask, seconds: 9000, isRunning: true),
        .init(task: testTask, seconds: 9000, isManual: true), .init(task: other, seconds: 3629),
      ])
    #expect(
      review.timeSpent == [
        .init(task: other, minutes: 60, estimateMinutes: nil),
        .init(task: testTask, minutes: 30, estimateMinutes: 60),
      ])
  }

  @Test func `Build sorts tasks into the plan, suggestions and candidates`() {
    let free = FreeTime(
      workingDay: workingDay(1), commitments: [], habitMinutes: 0)
    let build = PlanningBuild(
      date(1),
      tasks: [
        planTask(1, due: 1), planTask(2, due: 0, .high, minutes: 700), planTask(3, due: 2, .high),
        planTask(4, due: 9, .medium), planTask(5, due: 2), planTask(6, due: nil),
        planTask(7, due: nil, deferrals: 3), planTask(8, due: 1, .medium, minutes: nil),
        // Put off so often that it presses, though its day is far: neither.
        planTask(9, due: 9, .high, deferrals: 3),
      ], freeTime: free)
    #expect(build.plan.map(\.number) == [2, 8, 1])
    #expect(build.suggestions.map(\.number) == [3, 4])
    #expect(build.candidates.map(\.number) == [7, 6])
    #expect(build.doesNotFit.map(\.number) == [2])
    #expect(build.prompts == [.multipleDoFirst])
    #expect(build.missingDurations == 1)
  }

  @Test func `Build asks for priorities in a long plan without any`() {
    let free = FreeTime(workingDay: workingDay(1), commitments: [], habitMinutes: 0)
    let build = PlanningBuild(
      date(1), tasks: (1...5).map { planTask($0, due: 1) }, freeTime: free)
    #expect(build.prompts == [.pickPriorities])
  }

  private static func load(
    _ plan: [PlanTask], level: CapacityLevel = .medium, habits: Int = 0
  ) -> PlanningLoad {
    PlanningLoad(
      plan: plan, on: date(1), level: level, normalDayMinutes: 180,
      freeTime: FreeTime(workingDay: workingDay(1), commitments: [], habitMinutes: habits)
    ) { _ in DayLoad(efforts: [], budget: Budget(minutes: 180)) }
  }

  @Test(
    arguments: [
      // Budget 180: a move is offered when the day is overloaded, from 110 percent on.
      (180, 0, false, false), (197, 0, false, false), (198, 0, true, false),
      // Or when it runs past its end, however light it is.
      (100, 560, false, false), (101, 560, true, true), (240, 500, true, true),
    ])
  func `Load offers a move only for a day that holds too much`(
    minutes: Int, habits: Int, offers: Bool, runsOver: Bool
  ) {
    // Two tasks, so that the one to move fits another day.
    let plan = [planTask(1, due: 1, minutes: minutes - 60), planTask(2, due: 1, minutes: 60)]
    let load = Self.load(plan.reversed(), habits: habits)
    let move = MoveSuggestion(task: plan[1].id, destination: date(2))
    #expect(load.move == (offers ? move : nil))
    #expect((load.overflow != nil) == runsOver)
    #expect(load.load.plannedTaskMinutes == minutes)
  }

  @Test func `what is kept of a plan is what Load showed`() {
    let load = Self.load([planTask(1, due: 1, minutes: 132)], level: .low, habits: 540)
    #expect(load.suggestedLevel == .low)
    #expect(
      load.snapshot
        == PlanSnapshot(
          level: .low, plannedTaskMinutes: 132, freeMinutes: 120, committedMinutes: 540,
          loadScore: 110, wasOverloaded: true))
  }
}
