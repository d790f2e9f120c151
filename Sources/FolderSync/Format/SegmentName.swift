public import ReplicaStore

/// The name of a segment: who wrote it, which numbers are in it, and where their chain ends.
///
/// Names carry the news: one listing tells what is new in the whole fleet.
public struct SegmentName: Hashable, Sendable, CustomStringConvertible {
  /// Who wrote it.
  public var device: DeviceID
  /// The first change set inside.
  public var first: UInt64
  /// The last change set inside.
  public var last: UInt64
  /// The first half of the chain at `last`: sixteen hexadecimal digits.
  public var chain: String

  /// The directory of all segments.
  public static let directory: FolderDirectory = "log"
  /// The largest number that ten digits hold.
  public static let numberMax: UInt64 = 9_999_999_999

  /// Makes a name.
  public init(device: DeviceID, first: UInt64, last: UInt64, chain: Chain) {
    self.device = device
    self.first = first
    self.last = last
    self.chain = chain.prefix
  }

  /// Reads a file name; anything else, such as a conflicted copy, is `nil`.
  ///
  /// - Parameter text: A name without its directory.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 59, text.hasSuffix(".jcs") else { return nil }
    let parts = text.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, let device = DeviceID(parts[0]), device != .none,
      let first = Self.number(parts[1]), let last = Self.number(parts[2]),
      let chain = DeviceID(parts[3]), first >= 1, first <= last
    else { return nil }
    self.device = device
    self.first = first
    self.last = last
    self.chain = chain.description
  }

  /// The file's name: device, first, last and chain with hyphens between, then `.jcs`.
  public var description: String {
    "\(device)-\(Self.digits(first))-\(Self.digits(last))-\(chain).jcs"
  }

  /// Where the segment lies; `nil` past the largest number.
  var path: FolderPath? { FolderPath(Self.directory, description) }

  private static func number(_ text: some StringProtocol) -> UInt64? {
    guard text.utf8.count == 10, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return UInt64(text)
  }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 10 - text.count)) + text
  }
}
