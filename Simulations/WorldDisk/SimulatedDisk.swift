import CSQLite

/// A disk in memory that SQLite writes to, and that fails when it is told to.
///
/// It is a file system of SQLite's own kind (a "VFS", sqlite.org/vfs.html), known by its name from
/// `init` to `deinit`. When the power goes, each write that was not synced has arrived, or not, or as
/// far as some sector, whatever the order of the writes was; a file that was made or removed since
/// may be there or not. Belongs to one thread, as do all connections to files on it.
public final class SimulatedDisk {
  /// How it fails.
  public enum Failure: Hashable, Sendable {
    /// There is no room.
    case full
    /// One operation fails, and no other.
    case once
    /// Somebody else holds every lock.
    case busy
    /// The power goes in the middle of a write.
    case powerCut
    /// No more writes are taken.
    case readOnly
  }

  /// The name by which a connection is opened on it.
  public let name: String
  /// The failure that is going on.
  public private(set) var failing: Failure?
  /// Whether syncs say that they are done and do nothing.
  ///
  /// Of such a disk nothing is left that was not truly synced: one that kept some of it at random
  /// would break any database.
  public var liesAboutSync = false
  /// The operations so far that changed the disk, or tried to: writes, syncs, cuts, files made and
  /// removed.
  public private(set) var operationCount = 0

  var files: [String: DiskFile] = [:]
  /// Files that were removed and may come back with the power.
  private var ghosts: [(path: String, file: DiskFile)] = []
  private var random: UInt64
  /// Rises with every start; files that were opened before are dead.
  private(set) var epoch = 0
  private var armed: (failure: Failure, operation: Int)?
  private let system: UnsafeMutablePointer<sqlite3_vfs>
  private let cName: UnsafeMutablePointer<CChar>

  /// Makes an empty disk, under a name that no other disk has.
  ///
  /// - Parameter seed: Chooses what a power cut leaves of what was not synced.
  public init(seed: UInt64 = 0) {
    random = seed
    system = .allocate(capacity: 1)
    name = "jamaal-disk-\(UInt(bitPattern: system))"
    let bytes = name.utf8CString
    cName = .allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (cName + index).initialize(to: byte) }
    system.initialize(to: sqlite3_vfs())
    system.pointee = DiskCalls.system(name: cName, disk: Unmanaged.passUnretained(self).toOpaque())
    sqlite3_vfs_register(system, 0)
  }

  deinit {
    sqlite3_vfs_unregister(system)
    system.deinitialize(count: 1)
    system.deallocate()
    cName.deallocate()
  }

  /// Lets it fail at one of the next operations that change it, and from then on until `mend`.
  ///
  /// - Parameters:
  ///   - failure: How.
  ///   - writes: How many succeed before.
  public func arm(_ failure: Failure, after writes: Int) {
    arm(failure, at: operationCount + writes)
  }

  /// Lets it fail at an operation, and from then on until `mend`.
  ///
  /// - Parameters:
  ///   - failure: How.
  ///   - operation: The number of the operation, from 0 since the disk was made.
  public func arm(_ failure: Failure, at operation: Int) { armed = (failure, operation) }

  /// Ends whatever is failing; after a power cut every process is gone, and what was not synced is
  /// there or not.
  public func mend() {
    if failing == .powerCut { restart(losingUnsynced: true) }
    failing = nil
    armed = nil
    liesAboutSync = false
  }

  /// Cuts the power, if that has not happened, and puts it on again.
  public func cutPower() {
    failing = .powerCut
    mend()
  }

  /// Ends every process that has files open.
  ///
  /// - Parameter losingUnsynced: Whether the power was cut as well.
  public func restart(losingUnsynced: Bool = false) {
    epoch += 1
    if losingUnsynced {
      for (path, file) in files.sorted(by: { $0.key < $1.key }) {
        settle(file)
        if !file.isDurable, nextRandom().isMultiple(of: 2) { files[path] = nil }
      }
      for (path, file) in ghosts where files[path] == nil && nextRandom().isMultiple(of: 2) {
        settle(file)
        files[path] = file
      }
      ghosts = []
    }
    for file in files.values {
      if losingUnsynced { file.isDurable = true }
      file.forgetLocks()
    }
  }

  /// Decides what became of a file's writes since its last sync.
  private func settle(_ file: DiskFile) {
    for change in file.changes where !liesAboutSync {
      let fate = nextRandom() % 4
      guard fate != 0 else { continue }
      var kept = change
      if fate == 1, case .write(let offset, let bytes) = change {
        let sectors = nextRandom() % UInt64(bytes.count / Self.sectorByteCount + 1)
        kept = .write(offset, Array(bytes.prefix(Int(sectors) * Self.sectorByteCount)))
      }
      kept.make(in: &file.synced)
    }
    file.changes = []
    file.bytes = file.synced
  }

  static let sectorByteCount = 512

  /// SplitMix64; also where SQLite gets its salts, so that a run can be had again.
  func nextRandom() -> UInt64 {
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Removes a file.
  func remove(_ path: String, syncsDirectory: Bool) {
    guard let file = files.removeValue(forKey: path) else { return }
    if syncsDirectory {
      directoryIsSynced()
    } else if file.isDurable {
      ghosts.append((path, file))
    }
  }

  /// Makes removals last.
  ///
  /// SQLite syncs the directory with the first sync of a journal or log that it has made, and all files
  /// are in one.
  func directoryIsSynced() { ghosts = [] }

  /// Puts one file in the place of everything that is there.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: Its content; `nil` for none.
  public func format(_ path: String, _ bytes: [UInt8]?) {
    restart()
    files = [:]
    ghosts = []
    if let bytes {
      let file = DiskFile()
      file.bytes = bytes
      file.synced = bytes
      file.isDurable = true
      files[path] = file
    }
  }

  /// Counts an operation, and lets it fail if its time has come.
  func failureOfNextOperation() -> Failure? {
    guard failing != .powerCut else { return failing }
    let number = operationCount
    operationCount += 1
    guard failing == nil, let (failure, operation) = armed, number >= operation else {
      return failing
    }
    armed = nil
    if failure != .once { failing = failure }
    return failure
  }
}

