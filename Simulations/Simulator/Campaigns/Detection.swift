import FoundationEssentials
import SQLite

/// Whether and how fast the invariants notice a planted bug.
public struct Detection: Codable, Hashable, Sendable {
  /// The bug.
  public var bug: PlantedBug
  /// The seed of the first world in which something did not hold; `nil` if it got away.
  public var seed: UInt64?
  /// What did not hold there.
  public var invariant: String?
  /// What was seen there.
  public var message: String?
  /// How many worlds were tried, that one included.
  public var worlds: Int
  /// How many days devices lived through until then.
  public var deviceDays: Int

  /// What several bugs came to, as JSON.
  ///
  /// - Parameter detections: One for each bug.
  /// - Returns: Text of several lines, names in alphabetical order.
  public static func jsonText(_ detections: [Detection]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    // Whole numbers, texts and lists only, none of which can fail to be written.
    guard let data = try? encoder.encode(detections) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  /// Looks for the first world that gives a bug away.
  ///
  /// - Parameters:
  ///   - bug: The bug.
  ///   - seeds: The worlds to try, in order.
  /// - Returns: What it took.
  public static func hunt(_ bug: PlantedBug, seeds: ClosedRange<UInt64>) -> Detection {
    var detection = Detection(bug: bug, worlds: 0, deviceDays: 0)
    let connections = ConnectionPool()
    for seed in seeds {
      let result = World(Plan(seed: seed), bug: bug, connections: connections).run()
      detection.worlds += 1
      detection.deviceDays += result.deviceDays
      guard let violation = result.violation else { continue }
      detection.seed = seed
      detection.invariant = violation.invariant.rawValue
      detection.message = violation.message
      break
    }
    return detection
  }
}
