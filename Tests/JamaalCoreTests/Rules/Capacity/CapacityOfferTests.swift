import JamaalCore
import ReplicaStore
import Testing

/// What a full day gives rise to: an overflow that is named, and a move that is offered.
@Suite struct CapacityOfferTests {
  @Test(arguments: [(660, nil), (661, 1), (790, 130), (0, nil)] as [(Int, Int?)])
  func `what runs past the day's end is named in minutes`(planned: Int, over: Int?) throws {
    let time = FreeTime(workingDay: workingDay(), commitments: [], habitMinutes: 0)
    let end = try #require(WallClock(hour: 19, minute: 0))
    #expect(
      time.overflow(taskMinutes: planned) == over.map { TimeOverflow(minutes: $0, endClock: end) })
  }

  @Test(
    arguments: [
      // What matters and presses stays longest; undated goes first, then the younger.
      (600, []), (540, [5]), (480, [5]), (420, [5, 3]), (120, [5, 3, 2]), (60, [5, 3, 2, 1]),
    ])
  func `the overflow is taken from the bottom of the order`(free: Int, moved: [Int]) {
    let tasks = [
      planTask(1, .high, minutes: 90), planTask(2, minutes: 300), planTask(3, minutes: 60),
      planTask(4, minutes: nil), planTask(5, due: nil, minutes: 120),
    ]
    let time = FreeTime(
      workingDay: workingDay(), commitments: [], habitMinutes: 660 - free)
    let move = time.movingOverflow(of: tasks, on: date(0))
    #expect(move.moved.map(\.number) == moved)
    #expect(move.rest == nil)
  }

  @Test func `what may not move stays, and the rest is named`() {
    let tasks = [planTask(1, minutes: 300), planTask(2, minutes: 60)]
    let time = FreeTime(workingDay: workingDay(), commitments: [], habitMinutes: 460)
    let move = time.movingOverflow(of: tasks, on: date(0)) { $0.number != 1 }
    #expect(move.moved.map(\.number) == [2])
    #expect(move.rest?.minutes == 100)
  }

  @Test(arguments: [
    (0, CapacityLevel.low), (119, .low), (120, .low), (179, .low), (180, .medium), (239, .medium),
    (240, .high), (900, .high),
  ])
  func `the highest level that fits the free time is suggested, and low at least`(
    free: Int, level: CapacityLevel
  ) {
    #expect(CapacityLevel.suggested(freeMinutes: free, normalDayMinutes: 180) == level)
  }

  @Test func `a load counts minutes and tasks without an estimate`() {
    let load = DayLoad(efforts: [60, nil, 30, -5, nil], budget: Budget(minutes: 120))
    #expect(load.plannedTaskMinutes == 90 && load.missingDurations == 2)
    #expect(load.score == 75 && load.state == .balanced)
    #expect(load.hasRoom(for: 30) && !load.hasRoom(for: 31))
    #expect(load.staysUnderFull(with: 29) && !load.staysUnderFull(with: 30))
  }

  @Test(
    arguments: [
      // The lowest that is not doFirst; on the nearest of seven days that stays short of full.
      ([1: 180], 3, 2), ([:], 3, 1), ([1: 150, 2: 151], 3, 3), ([1: 149], 3, 1),
      ([1: 180, 2: 180, 3: 180, 4: 180, 5: 180, 6: 180], 3, 7),
      ([1: 180, 2: 180, 3: 180, 4: 180, 5: 180, 6: 180, 7: 150], 3, nil),
    ] as [([Int: Int], Int, Int?)])
  func `the lowest task moves to the nearest day that stays short of full`(
    planned: [Int: Int], number: Int, destination: Int?
  ) throws {
    let plan = [
      planTask(1, .high, minutes: 60), planTask(2, minutes: 60), planTask(3, minutes: 30),
      planTask(4, minutes: nil),
    ]
    let move = try #require(
      MoveSuggestion(plan: plan, on: date(0)) { day in
        DayLoad(efforts: [planned[day.dayNumber] ?? 0], budget: Budget(minutes: 180))
      })
    #expect(move == MoveSuggestion(task: plan[number - 1].id, destination: destination.map(date)))
  }

  @Test func `what matters and presses is never suggested, nor what would win nothing`() {
    let plan = [planTask(1, .high), planTask(2, .medium), planTask(3, minutes: nil)]
    let empty = DayLoad(efforts: [], budget: Budget(minutes: 180))
    #expect(MoveSuggestion(plan: plan, on: date(0)) { _ in empty } == nil)
    #expect(MoveSuggestion(plan: [], on: date(0)) { _ in empty } == nil)
  }

  @Test(
    arguments: [
      (60, 0, [0: 120], .fits), (61, 0, [0: 120], .full(offer: date(1))),
      (60, 0, [0: 180], .full(offer: date(1))),
      // Exactly full is fine where it is offered too, unlike for a move.
      (60, 0, [0: 180, 1: 121, 2: 120], .full(offer: date(2))),
      (60, 2, [2: 180, 3: 180], .full(offer: date(4))),
      (240, 0, [:], .full(offer: nil)),
      (
        60, 0, [0: 180, 1: 180, 2: 180, 3: 180, 4: 180, 5: 180, 6: 180, 7: 120],
        .full(offer: date(7))
      ),
      (
        60, 0, [0: 180, 1: 180, 2: 180, 3: 180, 4: 180, 5: 180, 6: 180, 7: 180],
        .full(offer: nil)
      ),
      // Never checked.
      (nil, 0, [0: 500], .notChecked), (0, 0, [0: 500], .notChecked),
      (60, nil, [0: 500], .notChecked), (60, -1, [-1: 500], .notChecked),
    ] as [(Int?, Int?, [Int: Int], DayFullCheck)])
  func `a full day offers the nearest one where the task still fits`(
    effort: Int?, day: Int?, planned: [Int: Int], check: DayFullCheck
  ) {
    let found = DayFullCheck(
      effortMinutes: effort, on: day.map(date), today: date(0)
    ) { day in
      DayLoad(efforts: [planned[day.dayNumber] ?? 0], budget: Budget(minutes: 180))
    }
    #expect(found == check)
  }

  @Test func `each day is checked against the budget of its own level`() {
    let check = DayFullCheck(effortMinutes: 150, on: date(0), today: date(0)) { day in
      DayLoad(efforts: [], budget: Budget(minutes: day == date(3) ? 240 : 120))
    }
    #expect(check == .full(offer: date(3)))
  }
}
