/// Appends numbers, texts and values in the encodings of the change-set format.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  package mutating func raw(_ value: [UInt8]) { bytes.append(contentsOf: value) }

  package mutating func raw(_ value: UnsafeRawBufferPointer) {
    // As bytes of its own kind it is copied at once instead of one after the other.
    bytes.append(contentsOf: value.bindMemory(to: UInt8.self))
  }

  /// Seven bits a byte, least significant first, the high bit set on all but the last (LEB128).
  @inline(__always)
  package mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func count(_ value: Int) { varint(UInt64(value)) }

  /// A signed number with its sign in the lowest bit, so that small ones stay short.
  @inline(__always)
  package mutating func zigzag(_ value: Int64) {
    varint(UInt64(bitPattern: value << 1 ^ value >> 63))
  }

  package mutating func fixed32(_ value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { raw($0) }
  }

  package mutating func fixed64(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { raw($0) }
  }

  package mutating func id(_ value: RecordID) {
    withUnsafeBytes(of: (value.high.bigEndian, value.low.bigEndian)) { raw($0) }
  }

  /// A length, then the bytes.
  package mutating func text(_ value: String) {
    count(value.utf8.count)
    bytes.append(contentsOf: value.utf8)
  }

  /// A length, then the bytes.
  package mutating func blob(_ value: [UInt8]) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  /// The canonical encoding of one value: its kind, then its bits.
  package mutating func value(_ value: Value) {
    switch value {
    case .null: byte(CellKind.null.rawValue)
    case .integer(let number):
      byte(CellKind.integer.rawValue)
      zigzag(number)
    case .real(let number):
      byte(CellKind.real.rawValue)
      fixed64(number.bitPattern)
    case .text(let text):
      byte(CellKind.text.rawValue)
      self.text(text)
    case .blob(let bytes):
      byte(CellKind.blob.rawValue)
      blob(bytes)
    }
  }
}

/// The kind of an encoded value.
package enum CellKind: UInt8 {
  case null = 0
  case integer = 1
  case real = 2
  case text = 3
  case blob = 4
}
