import ReplicaStore
import SQLite

/// What a device remembers about its folder, in tables beside its records that are never sent.
struct SyncStore {
  /// A segment of this device's own.
  struct OwnSegment: Equatable {
    enum State: Int {
      /// Written down before it is sent; whether it arrived is not known.
      case pending = 0
      /// Seen in the folder, whole.
      case published = 1
      /// A merge has taken its place; to be deleted once that is proven.
      case replaced = 2
    }

    var name: SegmentName
    var state: State
    /// How many merges it has gone through.
    var level: Int
    /// Its length as a file.
    var byteCount: Int
  }

  /// What is known of another device.
  struct Peer: Equatable {
    var device: DeviceID
    var name: String
    /// The last number applied from it.
    var number: UInt64
    /// Its digest and its knowledge of this device, when it wrote its latest segment.
    var digest: StateDigest
    var knownNumber: UInt64
    var knownChain: String
    /// Its clock then.
    var clock: HybridTime
    var heldBackReason: String?
  }

  let replica: Replica

  private static let sql = """
    CREATE TABLE IF NOT EXISTS sync_folder (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      folder TEXT NOT NULL,
      tag TEXT,
      tag_rolls INTEGER,
      listed_at INTEGER NOT NULL,
      synced_at INTEGER NOT NULL,
      pushed_at INTEGER NOT NULL,
      failure TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS sync_segment (
      device INTEGER NOT NULL,
      name TEXT NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      state INTEGER NOT NULL,
      level INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (device, name)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS sync_peer (
      device INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      number INTEGER NOT NULL,
      digest BLOB NOT NULL,
      known_number INTEGER NOT NULL,
      known_chain TEXT NOT NULL,
      clock INTEGER NOT NULL,
      held_back TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS sync_refused (
      name TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_shadowed (
      name TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_missed (
      name TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_settled (
      name TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_encryption (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      first_key TEXT NOT NULL
    ) STRICT;
    """

  init(_ replica: Replica) throws {
    self.replica = replica
    let exists = try replica.read { transaction in
      try transaction.database.first(
        "SELECT 1 FROM sqlite_schema WHERE name = 'sync_encryption'"
      ) { _ in
      } row: { _ in
        true
      }
    }
    guard exists == nil else { return }
    try replica.writeLocally { try $0.database.execute(Self.sql) }
  }

