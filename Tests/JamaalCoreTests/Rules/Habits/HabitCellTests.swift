import JamaalCore
import Testing

/// Cells and what they say, as tables.
@Suite struct HabitCellTests {
  private static let today = LogicalDate(dayNumber: 20_000)

  /// One row: a kind, what was logged, and the cell it gives.
  struct Row: Sendable, CustomStringConvertible {
    var kind = HabitKind.counted
    /// Days before today.
    var ago = 1
    var amount = 0
    var target = 8
    var isChecked = false
    var isEngaged = false
    var isPaused = false
    var schedule = HabitSchedule.daily
    var createdAgo = 30
    let cell: HabitCell

    var description: String {
      "\(kind) \(ago) days ago: \(amount) of \(target), checked \(isChecked), engaged \(isEngaged),"
        + " paused \(isPaused), \(schedule.timesPerWeek) a week, made \(createdAgo) days ago → \(cell)"
    }

    var facts: HabitDayFacts {
      let log = HabitLog(
        amount: amount, target: nil, checkedAt: isChecked ? Instant(millis: 1) : nil)
      return HabitDayFacts(
        day: today - ago, today: today, created: today - createdAgo, schedule: schedule,
        isPaused: isPaused, reading: HabitReading(log, kind: kind, windowTarget: target),
        isEngaged: isEngaged)
    }
  }

  static let offDay = HabitSchedule(weekdays: [(today - 2).weekday])

  static let rows: [Row] = [
    // Nothing to say.
    Row(ago: -1, amount: 9, cell: .empty),
    Row(ago: 31, amount: 9, cell: .empty),
    Row(amount: 9, isPaused: true, cell: .empty),
    Row(amount: 9, schedule: offDay, cell: .empty),
    Row(ago: 2, amount: 9, schedule: offDay, cell: .complete),
    Row(kind: .unknown("later"), amount: 9, cell: .empty),
    // Past days of what is counted.
    Row(amount: 0, cell: .missed), Row(amount: 1, cell: .partialLow),
    Row(amount: 3, cell: .partialLow), Row(amount: 4, cell: .partialHigh),
    Row(amount: 7, cell: .partialHigh), Row(amount: 8, cell: .complete),
    Row(amount: 20, cell: .complete),
    Row(ago: 30, amount: 0, cell: .missed),
    // Today is never missed.
    Row(ago: 0, amount: 0, cell: .empty), Row(ago: 0, amount: 2, cell: .partialLow),
    Row(ago: 0, amount: 8, cell: .complete),
    // So many times a week: no day is missed.
    Row(amount: 0, schedule: HabitSchedule(timesPerWeek: 3), cell: .empty),
    Row(amount: 3, schedule: HabitSchedule(timesPerWeek: 3), cell: .partialLow),
    Row(amount: 8, schedule: HabitSchedule(timesPerWeek: 3), cell: .complete),
    // Minutes read as a count does.
    Row(kind: .timed, amount: 14, target: 30, cell: .partialLow),
    Row(kind: .timed, amount: 15, target: 30, cell: .partialHigh),
    Row(kind: .timed, amount: 30, target: 30, cell: .complete),
    // Done or not done.
    Row(kind: .binary, target: 1, cell: .missed),
    Row(kind: .binary, target: 1, isChecked: true, cell: .complete),
    // Avoiding: silence is never success, and today is always open.
    Row(kind: .avoid, target: 1, cell: .empty),
    Row(kind: .avoid, target: 1, isEngaged: true, cell: .complete),
    Row(kind: .avoid, amount: 1, target: 1, isEngaged: true, cell: .complete),
    Row(kind: .avoid, amount: 2, target: 1, isEngaged: true, cell: .missed),
    Row(kind: .avoid, amount: 1, target: 0, isEngaged: true, cell: .missed),
    Row(kind: .avoid, amount: 0, target: 0, isChecked: true, isEngaged: true, cell: .complete),
    Row(kind: .avoid, ago: 0, target: 1, isChecked: true, isEngaged: true, cell: .empty),
    Row(kind: .avoid, ago: 0, amount: 3, target: 1, isEngaged: true, cell: .empty),
  ]

  @Test(arguments: rows) func `a day's cell follows from its log`(row: Row) {
    #expect(row.facts.cell == row.cell)
  }

  @Test func `a day is logged against the target of its first log, not today's`() {
    let log = HabitLog(amount: 8, target: 8)
    let reading = HabitReading(log, kind: .counted, windowTarget: 12)
    #expect(reading.isDone && reading.target == 8)
  }

