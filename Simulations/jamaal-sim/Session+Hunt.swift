import CommandLineKit
import Simulator

extension Session {
  /// Lives through many worlds.
  ///
  /// - Returns: The exit status.
  /// - Throws: `UsageError` if a value makes no sense.
  func hunt() async throws(UsageError) -> Int32 {
    let shard = try shard()
    let seeds = try range()
    let jobs = try jobs()
    let minutes = try invocation.integer("minutes", in: 1...100_000)
    var campaign = Campaign()
    let clock = Stopwatch()
    var told = 0.0
    var next = seeds.lowerBound
    while next <= seeds.upperBound, minutes.map({ clock.seconds < Double($0) * 60 }) ?? true {
      let last = min(seeds.upperBound, next + UInt64(64 * jobs * shard.count) - 1)
      let batch = (next...last).filter(shard.takes)
      next = last + 1
      for result in await Self.live(batch, jobs: jobs) {
        campaign.add(result)
        if let violation = result.violation { Self.tell(result.seed, violation) }
      }
      if clock.seconds - told > 5 {
        told = clock.seconds
        Self.complain(Self.progress(campaign, clock, jobs))
      }
    }
    Self.complain(Self.progress(campaign, clock, jobs))
    let speed = Int(Double(campaign.deviceDays) / max(clock.seconds, 0.001)) / jobs
    return try await finish(campaign, seeds: "\(seeds.lowerBound)..\(next - 1)", speed: speed)
  }

  /// Joins the reports of several machines.
  ///
  /// - Returns: The exit status.
  /// - Throws: `UsageError` if nothing is named.
  func merge() throws(UsageError) -> Int32 {
    var campaign = Campaign()
    for path in invocation.arguments("FILE") {
      guard let bytes = Files.read(path) else {
        Self.complain("\(path) cannot be read. Name files that hunt --json wrote.")
        return 2
      }
      do throws(PlanError) {
        campaign.merge(try Campaign(json: bytes))
      } catch {
        Self.complain("\(path): \(error)")
        return 2
      }
    }
    guard save("json", campaign.jsonText),
      save("report", { ReportPage(campaign, command: "jamaal-sim merge").html() })
    else { return 2 }
    return Self.summarize(campaign)
  }

  private func finish(
    _ campaign: Campaign, seeds: String, speed: Int
  ) async throws(UsageError) -> Int32 {
    guard save("json", campaign.jsonText) else { return 2 }
    if invocation.has("report") {
      var page = ReportPage(campaign, command: "jamaal-sim hunt --seeds \(seeds)")
      page.deviceDaysPerCoreSecond = speed
      page.scenes = Gallery.failures(of: campaign) + [Gallery.hero()]
      let most = UInt64(try invocation.integer("plant-worlds", in: 0...1_000_000) ?? 400)
      if most > 0 {
        Self.complain("planting bugs, to see whether they would have been noticed")
        page.detections = await Self.detect(PlantedBug.allCases, most, jobs: try jobs())
        page.scenes += Gallery.bugs(page.detections)
      }
      page.scenes += Gallery.races(of: campaign)
      if invocation.has("scopes") {
        for scope in [Scope.twoByTwo, .threeByOne] {
          Self.complain("trying everything in the scope \(scope.rawValue)")
          page.scopes.append(ScopeSearch(scope, sampleEvery: 2000).run())
        }
      }
      guard save("report", page.html) else { return 2 }
    }
    return Self.summarize(campaign)
  }

  private static func live(_ seeds: [UInt64], jobs: Int) async -> [WorldResult] {
    await withTaskGroup(of: [WorldResult].self) { group in
      for job in 0..<jobs {
        let own = seeds.enumerated().filter { $0.offset % jobs == job }.map(\.element)
        group.addTask { World.run(seeds: own) }
      }
      return await group.reduce(into: []) { $0 += $1 }.sorted { $0.seed < $1.seed }
    }
  }

  private static func tell(_ seed: UInt64, _ violation: Violation) {
    say("seed \(seed) FAILED \(violation)")
    World(Plan(seed: seed), tells: true).run().story.suffix(12).forEach { say("    \($0)") }
  }

  private static func progress(_ campaign: Campaign, _ clock: Stopwatch, _ jobs: Int) -> String {
    let perSecond = Double(campaign.deviceDays) / max(clock.seconds, 0.001)
    return "\(campaign.worlds) worlds, \(campaign.deviceDays) device-days,"
      + " \(Int(perSecond)) a second with \(jobs) jobs,"
      + " \(campaign.markers.count - campaign.unknownMarkers.count) of"
      + " \(campaign.markers.count) markers, \(campaign.failures.count) failed"
  }

  private static func summarize(_ campaign: Campaign) -> Int32 {
    for (name, tally) in campaign.invariants.sorted(by: { $0.key < $1.key }) {
      say("invariant \(name): checked \(tally.checked), exercised \(tally.exercised)")
    }
    func list(_ kind: String, _ all: [String: Campaign.Hits]) {
      for (name, hits) in all.sorted(by: { $0.key < $1.key }) {
        let first = hits.firstSeed.map { ", first in seed \($0)" } ?? ": unknown"
        say("\(kind) \(name): \(hits.worlds) worlds\(first)")
      }
    }
    list("marker", campaign.markers)
    list("fault", campaign.faults)
    for (rounds, worlds) in campaign.rounds.sorted(by: { $0.key < $1.key }) {
      say("equal after \(rounds) rounds: \(worlds) worlds")
    }
    say("digest of all steps \(campaign.digest)")
    let failed = campaign.failures.count
    let unknown = campaign.unknownMarkers + campaign.unknownInvariants
    if !unknown.isEmpty { say("unknown: \(unknown.joined(separator: ", "))") }
    say("\(campaign.worlds - failed) passed, \(failed) failed")
    if failed > 0 { return 1 }
    return unknown.isEmpty ? 0 : 2
  }
}
