import CommandLineKit
import Glibc
import Simulator

/// One call of the program.
struct Session {
  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// Runs the command.
  ///
  /// - Returns: The exit status.
  /// - Throws: `UsageError` if a value makes no sense.
  func run() async throws(UsageError) -> Int32 {
    switch invocation.path.first {
    case "run": try runOne()
    case "hunt": try await hunt()
    case "merge": try merge()
    case "replay": try replay()
    case "shrink": try shrink()
    case "exhaust": try exhaust()
    default: try await plant()
    }
  }

  /// Tells something that is not part of the result.
  static func complain(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Tells a part of the result at once, also where it goes into a file.
  static func say(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  private static func write(_ text: String, to file: Int32) {
    let bytes = Array(text.utf8)
    // Nobody is left to be told if this fails.
    _ = Glibc.write(file, bytes, bytes.count)
  }

  /// Writes a file that was asked for.
  ///
  /// - Parameters:
  ///   - option: The option that names it.
  ///   - text: What goes into it.
  /// - Returns: Whether all is well; also if it was not asked for.
  func save(_ option: String, _ text: () -> String) -> Bool {
    guard let path = invocation.value(option) else { return true }
    if Files.write(text(), to: path) {
      Self.complain("\(path) is written.")
      return true
    }
    Self.complain("\(path) cannot be written. Name a file in a directory that can be.")
    return false
  }

  // MARK: One world

  private func runOne() throws(UsageError) -> Int32 {
    let seed = try seed()
    let plan = Plan(seed: seed)
    if invocation.has("plan") {
      Self.say(plan.jsonText())
      return 0
    }
    let bug = try bug()
    let isSaved = save("report") {
      var campaign = Campaign()
      campaign.add(World(plan, bug: bug).run())
      let command = "jamaal-sim run --seed \(seed)\(bug.map { " --bug \($0.rawValue)" } ?? "")"
      var page = ReportPage(campaign, command: command)
      page.scenes = [
        Scene(plan, bug: bug, title: "Seed \(seed)", lead: "The whole world.", command: command)
      ]
      return page.html()
    }
    guard isSaved, save("trace", plan.jsonText) else { return 2 }
    return Self.live(plan, bug: bug, tellsAll: invocation.has("story"))
  }

  static func live(_ plan: Plan, bug: PlantedBug?, tellsAll: Bool) -> Int32 {
    let result = World(plan, bug: bug, tells: true).run()
    let isToTell = tellsAll || result.violation != nil
    if isToTell { result.story.suffix(tellsAll ? .max : 40).forEach { say($0) } }
    say(
      "seed \(plan.seed): \(plan.devices.count) devices, \(plan.days) days,"
        + " \(result.stepCount) steps, \(result.actCount) acts,"
        + " equal after \(result.rounds) rounds, step digest \(result.stepDigest)")
    if let violation = result.violation { say("FAILED \(violation)") }
    say(result.violation == nil ? "1 passed, 0 failed" : "0 passed, 1 failed")
    return result.violation == nil ? 0 : 1
  }

  private func shrink() throws(UsageError) -> Int32 {
    let bug = try bug()
    var plan = Plan(seed: try seed())
    if let path = invocation.argument("FILE") {
      guard let saved = Self.plan(at: path) else { return 2 }
      plan = saved
    }
    guard let small = Shrinker.shrink(plan, bug: bug) else {
      Self.say("Nothing fails in this world, so there is nothing to shrink.")
      return 2
    }
    guard save("out", small.jsonText) else { return 2 }
    Self.say("\(plan.events.count) events shrunk to \(small.events.count):")
    return Self.live(small, bug: bug, tellsAll: true)
  }

  // MARK: Values

  func seed() throws(UsageError) -> UInt64 {
    let text = invocation.value("seed") ?? "1"
    guard let seed = UInt64(text) else {
      throw invocation.invalid("--seed", text, "it takes a number from 0")
    }
    return seed
  }

  func bug() throws(UsageError) -> PlantedBug? {
    guard let text = invocation.value("bug") else { return nil }
    guard let bug = PlantedBug(rawValue: text) else {
      throw invocation.invalid("--bug", text, "list them with “jamaal-sim plant --list”")
    }
    return bug
  }

  func range() throws(UsageError) -> ClosedRange<UInt64> {
    let text = invocation.value("seeds") ?? "1..100"
    let parts = text.split(separator: ".", omittingEmptySubsequences: true)
    guard parts.count == 2, let first = UInt64(parts[0]), let last = UInt64(parts[1]),
      first <= last, last < .max
    else { throw invocation.invalid("--seeds", text, "it takes a range such as 1..1000") }
    return first...last
  }

  func shard() throws(UsageError) -> Shard {
    guard let text = invocation.value("shard") else { return .all }
    guard let shard = Shard(text) else {
      throw invocation.invalid("--shard", text, "it takes a part such as 3/8")
    }
    return shard
  }

  func jobs() throws(UsageError) -> Int {
    try invocation.integer("jobs", in: 1...256) ?? 1
  }
}
