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
    /// The clock when the first and the last change set in it were written down.
    var clocks: ClosedRange<HybridTime>
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
      began INTEGER NOT NULL,
      ended INTEGER NOT NULL,
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
    CREATE TABLE IF NOT EXISTS sync_read (
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
    CREATE TABLE IF NOT EXISTS sync_refused_own (
      name TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sync_retired (
      device INTEGER PRIMARY KEY,
      number INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS sync_log_end (
      device INTEGER NOT NULL,
      number INTEGER NOT NULL,
      chain TEXT NOT NULL,
      missing_since INTEGER,
      handed_on INTEGER NOT NULL,
      PRIMARY KEY (device, number, chain)
    ) STRICT, WITHOUT ROWID;
    """

  init(_ replica: Replica) throws {
    self.replica = replica
    let exists = try replica.read { transaction in
      try transaction.database.first(
        "SELECT 1 FROM sqlite_schema WHERE name = 'sync_read'"
      ) { _ in
      } row: { _ in
        true
      }
    }
    guard exists == nil else { return }
    try replica.writeLocally { try $0.database.execute(Self.sql) }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try replica.read { try body($0.database) }
  }

  func write(_ body: (Database) throws -> Void) throws {
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
}