  @Test(arguments: [
    (["8"], HabitCell.complete), (["0"], .missed), (["8", "8"], .complete),
    (["8", "0"], .partialHigh), (["0", "0"], .missed), (["8", "0", "0"], .partialLow),
    (["6", "0"], .partialLow), (["6", "4"], .partialHigh), ([], .empty),
  ])
  func `several times of day come to one cell`(amounts: [String], cell: HabitCell) {
    let days = amounts.map { Row(amount: Int($0) ?? 0, cell: .empty).facts }
    #expect(HabitCell.together(days) == cell)
  }

  @Test func `an open day is empty until every time of day is complete`() {
    let done = Row(ago: 0, amount: 8, cell: .complete).facts
    let open = Row(ago: 0, amount: 7, cell: .partialHigh).facts
    #expect(HabitCell.together([done, done]) == .complete)
    #expect(HabitCell.together([done, open]) == .empty)
  }

  @Test func `a read counts settled days only, today once it is finished`() {
    var read = HabitRead((1...5).map { Row(ago: $0, amount: $0 == 1 ? 4 : 8, cell: .empty).facts })
    #expect(read.complete == 4 && read.partial == 1 && read.missed == 0)
    read = HabitRead([Row(ago: 0, amount: 7, cell: .empty).facts])
    #expect(read.resolved == 0)
    read = HabitRead([Row(ago: 0, amount: 8, cell: .empty).facts])
    #expect(read.resolved == 1)
    read = HabitRead([
      Row(isPaused: true, cell: .empty).facts, Row(schedule: Self.offDay, cell: .empty).facts,
    ])
    #expect(read.resolved == 0)
  }

  @Test(arguments: [
    // missed, complete, whether a lighter rhythm is worth a thought
    (4, 3, true), (3, 4, false), (7, 0, true), (6, 0, false), (3, 3, false), (11, 10, true),
    (10, 11, false),
  ])
  func `more than half of at least seven settled days missed suggests less`(
    missed: Int, complete: Int, suggests: Bool
  ) {
    let days =
      (0..<missed).map { _ in Row(amount: 0, cell: .missed).facts }
      + (0..<complete).map { _ in Row(amount: 8, cell: .complete).facts }
    #expect(HabitRead(days).suggestsLighter == suggests)
    #expect(HabitRead(days).isTiring == suggests)
  }

  @Test func `what is counted tires by its share`() {
    // Ten days at a quarter: none is missed, three quarters of everything is missing.
    let quarter = HabitRead((1...10).map { Row(ago: $0, amount: 2, cell: .empty).facts })
    #expect(quarter.isTiring && !quarter.suggestsLighter)
    let half = HabitRead((1...10).map { Row(ago: $0, amount: 4, cell: .empty).facts })
    #expect(!half.isTiring)
  }

  @Test(arguments: [
    ([0, 1, 2], false), ([0, 1, 2, 6], true), ([0, 1, 2, 7], false), ([0, 0, 0, 0], true),
    ([-1, 0, 0, 0], false),
  ])
  func `four habits made within a week are many`(ago: [Int], isHigh: Bool) {
    #expect(NewHabitLoad.isHigh(ago.map { Self.today - $0 }, today: Self.today) == isHigh)
  }

  @Test(arguments: [
    // kind, amount, target, minutes of the whole, minutes left
    (HabitKind.counted, 0, 8, 40, 40), (.counted, 4, 8, 40, 20), (.counted, 3, 8, 40, 25),
    (.counted, 8, 8, 40, 0), (.counted, 12, 8, 40, 0), (.timed, 10, 15, 15, 5),
    (.binary, 0, 1, 10, 10), (.avoid, 0, 1, 30, 0),
  ])
  func `what is left takes its part of the minutes`(
    kind: HabitKind, amount: Int, target: Int, minutes: Int, left: Int
  ) {
    let reading = HabitReading(
      HabitLog(amount: amount, target: nil), kind: kind, windowTarget: target)
    #expect(reading.minutesLeft(of: minutes) == left)
  }

  @Test func `absurd values of a damaged record read as the nearest that make sense`() {
    for number in [Int.min, -1, 0, Int.max] {
      for kind in HabitKind.offered {
        let reading = HabitReading(
          HabitLog(amount: number, target: number), kind: kind, windowTarget: number)
        #expect(HabitTarget.range(kind).contains(reading.target))
        #expect((0...HabitTarget.countMax).contains(reading.amount))
        #expect((0...1440).contains(reading.minutesLeft(of: number)))
        #expect((0...1).contains(reading.share))
      }
    }
  }
}
