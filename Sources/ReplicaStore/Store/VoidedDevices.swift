import SQLite

/// Devices that gave up stamps from the future, as told by every change set of who knows of them.
extension Replica {
  static let voidedSQL = """
    CREATE TABLE voided (
      device INTEGER PRIMARY KEY,
      since INTEGER NOT NULL
    ) STRICT;
    """

  /// Everybody who is known to have given up stamps.
  package func voidedDevices() throws -> [VoidedDevice] {
    try database.rows("SELECT device, since FROM voided ORDER BY device") { _ in
    } row: {
      VoidedDevice(
        device: DeviceID(rawValue: UInt64(bitPattern: $0.int64(0))),
        since: HybridTime(rawValue: UInt64(bitPattern: $0.int64(1))))
    }
  }

  /// Takes notice of who gave up stamps, and lets go of what is here from them.
  ///
  /// - Parameter voided: As a change set tells it.
  /// - Returns: What changed, which is in the change log already.
  /// - Throws: `ReplicaError` and the storage failures.
  @discardableResult
  func note(_ voided: [VoidedDevice]) throws -> ChangeEntries {
    let known = voided.isEmpty ? [] : try voidedDevices()
    var entries = ChangeEntries()
    for voided in voided
    where !known.contains(where: { $0.device == voided.device && $0.since <= voided.since }) {
      try database.run(
        """
        INSERT INTO voided VALUES(?, ?)
        ON CONFLICT DO UPDATE SET since = min(since, excluded.since)
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: voided.device.rawValue), at: 1)
        try statement.bind(Int64(bitPattern: voided.since.rawValue), at: 2)
      }
      for (type, runs) in try takeBack(voided).runs.sorted(by: { $0.key < $1.key }) {
        entries.append(type, runs)
      }
    }
    if entries.isEmpty { return entries }
    state.digest = try digestOfTables()
    try log(entries, isLocal: false)
    return entries
  }
}
