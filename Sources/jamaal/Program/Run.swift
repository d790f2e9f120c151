import CommandLineKit
import JamaalCore
import JamaalHome
import ReplicaStore

/// One command of the program: how it is typed, and what it does.
protocol ProgramCommand: SendableMetatype {
  /// How it is typed.
  static var command: Command { get }
  /// Does it.
  static func run(_ run: Run) throws -> Int32
}

/// A command on its way: what was asked, where, and what it says.
final class Run {
  let invocation: Invocation
  let environment: ProcessEnvironment
  var output: Output
  private var opened: Session?

  init(_ invocation: Invocation, _ environment: ProcessEnvironment, _ output: Output) {
    self.invocation = invocation
    self.environment = environment
    self.output = output
  }

  var terminal: Terminal { output.terminal }
  var wantsJSON: Bool { invocation.has("json") }

  func home() throws(HomeError) -> Home {
    try Home(option: invocation.value("home"), environment: environment)
  }

  /// The replica with its planner, opened when it is first asked for.
  func session() throws -> Session {
    if let opened { return opened }
    let session = try Session(home: try home(), clock: try HomeClock(environment))
    opened = session
    return session
  }
}

/// A replica that is open, with the moment and the place.
final class Session {
  let home: Home
  let clock: HomeClock
  /// The moment of the command: the same from its beginning to its end.
  let context: DayContext
  let planner: Planner

  init(home: Home, clock: HomeClock) throws {
    self.home = home
    self.clock = clock
    context = clock.context
    planner = try Planner(replica: try home.openReplica(clock), zones: clock.zones)
  }

  private(set) lazy var lastList = LastList(home)

  /// The zone that times are told in.
  var zone: TimeZoneRules { clock.zone }
  /// The ISO weekday on which weeks begin here; looks at the system's tables.
  var firstWeekday: Int { clock.firstWeekday }

  /// The moment with days that have ended folded in.
  func moment() throws -> PlannerMoment {
    try planner.tick(context)
  }
}
