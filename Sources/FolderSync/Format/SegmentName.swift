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
    // Every place is known, so the bytes are read where they are: listings have thousands of names.
    var bytes = [UInt8]()
    bytes.reserveCapacity(Self.byteCount)
    bytes.append(contentsOf: text.utf8)
    guard bytes.count == Self.byteCount, bytes[16] == Self.hyphen, bytes[27] == Self.hyphen,
      bytes[38] == Self.hyphen, bytes[55...].elementsEqual(".jcs".utf8),
      let device = Self.number(bytes[..<16], radix: 16), device != 0,
      let first = Self.number(bytes[17..<27], radix: 10),
      let last = Self.number(bytes[28..<38], radix: 10),
      let chain = Self.number(bytes[39..<55], radix: 16), first >= 1, first <= last
    else { return nil }
    self.device = DeviceID(rawValue: device)
    self.first = first
    self.last = last
    self.chain = DeviceID(rawValue: chain).description
  }

  private static let byteCount = 59
  private static let hyphen = UInt8(ascii: "-")

  /// The file's name: device, first, last and chain with hyphens between, then `.jcs`.
  public var description: String {
    "\(device)-\(Self.digits(first))-\(Self.digits(last))-\(chain).jcs"
  }

  /// Where the segment lies; `nil` past the largest number.
  var path: FolderPath? { FolderPath(Self.directory, description) }

  /// A number of at most sixteen hexadecimal or nineteen decimal digits, lower-case.
  private static func number(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      guard let value = hexadecimalValue(digit), value < radix else { return nil }
      number = number &* radix &+ value
    }
    return number
  }

  private static func digits(_ number: UInt64) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 10 - text.count)) + text
  }
}
