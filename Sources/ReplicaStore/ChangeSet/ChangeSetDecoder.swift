/// Reads change sets; every one is treated as hostile until its last byte is checked.
enum ChangeSetDecoder {
  /// The most records, and the most entries of any list, in one change set.
  static let countMax = 16_000_000

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
    guard flags & ~ChangeSetHeader.stateFlag == 0 else {
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
    return ChangeSetHeader(
      device: device, first: first, last: last, chainBefore: chain, clock: clock,
      generation: generation, isState: flags & ChangeSetHeader.stateFlag != 0)
  }

  /// Reads a whole change set; the bytes must stay valid as long as the result's cells are used.
  static func decode(
    _ bytes: UnsafeRawBufferPointer
  ) throws(DecodingFailure) -> DecodedChangeSet {
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
      header: header, checksum: checksum, devices: devices, tags: tags, blocks: blocks)
  }

  /// Refuses clocks that SQL could not compare.
  static func clock(_ value: UInt64) throws(DecodingFailure) -> UInt64 {
    guard value <= UInt64(Int64.max) else {
      throw DecodingFailure(reason: "a clock is out of range")
    }
    return value
  }
}

/// Reads the records of one type.
enum RecordBlockDecoder {
  /// The most fields a type can have, so that a few bytes cannot ask for much memory.
  static let fieldsMax = 256

  static func decode(
    _ reader: inout ByteReader, deviceCount: Int, tagCount: Int
  ) throws(DecodingFailure) -> RecordBlock {
    let name = try reader.text()
    let groups = try groups(&reader)
    let count = try reader.count(leastByteCount: 16)
    guard count <= ChangeSetDecoder.countMax else {
      throw DecodingFailure(reason: "it has too many records")
    }
    var ids: [RecordID] = []
    ids.reserveCapacity(count)
    for _ in 0..<count { ids.append(try reader.id()) }
    let covered = try runs(&reader, count: count)
    let allGroups: UInt64 = (1 << UInt64(groups.count)) - 1
    guard covered.allSatisfy({ $0 & ~allGroups == 0 }) else {
      throw DecodingFailure(reason: "a record names a group that is not there")
    }
    let (clocks, largest) = try clocks(&reader, count: count)
    let devices = try runs(&reader, count: count).map { UInt32(truncatingIfNeeded: $0) }
    guard devices.allSatisfy({ $0 < deviceCount }) else {
      throw DecodingFailure(reason: "an index points past its table")
    }
    var block = RecordBlock(
      name: name, groups: groups, ids: ids, covered: covered, clocks: clocks, devices: devices,
      exceptions: .init(), increments: .init(), versions: [], columns: [], positions: [],
      clockMax: largest)
    try readExceptions(&reader, &block, deviceCount)
    try readIncrements(&reader, &block, deviceCount)
    for group in groups.indices {
      try readGroup(&reader, &block, group, deviceCount, tagCount)
    }
    return block
  }

