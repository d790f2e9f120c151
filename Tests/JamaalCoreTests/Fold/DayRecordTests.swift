import JamaalCore
import ReplicaStore
import Testing

@Suite struct DayRecordTests {
  private static func task(_ id: UInt64, effort: Int?, _ acts: [Act]) -> TaskState {
    var facts = facts(
      [
        Act(device: 1, minute: minute(0, 9, 0), .due(date(1))),
        Act(device: 1, minute: minute(0, 9, 1), .effort(effort)),
      ] + acts)
    facts.id = RecordID(high: 0, low: id)
    return TaskFold.state(of: facts, through: date(5))
  }

  private static let done = task(
    1, effort: 60, [Act(device: 1, minute: minute(1, 12, 0), .complete)])
  private static let carried = task(2, effort: 30, [])
  private static let deferred = task(
    3, effort: 40, [Act(device: 1, minute: minute(1, 12, 0), .deferral(from: date(1), to: nil))])
  private static let dropped = task(
    4, effort: 50, [Act(device: 1, minute: minute(1, 12, 0), .drop)])
  private static let later = task(
    5, effort: 70, [Act(device: 1, minute: minute(0, 12, 0), .due(date(3)))])
  private static let unknownEffort = task(6, effort: nil, [])

  private static func record(
    _ day: Int, _ tasks: [TaskState], actual: [UInt64: Int] = [:]
  ) -> DayRecord {
    DayRecord(
      day: date(day), tasks: tasks, budget: Budget(minutes: 120),
      actualMinutes: { actual[$0.low] })
  }

  @Test func `a day holds what was done, due or put off, and not what was dropped`() {
    let tasks = [
      Self.done, Self.carried, Self.deferred, Self.dropped, Self.later, Self.unknownEffort,
    ]
    let record = Self.record(1, tasks)
    #expect(record.plannedTaskMinutes == 60 + 30 + 40)
    #expect(record.completedEffortMinutes == 60)
    #expect(record.completedCount == 1)
    #expect(record.completionBasis == 5)
    #expect(record.completionRate == 0.2)
    #expect(record.loadScore == 108)
    #expect(!record.wasOverloaded)
    #expect(Self.record(1, tasks.reversed()) == record)
  }

  @Test func `a completed task counts the time it took and an open one its estimate`() {
    let record = Self.record(1, [Self.done, Self.carried], actual: [1: 102, 2: 500])
    #expect(record.completedEffortMinutes == 102)
    #expect(record.plannedTaskMinutes == 132)
    #expect(record.loadScore == 110)
    #expect(record.wasOverloaded)
  }

  @Test func `nothing to finish is not the same as nothing finished`() {
    let idle = Self.record(0, [Self.later])
    #expect(idle.completionBasis == 0 && idle.completionRate == 0)
    let unfinished = Self.record(1, [Self.carried])
    #expect(unfinished.completionBasis == 1 && unfinished.completionRate == 0)
  }

  @Test func `a task done and deferred on one day counts once, as done`() {
    let both = Self.task(
      7, effort: 20,
      [
        Act(device: 1, minute: minute(1, 12, 0), .deferral(from: date(1), to: date(2))),
        Act(device: 2, minute: minute(1, 13, 0), .complete),
      ])
    let record = Self.record(1, [both])
    #expect(record.completedCount == 1 && record.completionBasis == 1)
    #expect(record.plannedTaskMinutes == 20)
  }

  @Test func `an estimate changed later leaves an earlier day as it was`() {
    let changed = Self.task(
      8, effort: 20, [Act(device: 1, minute: minute(2, 12, 0), .effort(90))])
    #expect(Self.record(1, [changed]).plannedTaskMinutes == 20)
    #expect(Self.record(2, [changed]).plannedTaskMinutes == 90)
  }

  @Test func `a task completed on a later day was open and put off on the earlier one`() {
    let late = Self.task(
      9, effort: 20, [Act(device: 1, minute: minute(2, 12, 0), .complete)])
    #expect(Self.record(1, [late]).completionBasis == 1)
    #expect(Self.record(1, [late]).completedCount == 0)
    #expect(Self.record(2, [late]).completedCount == 1)
    #expect(Self.record(3, [late]).completionBasis == 0)
  }

  @Test func `a completion taken back on a later day stays in its own day's record`() {
    let undone = Self.task(
      10, effort: 20,
      [
        Act(device: 1, minute: minute(1, 12, 0), .complete),
        Act(device: 1, minute: minute(3, 12, 0), .uncomplete),
      ])
    #expect(Self.record(1, [undone]).completedCount == 1)
    #expect(Self.record(2, [undone]).plannedTaskMinutes == 0)
    #expect(Self.record(3, [undone]).plannedTaskMinutes == 20)
    #expect(undone.deferrals(boundary: boundary).map(\.day) == [date(3), date(4), date(5)])
  }
}
