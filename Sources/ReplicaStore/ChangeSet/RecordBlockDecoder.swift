/// Reads the records of one type.
enum RecordBlockDecoder {
  /// The most fields a type can have, so that a few bytes cannot ask for much memory.
  static let fieldsMax = 256

  static func decode(
    _ reader: inout ByteReader, deviceCount: Int, tagCount: Int
  ) throws(DecodingFailure) -> RecordBlock {
    let name = try self.name(&reader)
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
    let places = try runs(&reader, count: count)
    guard places.allSatisfy({ $0 < deviceCount }) else {
      throw DecodingFailure(reason: "an index points past its table")
    }
    let devices = places.map { UInt32(truncatingIfNeeded: $0) }
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

  /// A name that a schema could have: others only look like names.
  private static func name(_ reader: inout ByteReader) throws(DecodingFailure) -> String {
    let name = try reader.text()
    guard FieldDeclaration.isName(name) else {
      throw DecodingFailure(reason: "a type, group or field has an impossible name")
    }
    return name
  }

  private static func groups(
    _ reader: inout ByteReader
  ) throws(DecodingFailure) -> [WireGroup] {
    var groups: [WireGroup] = []
    for _ in 0..<(try reader.count(leastByteCount: 4)) {
      let name = try self.name(&reader)
      guard let merge = MergeKind(rawValue: try reader.byte()) else {
        throw DecodingFailure(reason: "a group merges in a way that this program does not know")
      }
      let isKey = try reader.byte() == 1
      var fields: [WireField] = []
      for _ in 0..<(try reader.count(leastByteCount: 2)) {
        let field = try self.name(&reader)
        guard let storage = Storage(rawValue: try reader.byte()) else {
          throw DecodingFailure(reason: "a field is stored in a way this program does not know")
        }
        fields.append(WireField(name: field, storage: storage))
      }
      guard merge != .text || fields.allSatisfy({ $0.storage == .text }) else {
        throw DecodingFailure(reason: "a text is stored as something else")
      }
      guard fields.count == 1 || merge.allowsGroups else {
        throw DecodingFailure(reason: "a group of this kind has one field")
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
    _ reader: inout ByteReader, recordCount: Int, leastByteCount: Int,
    _ read: (inout ByteReader, Int) throws(DecodingFailure) -> Element
  ) throws(DecodingFailure) -> RecordBlock.PerRecord<Element> {
    let count = try reader.varint()
    let byteCount = try reader.count()
    guard count <= UInt64(byteCount / leastByteCount), count <= UInt64(ChangeSetDecoder.countMax)
    else {
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
    block.exceptions = try list(&reader, recordCount: count, leastByteCount: 4) {
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
    let masks = block.ids.indices.map { block.mask($0) }
    block.increments = try list(&reader, recordCount: block.ids.count, leastByteCount: 15) {
      (part, record) throws(DecodingFailure) in
      let group = try part.index(below: groups.count)
      guard groups[group].merge == .counter else {
        throw DecodingFailure(reason: "an increment of something that is no counter")
      }
      guard masks[record] & 1 << UInt64(group) != 0 else { throw unstamped }
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

  private static let unstamped = DecodingFailure(reason: "a version or increment has no stamp")

  private static func readGroup(
    _ reader: inout ByteReader, _ block: inout RecordBlock, _ group: Int, _ deviceCount: Int,
    _ tagCount: Int
  ) throws(DecodingFailure) {
    let wire = block.groups[group]
    let count = block.ids.count
    var versions = RecordBlock.PerRecord<RecordBlock.Version>()
    var positions: [Int32] = []
    var valueCount = 0
    if wire.merge.keepsVersions {
      let clocks = block.clocks
      var largest = block.clockMax
      let masks = block.ids.indices.map { block.mask($0) }
      versions = try list(&reader, recordCount: count, leastByteCount: 5) {
        (part, record) throws(DecodingFailure) in
        guard masks[record] & 1 << UInt64(group) != 0 else { throw unstamped }
        let clock = try ChangeSetDecoder.clock(
          clocks[record] &+ UInt64(bitPattern: part.zigzag()))
        largest = max(largest, clock)
        let device = try part.index(below: deviceCount)
        let tag = try part.index(below: tagCount)
        var voids: (clock: UInt64, device: Int)?
        if try part.byte() == 1 {
          voids = (try ChangeSetDecoder.clock(part.varint()), try part.index(below: deviceCount))
        }
        var bases: [(clock: UInt64, device: Int)] = []
        if wire.merge == .text, voids == nil {
          for _ in 0..<(try part.count(leastByteCount: 2)) {
            let clock = try ChangeSetDecoder.clock(
              clocks[record] &+ UInt64(bitPattern: part.zigzag()))
            bases.append((clock, try part.index(below: deviceCount)))
          }
        }
        defer { valueCount += voids == nil ? 1 : 0 }
        return RecordBlock.Version(
          clock: clock, device: device, tag: tag, voids: voids, bases: bases, position: valueCount)
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
    var columns: [Column] = []
    if wire.merge != .counter {
      for field in wire.fields {
        columns.append(try column(&reader, count: valueCount, storage: field.storage))
      }
    }
    block.columns.append(columns)
  }

  private static func column(
    _ reader: inout ByteReader, count: Int, storage: Storage
  ) throws(DecodingFailure) -> Column {
    var runs: [(kind: CellKind, count: Int)] = []
    var total = 0
    var nullCount = 0
    for _ in 0..<(try reader.count(leastByteCount: 2)) {
      guard let kind = CellKind(rawValue: try reader.byte()),
        kind == .null || kind.rawValue == storage.rawValue
      else { throw DecodingFailure(reason: "a value is not of its column's kind") }
      let length = try reader.varint()
      guard length <= UInt64(count - total) else {
        throw DecodingFailure(reason: "a run is longer than its column")
      }
      total += Int(length)
      if kind == .null { nullCount += Int(length) }
      runs.append((kind, Int(length)))
    }
    guard total == count else { throw DecodingFailure(reason: "a column is too short") }
    let numberCount = try reader.count()
    let realCount = storage == .real ? count - nullCount : 0
    guard storage != .real || numberCount == realCount * 8 else {
      throw DecodingFailure(reason: "a column has not as many numbers as values")
    }
    let planes =
      storage == .real ? try reader.raw(numberCount) : UnsafeRawBufferPointer(start: nil, count: 0)
    var numbers = try reader.part(storage == .real ? 0 : numberCount)
    var real = 0
    let lengthCount = try reader.count()
    var lengths = try reader.part(lengthCount)
    let byteCount = try reader.count()
    var offset = reader.offset
    let bytes = try reader.raw(byteCount)
    let end = offset + bytes.count
    var column = Column(count: count, nullCount: nullCount)
    var start = 0
    for run in runs {
      defer { start += run.count }
      guard run.kind != .null else {
        column.appendNulls(run.count)
        continue
      }
      column.beginRun(at: start, count: run.count)
      for _ in 0..<run.count {
        switch run.kind {
        case .null: break
        case .integer:
          let number = try numbers.zigzag()
          column.append(Cell(kind: .integer, bits: UInt64(bitPattern: number)))
        case .real:
          let bits = BytePlanes.number(real, of: realCount, in: planes)
          real += 1
          guard !Double(bitPattern: bits).isNaN else {
            throw DecodingFailure(reason: "a value is not a number")
          }
          column.append(Cell(kind: .real, bits: bits))
        case .text, .blob:
          let length = try lengths.varint()
          guard length <= UInt64(end - offset) else {
            throw DecodingFailure(reason: "a length is larger than the bytes that follow")
          }
          column.append(Cell(kind: run.kind, offset: offset, count: Int(length)))
          offset += Int(length)
        }
      }
    }
    guard offset == end else { throw DecodingFailure(reason: "there are bytes left over") }
    try numbers.finish()
    try lengths.finish()
    if storage == .text { try checkText(reader, bytes, column.kept) }
    return column
  }

  /// Eight bytes at a time.
  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var bits: UInt64 = 0
    var offset = 0
    while offset + 8 <= bytes.count {
      bits |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < bytes.count {
      bits |= UInt64(bytes[offset])
      offset += 1
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// Refuses texts that are not UTF-8, also one that is only so together with its neighbour.
  private static func checkText(
    _ reader: ByteReader, _ bytes: UnsafeRawBufferPointer, _ cells: UnsafeBufferPointer<Cell>
  ) throws(DecodingFailure) {
    if isASCII(bytes) { return }
    for cell in cells where cell.kind == .text {
      let slice = cell.slice(of: reader.bytes)
      guard String(validating: slice, as: UTF8.self) != nil else {
        throw DecodingFailure(reason: "a text is not UTF-8")
      }
    }
  }
}
