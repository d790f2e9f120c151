import JamaalCore
import ReplicaStore
import TestSupport
import Testing

/// One machine of a person: a replica, in memory unless it has a path, a clock of its own and a zone.
final class Machine {
  let planner: Planner
  var now: Instant
  var zone: TimeZoneRules

  private final class Wall {
    var millis: Int64 = 0
  }
  private final class Dice {
    var generator: SeededGenerator
    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }
  }
  private let wall = Wall()

  init(
    _ seed: UInt64, at time: String, zone: String = "UTC", path: String = ":memory:"
  ) throws {
    let dice = Dice(seed)
    let replica = try Replica(
      path: path, schema: .planner,
      environment: ReplicaEnvironment(
        nowMillis: { [wall] in wall.millis }, random: { dice.generator.next() }))
    planner = try Planner(replica: replica, zones: ZoneDirectory())
    now = try instant(time)
    self.zone = try ZoneDirectory().rules(for: zone)
    wall.millis = now.millis
  }

  var replica: Replica { planner.replica }

  /// Moves the clock and gives the moment.
  @discardableResult
  func at(_ time: String) throws -> DayContext {
    now = try instant(time)
    wall.millis = now.millis
    return context
  }

  /// Moves the clock to some seconds after a time.
  func advance(to time: String, plus seconds: Int) throws {
    now = try instant(time) + seconds
    wall.millis = now.millis
  }

  var context: DayContext { DayContext(now: now, zone: zone) }

  func today() throws -> [String] { try planner.today(context).shown.map(\.title) }

  /// The one task of a title.
  func task(_ title: String) throws -> TaskDetail {
    let found = try planner.tasks(includesEnded: true, context).first { $0.title == title }
    guard let found else { throw PlannerError(.notFound, title) }
    return try planner.task(found.id, context)
  }

  /// Every task with its deferrals, as people read them.
  func everything() throws -> [TaskDetail] {
    try planner.tasks(includesEnded: true, context).map { try planner.task($0.id, context) }
  }

  /// Makes a task and gives its id.
  @discardableResult
  func add(
    _ title: String, due: String? = nil, minutes: Int? = 30, importance: Importance = .low
  ) throws -> RecordID {
    let draft = TaskDraft(
      title: title, dueDate: try due.map { try parsed($0) }, effortMinutes: minutes,
      importance: importance)
    return try planner.addTask(draft, context).task
  }
}

func parsed(_ text: String) throws -> LogicalDate {
  guard let date = LogicalDate(text) else { throw PlannerError(.badValue, text) }
  return date
}

/// Every machine hears everything of every other.
func sync(_ machines: Machine...) throws {
  try sync(machines)
}

/// Every machine hears everything of every other.
func sync(_ machines: [Machine]) throws {
  let sets = try machines.compactMap { try $0.replica.seal()?.bytes }
  for machine in machines {
    for set in sets { try machine.replica.apply(set) }
  }
}

func expectAgreement(
  _ machines: Machine..., sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expectAgreement(machines, sourceLocation: sourceLocation)
}

/// Machines that hold the same facts have the same consequences, and a rebuild changes none.
func expectAgreement(
  _ machines: [Machine], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for machine in machines {
    #expect(machine.replica.digest == machines[0].replica.digest, sourceLocation: sourceLocation)
    machine.now = machines[0].now
    let kept = try machine.planner.consequences(machine.context)
    #expect(
      kept == (try machines[0].planner.consequences(machines[0].context)),
      sourceLocation: sourceLocation)
    try machine.planner.rebuild(machine.context)
    #expect(
      try machine.planner.consequences(machine.context) == kept, "a rebuild differs",
      sourceLocation: sourceLocation)
  }
}
