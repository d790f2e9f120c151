import FoundationEssentials

/// What many worlds came to.
public struct Campaign: Codable, Sendable {
  /// A world in which something did not hold.
  public struct Failure: Codable, Hashable, Sendable {
    /// The seed of its plan.
    public var seed: UInt64
    /// The invariant.
    public var invariant: String
    /// What was seen.
    public var message: String
  }

  /// How often a situation came about, and where first.
  public struct Hits: Codable, Hashable, Sendable {
    /// In how many worlds.
    public var worlds = 0
    /// The first seed that reached it.
    public var firstSeed: UInt64?
  }

  /// How many worlds were lived through.
  public private(set) var worlds = 0
  /// How many days devices lived through.
  public private(set) var deviceDays = 0
  /// How many events happened.
  public private(set) var steps = 0
  /// How many acts were acknowledged.
  public private(set) var acts = 0
  /// For each number of rounds until all were equal, the number of worlds.
  public private(set) var rounds: [Int: Int] = [:]
  /// How often each invariant was looked at, by its name.
  public private(set) var invariants: [String: InvariantTally] = [:]
  /// Where each situation came about, by its name.
  public private(set) var markers: [String: Hits] = [:]
  /// What did not hold.
  public private(set) var failures: [Failure] = []
  /// A hash of all step digests, in the order of the seeds.
  public private(set) var digest: UInt64 = 0

  /// Makes a campaign without worlds.
  public init() {
    for invariant in Invariant.allCases { invariants[invariant.rawValue] = InvariantTally() }
    for marker in Marker.allCases { markers[marker.rawValue] = Hits() }
  }

  /// Takes in what one world came to.
  ///
  /// - Parameter result: The result of a world.
  public mutating func add(_ result: WorldResult) {
    worlds += 1
    deviceDays += result.deviceDays
    steps += result.stepCount
    acts += result.actCount
    digest = Dice.mixed(digest &* 31 &+ result.stepDigest)
    for (invariant, tally) in result.tallies {
      invariants[invariant.rawValue, default: InvariantTally()].add(tally)
    }
    for marker in result.markers.keys {
      var hits = markers[marker.rawValue] ?? Hits()
      hits.worlds += 1
      hits.firstSeed = min(hits.firstSeed ?? .max, result.seed)
      markers[marker.rawValue] = hits
    }
    if let violation = result.violation {
      failures.append(
        Failure(
          seed: result.seed, invariant: violation.invariant.rawValue, message: violation.message))
    } else {
      rounds[result.rounds, default: 0] += 1
    }
  }

  /// The markers that no world reached: about them nothing is known.
  public var unknownMarkers: [String] {
    markers.filter { $0.value.worlds == 0 }.keys.sorted()
  }

  /// The invariants that were never really put to the test.
  public var unknownInvariants: [String] {
    invariants.filter { $0.value.exercised == 0 }.keys.sorted()
  }

  /// The campaign as JSON.
  ///
  /// - Returns: Text of several lines, names in alphabetical order.
  public func jsonText() -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    // Whole numbers, texts and lists only, none of which can fail to be written.
    guard let data = try? encoder.encode(self) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
