import SQLite

/// One authored version of a group, or the undoing of one, as it is stored and sent.
struct StoredVersion {
  var clock: UInt64
  var device: UInt16
  var tag: Int
  /// The version that this one undoes; it then has no values.
  var voids: (clock: UInt64, device: UInt16)?
  /// One value for each field of the group; empty for an undoing.
  var values: [Value]
  /// For a text the versions that its author saw.
  var bases: [Stamp] = []
}

extension [StoredVersion] {
  /// The versions that carry values and were not undone, in the order they had.
  func standing() -> [StoredVersion] {
    let undone = reduce(into: Set<StampKey>()) { undone, version in
      if let voids = version.voids { undone.insert(StampKey(voids.clock, voids.device)) }
    }
    guard !undone.isEmpty else { return self }
    return filter {
      $0.voids == nil && !undone.contains(StampKey($0.clock, $0.device))
    }
  }
}

/// A stamp with a local device number, to look one up by.
private struct StampKey: Hashable {
  let clock: UInt64
  let device: UInt16

  init(_ clock: UInt64, _ device: UInt16) {
    self.clock = clock
    self.device = device
  }
}

/// What decides between two versions under one stamp, which only clones of a device can make.
///
/// An undoing comes after a value; then the bytes decide, the bases after them, then the tag.
func versionOrder(
  voids: (clock: UInt64, device: UInt64)?, payload: [UInt8], bases: [Stamp], tag: [UInt8]
) -> [UInt8] {
  var writer = ByteWriter()
  writer.byte(voids == nil ? 0 : 1)
  if let voids { writer.id(RecordID(high: voids.clock, low: voids.device)) }
  // Ended by its length, so that no tag can be taken for the end of a longer payload.
  let content = payload + encodedStamps(bases)
  writer.raw(content)
  writer.raw(tag)
  writer.fixed64(UInt64(content.count))
  return writer.bytes
}

/// Stamps one after the other, sixteen bytes each.
func encodedStamps(_ stamps: [Stamp]) -> [UInt8] {
  var writer = ByteWriter()
  for stamp in stamps {
    writer.fixed64(stamp.clock.rawValue)
    writer.fixed64(stamp.device.rawValue)
  }
  return writer.bytes
}

/// Reads what `encodedStamps` writes.
func decodedStamps(_ bytes: [UInt8]) throws(DecodingFailure) -> [Stamp] {
  let stamps = bytes.withUnsafeBytes { buffer in
    var reader = ByteReader(buffer)
    return Result { () throws(DecodingFailure) in
      var stamps: [Stamp] = []
      while reader.remaining > 0 {
        stamps.append(
          Stamp(
            clock: HybridTime(rawValue: try reader.fixed64()),
            device: DeviceID(rawValue: try reader.fixed64())))
      }
      return stamps
    }
  }
  return try stamps.get()
}

extension Replica {
  /// Every version of one group of one record, oldest stamp first, undoings among them.
  ///
  /// Seeded versions, which have no clock, are never left out.
  func versions(
    _ table: RecordTable, row: Int64, group: Int, after clock: UInt64? = nil
  ) throws -> [StoredVersion] {
    let statement = try database.prepare(
      """
      SELECT field, clock, device, tag, voids_clock, voids_device, bases, payload
      FROM "\(table.versionTable)" WHERE row = ? AND field = ? AND (clock > ? OR clock = 0)
      """)
    defer { statement.reset() }
    try statement.bind(row, at: 1)
    try statement.bind(group, at: 2)
    try statement.bind(clock.map { Int64(bitPattern: $0) } ?? -1, at: 3)
    return try versions(table, statement)[group] ?? []
  }

  /// Every version of every group of one record, oldest stamp first, undoings among them.
  func versions(_ table: RecordTable, row: Int64) throws -> [Int: [StoredVersion]] {
    let statement = try database.prepare(
      """
      SELECT field, clock, device, tag, voids_clock, voids_device, bases, payload
      FROM "\(table.versionTable)" WHERE row = ?
      """)
    defer { statement.reset() }
    try statement.bind(row, at: 1)
    return try versions(table, statement)
  }

