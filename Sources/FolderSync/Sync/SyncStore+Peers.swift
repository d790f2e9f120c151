import ReplicaStore
import SQLite

// Other devices, and names to remember.
extension SyncStore {
  func peers() throws -> [Peer] {
    try read { database in
      try database.rows(
        """
        SELECT device, name, number, digest, known_number, known_chain, clock, held_back
        FROM sync_peer ORDER BY device
        """
      ) { _ in
      } row: { row in
        let digest = row.high128(3)
        return Peer(
          device: DeviceID(rawValue: UInt64(bitPattern: row.int64(0))), name: row.text(1),
          number: UInt64(bitPattern: row.int64(2)),
          digest: StateDigest(high: digest?.high ?? 0, low: digest?.low ?? 0),
          knownNumber: UInt64(bitPattern: row.int64(4)), knownChain: row.text(5),
          clock: HybridTime(rawValue: UInt64(bitPattern: row.int64(6))),
          heldBackReason: row.isNull(7) ? nil : row.text(7))
      }
    }
  }

  func save(_ peer: Peer) throws {
    try write { database in
      try database.run("INSERT OR REPLACE INTO sync_peer VALUES(?, ?, ?, ?, ?, ?, ?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: peer.device.rawValue), at: 1)
        try statement.bind(peer.name, at: 2)
        try statement.bind(Int64(clamping: peer.number), at: 3)
        try statement.bind(high: peer.digest.high, low: peer.digest.low, at: 4)
        try statement.bind(Int64(clamping: peer.knownNumber), at: 5)
        try statement.bind(peer.knownChain, at: 6)
        try statement.bind(Int64(clamping: peer.clock.rawValue), at: 7)
        if let reason = peer.heldBackReason { try statement.bind(reason, at: 8) }
      }
    }
  }

  /// Forgets what others know of this device, which is another one from now on.
  func forgetKnown() throws {
    try write { try $0.execute("UPDATE sync_peer SET known_number = 0, known_chain = ''") }
  }

  // MARK: Retired devices

  /// The devices that a person has retired, each with the last of its numbers that was passed over.
  func retired() throws -> [DeviceID: UInt64] {
    try read { database in
      Dictionary(
        try database.rows("SELECT device, number FROM sync_retired") { _ in
        } row: {
          (DeviceID(rawValue: UInt64(bitPattern: $0.int64(0))), UInt64(bitPattern: $0.int64(1)))
        }, uniquingKeysWith: max)
    }
  }

  /// Notes that a device is retired up to a number.
  func retire(_ device: DeviceID, through number: UInt64) throws {
    try write { database in
      try database.run("INSERT OR REPLACE INTO sync_retired VALUES(?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: device.rawValue), at: 1)
        try statement.bind(Int64(clamping: number), at: 2)
      }
    }
  }

  // MARK: Names to remember

  /// A list of file names kept between syncs.
  enum NameList: String {
    /// Files of others that could not be read; told in the next header.
    case refused = "sync_refused"
    /// Files of this device that others could not read; put again by the next push.
    case refusedOfOurs = "sync_refused_own"
    /// Files inside the range of a merge that was applied; fetched only if they stay.
    case shadowed = "sync_shadowed"
    /// Files of others that were read, each with the length that the folder gave it then.
    case read = "sync_read"
    /// Change sets that a peer has seen and the folder does not hold (`MissedChanges`).
    case missed = "sync_missed"
    /// Change sets that the folder does not hold but that are here all the same.
    case settled = "sync_settled"
  }

  func names(_ list: NameList) throws -> Set<String> {
    try read { database in
      Set(
        try database.rows("SELECT name FROM \(list.rawValue)") { _ in
        } row: {
          $0.text(0)
        })
    }
  }

  func replace(_ list: NameList, with names: Set<String>) throws {
    guard try self.names(list) != names else { return }
    try write { database in
      try database.execute("DELETE FROM \(list.rawValue)")
      for name in names.sorted() {
        try database.run("INSERT INTO \(list.rawValue) VALUES(?)") {
          (statement) throws(SQLiteError) in
          try statement.bind(name, at: 1)
        }
      }
    }
  }
}
