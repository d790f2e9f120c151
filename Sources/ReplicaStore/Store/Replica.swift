public import SQLite

/// Where a replica gets the time and its random numbers from: values to replace in tests.
public struct ReplicaEnvironment {
  /// The wall clock in Unix milliseconds; it may jump either way.
  public var nowMillis: () -> Int64
  /// 64 random bits.
  public var random: () -> UInt64
  /// How far ahead of the wall clock a received stamp may be.
  public var driftGuard: DriftGuard
  /// The name of one of SQLite's file layers (VFS) to keep the file in; `nil` for the system's.
  public var fileLayer: String?
  /// Where replicas opened from images get their connections.
  package var connections: ConnectionPool?

  /// Makes an environment.
  public init(
    nowMillis: @escaping () -> Int64, random: @escaping () -> UInt64,
    driftGuard: DriftGuard = .standard, fileLayer: String? = nil
  ) {
    self.nowMillis = nowMillis
    self.random = random
    self.driftGuard = driftGuard
    self.fileLayer = fileLayer
  }
}

/// One device's copy of everything, in one SQLite file.
///
/// Any two replicas that have seen the same writes, in any order, any number of times, through any
/// path, hold the same state; no acknowledged write is lost; no write needs the network.
///
/// Several processes may share one file. A replica object belongs to one thread at a time.
public final class Replica {
  /// What the schema declares.
  public let schema: Schema
  package let database: Database
  let environment: ReplicaEnvironment
  let devices: DeviceTable
  let tags: TagTable
  let tables: [RecordTable]
  let tableOfName: [String: RecordTable]
  var state: ReplicaState
  /// About how many bytes a change set may have before it becomes several.
  package var changeSetByteCountMax = 32 << 20
  /// Which state of the file `state` is; -1 for none.
  var dataVersion: Int64 = -1
  /// The schema version that `tables` fit.
  private let schemaVersion: Int
  private var observers: [Int: (ChangeNotice) -> Void] = [:]
  private var observerCount = 0

  /// The layout of the file; a file with a larger number was written by a newer version.
  static let format = 1

  /// Opens a replica, or makes one.
  ///
  /// - Parameters:
  ///   - path: The file; `:memory:` for one that is gone with the object.
  ///   - schema: What it keeps; may have grown since the file was made.
  ///   - mode: Whether the file may be made.
  ///   - busyTimeoutMillis: How long to wait for another process that is writing.
  ///   - environment: The clock and the randomness.
  /// - Throws: `ReplicaError`: `missing`, `notAReplica`, `newerVersion`, `schemaShrank`, `damaged`
  ///   and the storage failures.
  public convenience init(
    path: String, schema: Schema, mode: Database.Mode = .create,
    busyTimeoutMillis: Int32 = 10_000, environment: ReplicaEnvironment
  ) throws {
    let database = try translatingErrors {
      try Self.open(path, mode, busyTimeoutMillis: busyTimeoutMillis, environment)
    }
    try self.init(database, schema, environment)
  }

  /// Opens a copy of a replica in memory, as it would be found after a crash.
  ///
  /// - Parameters:
  ///   - image: What `image` returned.
  ///   - schema: The schema the replica was opened with.
  ///   - environment: The clock and the randomness.
  /// - Throws: `ReplicaError`.
  package convenience init(
    image: [UInt8], schema: Schema, environment: ReplicaEnvironment
  ) throws {
    let database = try translatingErrors {
      let database = try Database(image: image, pool: environment.connections)
      try database.addCollation(RecordTable.guardCollation)
      return database
    }
    try self.init(database, schema, environment)
  }

  /// Makes a new replica in memory from the image of one that nothing was ever written to, which
  /// costs a fraction of making its tables.
  ///
  /// - Parameters:
  ///   - image: What `image` returned.
  ///   - schema: The schema the replica was opened with.
  ///   - environment: The clock and the randomness, which a new identity is drawn from.
  /// - Throws: `ReplicaError`.
  package convenience init(
    newFrom image: [UInt8], schema: Schema, environment: ReplicaEnvironment
  ) throws {
    try self.init(image: image, schema: schema, environment: environment)
    precondition(state.seq == 0 && !state.hasSealed, "not the image of an empty replica")
    try writing {
      state.device = Self.newDevice(environment)
      try state.save(database)
    }
  }

