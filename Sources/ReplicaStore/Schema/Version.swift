/// A small value that an application attaches to its writes, kept with every version they make.
///
/// The store does not look inside. The planner keeps the author's logical day and zone in it.
public struct Tag: Hashable, Sendable {
  /// At most `byteCountMax` bytes of the application's own.
  public let bytes: [UInt8]

  /// The longest tag.
  public static let byteCountMax = 64

  /// No tag.
  public static let none = Tag(bytes: [])

  /// Wraps an application's bytes.
  ///
  /// - Parameter bytes: At most `byteCountMax` bytes; more is a programmer's error and traps.
  public init(bytes: [UInt8]) {
    precondition(bytes.count <= Self.byteCountMax, "a tag is at most 64 bytes")
    self.bytes = bytes
  }
}

/// One authored version of a value kept with its history.
public struct Version<Value> {
  /// When and where it was written.
  public var stamp: Stamp
  /// What its author attached to the write.
  public var tag: Tag
  /// What was written.
  public var value: Value

  /// Makes a value from its parts.
  public init(stamp: Stamp, tag: Tag, value: Value) {
    self.stamp = stamp
    self.tag = tag
    self.value = value
  }
}

extension Version: Equatable where Value: Equatable {}
extension Version: Sendable where Value: Sendable {}
