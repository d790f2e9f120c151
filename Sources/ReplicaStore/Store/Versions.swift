import SQLite

/// One authored version of a group, or the undoing of one, as it is stored and sent.
struct StoredVersion: Equatable {
  var clock: UInt64
  var device: UInt16
  var tag: Int
  /// The version that this one undoes; it then has no values.
  var voids: (clock: UInt64, device: UInt16)?
  /// One value for each field of the group; empty for an undoing.
  var values: [Value]

  static func == (left: StoredVersion, right: StoredVersion) -> Bool {
    left.clock == right.clock && left.device == right.device && left.tag == right.tag
      && left.voids?.clock == right.voids?.clock && left.voids?.device == right.voids?.device
      && left.values == right.values
  }
}

extension [StoredVersion] {
  /// The versions that carry values and were not undone, in the order they had.
  func standing() -> [StoredVersion] {
    guard contains(where: { $0.voids != nil }) else { return self }
    return filter { version in
      version.voids == nil
        && !contains { $0.voids?.clock == version.clock && $0.voids?.device == version.device }
    }
  }
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
      SELECT field, clock, device, tag, voids_clock, voids_device, payload
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
      SELECT field, clock, device, tag, voids_clock, voids_device, payload
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
          row.blob(6), count: table.shape.groups[group].fields.count)
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

  static func payload(_ values: [Value]) -> [UInt8] {
    var writer = ByteWriter()
    for value in values { writer.value(value) }
    return writer.bytes
  }

  /// Stores a version; of two with one stamp the larger encoding stays.
  ///
  /// - Returns: Whether anything changed.
  func store(
    _ version: StoredVersion, _ table: RecordTable, row: Int64, group: Int
  ) throws(SQLiteError) -> (isNew: Bool, isChanged: Bool) {
    let payload = Self.payload(version.values)
    let existing = try database.first(
      """
      SELECT voids_clock, voids_device, payload FROM "\(table.versionTable)"
      WHERE row = ? AND field = ? AND clock = ? AND device = ?
      """
    ) { (statement) throws(SQLiteError) in
      try Self.bindKey(statement, row, group, version)
    } row: { row in
      (row.isNull(0) ? nil : (row.int64(0), row.int64(1)), row.blob(2))
    }
    if let (voids, bytes) = existing {
      guard voids == nil, version.voids == nil, bytes.lexicographicallyPrecedes(payload) else {
        return (false, false)
      }
    }
    try database.run(
      """
      INSERT OR REPLACE INTO "\(table.versionTable)"
        (row, field, clock, device, tag, voids_clock, voids_device, payload)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """
    ) { (statement) throws(SQLiteError) in
      try Self.bindKey(statement, row, group, version)
      try statement.bind(version.tag, at: 5)
      if let voids = version.voids {
        try statement.bind(Int64(bitPattern: voids.clock), at: 6)
        try statement.bind(Int64(voids.device), at: 7)
      }
      try statement.bind(payload, at: 8)
    }
    return (existing == nil, true)
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
