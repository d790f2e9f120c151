/// What a change set says about itself before its records.
///
/// The format, byte by byte, is in docs/change-set-format.md.
public struct ChangeSetHeader: Equatable, Sendable {
  /// Who sealed it.
  public var device: DeviceID
  /// The number of the first change set inside; with `last` the same for a single one.
  public var first: UInt64
  /// The number of the last change set inside.
  public var last: UInt64
  /// The chain before `first`.
  public var chainBefore: Chain
  /// The author's clock when it was sealed.
  public var clock: HybridTime
  /// The latest reset its author knew of.
  public var generation: Stamp
  /// Whether it holds, for every value named, the one that stands (a merge of several change sets)
  /// rather than the values not sent before.
  public var isState: Bool

  /// Makes a header.
  public init(
    device: DeviceID, first: UInt64, last: UInt64, chainBefore: Chain, clock: HybridTime,
    generation: Stamp = .zero, isState: Bool = false
  ) {
    self.device = device
    self.first = first
    self.last = last
    self.chainBefore = chainBefore
    self.clock = clock
    self.generation = generation
    self.isState = isState
  }

  static let magic: [UInt8] = Array("JCS".utf8)
  static let version: UInt8 = 1
  static let checksumByteCount = 16
  static let stateFlag: UInt64 = 1
  /// The most bytes a change set may have.
  public static let byteCountMax = 1 << 30
}

/// A group as a change set describes it, known here or not.
struct WireGroup: Hashable, Sendable {
  var name: String
  var merge: MergeKind
  var isKey: Bool
  var fields: [WireField]

  /// What stands in for a group where deletion is named.
  static let none = WireGroup(name: "", merge: .lastWriterWins, isKey: false, fields: [])
}

/// A field as a change set describes it.
struct WireField: Hashable, Sendable {
  var name: String
  var storage: Storage
}
