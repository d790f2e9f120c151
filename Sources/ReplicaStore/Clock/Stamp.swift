/// A reading of a hybrid logical clock: 48 bits of Unix milliseconds, then 16 bits of counter.
///
/// Compared as one unsigned number. Zero is the time of values that nobody chose.
/// Source: Kulkarni et al., "Logical Physical Clocks", 2014.
public struct HybridTime: RawRepresentable, Hashable, Comparable, Sendable {
  /// Milliseconds in the upper 48 bits, the counter in the lower 16.
  public let rawValue: UInt64

  /// The time of seeded values: any authored write beats it.
  public static let zero = HybridTime(rawValue: 0)

  /// The largest millisecond a reading can hold, in the year 6429; SQL compares it as a signed number.
  public static let millisMax: UInt64 = (1 << 47) - 1

  /// Makes a value from its parts.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Makes a reading from its two parts.
  ///
  /// - Parameters:
  ///   - millis: Unix milliseconds; clamped to 0 ... `millisMax`.
  ///   - counter: The position within that millisecond.
  public init(millis: Int64, counter: UInt16 = 0) {
    let clamped = min(UInt64(max(millis, 0)), Self.millisMax)
    rawValue = clamped << 16 | UInt64(counter)
  }

  /// Unix milliseconds.
  public var millis: Int64 { Int64(rawValue >> 16) }

  /// The position within the millisecond.
  public var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }

  /// Orders by clock, then by device.
  @inlinable
  public static func < (left: HybridTime, right: HybridTime) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The random identity of one replica; it breaks ties between equal clocks.
public struct DeviceID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 64 random bits, compared as an unsigned number.
  public let rawValue: UInt64

  /// The author of seeded values; no real device has this id.
  public static let none = DeviceID(rawValue: 0)

  /// Makes a value from its parts.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Orders by clock, then by device.
  @inlinable
  public static func < (left: DeviceID, right: DeviceID) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Sixteen lower-case hexadecimal digits.
  public var description: String { hexadecimal(rawValue) }

  /// Reads the form that `description` writes.
  ///
  /// - Parameter text: Exactly sixteen lower-case hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 16 else { return nil }
    // Nearly every text lies in one piece; going through it letter by letter takes ten times as long.
    let value =
      text.utf8.withContiguousStorageIfAvailable { Self.value(of: $0) } ?? Self.value(of: text.utf8)
    guard let value else { return nil }
    rawValue = value
  }

  private static func value(of digits: some Sequence<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      guard let digit = hexadecimalValue(digit) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}

/// When and where a value was written: the larger stamp wins a merge.
public struct Stamp: Hashable, Comparable, Sendable {
  /// The writer's clock.
  public var clock: HybridTime
  /// The writer.
  public var device: DeviceID

  /// The stamp of seeded values.
  public static let zero = Stamp(clock: .zero, device: .none)

  /// Makes a value from its parts.
  @inlinable
  public init(clock: HybridTime, device: DeviceID) {
    self.clock = clock
    self.device = device
  }

  /// Orders by clock, then by device.
  @inlinable
  public static func < (left: Stamp, right: Stamp) -> Bool {
    left.clock != right.clock ? left.clock < right.clock : left.device < right.device
  }
}

/// Sixteen lower-case hexadecimal digits of a number.
package func hexadecimal(_ value: UInt64) -> String {
  String(unsafeUninitializedCapacity: 16) { digits in
    for index in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * index)) & 15
      digits[index] = digit < 10 ? digit + 48 : digit + 87
    }
    return 16
  }
}

/// What a lower-case hexadecimal digit stands for; `nil` for any other byte.
package func hexadecimalValue(_ digit: UInt8) -> UInt64? {
  switch digit {
  case 48...57: UInt64(digit - 48)
  case 97...102: UInt64(digit - 87)
  default: nil
  }
}