  private static func groups(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> [WireGroup] {
    var groups: [WireGroup] = []
    for _ in 0..<(try reader.count(leastByteCount: 4)) {
      let name = try reader.text()
      guard let merge = MergeKind(rawValue: try reader.byte()) else {
        throw DecodingFailure(reason: "a group merges in a way that this program does not know")
      }
      let isKey = try reader.byte() == 1
      var fields: [WireField] = []
      for _ in 0..<(try reader.count(leastByteCount: 2)) {
        let field = try reader.text()
        guard let storage = Storage(rawValue: try reader.byte()) else {
          throw DecodingFailure(reason: "a field is stored in a way this program does not know")
        }
        fields.append(WireField(name: field, storage: storage))
      }
      groups.append(WireGroup(name: name, merge: merge, isKey: isKey, fields: fields))
    }
    let fieldCount = groups.reduce(0) { $0 + $1.fields.count }
    guard groups.count <= RecordShape.groupsMax, fieldCount <= fieldsMax else {
      throw DecodingFailure(reason: "a type has too many groups or fields")
    }
    guard Set(groups.map(\.name)).count == groups.count else {
      throw DecodingFailure(reason: "a group stands in it twice")
    }
    return groups
  }

  private static func runs(
    _ reader: inout ByteReader, count: Int
  ) throws(DecodingFailure) -> [UInt64] {
    var values: [UInt64] = []
    values.reserveCapacity(count)
    for _ in 0..<(try reader.count(leastByteCount: 2)) {
      let value = try reader.varint()
      let length = try reader.varint()
      guard length <= UInt64(count - values.count) else {
        throw DecodingFailure(reason: "a run is longer than its column")
      }
      values.append(contentsOf: repeatElement(value, count: Int(length)))
    }
    guard values.count == count else {
      throw DecodingFailure(reason: "a column is too short")
    }
    return values
  }

  private static func clocks(
    _ reader: inout ByteReader, count: Int
  ) throws(DecodingFailure) -> ([UInt64], largest: UInt64) {
    let byteCount = try reader.count()
    var part = try reader.part(byteCount)
    var clocks: [UInt64] = []
    clocks.reserveCapacity(count)
    var previous: UInt64 = 0
    var largest: UInt64 = 0
    for _ in 0..<count {
      previous = try ChangeSetDecoder.clock(previous &+ UInt64(bitPattern: part.zigzag()))
      largest = max(largest, previous)
      clocks.append(previous)
    }
    try part.finish()
    return (clocks, largest)
  }

  /// Reads a list whose entries begin with the distance to the record they belong to.
  private static func list<Element>(
    _ reader: inout ByteReader, recordCount: Int,
    _ read: (inout ByteReader, Int) throws(DecodingFailure) -> Element
  ) throws(DecodingFailure) -> RecordBlock.PerRecord<Element> {
    let count = try reader.varint()
    let byteCount = try reader.count()
    guard count <= UInt64(byteCount), count <= UInt64(ChangeSetDecoder.countMax) else {
      throw DecodingFailure(reason: "a list is longer than its bytes")
    }
    var part = try reader.part(byteCount)
    var result = RecordBlock.PerRecord<Element>()
    guard count > 0 else {
      try part.finish()
      return result
    }
    result.elements.reserveCapacity(Int(count))
    result.starts.reserveCapacity(recordCount + 1)
    var record = 0
    for index in 0..<Int(count) {
      let step = try part.varint()
      guard step <= UInt64(recordCount), record + Int(step) < recordCount else {
        throw DecodingFailure(reason: "a list names a record that is not there")
      }
      record += Int(step)
      while result.starts.count <= record { result.starts.append(Int32(index)) }
      result.elements.append(try read(&part, record))
    }
    while result.starts.count <= recordCount { result.starts.append(Int32(count)) }
    try part.finish()
    return result
  }

  private static func readExceptions(
    _ reader: inout ByteReader, _ block: inout RecordBlock, _ deviceCount: Int
  ) throws(DecodingFailure) {
    let clocks = block.clocks
    let covered = block.covered
    let groupCount = block.groups.count
    var largest = block.clockMax
    let count = block.ids.count
    block.exceptions = try list(&reader, recordCount: count) {
      (part, record) throws(DecodingFailure) in
      let group = try part.index(below: RecordShape.deletion + 1)
      guard group < groupCount || group == RecordShape.deletion else {
        throw DecodingFailure(reason: "a record names a group that is not there")
      }
      guard group == RecordShape.deletion || covered[record] & 1 << UInt64(group) == 0 else {
        throw DecodingFailure(reason: "a group has two stamps")
      }
      let clock = try ChangeSetDecoder.clock(clocks[record] &+ UInt64(bitPattern: part.zigzag()))
      largest = max(largest, clock)
      return RecordBlock.Exception(
        group: group, clock: clock, device: try part.index(below: deviceCount))
    }
    block.clockMax = largest
    for record in 0..<count {
      var seen: UInt64 = 0
      for exception in block.exceptions[record] {
        guard seen & 1 << UInt64(exception.group) == 0 else {
          throw DecodingFailure(reason: "a group has two stamps")
        }
        seen |= 1 << UInt64(exception.group)
      }
    }
  }

  private static func readIncrements(
    _ reader: inout ByteReader, _ block: inout RecordBlock, _ deviceCount: Int
  ) throws(DecodingFailure) {
    let clocks = block.clocks
    let groups = block.groups
    var largest = block.clockMax
    block.increments = try list(&reader, recordCount: block.ids.count) {
      (part, record) throws(DecodingFailure) in
      let group = try part.index(below: groups.count)
      guard groups[group].merge == .counter else {
        throw DecodingFailure(reason: "an increment of something that is no counter")
      }
      let nonce = try part.fixed64()
      let clock = try ChangeSetDecoder.clock(clocks[record] &+ UInt64(bitPattern: part.zigzag()))
      largest = max(largest, clock)
      return RecordBlock.Increment(
        group: group, nonce: nonce, clock: clock, device: try part.index(below: deviceCount),
        amount: try part.zigzag(), epochClock: try ChangeSetDecoder.clock(part.varint()),
        epochDevice: try part.index(below: deviceCount))
    }
    block.clockMax = largest
  }

  private static func readGroup(
    _ reader: inout ByteReader, _ block: inout RecordBlock, _ group: Int, _ deviceCount: Int,
    _ tagCount: Int
  ) throws(DecodingFailure) {
    let wire = block.groups[group]
    let count = block.ids.count
    var versions = RecordBlock.PerRecord<RecordBlock.Version>()
    var positions: [Int32] = []
    var valueCount = 0
    if wire.merge == .history {
      let clocks = block.clocks
      var largest = block.clockMax
      versions = try list(&reader, recordCount: count) {
        (part, record) throws(DecodingFailure) in
        let clock = try ChangeSetDecoder.clock(
          clocks[record] &+ UInt64(bitPattern: part.zigzag()))
        largest = max(largest, clock)
        let device = try part.index(below: deviceCount)
        let tag = try part.index(below: tagCount)
        var voids: (clock: UInt64, device: Int)?
        if try part.byte() == 1 {
          voids = (try ChangeSetDecoder.clock(part.varint()), try part.index(below: deviceCount))
        }
        defer { valueCount += voids == nil ? 1 : 0 }
        return RecordBlock.Version(
          clock: clock, device: device, tag: tag, voids: voids, position: valueCount)
      }
      block.clockMax = largest
    } else if wire.merge != .counter {
      let bit: UInt64 = 1 << UInt64(group)
      if block.covered.allSatisfy({ $0 & bit != 0 }) {
        valueCount = count
      } else {
        positions.reserveCapacity(count)
        for record in 0..<count {
          let hasGroup = block.mask(record) & bit != 0
          positions.append(hasGroup ? Int32(valueCount) : -1)
          if hasGroup { valueCount += 1 }
        }
      }
    }
    block.versions.append(versions)
    block.positions.append(positions)
    var columns: [[Cell]] = []
    if wire.merge != .counter {
      for field in wire.fields {
        columns.append(try column(&reader, count: valueCount, storage: field.storage))
      }
    }
    block.columns.append(columns)
  }

  private static func column(
    _ reader: inout ByteReader, count: Int, storage: Storage
  ) throws(DecodingFailure) -> [Cell] {
    var runs: [(kind: CellKind, count: Int)] = []
    var total = 0
    for _ in 0..<(try reader.count(leastByteCount: 2)) {
      guard let kind = CellKind(rawValue: try reader.byte()),
        kind == .null || kind.rawValue == storage.rawValue
      else { throw DecodingFailure(reason: "a value is not of its column's kind") }
      let length = try reader.varint()
      guard length <= UInt64(count - total) else {
        throw DecodingFailure(reason: "a run is longer than its column")
      }
      total += Int(length)
      runs.append((kind, Int(length)))
    }
    guard total == count else { throw DecodingFailure(reason: "a column is too short") }
    let numberCount = try reader.count()
    var numbers = try reader.part(numberCount)
    let lengthCount = try reader.count()
    var lengths = try reader.part(lengthCount)
    let byteCount = try reader.count()
    var offset = reader.offset
    let bytes = try reader.raw(byteCount)
    let end = offset + bytes.count
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    for run in runs {
      for _ in 0..<run.count {
        switch run.kind {
        case .null: cells.append(Cell(kind: .null, bits: 0, count: 0))
        case .integer:
          let number = try numbers.zigzag()
          cells.append(Cell(kind: .integer, bits: UInt64(bitPattern: number), count: 0))
        case .real:
          let bits = try numbers.fixed64()
          guard !Double(bitPattern: bits).isNaN else {
            throw DecodingFailure(reason: "a value is not a number")
          }
          cells.append(Cell(kind: .real, bits: bits, count: 0))
        case .text, .blob:
          let length = try lengths.varint()
          guard length <= UInt64(end - offset) else {
            throw DecodingFailure(reason: "a length is larger than the bytes that follow")
          }
          cells.append(Cell(kind: run.kind, bits: UInt64(offset), count: Int(length)))
          offset += Int(length)
        }
      }
    }
    guard offset == end else { throw DecodingFailure(reason: "there are bytes left over") }
    try numbers.finish()
    try lengths.finish()
    if storage == .text { try checkText(reader, bytes, cells) }
    return cells
  }

  /// Refuses texts that are not UTF-8, also one that is only so together with its neighbour.
  private static func checkText(
    _ reader: ByteReader, _ bytes: UnsafeRawBufferPointer, _ cells: [Cell]
  ) throws(DecodingFailure) {
    let isASCII = bytes.allSatisfy { $0 < 0x80 }
    if isASCII { return }
    for cell in cells where cell.kind == .text {
      let slice = cell.slice(of: reader.bytes)
      guard String(validating: slice, as: UTF8.self) != nil else {
        throw DecodingFailure(reason: "a text is not UTF-8")
      }
    }
  }
}
