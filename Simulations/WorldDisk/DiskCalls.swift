import CSQLite

/// The functions that SQLite calls on a disk and its files.
enum DiskCalls {
  /// A file as SQLite allocates it: its own part first, then what stands for our object.
  struct Handle {
    var base: sqlite3_file
    var object: UnsafeMutableRawPointer?
  }

  static func system(
    name: UnsafePointer<CChar>, disk: UnsafeMutableRawPointer
  ) -> sqlite3_vfs {
    var system = sqlite3_vfs()
    system.iVersion = 2
    system.szOsFile = Int32(MemoryLayout<Handle>.size)
    system.mxPathname = 512
    system.zName = name
    system.pAppData = disk
    system.xOpen = { DiskCalls.open($0, $1, $2, $3, $4) }
    system.xDelete = { system, path, syncs in
      guard let disk = DiskCalls.disk(system) else { return ioErrorDelete }
      switch disk.failureOfNextOperation() {
      case .powerCut, .readOnly, .once: return ioErrorDelete
      case .full, .busy, nil:
        disk.remove(DiskCalls.text(path), syncsDirectory: syncs != 0)
        return SQLITE_OK
      }
    }
    system.xAccess = { system, path, _, result in
      result?.pointee = DiskCalls.disk(system)?.files[DiskCalls.text(path)] == nil ? 0 : 1
      return SQLITE_OK
    }
    system.xFullPathname = { _, path, count, result in
      guard let path, let result else { return SQLITE_CANTOPEN }
      var index = 0
      while index < Int(count) - 1, path[index] != 0 {
        result[index] = path[index]
        index += 1
      }
      result[index] = 0
      return SQLITE_OK
    }
    system.xRandomness = { system, count, bytes in
      guard let disk = DiskCalls.disk(system) else { return 0 }
      for index in 0..<Int(count) { bytes?[index] = CChar(truncatingIfNeeded: disk.nextRandom()) }
      return count
    }
    system.xSleep = { _, micros in micros }
    system.xCurrentTime = { _, result in
      result?.pointee = 2_461_000
      return SQLITE_OK
    }
    system.xCurrentTimeInt64 = { _, result in
      result?.pointee = 2_461_000 * 86_400_000
      return SQLITE_OK
    }
    system.xGetLastError = { _, _, _ in 0 }
    return system
  }

  static func disk(_ system: UnsafeMutablePointer<sqlite3_vfs>?) -> SimulatedDisk? {
    system?.pointee.pAppData.map {
      Unmanaged<SimulatedDisk>.fromOpaque($0).takeUnretainedValue()
    }
  }

  static func text(_ path: UnsafePointer<CChar>?) -> String {
    path.map { String(cString: $0) } ?? ""
  }

  static func object(_ file: UnsafeMutablePointer<sqlite3_file>?) -> OpenFile? {
    guard let file else { return nil }
    return UnsafeMutableRawPointer(file).assumingMemoryBound(to: Handle.self).pointee.object.map {
      Unmanaged<OpenFile>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func open(
    _ system: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ handle: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    guard let disk = disk(system), let handle else { return SQLITE_CANTOPEN }
    let raw = UnsafeMutableRawPointer(handle).assumingMemoryBound(to: Handle.self)
    raw.pointee.object = nil
    raw.pointee.base.pMethods = nil
    if disk.failing == .powerCut { return SQLITE_CANTOPEN }
    let name = path.map { String(cString: $0) }
    let file: DiskFile
    if let name {
      guard disk.files[name] != nil || flags & SQLITE_OPEN_CREATE != 0 else {
        return SQLITE_CANTOPEN
      }
      if let there = disk.files[name] {
        file = there
      } else {
        switch disk.failureOfNextOperation() {
        case .powerCut, .readOnly, .once: return SQLITE_CANTOPEN
        case .full, .busy, nil: break
        }
        file = DiskFile()
        disk.files[name] = file
      }
    } else {
      file = DiskFile()
    }
    let isTemporary = flags & SQLITE_OPEN_DELETEONCLOSE != 0
    let opened = OpenFile(disk, file, temporaryName: isTemporary ? name : nil)
    raw.pointee.object = Unmanaged.passRetained(opened).toOpaque()
    raw.pointee.base.pMethods = UnsafePointer(FileCalls.methods)
    outFlags?.pointee = flags
    return SQLITE_OK
  }
}
