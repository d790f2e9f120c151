/// A sum over everything replicated: equal on replicas that hold the same facts.
///
/// Every (record, group, stamp), version and increment adds one term to each of two 64-bit sums, so
/// that a write or a merge updates them by what it changed and the order of arrival does not
/// matter. A term is a hash of the record and the stamp, times a salt that stands for the type, the
/// group and the kind of thing: groups under one stamp cost one hash. It sees ids and stamps, and the
/// values of fields that keep the smallest or largest, which can come with another stamp. Other
/// values it does not see: two devices with different ones under one stamp have equal digests until
/// `Replica.contentDigest`, which reads everything, tells them apart. The terms are mixed, not
/// encrypted: the digest detects mistakes, not forgery.
public struct StateDigest: Hashable, Sendable, CustomStringConvertible {
  /// The upper half of the sum.
  public var high: UInt64
  /// The lower half of the sum.
  public var low: UInt64

  /// The digest of an empty replica.
  public static let empty = StateDigest(high: 0, low: 0)

  /// Makes a digest from its halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// 32 lower-case hexadecimal digits.
  public var description: String { hexadecimal(high) + hexadecimal(low) }

  /// Adds the term of one stamped thing.
  ///
  /// - Parameters:
  ///   - id: The record.
  ///   - salt: A hash of the type, the group and the kind of thing, or a sum of such hashes.
  ///   - clock: Its clock.
  ///   - device: The 64-bit id of its author.
  @inline(__always)
  mutating func add(_ id: RecordID, salt: UInt64, clock: UInt64, device: UInt64) {
    add(Self.term(id, salt: salt, clock: clock, device: device))
  }

  /// Takes the term of one stamped thing away again.
  @inline(__always)
  mutating func remove(_ id: RecordID, salt: UInt64, clock: UInt64, device: UInt64) {
    remove(Self.term(id, salt: salt, clock: clock, device: device))
  }

  @inline(__always)
  mutating func remove(_ other: StateDigest) {
    high &-= other.high
    low &-= other.low
  }

  @inline(__always)
  mutating func add(_ other: StateDigest) {
    high &+= other.high
    low &+= other.low
  }

  @inline(__always)
  private static func term(
    _ id: RecordID, salt: UInt64, clock: UInt64, device: UInt64
  ) -> StateDigest {
    let first = folded(id.high, 0x9E37_79B9_7F4A_7C15 ^ clock)
    let second = folded(id.low ^ device, 0xC2B2_AE3D_27D4_EB4F ^ first)
    let third = folded(first ^ clock, 0x1656_67B1_9E37_79F9 ^ second)
    let fourth = folded(second ^ device, 0x27D4_EB2F_1656_67C5 ^ third)
    return StateDigest(high: third &* salt, low: fourth &* salt)
  }

  /// Multiplies to 128 bits and folds the halves together.
  @inline(__always)
  private static func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left | 1).multipliedFullWidth(by: right)
    return product.high ^ product.low ^ left
  }
}

/// A 64-bit hash of a name, the same on every machine and in every version.
func nameHash(_ parts: String...) -> UInt64 {
  var hash = BLAKE2b(digestByteCount: 8)
  for part in parts {
    hash.update(Array(part.utf8))
    hash.update([0])
  }
  return hash.finish().reduce(0) { $0 << 8 | UInt64($1) }
}
