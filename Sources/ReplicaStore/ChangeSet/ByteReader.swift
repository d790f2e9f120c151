/// Why bytes are not a change set.
package struct DecodingFailure: Error {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}

/// Reads the encodings of the change-set format; every length is checked before it is used.
package struct ByteReader {
  package let bytes: UnsafeRawBufferPointer
  package private(set) var offset: Int
  package let end: Int

  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    offset = 0
    end = bytes.count
  }

  private init(_ bytes: UnsafeRawBufferPointer, from offset: Int, to end: Int) {
    self.bytes = bytes
    self.offset = offset
    self.end = end
  }

  package var remaining: Int { end - offset }

  @inline(__always)
  package mutating func byte() throws(DecodingFailure) -> UInt8 {
    guard offset < end else { throw DecodingFailure(reason: "the bytes end too early") }
    defer { offset += 1 }
    return bytes[offset]
  }

  @inline(__always)
  package mutating func varint() throws(DecodingFailure) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      if shift == 63, next > 1 { throw DecodingFailure(reason: "a number has over 64 bits") }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
      if shift > 63 { throw DecodingFailure(reason: "a number has over 64 bits") }
    }
  }

  @inline(__always)
  package mutating func zigzag() throws(DecodingFailure) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// A count of things that take at least `leastByteCount` bytes each.
  package mutating func count(leastByteCount: Int = 1) throws(DecodingFailure) -> Int {
    let value = try varint()
    guard value <= UInt64(remaining / max(leastByteCount, 1)) else {
      throw DecodingFailure(reason: "a count is larger than the bytes that follow")
    }
    return Int(value)
  }

  /// A number below a limit.
  package mutating func index(below limit: Int) throws(DecodingFailure) -> Int {
    let value = try varint()
    guard value < UInt64(limit) else {
      throw DecodingFailure(reason: "an index points past its table")
    }
    return Int(value)
  }

  package mutating func fixed64() throws(DecodingFailure) -> UInt64 {
    guard remaining >= 8 else { throw DecodingFailure(reason: "the bytes end too early") }
    defer { offset += 8 }
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  package mutating func fixed32() throws(DecodingFailure) -> UInt32 {
    guard remaining >= 4 else { throw DecodingFailure(reason: "the bytes end too early") }
    defer { offset += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  package mutating func id() throws(DecodingFailure) -> RecordID {
    guard remaining >= 16 else { throw DecodingFailure(reason: "the bytes end too early") }
    defer { offset += 16 }
    return RecordID(
      high: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
  }

  package mutating func raw(_ byteCount: Int) throws(DecodingFailure) -> UnsafeRawBufferPointer {
    guard byteCount >= 0, byteCount <= remaining else {
      throw DecodingFailure(reason: "a length is larger than the bytes that follow")
    }
    defer { offset += byteCount }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + byteCount])
  }

  package mutating func blob() throws(DecodingFailure) -> [UInt8] {
    Array(try raw(count()))
  }

  package mutating func text() throws(DecodingFailure) -> String {
    let bytes = try raw(count())
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DecodingFailure(reason: "a text is not UTF-8")
    }
    return text
  }

  package mutating func value() throws(DecodingFailure) -> Value {
    switch CellKind(rawValue: try byte()) {
    case .null: return .null
    case .integer: return .integer(try zigzag())
    case .real: return .real(Double(bitPattern: try fixed64()))
    case .text: return .text(try text())
    case .blob: return .blob(try blob())
    case nil: throw DecodingFailure(reason: "a value has an unknown kind")
    }
  }

  /// A reader of the next `byteCount` bytes, which this one passes over.
  package mutating func part(_ byteCount: Int) throws(DecodingFailure) -> ByteReader {
    let start = offset
    _ = try raw(byteCount)
    return ByteReader(bytes, from: start, to: start + byteCount)
  }

  /// Refuses bytes left over.
  package func finish() throws(DecodingFailure) {
    guard remaining == 0 else { throw DecodingFailure(reason: "there are bytes left over") }
  }
}
