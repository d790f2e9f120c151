/// Reads change sets; every one is treated as hostile until its last byte is checked.
enum ChangeSetDecoder {
  /// The most records, and the most entries of any list, in one change set.
  static let countMax = 16_000_000
  /// The most parts of one whole.
  static let partsMax = 1_000_000

  static func header(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> ChangeSetHeader {
    guard Array(try reader.raw(3)) == ChangeSetHeader.magic else {
      throw DecodingFailure(reason: "it does not begin like a change set")
    }
    let version = try reader.byte()
    guard version == ChangeSetHeader.version else {
      throw DecodingFailure(reason: "its version \(version) is newer than this program reads")
    }
    let flags = try reader.varint()
    let known =
      ChangeSetHeader.stateFlag | ChangeSetHeader.partFlag | ChangeSetHeader.voidedFlag
    guard flags & ~known == 0 else {
      throw DecodingFailure(reason: "it has flags that this program does not know")
    }
    let device = DeviceID(rawValue: try reader.fixed64())
    let first = try reader.varint()
    let last = try reader.varint()
    guard device != .none, first >= 1, first <= last, last <= UInt64(Int64.max) else {
      throw DecodingFailure(reason: "its numbers are out of range")
    }
    let chain = Chain(bytes: Array(try reader.raw(Chain.byteCount)))
    let clock = HybridTime(rawValue: try clock(reader.fixed64()))
    let generation = Stamp(
      clock: HybridTime(rawValue: try self.clock(reader.fixed64())),
      device: DeviceID(rawValue: try reader.fixed64()))
    var header = ChangeSetHeader(
      device: device, first: first, last: last, chainBefore: chain, clock: clock,
      generation: generation, isState: flags & ChangeSetHeader.stateFlag != 0)
    if flags & ChangeSetHeader.partFlag != 0 { header.part = try part(&reader, of: header) }
    if flags & ChangeSetHeader.voidedFlag != 0 {
      for _ in 0..<(try reader.count(leastByteCount: 16)) {
        let device = DeviceID(rawValue: try reader.fixed64())
        let since = HybridTime(rawValue: try self.clock(reader.fixed64()))
        header.voided.append(VoidedDevice(device: device, since: since))
      }
    }
    return header
  }

  private static func part(
    _ reader: inout ByteReader, of header: ChangeSetHeader
  ) throws(DecodingFailure) -> ChangeSetHeader.Part {
    let index = try reader.varint()
    let count = try reader.varint()
    guard count >= 2, count <= UInt64(partsMax), index >= 1, index <= count,
      header.first == header.last, header.first >= index, !header.isState
    else { throw DecodingFailure(reason: "it is an impossible part of something") }
    return ChangeSetHeader.Part(index: Int(index), count: Int(count))
  }

  /// Reads a whole change set; the bytes must stay valid as long as the result's cells are used.
  static func decode(
    _ bytes: UnsafeRawBufferPointer
  ) throws(DecodingFailure) -> DecodedChangeSet {
    try decode(try open(bytes))
  }

  /// Checks the bytes against their checksum, and reads the header.
  static func open(
    _ bytes: UnsafeRawBufferPointer
  ) throws(DecodingFailure) -> OpenedChangeSet {
    guard bytes.count <= ChangeSetHeader.byteCountMax else {
      throw DecodingFailure(reason: "it is larger than a change set may be")
    }
    let bodyCount = bytes.count - ChangeSetHeader.checksumByteCount
    guard bodyCount > 0 else { throw DecodingFailure(reason: "it is too short") }
    var hash = BLAKE2b(digestByteCount: ChangeSetHeader.checksumByteCount)
    hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<bodyCount]))
    let checksum = hash.finish()
    guard checksum.elementsEqual(bytes[bodyCount...]) else {
      throw DecodingFailure(reason: "its checksum is wrong")
    }
    var whole = ByteReader(bytes)
    var reader = try whole.part(bodyCount)
    let header = try header(&reader)
    return OpenedChangeSet(header: header, checksum: checksum, body: reader)
  }

  /// Reads what comes after the header.
  static func decode(_ opened: OpenedChangeSet) throws(DecodingFailure) -> DecodedChangeSet {
    var reader = opened.body
    var devices: [UInt64] = []
    for _ in 0..<(try reader.count(leastByteCount: 8)) { devices.append(try reader.fixed64()) }
    var tags: [Tag] = []
    for _ in 0..<(try reader.count()) {
      let tag = try reader.blob()
      guard tag.count <= Tag.byteCountMax else {
        throw DecodingFailure(reason: "a tag is too long")
      }
      tags.append(Tag(bytes: tag))
    }
    var blocks: [RecordBlock] = []
    for _ in 0..<(try reader.count()) {
      let byteCount = try reader.count()
      var part = try reader.part(byteCount)
      blocks.append(
        try RecordBlockDecoder.decode(&part, deviceCount: devices.count, tagCount: tags.count))
      try part.finish()
    }
    guard Set(blocks.map(\.name)).count == blocks.count else {
      throw DecodingFailure(reason: "a type stands in it twice")
    }
    // Extensions of later versions are passed over; nothing here depends on them.
    for _ in 0..<(try reader.count(leastByteCount: 2)) {
      _ = try reader.varint()
      _ = try reader.raw(reader.count())
    }
    try reader.finish()
    return DecodedChangeSet(
      header: opened.header, checksum: opened.checksum, devices: devices, tags: tags,
      blocks: blocks)
  }

  /// Refuses clocks that SQL could not compare.
  static func clock(_ value: UInt64) throws(DecodingFailure) -> UInt64 {
    guard value <= UInt64(Int64.max) else {
      throw DecodingFailure(reason: "a clock is out of range")
    }
    return value
  }
}
