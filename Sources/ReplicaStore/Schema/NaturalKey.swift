extension RecordID {
  /// The id of a record whose key never changes: every device that makes it makes the same one.
  ///
  /// A version 8 UUID (RFC 9562) of the BLAKE2b hash of the type's name and the key's canonical
  /// encoding, each part with its kind and length before it.
  ///
  /// - Parameters:
  ///   - type: The name of the record type.
  ///   - key: The parts of the key, in a fixed order.
  /// - Returns: The same id for the same key, on every machine and in every version.
  public static func named(_ type: String, _ key: Value...) -> RecordID {
    var writer = ByteWriter()
    writer.text(type)
    for part in key { writer.value(part) }
    let digest = BLAKE2b.hash(writer.bytes, digestByteCount: 16)
    let high = digest[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let low = digest[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return RecordID(
      high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
      low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
  }
}