/// A change of a file that was not synced.
enum DiskChange {
  case write(Int, [UInt8])
  case length(Int)

  /// Makes the change.
  func make(in target: inout [UInt8]) {
    switch self {
    case .write(let offset, let bytes):
      if target.count < offset + bytes.count {
        target += repeatElement(0, count: offset + bytes.count - target.count)
      }
      target.withUnsafeMutableBytes { target in
        UnsafeMutableRawBufferPointer(rebasing: target[offset..<offset + bytes.count])
          .copyBytes(from: bytes)
      }
    case .length(let count):
      if count < target.count { target.removeLast(target.count - count) }
    }
  }
}

/// One file: what a process sees, and what would be left if the power went now.
final class DiskFile {
  var bytes: [UInt8] = []
  var synced: [UInt8] = []
  /// What is in `bytes` and not in `synced`, in order.
  var changes: [DiskChange] = []
  /// Whether it is there after a power cut, for sure.
  var isDurable = false
  /// Memory that connections share beside a write-ahead log.
  var regions: [UnsafeMutableRawPointer] = []
  /// For each of the eight locks of that memory: how many share it, or -1 if one has it alone.
  var sharedLocks = [Int](repeating: 0, count: 8)
  /// How many connections hold a shared lock, and who holds more.
  var readers: Set<ObjectIdentifier> = []
  var writer: ObjectIdentifier?

  func forgetLocks() {
    sharedLocks = [Int](repeating: 0, count: 8)
    readers = []
    writer = nil
    for region in regions { region.deallocate() }
    regions = []
  }

  deinit { for region in regions { region.deallocate() } }
}

/// One opened file of one connection.
final class OpenFile {
  unowned let disk: SimulatedDisk
  let file: DiskFile
  let epoch: Int
  /// The name to remove at the end, for files that nobody else is to see.
  let temporaryName: String?
  var level: Int32 = 0
  var sharedHeld = Set<Int>()
  var aloneHeld = Set<Int>()

  init(_ disk: SimulatedDisk, _ file: DiskFile, temporaryName: String?) {
    self.disk = disk
    self.file = file
    self.temporaryName = temporaryName
    epoch = disk.epoch
  }

  /// Whether its process is gone, or the power.
  var isDead: Bool { epoch != disk.epoch || disk.failing == .powerCut }
}
