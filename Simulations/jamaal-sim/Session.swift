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
  func run() throws(UsageError) -> Int32 {
    switch invocation.path.first {
    case "run": try runOne()
    case "hunt": try hunt()
    case "replay": try replay()
    case "shrink": try shrink()
    default: try plant()
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

  // MARK: One world

  private func runOne() throws(UsageError) -> Int32 {
    let plan = Plan(seed: try seed())
    if invocation.has("plan") {
      Self.say(plan.jsonText())
      return 0
    }
    return live(plan, bug: try bug(), tellsAll: invocation.has("story"))
  }

  private func replay() throws(UsageError) -> Int32 {
    let bug = try bug()
    let path = invocation.argument("FILE") ?? ""
    guard let bytes = Files.read(path) else {
      Self.complain("\(path) cannot be read. Name a file that run --plan wrote.")
      return 2
    }
    do throws(PlanError) {
      return live(try Plan(json: bytes), bug: bug, tellsAll: invocation.has("story"))
    } catch {
      Self.complain("\(path): \(error)")
      return 2
    }
  }

  private func live(_ plan: Plan, bug: PlantedBug?, tellsAll: Bool) -> Int32 {
    let result = World(plan, bug: bug, tells: true).run()
    let lines = tellsAll ? result.story[...] : result.story.suffix(30)
    if result.violation != nil || tellsAll { lines.forEach { Self.say($0) } }
    Self.say(
      "seed \(plan.seed): \(plan.devices.count) devices, \(plan.days) days,"
        + " \(result.stepCount) steps, \(result.actCount) acts,"
        + " equal after \(result.rounds) rounds, step digest \(result.stepDigest)")
    if let violation = result.violation { Self.say("FAILED \(violation)") }
    Self.say(result.violation == nil ? "1 passed, 0 failed" : "0 passed, 1 failed")
    return result.violation == nil ? 0 : 1
  }

  private func shrink() throws(UsageError) -> Int32 {
    let plan = Plan(seed: try seed())
    let bug = try bug()
    guard let small = Shrinker.shrink(plan, bug: bug) else {
      Self.say("Nothing fails in this world, so there is nothing to shrink.")
      return 2
    }
    if let path = invocation.value("out"), !Files.write(small.jsonText(), to: path) {
      Self.complain("\(path) cannot be written.")
      return 2
    }
    Self.say("\(plan.events.count) events shrunk to \(small.events.count):")
    return live(small, bug: bug, tellsAll: true)
  }

  // MARK: Many worlds

  private func hunt() throws(UsageError) -> Int32 {
    let seeds = try range()
    var campaign = Campaign()
    let clock = Stopwatch()
    var told = 0.0
    for seed in seeds {
      let result = World(Plan(seed: seed)).run()
      campaign.add(result)
      if let violation = result.violation {
        Self.say("seed \(seed) FAILED \(violation)")
        let told = World(Plan(seed: seed), tells: true).run()
        told.story.suffix(20).forEach { Self.say("    \($0)") }
      }
      if clock.seconds - told > 5 {
        told = clock.seconds
        Self.complain(progress(campaign, clock, of: seeds.count))
      }
    }
    Self.complain(progress(campaign, clock, of: seeds.count))
    summarize(campaign)
    if let path = invocation.value("json"), !Files.write(campaign.jsonText(), to: path) {
      Self.complain("\(path) cannot be written.")
      return 2
    }
    let failed = campaign.failures.count
    Self.say("\(campaign.worlds - failed) passed, \(failed) failed")
    if failed > 0 { return 1 }
    return campaign.unknownMarkers.isEmpty && campaign.unknownInvariants.isEmpty ? 0 : 2
  }

  private func progress(_ campaign: Campaign, _ clock: Stopwatch, of count: Int) -> String {
    let perSecond = Double(campaign.deviceDays) / max(clock.seconds, 0.001)
    return "\(campaign.worlds)/\(count) worlds, \(campaign.deviceDays) device-days,"
      + " \(Int(perSecond)) a second, \(campaign.markers.count - campaign.unknownMarkers.count) of"
      + " \(campaign.markers.count) markers, \(campaign.failures.count) failed"
  }

  private func summarize(_ campaign: Campaign) {
    for (name, tally) in campaign.invariants.sorted(by: { $0.key < $1.key }) {
      Self.say("invariant \(name): checked \(tally.checked), exercised \(tally.exercised)")
    }
    for (name, hits) in campaign.markers.sorted(by: { $0.key < $1.key }) {
      let first = hits.firstSeed.map { ", first in seed \($0)" } ?? ": unknown"
      Self.say("marker \(name): \(hits.worlds) worlds\(first)")
    }
    for (rounds, worlds) in campaign.rounds.sorted(by: { $0.key < $1.key }) {
      Self.say("equal after \(rounds) rounds: \(worlds) worlds")
    }
    Self.say("step digest \(campaign.digest)")
  }

  private func plant() throws(UsageError) -> Int32 {
    if invocation.has("list") {
      for bug in PlantedBug.allCases { Self.say("\(bug.rawValue): \(bug.summary)") }
      return 0
    }
    let one = try bug()
    guard invocation.has("all") || one != nil else {
      throw invocation.invalid("--all", "", "say --list, --all or --bug")
    }
    let most = UInt64(try invocation.integer("worlds", in: 1...1_000_000) ?? 3000)
    var detections: [Detection] = []
    for bug in one.map({ [$0] }) ?? PlantedBug.allCases {
      let detection = Detection.hunt(bug, seeds: 1...most)
      detections.append(detection)
      let found =
        detection.seed.map {
          "seed \($0), after \(detection.deviceDays) device-days:"
            + " \(detection.invariant ?? ""): \(detection.message ?? "")"
        } ?? "NOT NOTICED in \(detection.deviceDays) device-days"
      Self.say("\(bug.rawValue): \(found)")
    }
    if let path = invocation.value("json"),
      !Files.write(Detection.jsonText(detections), to: path)
    {
      Self.complain("\(path) cannot be written.")
      return 2
    }
    let days = detections.filter { $0.seed != nil }.map(\.deviceDays).sorted()
    if !days.isEmpty { Self.say("median device-days to detection: \(days[days.count / 2])") }
    let missed = detections.count - days.count
    Self.say("\(days.count) passed, \(missed) failed")
    return missed == 0 ? 0 : 1
  }

  // MARK: Values

  private func seed() throws(UsageError) -> UInt64 {
    let text = invocation.value("seed") ?? "1"
    guard let seed = UInt64(text) else {
      throw invocation.invalid("--seed", text, "it takes a number from 0")
    }
    return seed
  }

  private func bug() throws(UsageError) -> PlantedBug? {
    guard let text = invocation.value("bug") else { return nil }
    guard let bug = PlantedBug(rawValue: text) else {
      throw invocation.invalid("--bug", text, "list them with “jamaal-sim plant --list”")
    }
    return bug
  }

  private func range() throws(UsageError) -> ClosedRange<UInt64> {
    let text = invocation.value("seeds") ?? "1..100"
    let parts = text.split(separator: ".", omittingEmptySubsequences: true)
    guard parts.count == 2, let first = UInt64(parts[0]), let last = UInt64(parts[1]),
      first <= last, last < .max
    else { throw invocation.invalid("--seeds", text, "it takes a range such as 1..1000") }
    return first...last
  }
}
