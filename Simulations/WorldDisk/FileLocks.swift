import CSQLite

/// Locks among the connections to one file, and the memory that they share beside its log.
///
/// Source: sqlite.org/lockingv3.html and sqlite.org/walformat.html, "WAL-Index Format".
enum FileLocks {
  static func lock(_ handle: UnsafeMutablePointer<sqlite3_file>?, _ level: Int32) -> Int32 {
    guard let opened = DiskCalls.object(handle), !opened.isDead else { return ioErrorLock }
    let own = ObjectIdentifier(opened)
    let file = opened.file
    if level > SQLITE_LOCK_SHARED, opened.disk.failing == .busy { return SQLITE_BUSY }
    if let writer = file.writer, writer != own, level >= SQLITE_LOCK_RESERVED {
      return SQLITE_BUSY
    }
    if level == SQLITE_LOCK_EXCLUSIVE, !file.readers.subtracting([own]).isEmpty {
      return SQLITE_BUSY
    }
    file.readers.insert(own)
    if level >= SQLITE_LOCK_RESERVED { file.writer = own }
    opened.level = level
    return SQLITE_OK
  }

  static func unlock(_ handle: UnsafeMutablePointer<sqlite3_file>?, _ level: Int32) -> Int32 {
    guard let opened = DiskCalls.object(handle), opened.epoch == opened.disk.epoch else {
      return SQLITE_OK
    }
    let own = ObjectIdentifier(opened)
    if level < SQLITE_LOCK_RESERVED, opened.file.writer == own { opened.file.writer = nil }
    if level < SQLITE_LOCK_SHARED { opened.file.readers.remove(own) }
    opened.level = level
    return SQLITE_OK
  }

  static func map(
    _ handle: UnsafeMutablePointer<sqlite3_file>?, _ region: Int32, _ byteCount: Int32,
    _ extends: Int32, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> Int32 {
    guard let opened = DiskCalls.object(handle), !opened.isDead else { return ioErrorMemory }
    result?.pointee = nil
    while opened.file.regions.count <= Int(region) {
      if extends == 0 { return SQLITE_OK }
      let memory = UnsafeMutableRawPointer.allocate(byteCount: Int(byteCount), alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: Int(byteCount))
      opened.file.regions.append(memory)
    }
    result?.pointee = opened.file.regions[Int(region)]
    return SQLITE_OK
  }

  static func lockRegion(
    _ handle: UnsafeMutablePointer<sqlite3_file>?, _ offset: Int32, _ count: Int32, _ flags: Int32
  ) -> Int32 {
    guard let opened = DiskCalls.object(handle), opened.epoch == opened.disk.epoch else {
      return SQLITE_OK
    }
    let slots = Int(offset)..<Int(offset + count)
    if flags & SQLITE_SHM_UNLOCK != 0 {
      for slot in slots { release(slot, opened) }
      return SQLITE_OK
    }
    if flags & SQLITE_SHM_EXCLUSIVE != 0 {
      if opened.disk.failing == .busy, slots.contains(0) { return SQLITE_BUSY }
      for slot in slots where opened.file.sharedLocks[slot] != 0 && !opened.aloneHeld.contains(slot)
      {
        return SQLITE_BUSY
      }
      for slot in slots {
        opened.file.sharedLocks[slot] = -1
        opened.aloneHeld.insert(slot)
      }
      return SQLITE_OK
    }
    for slot in slots where opened.file.sharedLocks[slot] < 0 { return SQLITE_BUSY }
    for slot in slots where opened.sharedHeld.insert(slot).inserted {
      opened.file.sharedLocks[slot] += 1
    }
    return SQLITE_OK
  }

  private static func release(_ slot: Int, _ opened: OpenFile) {
    if opened.aloneHeld.remove(slot) != nil {
      opened.file.sharedLocks[slot] = 0
    } else if opened.sharedHeld.remove(slot) != nil {
      opened.file.sharedLocks[slot] -= 1
    }
  }

  static func releaseRegions(_ handle: UnsafeMutablePointer<sqlite3_file>?) {
    guard let opened = DiskCalls.object(handle), opened.epoch == opened.disk.epoch else { return }
    for slot in 0..<8 { release(slot, opened) }
  }
}
