import CommandLineKit
import Simulator

extension Session {
  /// Looks whether planted bugs are noticed.
  ///
  /// - Returns: The exit status.
  /// - Throws: `UsageError` if nothing is asked for.
  func plant() async throws(UsageError) -> Int32 {
    if invocation.has("list") {
      for bug in PlantedBug.allCases { Self.say("\(bug.rawValue): \(bug.summary)") }
      return 0
    }
    let one = try bug()
    guard invocation.has("all") || one != nil else {
      throw invocation.invalid("--all", "", "say --list, --all or --bug")
    }
    let most = UInt64(try invocation.integer("worlds", in: 1...1_000_000) ?? 3000)
    let detections = await Self.detect(
      one.map { [$0] } ?? PlantedBug.allCases, most, jobs: try jobs())
    for detection in detections {
      let found =
        detection.seed.map {
          "seed \($0), after \(detection.deviceDays) device-days:"
            + " \(detection.invariant ?? ""): \(detection.message ?? "")"
        } ?? "NOT NOTICED in \(detection.deviceDays) device-days"
      Self.say("\(detection.bug.rawValue): \(found)")
    }
    guard save("json", { Detection.jsonText(detections) }) else { return 2 }
    let days = detections.filter { $0.seed != nil }.map(\.deviceDays).sorted()
    if !days.isEmpty { Self.say("median device-days to detection: \(days[days.count / 2])") }
    let missed = detections.count - days.count
    Self.say("\(days.count) passed, \(missed) failed")
    return missed == 0 ? 0 : 1
  }

  /// Looks for the first world that gives each bug away.
  ///
  /// - Parameters:
  ///   - bugs: The bugs.
  ///   - most: How many worlds to try for each.
  ///   - jobs: How many bugs to look for at once.
  /// - Returns: What it took, in the order of the bugs.
  static func detect(_ bugs: [PlantedBug], _ most: UInt64, jobs: Int) async -> [Detection] {
    let found = await withTaskGroup(of: [Detection].self) { group in
      for job in 0..<jobs {
        let own = bugs.enumerated().filter { $0.offset % jobs == job }.map(\.element)
        group.addTask {
          own.map { bug in
            let detection = Detection.hunt(bug, seeds: 1...most)
            complain("\(bug.rawValue): \(detection.invariant ?? "not noticed")")
            return detection
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    return bugs.compactMap { bug in found.first { $0.bug == bug } }
  }
}
