import Glibc
import JamaalCore
import ReplicaStore
import SQLite

/// The planner on ten years of history: the tick of an ordinary day, a rebuild, and its reads.
struct PlannerBenchmark {
  let directory: String
  /// How many ordinary days are lived through.
  let rounds: Int

  private static let dayMillis: Int64 = 86_400_000
  private static let programRounds = 30

  private final class Wall {
    var millis: Int64 = 0
  }

  func run(_ report: inout Report) throws {
    try TenYears.make(in: directory)
    let path = "\(directory)/replica.db"
    guard let morning = Instant(TenYears.morning) else { preconditionFailure("a wrong constant") }
    try program(&report)

    let wall = Wall()
    wall.millis = morning.millis
    let replica = try Replica(
      path: path, schema: .planner,
      environment: ReplicaEnvironment(nowMillis: { wall.millis }, random: { 4 }))
    let planner = try Planner(replica: replica, zones: ZoneDirectory())
    func context() -> DayContext { DayContext(now: Instant(millis: wall.millis), zone: .utc) }
    try planner.tick(context())
    for _ in 0..<rounds {
      try report.time("read today") { _ = try planner.today(context()) }
      let target = try planner.planningTarget(context())
      try report.time("read planning") {
        _ = try planner.planning(of: target.forDate, context())
      }
      let today = try planner.tick(context()).today
      try report.time("six weeks as lived") {
        _ = try planner.livedDays((today - 42)...(today - 1), context())
      }
    }
    for _ in 0..<3 {
      try report.time("rebuild") { _ = try planner.rebuild(context()) }
    }
    for _ in 0..<rounds {
      // What is due is done during the day, but for one task.
      for task in try planner.today(context()).shown.dropFirst() {
        _ = try planner.complete(task.id, context())
      }
      try planner.tick(context())
      wall.millis += Self.dayMillis
      try report.time("tick of an ordinary day") { _ = try planner.tick(context()) }
    }
  }

  /// The program that people type, from its start to its end.
  func program(_ report: inout Report) throws {
    let path = "\(Self.programDirectory())/jamaal"
    guard access(path, X_OK) == 0 else { return }
    for _ in 0..<Self.programRounds {
      var used = 0.0
      try report.time("jamaal today") { used = try Self.spawn(path, home: directory) }
      report.note("jamaal today, its processor", used)
    }
  }

  /// Runs the program.
  ///
  /// - Returns: The processor seconds that it used.
  private static func spawn(_ path: String, home: String) throws -> Double {
    let words = [path, "today"]
    let variables = [
      "JAMAAL_HOME=\(home)", "JAMAAL_NOW=\(TenYears.morning)", "TZ=UTC", "PATH=/usr/bin",
    ]
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    let environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, arguments, environment)
    guard code == 0 else { throw FileFailure(path: path, code: code) }
    var status: Int32 = 0
    var usage = rusage()
    wait4(process, &status, 0, &usage)
    guard status == 0 else { throw FileFailure(path: path, code: status) }
    return [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) * 1e-6
    }
  }

  private static func programDirectory() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = max(readlink("/proc/self/exe", &buffer, buffer.count - 1), 0)
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  func summarize(_ report: Report) {
    for (name, goal) in [
      ("tick of an ordinary day", "under 20"), ("jamaal today", "under 30"),
      ("read today", "under 10"), ("read planning", "under 100"),
      ("six weeks as lived", "under 100"), ("rebuild", "under 2000"),
      ("rebuild, processor", "under 2000"),
    ] {
      report.line("ten years: \(name)", report.median(name) * 1000, "ms", goal)
    }
  }
}
