import CSQLite

extension Database {
  /// The whole database as the bytes its file would have, as the latest commit left it.
  ///
  /// - Returns: The bytes; empty for a database that nothing was ever written to.
  /// - Throws: `SQLiteError` if there is no memory for them, or a page cannot be read.
  package func image() throws(SQLiteError) -> [UInt8] {
    precondition(!isInTransaction, "an image shows what was committed")
    var byteCount: Int64 = 0
    guard let bytes = unsafe sqlite3_serialize(handle, "main", &byteCount, 0) else {
      guard byteCount == 0 else {
        throw SQLiteError(code: .generic, message: "the database cannot be copied")
      }
      return []
    }
    defer { unsafe sqlite3_free(bytes) }
    return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(byteCount)))
  }

  /// Opens a private database in memory with an image as its content.
  ///
  /// - Parameters:
  ///   - image: What `image` returned, of any database.
  ///   - pool: Where the connection comes from, if one fits, and goes to.
  /// - Throws: `SQLiteError` if there is no memory for it.
  package convenience init(
    image: [UInt8], pool: ConnectionPool? = nil
  ) throws(SQLiteError) {
    if let kept = try pool?.connection(with: image) {
      self.init(kept)
    } else {
      try self.init(path: ":memory:")
      try load(image)
    }
    self.pool = pool
  }

  /// Puts an image in the place of everything in a private database in memory.
  ///
  /// - Parameter image: What `image` returned, of any database.
  /// - Throws: `SQLiteError` if there is no memory for it, or the database is in use.
  private func load(_ image: [UInt8]) throws(SQLiteError) {
    let count = Int64(image.count)
    guard let memory = unsafe sqlite3_malloc64(UInt64(max(count, 1))) else {
      throw SQLiteError(code: .generic, message: "out of memory")
    }
    unsafe image.withUnsafeBytes { source in
      if let start = source.baseAddress {
        unsafe memory.copyMemory(from: start, byteCount: source.count)
      }
    }
    // The memory belongs to SQLite from here on, also if this fails.
    let result = unsafe sqlite3_deserialize(
      handle, "main", memory.assumingMemoryBound(to: UInt8.self), count, count,
      UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
    guard result == SQLITE_OK else {
      throw SQLiteError(code: .init(rawValue: result), message: "the image cannot be loaded")
    }
  }
}
