import SQLite

/// Collects the records of one type.
struct RecordBlockBuilder {
  let name: String
  private(set) var groups: [WireGroup]
  private(set) var count = 0
  private var ids = ByteWriter()
  private var covered = RunBuilder()
  private var clocks = ByteWriter()
  private var rowDevices = RunBuilder()
  private var exceptions = ByteWriter()
  private var exceptionCount = 0
  private var exceptionRecord = 0
  private var versions: [VersionListBuilder]
  private var increments = ByteWriter()
  private var incrementCount = 0
  private var incrementRecord = 0
  /// The columns of all groups, one group after the other.
  private var columns: [ColumnBuilder]
  /// For each group, which column is its first.
  private var firstColumns: [Int] = []
  private var previousClock: UInt64 = 0
  private(set) var rowClock: UInt64 = 0

  init(name: String, groups: [WireGroup]) {
    self.name = name
    self.groups = groups
    columns = []
    versions = groups.map { _ in VersionListBuilder() }
    for group in groups { addColumns(group) }
  }

  /// The place of a group, added if it is new.
  mutating func index(of group: WireGroup) -> Int {
    if let index = groups.firstIndex(of: group) { return index }
    groups.append(group)
    addColumns(group)
    versions.append(VersionListBuilder())
    return groups.count - 1
  }

  private mutating func addColumns(_ group: WireGroup) {
    firstColumns.append(columns.count)
    columns += group.fields.map { _ in ColumnBuilder() }
  }

  /// Starts a record, its device named by place; what follows belongs to it.
  mutating func begin(_ id: RecordID, covered mask: UInt64, clock: UInt64, device: UInt64) {
    ids.id(id)
    covered.append(mask)
    clocks.zigzag(Int64(bitPattern: clock &- previousClock))
    previousClock = clock
    rowClock = clock
    rowDevices.append(device)
    count += 1
  }

  /// The stamp of a group that is not covered by the record's own, or of its deletion.
  mutating func exception(group: Int, clock: UInt64, device: UInt64) {
    exceptions.count(count - 1 - exceptionRecord)
    exceptionRecord = count - 1
    exceptions.varint(UInt64(group))
    exceptions.zigzag(Int64(bitPattern: clock &- rowClock))
    exceptions.varint(device)
    exceptionCount += 1
  }

  mutating func cell(group: Int, field: Int, _ value: Value) {
    columns[firstColumns[group] + field].append(value)
  }

  /// The value of a field in the row that a statement stands on; the field by its place among those
  /// of all groups the block was made with.
  @inline(__always)
  mutating func cell(_ place: Int, _ statement: Statement, _ column: Int32) {
    columns[place].append(statement, column)
  }

  /// One version of a group; devices and tags by their place in the tables.
  mutating func version(
    group: Int, clock: UInt64, device: UInt64, tag: UInt64,
    voids: (clock: UInt64, device: UInt64)?, bases: [(clock: UInt64, device: UInt64)],
    values: [Value]
  ) {
    versions[group].append(
      record: count - 1, clockDelta: Int64(bitPattern: clock &- rowClock), device: device,
      tag: tag, voids: voids)
    if groups[group].merge == .text, voids == nil {
      versions[group].append(
        bases: bases.map { (Int64(bitPattern: $0.clock &- rowClock), $0.device) })
    }
    if voids == nil {
      for (field, value) in values.enumerated() { cell(group: group, field: field, value) }
    }
  }

  /// One increment of a counter; devices by their place in the table.
  mutating func increment(
    group: Int, _ increment: StoredIncrement, device: UInt64, epochDevice: UInt64
  ) {
    increments.count(count - 1 - incrementRecord)
    incrementRecord = count - 1
    increments.varint(UInt64(group))
    increments.fixed64(increment.nonce)
    increments.zigzag(Int64(bitPattern: increment.clock &- rowClock))
    increments.varint(device)
    increments.zigzag(increment.amount)
    increments.varint(increment.epochClock)
    increments.varint(epochDevice)
    incrementCount += 1
  }

  /// About how many bytes it has.
  var byteCount: Int {
    var count = ids.bytes.count + clocks.bytes.count + exceptions.bytes.count
    count += increments.bytes.count
    for list in versions { count += list.byteCount }
    for column in columns { count += column.byteCount }
    return count
  }

  func bytes() -> [UInt8] {
    var writer = ByteWriter()
    writer.text(name)
    writer.count(groups.count)
    for group in groups {
      writer.text(group.name)
      group.writeShape(to: &writer)
    }
    writer.count(count)
    writer.raw(ids.bytes)
    covered.write(to: &writer)
    writer.blob(clocks.bytes)
    rowDevices.write(to: &writer)
    writer.count(exceptionCount)
    writer.blob(exceptions.bytes)
    writer.count(incrementCount)
    writer.blob(increments.bytes)
    for (index, group) in groups.enumerated() {
      if group.merge.keepsVersions { versions[index].write(to: &writer) }
      if group.merge == .counter { continue }
      for field in group.fields.indices { columns[firstColumns[index] + field].write(to: &writer) }
    }
    return writer.bytes
  }
}

/// The stamps of the versions of one group; their values stand in the group's columns.
private struct VersionListBuilder {
  private var bytes = ByteWriter()
  private var count = 0
  private var record = 0

  mutating func append(
    record newRecord: Int, clockDelta: Int64, device: UInt64, tag: UInt64,
    voids: (clock: UInt64, device: UInt64)?
  ) {
    bytes.count(newRecord - record)
    record = newRecord
    bytes.zigzag(clockDelta)
    bytes.varint(device)
    bytes.varint(tag)
    bytes.byte(voids == nil ? 0 : 1)
    if let voids {
      bytes.varint(voids.clock)
      bytes.varint(voids.device)
    }
    count += 1
  }

  var byteCount: Int { bytes.bytes.count }

  /// What the author of the version added last saw.
  mutating func append(bases: [(clockDelta: Int64, device: UInt64)]) {
    bytes.count(bases.count)
    for base in bases {
      bytes.zigzag(base.clockDelta)
      bytes.varint(base.device)
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.count(count)
    writer.blob(bytes.bytes)
  }
}
