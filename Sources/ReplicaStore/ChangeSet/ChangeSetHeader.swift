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
  /// Which part it is of something too large for one change set; `nil` for a whole.
  public var part: Part?
  /// Devices that gave up some of their stamps, as far as the author knows of any.
  public var voided: [VoidedDevice]

  /// A place among the parts of one whole, which have neighbouring numbers.
  public struct Part: Hashable, Sendable {
    /// From 1 to `count`.
    public var index: Int
    /// How many parts there are; at least 2.
    public var count: Int

    /// Names a part.
    public init(index: Int, count: Int) {
      self.index = index
      self.count = count
    }
  }

  /// Makes a header.
  public init(
    device: DeviceID, first: UInt64, last: UInt64, chainBefore: Chain, clock: HybridTime,
    generation: Stamp = .zero, isState: Bool = false, part: Part? = nil,
    voided: [VoidedDevice] = []
  ) {
    self.device = device
    self.first = first
    self.last = last
    self.chainBefore = chainBefore
    self.clock = clock
    self.generation = generation
    self.isState = isState
    self.part = part
    self.voided = voided
  }

  var flags: UInt64 {
    (isState ? Self.stateFlag : 0) | (part == nil ? 0 : Self.partFlag)
      | (voided.isEmpty ? 0 : Self.voidedFlag)
  }

  static let magic: [UInt8] = Array("JCS".utf8)
  static let version: UInt8 = 1
  static let checksumByteCount = 16
  static let stateFlag: UInt64 = 1
  static let partFlag: UInt64 = 2
  static let voidedFlag: UInt64 = 4
  /// The most bytes a change set may have.
  public static let byteCountMax = 1 << 30
}

/// A device whose stamps from some clock on count as never given out.
///
/// Its clock was far ahead; it has written the same things again under another id.
public struct VoidedDevice: Hashable, Sendable {
  /// Who it was.
  public var device: DeviceID
  /// The first clock that does not count.
  public var since: HybridTime

  /// Names a device.
  public init(device: DeviceID, since: HybridTime) {
    self.device = device
    self.since = since
  }
}

/// A group as a change set describes it, known here or not.
struct WireGroup: Hashable, Sendable {
  var name: String
  var merge: MergeKind
  var isKey: Bool
  var fields: [WireField]

  /// What stands in for a group where deletion is named.
  static let none = WireGroup(name: "", merge: .lastWriterWins, isKey: false, fields: [])

  /// Writes everything but the name.
  func writeShape(to writer: inout ByteWriter) {
    writer.byte(merge.rawValue)
    writer.byte(isKey ? 1 : 0)
    writer.count(fields.count)
    for field in fields {
      writer.text(field.name)
      writer.byte(field.storage.rawValue)
    }
  }
}

/// A field as a change set describes it.
struct WireField: Hashable, Sendable {
  var name: String
  var storage: Storage
}
