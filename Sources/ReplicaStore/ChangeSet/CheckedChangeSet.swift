/// A change set that was read and checked to its last byte, ready to be applied.
///
/// Whoever has to look at a change set before applying it reads it once this way; the bytes alone
/// would be read anew by each.
public struct CheckedChangeSet {
  /// The change set.
  public let bytes: [UInt8]
  let decoded: DecodedChangeSet

  /// What it says about itself.
  public var header: ChangeSetHeader { decoded.header }

  /// Reads a change set.
  ///
  /// - Parameter bytes: The change set.
  /// - Throws: `ReplicaError` with `badChangeSet` if anything in it is not as it has to be.
  public init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    decoded = try bytes.withUnsafeBytes { try Replica.decoded($0) }
  }
}
