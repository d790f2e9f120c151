import FoundationEssentials

extension Campaign {
  /// Joins what another part of the campaign came to, on whatever machine it ran.
  ///
  /// The parts have no world in common; then the order in which they are joined does not matter, and
  /// the whole is what one machine would have got.
  ///
  /// - Parameter other: The other part.
  public mutating func merge(_ other: Campaign) {
    worlds += other.worlds
    deviceDays += other.deviceDays
    steps += other.steps
    acts += other.acts
    digest &+= other.digest
    rounds.merge(other.rounds, uniquingKeysWith: +)
    for (name, tally) in other.invariants {
      invariants[name, default: InvariantTally()].add(tally)
    }
    for (name, hits) in other.markers { markers[name, default: Hits()].add(hits) }
    for (name, hits) in other.faults { faults[name, default: Hits()].add(hits) }
    for (name, failed) in other.failedUnderFault {
      failedUnderFault[name, default: [:]].merge(failed, uniquingKeysWith: +)
    }
    failures = (failures + other.failures).sorted { $0.seed < $1.seed }
    folder.add(other.folder)
  }

  /// Reads a campaign.
  ///
  /// - Parameter json: What `jsonText` wrote.
  /// - Throws: `PlanError` if it is none, or one of another version.
  public init(json: [UInt8]) throws(PlanError) {
    do {
      self = try JSONDecoder().decode(Campaign.self, from: Data(json))
    } catch {
      throw PlanError(message: "This is no campaign that can be read: \(error)")
    }
  }
}

extension Campaign.Hits {
  mutating func add(_ other: Self) {
    worlds += other.worlds
    times += other.times
    if let seed = other.firstSeed { firstSeed = min(firstSeed ?? .max, seed) }
  }
}

/// How large folders grew.
public struct FolderGrowth: Codable, Hashable, Sendable {
  /// How many change sets people made in all worlds.
  public var acts = 0
  /// The bytes of all folders in the end.
  public var bytes = 0
  /// The files of all folders in the end.
  public var files = 0
  /// The most files that one folder held in the end.
  public var filesMax = 0
  /// The most bytes that one folder held in the end.
  public var bytesMax = 0

  mutating func add(_ other: FolderGrowth) {
    acts += other.acts
    bytes += other.bytes
    files += other.files
    filesMax = max(filesMax, other.filesMax)
    bytesMax = max(bytesMax, other.bytesMax)
  }
}

/// Which part of a range of seeds one machine takes.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of this part, from 1.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// All of it.
  public static let all = Shard(number: 1, count: 1)

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads a form such as `3/8`.
  ///
  /// - Parameter text: A number from 1, a slash, and how many there are.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// The form that `init` reads.
  public var description: String { "\(number)/\(count)" }

  /// Whether a seed belongs to this part.
  ///
  /// - Parameter seed: A seed.
  /// - Returns: `true` in exactly one of the parts.
  public func takes(_ seed: UInt64) -> Bool { Int(seed % UInt64(count)) == number - 1 }
}
