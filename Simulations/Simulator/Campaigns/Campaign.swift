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
    /// How often in all of them.
    public var times = 0
    /// The first seed that reached it.
    public var firstSeed: UInt64?
  }

  /// How many worlds were lived through.
  public internal(set) var worlds = 0
  /// How many days devices lived through.
  public internal(set) var deviceDays = 0
  /// How many events happened.
  public internal(set) var steps = 0
  /// How many acts were acknowledged.
  public internal(set) var acts = 0
  /// For each number of rounds until all were equal, the number of worlds.
  public internal(set) var rounds: [Int: Int] = [:]
  /// How often each invariant was looked at, by its name.
  public internal(set) var invariants: [String: InvariantTally] = [:]
  /// Where each situation came about, by its name.
  public internal(set) var markers: [String: Hits] = [:]
  /// What befell the worlds, by the name of the fault.
  public internal(set) var faults: [String: Hits] = [:]
  /// For each fault, in how many worlds that had it each invariant failed.
  public internal(set) var failedUnderFault: [String: [String: Int]] = [:]
  /// How large folders grew.
  public internal(set) var folder = FolderGrowth()
  /// What did not hold.
  public internal(set) var failures: [Failure] = []
  /// A sum over all seeds with their step digests, in whatever order they were lived through.
  public internal(set) var digest: UInt64 = 0

  /// Makes a campaign without worlds.
  public init() {
    for invariant in Invariant.allCases { invariants[invariant.rawValue] = InvariantTally() }
    for marker in Marker.allCases { markers[marker.rawValue] = Hits() }
    for fault in Fault.allCases { faults[fault.rawValue] = Hits() }
  }

  /// Takes in what one world came to.
  ///
  /// - Parameter result: The result of a world.
  public mutating func add(_ result: WorldResult) {
    worlds += 1
    deviceDays += result.deviceDays
    steps += result.stepCount
    acts += result.actCount
    digest &+= Dice.mixed(Dice.mixed(result.seed) &+ result.stepDigest)
    for (invariant, tally) in result.tallies {
      invariants[invariant.rawValue, default: InvariantTally()].add(tally)
    }
    for (marker, times) in result.markers {
      markers[marker.rawValue, default: Hits()]
        .add(Hits(worlds: 1, times: times, firstSeed: result.seed))
    }
    for (fault, times) in result.faults {
      faults[fault.rawValue, default: Hits()]
        .add(Hits(worlds: 1, times: times, firstSeed: result.seed))
      if let violation = result.violation {
        failedUnderFault[fault.rawValue, default: [:]][
          violation.invariant.rawValue, default: 0] += 1
      }
    }
    folder.add(
      FolderGrowth(
        acts: result.actCount, bytes: result.folderByteCount, files: result.folderFileCount,
        filesMax: result.folderFileCount, bytesMax: result.folderByteCount))
    if let violation = result.violation {
      failures.append(
        Failure(
          seed: result.seed, invariant: violation.invariant.rawValue, message: violation.message))
    } else {
      rounds[result.rounds, default: 0] += 1
    }
  }

  /// The faults that befell nobody.
  public var unknownFaults: [String] {
    faults.filter { $0.value.worlds == 0 }.keys.sorted()
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