  private func versions(
    _ table: RecordTable, _ row: Statement
  ) throws -> [Int: [StoredVersion]] {
    var result: [Int: [StoredVersion]] = [:]
    while try row.step() {
      let group = row.int(0)
      guard table.shape.groups.indices.contains(group) else { continue }
      var version = StoredVersion(
        clock: UInt64(bitPattern: row.int64(1)), device: UInt16(truncatingIfNeeded: row.int64(2)),
        tag: row.int(3), voids: nil, values: [])
      if row.isNull(4) {
        version.values = try Self.values(
          row.blob(7), count: table.shape.groups[group].fields.count)
        version.bases = try Self.bases(row.blob(6))
      } else {
        version.voids = (
          UInt64(bitPattern: row.int64(4)), UInt16(truncatingIfNeeded: row.int64(5))
        )
      }
      result[group, default: []].append(version)
    }
    // The table orders by local device numbers; stamps are ordered by ids.
    return result.mapValues { list in
      list.count < 2
        ? list
        : list.sorted { ($0.clock, devices.id($0.device)) < ($1.clock, devices.id($1.device)) }
    }
  }

  static func values(_ payload: [UInt8], count: Int) throws -> [Value] {
    do {
      return try payload.withUnsafeBytes { buffer in
        var reader = ByteReader(buffer)
        var values: [Value] = []
        for _ in 0..<count { values.append(try reader.value()) }
        return values
      }
    } catch is DecodingFailure {
      throw ReplicaError(.damaged, "A version is damaged. Run the doctor command.")
    }
  }

  static func bases(_ bytes: [UInt8]) throws -> [Stamp] {
    do {
      return try decodedStamps(bytes)
    } catch {
      throw ReplicaError(.damaged, "A version is damaged. Run the doctor command.")
    }
  }

  static func payload(_ values: [Value]) -> [UInt8] {
    var writer = ByteWriter()
    for value in values { writer.value(value) }
    return writer.bytes
  }

  /// Stores a version; of two with one stamp the one that comes later in `versionOrder` stays.
  ///
  /// - Returns: Whether it is new, and whether anything changed.
  func store(
    _ version: StoredVersion, _ table: RecordTable, row: Int64, group: Int
  ) throws -> (isNew: Bool, isChanged: Bool) {
    let payload = Self.payload(version.values)
    let existing = try database.first(
      """
      SELECT voids_clock, voids_device, payload, tag, bases FROM "\(table.versionTable)"
      WHERE row = ? AND field = ? AND clock = ? AND device = ?
      """
    ) { (statement) throws(SQLiteError) in
      try Self.bindKey(statement, row, group, version)
    } row: { row in
      let old = StoredVersion(
        clock: version.clock, device: version.device, tag: row.int(3),
        voids: row.isNull(0)
          ? nil
          : (UInt64(bitPattern: row.int64(0)), UInt16(truncatingIfNeeded: row.int64(1))),
        values: [])
      return (version: old, payload: row.blob(2), bases: row.blob(4))
    }
    if var existing {
      existing.version.bases = try Self.bases(existing.bases)
      guard
        try order(existing.version, existing.payload)
          .lexicographicallyPrecedes(order(version, payload))
      else { return (false, false) }
    }
    try database.run(
      """
      INSERT OR REPLACE INTO "\(table.versionTable)"
        (row, field, clock, device, tag, voids_clock, voids_device, payload, bases)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ) { (statement) throws(SQLiteError) in
      try Self.bindKey(statement, row, group, version)
      try statement.bind(version.tag, at: 5)
      if let voids = version.voids {
        try statement.bind(Int64(bitPattern: voids.clock), at: 6)
        try statement.bind(Int64(voids.device), at: 7)
      }
      try statement.bind(payload, at: 8)
      if !version.bases.isEmpty { try statement.bind(encodedStamps(version.bases), at: 9) }
    }
    return (existing == nil, true)
  }

  private func order(_ version: StoredVersion, _ payload: [UInt8]) throws -> [UInt8] {
    versionOrder(
      voids: version.voids.map { ($0.clock, devices.id($0.device)) }, payload: payload,
      bases: version.bases, tag: try tags.tag(version.tag).bytes)
  }

  private static func bindKey(
    _ statement: Statement, _ row: Int64, _ group: Int, _ version: StoredVersion
  ) throws(SQLiteError) {
    try statement.bind(row, at: 1)
    try statement.bind(group, at: 2)
    try statement.bind(Int64(bitPattern: version.clock), at: 3)
    try statement.bind(Int64(version.device), at: 4)
  }
}
