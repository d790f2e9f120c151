import ReplicaStore
import SQLite

// Segments of this device's own.
extension SyncStore {
  func ownSegments() throws -> [OwnSegment] {
    try read { database in
      try database.rows(
        """
        SELECT name, state, level, length(bytes), began, ended FROM sync_segment WHERE device = ?
        ORDER BY first, last
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: replica.device.rawValue), at: 1)
      } row: { row -> OwnSegment? in
        let began = HybridTime(rawValue: UInt64(bitPattern: row.int64(4)))
        let ended = HybridTime(rawValue: UInt64(bitPattern: row.int64(5)))
        guard let name = SegmentName(row.text(0)),
          let state = OwnSegment.State(rawValue: row.int(1)), began <= ended
        else { return nil }
        return OwnSegment(
          name: name, state: state, level: row.int(2), clocks: began...ended,
          byteCount: row.int(3))
      }.compactMap { $0 }
    }
  }

  func bytes(of name: SegmentName) throws -> [UInt8]? {
    try read { database in
      try database.first("SELECT bytes FROM sync_segment WHERE device = ? AND name = ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: name.device.rawValue), at: 1)
        try statement.bind(name.description, at: 2)
      } row: {
        $0.blob(0)
      }
    }
  }

  /// Writes a segment down before it is sent.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - level: How many merges it has gone through.
  ///   - clocks: The clock when the first and the last change set in it were written down.
  ///   - bytes: The file.
  ///   - replaced: The segments whose place it takes; noted in the same transaction, since a merge
  ///     that was half noted would be made again, with the same name and other bytes.
  /// - Throws: `ReplicaError`.
  func add(
    _ name: SegmentName, level: Int, clocks: ClosedRange<HybridTime>, bytes: [UInt8],
    replacing replaced: [SegmentName] = []
  ) throws {
    try write { database in
      try database.run("INSERT OR REPLACE INTO sync_segment VALUES(?, ?, ?, ?, 0, ?, ?, ?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: name.device.rawValue), at: 1)
        try statement.bind(name.description, at: 2)
        try statement.bind(Int64(clamping: name.first), at: 3)
        try statement.bind(Int64(clamping: name.last), at: 4)
        try statement.bind(level, at: 5)
        try statement.bind(Int64(bitPattern: clocks.lowerBound.rawValue), at: 6)
        try statement.bind(Int64(bitPattern: clocks.upperBound.rawValue), at: 7)
        try statement.bind(bytes, at: 8)
      }
      try Self.set(.replaced, of: replaced, in: database)
    }
  }

  func set(_ state: OwnSegment.State, of names: [SegmentName]) throws {
    guard !names.isEmpty else { return }
    try write { try Self.set(state, of: names, in: $0) }
  }

  private static func set(
    _ state: OwnSegment.State, of names: [SegmentName], in database: Database
  ) throws {
    for name in names {
      try database.run("UPDATE sync_segment SET state = ? WHERE device = ? AND name = ?") {
        (statement) throws(SQLiteError) in
        try statement.bind(state.rawValue, at: 1)
        try statement.bind(Int64(bitPattern: name.device.rawValue), at: 2)
        try statement.bind(name.description, at: 3)
      }
    }
  }

  func remove(_ names: [SegmentName]) throws {
    guard !names.isEmpty else { return }
    try write { database in
      for name in names {
        try database.run("DELETE FROM sync_segment WHERE device = ? AND name = ?") {
          (statement) throws(SQLiteError) in
          try statement.bind(Int64(bitPattern: name.device.rawValue), at: 1)
          try statement.bind(name.description, at: 2)
        }
      }
    }
  }

  /// Puts every segment of this device back to unsent, for a folder that holds none of them.
  func unpublishAll() throws {
    try write { database in
      try database.run("UPDATE sync_segment SET state = 0 WHERE device = ? AND state = 1") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: replica.device.rawValue), at: 1)
      }
    }
  }
}