  private func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try replica.read { try body($0.database) }
  }

  private func write(_ body: (Database) throws -> Void) throws {
    try replica.writeLocally { try body($0.database) }
  }

  // MARK: The folder

  /// What is remembered of the folder joined.
  struct Membership {
    var folder: String
    /// The name of the folder's first key; `nil` if the folder is not encrypted.
    var firstKey: String?
    /// The tag of the log's directory at the last listing.
    var tag: String?
    /// Whether that tag was seen to change with a new file; `nil` before anybody looked.
    var tagRolls: Bool?
    /// When the log was last listed, in Unix milliseconds.
    var listedAt: Int64
    /// When this device last put a segment there, in Unix milliseconds.
    var pushedAt: Int64
  }

  func membership() throws -> Membership? {
    try read { database in
      try database.first(
        """
        SELECT folder, tag, tag_rolls, listed_at, pushed_at,
          (SELECT first_key FROM sync_encryption)
        FROM sync_folder
        """
      ) { _ in
      } row: { row in
        Membership(
          folder: row.text(0), firstKey: row.isNull(5) ? nil : row.text(5),
          tag: row.isNull(1) ? nil : row.text(1),
          tagRolls: row.isNull(2) ? nil : row.int(2) != 0, listedAt: row.int64(3),
          pushedAt: row.int64(4))
      }
    }
  }

  /// When the last complete sync was, in Unix milliseconds, and the words of the last failure.
  func lastSync() throws -> (at: Int64?, failure: String?) {
    let row = try read { database in
      try database.first("SELECT synced_at, failure FROM sync_folder") { _ in
      } row: { row in
        (row.int64(0), row.isNull(1) ? nil : row.text(1))
      }
    }
    guard let row else { return (nil, nil) }
    return (row.0 == 0 ? nil : row.0, row.1)
  }

  /// The folder joined; `nil` if none is, or what is remembered of it is damaged.
  func identity() throws -> FolderIdentity? {
    try membership().flatMap { FolderIdentity(id: $0.folder, firstKey: $0.firstKey) }
  }

  func join(_ identity: FolderIdentity) throws {
    try write { database in
      try database.run(
        """
        INSERT INTO sync_folder VALUES(1, ?1, NULL, NULL, 0, 0, 0, NULL)
        ON CONFLICT DO UPDATE SET folder = ?1, tag = NULL, tag_rolls = NULL, listed_at = 0
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(identity.id, at: 1)
      }
      try database.execute("DELETE FROM sync_encryption")
      guard let encryption = identity.encryption else { return }
      try database.run("INSERT INTO sync_encryption VALUES(1, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(encryption.firstKey, at: 1)
      }
    }
  }

  func noteListing(tag: String?, at millis: Int64) throws {
    try write { database in
      try database.run("UPDATE sync_folder SET tag = ?, listed_at = ?") {
        (statement) throws(SQLiteError) in
        if let tag { try statement.bind(tag, at: 1) }
        try statement.bind(millis, at: 2)
      }
    }
  }

  func notePush(at millis: Int64, tagRolls: Bool?) throws {
    try write { database in
      // Once seen to stand still, a tag is never trusted again.
      try database.run(
        """
        UPDATE sync_folder SET pushed_at = ?1,
          tag_rolls = CASE WHEN tag_rolls = 0 THEN 0 ELSE coalesce(?2, tag_rolls) END
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(millis, at: 1)
        if let tagRolls { try statement.bind(tagRolls ? 1 : 0, at: 2) }
      }
    }
  }

  func noteOutcome(at millis: Int64?, failure: String?) throws {
    try write { database in
      try database.run(
        "UPDATE sync_folder SET synced_at = coalesce(?, synced_at), failure = ?"
      ) { (statement) throws(SQLiteError) in
        if let millis { try statement.bind(millis, at: 1) }
        if let failure { try statement.bind(failure, at: 2) }
      }
    }
  }

  // MARK: Own segments

  func ownSegments() throws -> [OwnSegment] {
    try read { database in
      try database.rows(
        """
        SELECT name, state, level, length(bytes) FROM sync_segment WHERE device = ?
        ORDER BY first, last
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: replica.device.rawValue), at: 1)
      } row: { row -> OwnSegment? in
        guard let name = SegmentName(row.text(0)),
          let state = OwnSegment.State(rawValue: row.int(1))
        else { return nil }
        return OwnSegment(name: name, state: state, level: row.int(2), byteCount: row.int(3))
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
  func add(_ name: SegmentName, level: Int, bytes: [UInt8]) throws {
    try write { database in
      try database.run("INSERT OR REPLACE INTO sync_segment VALUES(?, ?, ?, ?, 0, ?, ?)") {
        (statement) throws(SQLiteError) in
        try statement.bind(Int64(bitPattern: name.device.rawValue), at: 1)
        try statement.bind(name.description, at: 2)
        try statement.bind(Int64(clamping: name.first), at: 3)
        try statement.bind(Int64(clamping: name.last), at: 4)
        try statement.bind(level, at: 5)
        try statement.bind(bytes, at: 6)
      }
    }
  }

  func set(_ state: OwnSegment.State, of names: [SegmentName]) throws {
    guard !names.isEmpty else { return }
    try write { database in
      for name in names {
        try database.run("UPDATE sync_segment SET state = ? WHERE device = ? AND name = ?") {
          (statement) throws(SQLiteError) in
          try statement.bind(state.rawValue, at: 1)
          try statement.bind(Int64(bitPattern: name.device.rawValue), at: 2)
          try statement.bind(name.description, at: 3)
        }
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

  // MARK: Others

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

  // MARK: Names to remember

  /// A list of file names kept between syncs.
  enum NameList: String {
    /// Files of others that could not be read; told in the next header.
    case refused = "sync_refused"
    /// Files inside the range of a merge that was applied; fetched only if they stay.
    case shadowed = "sync_shadowed"
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