  private init(
    _ database: Database, _ schema: Schema, _ environment: ReplicaEnvironment
  ) throws {
    self.schema = schema
    self.environment = environment
    self.database = database
    devices = try translatingErrors { try DeviceTable(database) }
    tags = TagTable(database)
    let stored = try translatingErrors { try StoredSchema.load(database, like: schema) }
    let (shapes, needsGrowth) = try stored.joined(with: schema)
    schemaVersion = max(stored.version, schema.version)
    tables = shapes.map { RecordTable($0, in: database) }
    tableOfName = Dictionary(
      tables.map { ($0.shape.name, $0) }, uniquingKeysWith: { first, _ in first })
    state = ReplicaState()
    if needsGrowth { try grow() }
    try read { _ in }
    if state.seq == 0, !database.isReadOnly { try restoreLog() }
  }

  /// Who writes here.
  public var device: DeviceID { state.device }

  /// What people call this device.
  public var name: String { state.name }

  /// The latest reading of the clock.
  public var clock: HybridTime { state.clock }

  /// The sum over everything replicated.
  public var digest: StateDigest { state.digest }

  /// The number of the latest sealed change set; 0 if none.
  public var sealedNumber: UInt64 { state.sealedNumber }

  /// The chain at the latest sealed change set.
  public var chain: Chain { state.chain }

  /// The stamp of the latest reset.
  public var generation: Stamp { state.generation }

  /// Whether anything that was written here was ever given a number, under this id or a former one.
  package var hasSealed: Bool { state.hasSealed }

  /// The number of the latest transaction, for readers that follow the change log.
  public var latestChange: Int64 { state.seq }

  /// Everything committed so far, as the bytes of its file; another replica can be opened on it.
  ///
  /// - Returns: The bytes.
  /// - Throws: `ReplicaError`.
  package func image() throws -> [UInt8] {
    try translatingErrors { try database.image() }
  }

  /// Registers for every change, local or merged, that this object commits or applies.
  ///
  /// - Parameter body: Called after the commit, on the thread that made it; may write. The replica
  ///   holds it until `stopObserving`, so it must not hold the replica: capture that weakly.
  /// - Returns: A number for `stopObserving`.
  public func observe(_ body: @escaping (ChangeNotice) -> Void) -> Int {
    observerCount += 1
    observers[observerCount] = body
    return observerCount
  }

  /// Ends an observation.
  ///
  /// - Parameter observation: What `observe` returned.
  public func stopObserving(_ observation: Int) {
    observers[observation] = nil
  }

  func notify(_ entries: ChangeEntries, isLocal: Bool) {
    guard !observers.isEmpty, !entries.isEmpty else { return }
    let notice = ChangeNotice(entries: entries, isLocal: isLocal, isReset: false, replica: self)
    // Looked up again each time, since an observer may have ended another's observation.
    for number in observers.keys.sorted() { observers[number]?(notice) }
  }

  func notifyReset() {
    let notice = ChangeNotice(
      entries: ChangeEntries(), isLocal: false, isReset: true, replica: self)
    for number in observers.keys.sorted() { observers[number]?(notice) }
  }

  /// Takes notice of what other processes committed; cheap when there is nothing.
  func refresh() throws {
    let version = try Self.dataVersion(database)
    guard version != dataVersion else { return }
    let loaded = try ReplicaState.load(database)
    guard loaded.schemaVersion <= schemaVersion else {
      throw ReplicaError(
        .newerVersion,
        "A newer version of this program has brought the replica up to date. Start again.")
    }
    state = loaded
    try devices.load()
    tags.rolledBack()
    dataVersion = version
  }

  private static func dataVersion(_ database: Database) throws(SQLiteError) -> Int64 {
    try database.first("PRAGMA data_version") { _ in
    } row: {
      $0.int64(0)
    } ?? 0
  }
}

/// What one transaction changed.
public struct ChangeNotice {
  let entries: ChangeEntries
  /// Whether the change was made here, rather than received.
  public let isLocal: Bool
  /// Whether everything was deleted by a reset; no record is named then.
  public let isReset: Bool
  let replica: Replica

  /// The names of the record types touched, in order.
  public var types: [String] { entries.runs.keys.sorted() }

  /// The records touched, with the names of the fields that changed.
  ///
  /// - Parameter type: The name of a record type.
  /// - Returns: Ids in the order of their rows; fields in the order of the schema.
  /// - Throws: `ReplicaError` if they cannot be read.
  public func records(of type: String) throws -> [(id: RecordID, fields: [String])] {
    guard let table = replica.tableOfName[type] else { return [] }
    return try replica.ids(of: entries.normalized(type), in: table).map { id, mask in
      let fields = table.shape.fields.enumerated()
        .filter { mask & 1 << UInt64(table.shape.groupOfField[$0.offset]) != 0 }
        .map(\.element.name)
      return (id, fields)
    }
  }
}
