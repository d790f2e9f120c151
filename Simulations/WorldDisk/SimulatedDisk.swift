import CSQLite

/// A disk in memory that SQLite writes to, and that fails when it is told to.
///
/// It is a file system of SQLite's own kind (a "VFS", sqlite.org/vfs.html), known by its name from
/// `init` to `deinit`. What was written and not synced is gone when the power goes.
/// Belongs to one thread, as do all connections to files on it.
public final class SimulatedDisk {
  /// How it fails.
  public enum Failure: Equatable {
    /// There is no room.
    case full
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
  public var liesAboutSync = false

  var files: [String: DiskFile] = [:]
  /// Rises with every start; files that were opened before are dead.
  private(set) var epoch = 0
  private var armed: (failure: Failure, left: Int)?
  private let system: UnsafeMutablePointer<sqlite3_vfs>
  private let cName: UnsafeMutablePointer<CChar>

  /// Makes an empty disk, under a name that no other disk has.
  public init() {
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

  /// Lets it fail at one of the next writes, and from then on until `mend`.
  ///
  /// - Parameters:
  ///   - failure: How.
  ///   - writes: How many writes succeed before.
  public func arm(_ failure: Failure, after writes: Int) { armed = (failure, writes) }

  /// Ends whatever is failing; after a power cut every process is gone, and only what was synced is
  /// there.
  public func mend() {
    let wasCut = failing == .powerCut
    failing = nil
    armed = nil
    liesAboutSync = false
    if wasCut { restart(losingUnsynced: true) }
  }

  /// Ends every process that has files open.
  ///
  /// - Parameter losingUnsynced: Whether the power was cut as well.
  public func restart(losingUnsynced: Bool = false) {
    epoch += 1
    for file in files.values {
      if losingUnsynced { file.loseUnsynced() }
      file.forgetLocks()
    }
  }

  /// Puts one file in the place of everything that is there.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: Its content; `nil` for none.
  public func format(_ path: String, _ bytes: [UInt8]?) {
    restart()
    files = [:]
    if let bytes {
      files[path] = DiskFile(bytes)
    }
  }

  /// Counts a write, and lets it fail if its time has come.
  func failure(ofWrite isWrite: Bool) -> Failure? {
    if isWrite, failing == nil, let (failure, left) = armed {
      if left > 0 {
        armed = (failure, left - 1)
      } else {
        failing = failure
        armed = nil
      }
    }
    return failing
  }
}

/// One file: what a process sees, and what would be left if the power went now.
final class DiskFile {
  private(set) var bytes: [UInt8]
  private var synced: [UInt8]
  /// Where the two differ; a log of megabytes is synced at every commit, so it is not copied whole.
  private var unsynced: [Range<Int>] = []
  /// Memory that connections share beside a write-ahead log.
  var regions: [UnsafeMutableRawPointer] = []
  /// For each of the eight locks of that memory: how many share it, or -1 if one has it alone.
  var sharedLocks = [Int](repeating: 0, count: 8)
  /// How many connections hold a shared lock, and who holds more.
  var readers: Set<ObjectIdentifier> = []
  var writer: ObjectIdentifier?

  init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
    synced = bytes
  }

  func write(_ source: UnsafeRawPointer, _ count: Int, at offset: Int) {
    noteUnsynced(min(offset, bytes.count)..<offset + count)
    Self.put(source, count, offset, &bytes)
  }

  /// Writes to the platter alone, as a write does in whose middle the power goes.
  func tear(_ source: UnsafeRawPointer, _ count: Int, at offset: Int) {
    Self.put(source, count, offset, &synced)
  }

  func truncate(to count: Int) {
    guard count < bytes.count else { return }
    noteUnsynced(count..<bytes.count)
    bytes.removeLast(bytes.count - count)
  }

  func sync() {
    if synced.count > bytes.count { synced.removeLast(synced.count - bytes.count) }
    bytes.withUnsafeBytes { source in
      for range in unsynced {
        let range = range.clamped(to: 0..<source.count)
        if let base = source.baseAddress, !range.isEmpty {
          Self.put(base + range.lowerBound, range.count, range.lowerBound, &synced)
        }
      }
    }
    unsynced = []
  }

  func loseUnsynced() {
    bytes = synced
    unsynced = []
  }

  private func noteUnsynced(_ range: Range<Int>) {
    if let last = unsynced.last, last.upperBound == range.lowerBound {
      unsynced[unsynced.count - 1] = last.lowerBound..<range.upperBound
    } else if unsynced.last != range {
      unsynced.append(range)
    }
  }

  private static func put(
    _ source: UnsafeRawPointer, _ count: Int, _ offset: Int, _ bytes: inout [UInt8]
  ) {
    if bytes.count < offset + count {
      bytes.append(contentsOf: repeatElement(0, count: offset + count - bytes.count))
    }
    bytes.withUnsafeMutableBytes { target in
      if let base = target.baseAddress, count > 0 {
        (base + offset).copyMemory(from: source, byteCount: count)
      }
    }
  }

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
