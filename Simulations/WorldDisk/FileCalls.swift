import CSQLite

/// The functions that SQLite calls on an opened file.
enum FileCalls {
  // Never changed once it is made, and never freed: SQLite keeps pointers to it.
  nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: make())
    return methods
  }()

  private static func make() -> sqlite3_io_methods {
    var methods = sqlite3_io_methods()
    methods.iVersion = 2
    methods.xClose = { FileCalls.close($0) }
    methods.xRead = { FileCalls.read($0, $1, $2, $3) }
    methods.xWrite = { FileCalls.write($0, $1, $2, $3) }
    methods.xTruncate = { FileCalls.truncate($0, $1) }
    methods.xSync = { file, _ in FileCalls.sync(file) }
    methods.xFileSize = { file, size in
      size?.pointee = Int64(DiskCalls.object(file)?.file.bytes.count ?? 0)
      return SQLITE_OK
    }
    methods.xLock = { FileLocks.lock($0, $1) }
    methods.xUnlock = { FileLocks.unlock($0, $1) }
    methods.xCheckReservedLock = { file, result in
      result?.pointee = DiskCalls.object(file)?.file.writer == nil ? 0 : 1
      return SQLITE_OK
    }
    methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
    methods.xSectorSize = { _ in Int32(SimulatedDisk.sectorByteCount) }
    // As SQLite assumes of every disk today: a cut write damages no byte outside its range.
    methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
    methods.xShmMap = { FileLocks.map($0, $1, $2, $3, $4) }
    methods.xShmLock = { FileLocks.lockRegion($0, $1, $2, $3) }
    methods.xShmBarrier = { _ in }
    methods.xShmUnmap = { file, _ in
      FileLocks.releaseRegions(file)
      return SQLITE_OK
    }
    return methods
  }

  private static func close(_ handle: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard let handle else { return SQLITE_OK }
    let raw = UnsafeMutableRawPointer(handle).assumingMemoryBound(to: DiskCalls.Handle.self)
    guard let pointer = raw.pointee.object else { return SQLITE_OK }
    _ = FileLocks.unlock(handle, SQLITE_LOCK_NONE)
    FileLocks.releaseRegions(handle)
    let opened = Unmanaged<OpenFile>.fromOpaque(pointer).takeRetainedValue()
    raw.pointee.object = nil
    if let name = opened.temporaryName, !opened.isDead {
      opened.disk.remove(name, syncsDirectory: true)
    }
    return SQLITE_OK
  }

  private static func read(
    _ handle: UnsafeMutablePointer<sqlite3_file>?, _ target: UnsafeMutableRawPointer?,
    _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let opened = DiskCalls.object(handle), let target, !opened.isDead else {
      return ioErrorRead
    }
    let bytes = opened.file.bytes
    let start = Int(offset)
    let there = max(0, min(Int(count), bytes.count - start))
    if there > 0 {
      bytes.withUnsafeBytes { source in
        if let base = source.baseAddress {
          target.copyMemory(from: base + start, byteCount: there)
        }
      }
    }
    if there == Int(count) { return SQLITE_OK }
    (target + there).initializeMemory(as: UInt8.self, repeating: 0, count: Int(count) - there)
    return ioErrorShortRead
  }

  private static func write(
    _ handle: UnsafeMutablePointer<sqlite3_file>?, _ source: UnsafeRawPointer?,
    _ count: Int32, _ offset: Int64
  ) -> Int32 {
    guard let opened = DiskCalls.object(handle), let source, !opened.isDead else {
      return ioErrorWrite
    }
    let bytes = Array(UnsafeRawBufferPointer(start: source, count: Int(count)))
    switch opened.disk.failureOfNextOperation() {
    case .full: return SQLITE_FULL
    case .readOnly, .once: return ioErrorWrite
    case .powerCut:
      // It may have got anywhere.
      opened.file.changes.append(.write(Int(offset), bytes))
      return ioErrorWrite
    case .busy, nil:
      change(opened.file, .write(Int(offset), bytes))
      return SQLITE_OK
    }
  }

  private static func change(_ file: DiskFile, _ change: DiskChange) {
    change.make(in: &file.bytes)
    file.changes.append(change)
  }

  private static func truncate(
    _ handle: UnsafeMutablePointer<sqlite3_file>?, _ size: Int64
  ) -> Int32 {
    guard let opened = DiskCalls.object(handle), !opened.isDead else {
      return ioErrorTruncate
    }
    switch opened.disk.failureOfNextOperation() {
    case .powerCut, .readOnly, .once: return ioErrorTruncate
    case .full, .busy, nil:
      change(opened.file, .length(Int(size)))
      return SQLITE_OK
    }
  }

  private static func sync(_ handle: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
    guard let opened = DiskCalls.object(handle), !opened.isDead else { return ioErrorSync }
    switch opened.disk.failureOfNextOperation() {
    case .powerCut, .readOnly, .once: return ioErrorSync
    case .full, .busy, nil: break
    }
    guard !opened.disk.liesAboutSync else { return SQLITE_OK }
    for change in opened.file.changes { change.make(in: &opened.file.synced) }
    opened.file.changes = []
    if !opened.file.isDurable { opened.disk.directoryIsSynced() }
    opened.file.isDurable = true
    return SQLITE_OK
  }
}
