import ReplicaStore
import SQLite

/// What Build and Load show of a day, worked out from the local tables.
struct PlanningPages {
  /// What is left of the day once commitments and habits have taken their time.
  let freeTime: FreeTime
  let commitments: [Commitment]
  let habitMinutes: Int
  let build: PlanningBuild
  let load: PlanningLoad

  init(
    _ transaction: ReadTransaction, _ moment: PlannerMoment, _ forDate: LogicalDate
  ) throws {
    let shape = try DayShape(transaction, moment)
    freeTime = try shape.freeTime(of: forDate)
    commitments = try transaction.commitments(on: forDate, moment)
    habitMinutes = try transaction.habitMinutes(on: forDate, isLived: false, moment)
    let tasks = try transaction.liveTasks()
    build = PlanningBuild(forDate, tasks: tasks, freeTime: freeTime)
    let loads = try shape.loads(after: forDate, count: MoveSuggestion.dayCount)
    load = PlanningLoad(
      plan: build.plan, on: forDate, level: try shape.level(of: forDate),
      normalDayMinutes: moment.settings.mediumDayMinutes, freeTime: freeTime,
      otherDay: { loads.known($0) })
  }
}

extension ReadTransaction {
  /// Every live task, as the last catching up left it.
  fileprivate func liveTasks() throws -> [PlanTask] {
    try TaskRow.rows(where: "is_live = 1", in: database).map { PlanTask($0) }
  }
}
