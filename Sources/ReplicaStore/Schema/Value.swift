/// A stored value, compared bit for bit: 0.0 and -0.0, 1 and 1.0, null and "" all differ.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Whether two values have the same canonical encoding.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Feeds the canonical encoding.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .text(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .blob(let value): hasher.combine(value)
    }
  }
}

extension Value {
  /// Several values, one after the other, in their canonical encoding.
  package static func encoded(_ values: [Value]) -> [UInt8] {
    var writer = ByteWriter()
    for value in values { writer.value(value) }
    return writer.bytes
  }

  /// Reads what `encoded` writes; `nil` if there are fewer values, or the bytes are damaged.
  package static func decoded(_ bytes: [UInt8], atLeast count: Int) -> [Value]? {
    bytes.withUnsafeBytes { buffer in
      var reader = ByteReader(buffer)
      var values: [Value] = []
      do {
        while reader.remaining > 0 { values.append(try reader.value()) }
      } catch {
        // Damage, which the caller reports.
        return nil
      }
      return values.count >= count ? values : nil
    }
  }
}

/// The kind of column a field is stored in; frozen once released.
public enum Storage: UInt8, Sendable {
  case integer = 1
  case real = 2
  case text = 3
  case blob = 4
}

/// A Swift type that a field can have.
///
/// Conform your own types by mapping them to one of the stored values:
/// ```swift
/// extension Mood: FieldValue {
///   static var storage: Storage { .text }
///   var storedValue: Value { .text(rawValue) }
///   init?(storedValue: Value) { … }
/// }
/// ```
public protocol FieldValue: Equatable, Sendable {
  /// The column it is stored in.
  static var storage: Storage { get }
  /// What is stored: of `storage`'s kind, or null. Never NaN.
  var storedValue: Value { get }
  /// Reads what was stored; `nil` for a value that this type cannot hold.
  init?(storedValue: Value)
}

extension Int: FieldValue {
  /// The column it is stored in.
  public static var storage: Storage { .integer }
  /// What is stored.
  public var storedValue: Value { .integer(Int64(self)) }
  /// Reads what was stored.
  public init?(storedValue: Value) {
    guard case .integer(let value) = storedValue else { return nil }
    self = Int(value)
  }
}

extension Int64: FieldValue {
  /// The column it is stored in.
  public static var storage: Storage { .integer }
  /// What is stored.
  public var storedValue: Value { .integer(self) }
  /// Reads what was stored.
  public init?(storedValue: Value) {
    guard case .integer(let value) = storedValue else { return nil }
    self = value
  }
}

extension Bool: FieldValue {
  /// The column it is stored in.
  public static var storage: Storage { .integer }
  /// What is stored.
  public var storedValue: Value { .integer(self ? 1 : 0) }
  /// Reads what was stored.
  public init?(storedValue: Value) {
    guard case .integer(let value) = storedValue else { return nil }
    self = value != 0
  }
}

extension Double: FieldValue {
  /// The column it is stored in.
  public static var storage: Storage { .real }
  /// What is stored.
  public var storedValue: Value { .real(self) }
  /// Reads what was stored.
  public init?(storedValue: Value) {
    guard case .real(let value) = storedValue else { return nil }
    self = value
  }
}

extension String: FieldValue {
  /// The column it is stored in.
  public static var storage: Storage { .text }
  /// What is stored.
  public var storedValue: Value { .text(self) }
  /// Reads what was stored.
  public init?(storedValue: Value) {
    guard case .text(let value) = storedValue else { return nil }
    self = value
  }
}

extension [UInt8]: FieldValue {
  /// The column it is stored in.
  public static var storage: Storage { .blob }
  /// What is stored.
  public var storedValue: Value { .blob(self) }
  /// Reads what was stored.
  public init?(storedValue: Value) {
    guard case .blob(let value) = storedValue else { return nil }
    self = value
  }
}

extension RecordID: FieldValue {
  /// The column it is stored in.
  public static var storage: Storage { .blob }
  /// What is stored.
  public var storedValue: Value { .blob(bytes) }
  /// Reads what was stored.
  public init?(storedValue: Value) {
    guard case .blob(let value) = storedValue, value.count == 16 else { return nil }
    self.init(
      high: value[..<8].reduce(0) { $0 << 8 | UInt64($1) },
      low: value[8...].reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The sixteen bytes, most significant first.
  public var bytes: [UInt8] {
    [high, low].flatMap { half in
      stride(from: UInt64(56), through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
    }
  }
}

extension Optional: FieldValue where Wrapped: FieldValue {
  /// The column it is stored in.
  public static var storage: Storage { Wrapped.storage }
  /// What is stored.
  public var storedValue: Value { self?.storedValue ?? .null }
  /// Reads what was stored.
  public init?(storedValue: Value) {
    if storedValue == .null {
      self = .none
    } else if let value = Wrapped(storedValue: storedValue) {
      self = value
    } else {
      return nil
    }
  }
}
