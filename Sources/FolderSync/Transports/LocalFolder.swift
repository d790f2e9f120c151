import Glibc

/// A folder in a directory of this machine: a disk, a stick, a network mount, or a directory that
/// another program keeps in sync.
///
/// A file is written under a temporary name, flushed and renamed, so that nobody sees half of it;
/// what other programs leave half-written is met by whoever reads it. The temporary name is derived
/// from the final one, so a crash leaves at most one stump, which the next attempt replaces.
public final class LocalFolder: Folder {
  /// The path of the directory.
  public let path: String

  /// The number of calls that touched the directory.
  public private(set) var requestCount = 0

  /// Always `nil`: the clock is our own.
  public var serverSeconds: Int64? { nil }

  /// Takes a directory, which need not exist yet.
  /// - Parameter path: Its path; a relative one is taken from the current directory, at each call.
  public init(path: String) {
    self.path = path
  }

  /// Lists a directory.
  /// - Parameter directory: The directory to list.
  /// - Returns: The regular files in it; there is no tag.
  /// - Throws: `FolderError`: `.notFound` if it is missing, or is no directory.
  public func list(_ directory: FolderDirectory) throws(FolderError) -> FolderListing {
    requestCount += 1
    guard let stream = unsafe opendir(location(directory)) else {
      throw failure(errno, "list", directory.description)
    }
    defer { unsafe closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let item = unsafe readdir(stream) else { break }
      let name = unsafe withUnsafePointer(to: &item.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      guard let path = FolderPath(directory, name) else { continue }
      // A file that went away since the name was read is simply not there.
      guard let status = fileStatus(path), isRegular(status) else { continue }
      entries.append(FolderEntry(path: path, byteCount: Int(status.st_size)))
    }
    guard errno == 0 else { throw failure(errno, "list", directory.description) }
    return FolderListing(entries: entries.sorted { $0.path < $1.path })
  }

  /// Makes sure that the directory is there.
  /// - Parameter directory: The directory.
  /// - Returns: Always `nil`: listing is cheap, and the time of a directory is too coarse for a
  ///   tag.
  /// - Throws: `FolderError`: `.notFound` if it is missing.
  public func directoryTag(_ directory: FolderDirectory) throws(FolderError) -> String? {
    requestCount += 1
    var status = stat()
    guard unsafe stat(location(directory), &status) == 0 else {
      throw failure(errno, "find", directory.description)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw failure(ENOTDIR, "find", directory.description)
    }
    return nil
  }

  /// Looks at a file.
  /// - Parameter path: The file.
  /// - Returns: The file, or `nil` if there is no regular file of that name.
  /// - Throws: `FolderError` if the directory cannot be searched.
  public func look(at path: FolderPath) throws(FolderError) -> FolderEntry? {
    requestCount += 1
    guard let status = fileStatus(path) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(errno, "look at", path.description)
    }
    guard isRegular(status) else { return nil }
    return FolderEntry(path: path, byteCount: Int(status.st_size))
  }

  /// Reads a whole file.
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCountMax: The most bytes to accept.
  /// - Returns: The content.
  /// - Throws: `FolderError`: `.notFound`, `.tooLarge`, `.damaged` if it shrank meanwhile.
  public func get(_ path: FolderPath, byteCountMax: Int) throws(FolderError) -> [UInt8] {
    requestCount += 1
    let file = try open(path)
    guard file.byteCount <= byteCountMax else {
      throw FolderError(
        .tooLarge,
        "\(path) is \(file.byteCount) bytes long, more than the \(byteCountMax) allowed here;"
          + " it was left alone.")
    }
    return try read(file, 0..<file.byteCount, path)
  }

  /// Reads a part of a file.
  /// - Parameters:
  ///   - path: The file.
  ///   - range: The bytes wanted.
  /// - Returns: Those bytes.
  /// - Throws: `FolderError`: `.notFound`, `.damaged` if the file is too short.
  public func get(_ path: FolderPath, range: Range<Int>) throws(FolderError) -> [UInt8]? {
    requestCount += 1
    return try read(try open(path), range, path)
  }

  /// Writes a file so that it appears whole or not at all, and survives a loss of power.
  /// - Parameters:
  ///   - path: The file.
  ///   - bytes: The whole content.
  /// - Throws: `FolderError`: `.full`, `.readOnly`, `.forbidden`, `.notFound` if the folder itself
  ///   is missing.
  public func put(_ path: FolderPath, _ bytes: [UInt8]) throws(FolderError) {
    requestCount += 1
    if path.directory != .root { try make(path.directory) }
    let target = location(path)
    let temporary = "\(location(path.directory))/.\(path.name).tmp"
    _ = unsafe unlink(temporary)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = OpenFile(descriptor: unsafe Glibc.open(temporary, flags, 0o644), byteCount: 0)
    guard file.descriptor >= 0 else { throw failure(errno, "write", path.description) }
    var isDone = false
    defer { if !isDone { _ = unsafe unlink(temporary) } }
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes[written...].withUnsafeBytes {
        unsafe write(file.descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(errno, "write", path.description)
      }
      written += count
    }
    guard fsync(file.descriptor) == 0 else { throw failure(errno, "write", path.description) }
    guard unsafe rename(temporary, target) == 0 else {
      throw failure(errno, "write", path.description)
    }
    isDone = true
    try flush(path.directory)
  }

  /// Deletes a file.
  /// - Parameter path: The file.
  /// - Throws: `FolderError`: `.readOnly`, `.forbidden`.
  public func delete(_ path: FolderPath) throws(FolderError) {
    requestCount += 1
    guard unsafe unlink(location(path)) != 0 else { return }
    if errno != ENOENT && errno != ENOTDIR { throw failure(errno, "delete", path.description) }
  }

  /// Makes a directory, or the folder itself inside an existing directory.
  /// - Parameter directory: The directory.
  /// - Throws: `FolderError`: `.notFound` if what it would be made in is missing, which may be a
  ///   disk that is not mounted; `.conflict` if a file has the name.
  public func makeDirectory(_ directory: FolderDirectory) throws(FolderError) {
    requestCount += 1
    try make(directory)
  }

  // MARK: - Files

  /// An open file, closed when it goes out of use.
  private struct OpenFile: ~Copyable {
    let descriptor: CInt
    let byteCount: Int

    deinit {
      // The content was flushed with fsync; closing has nothing more to tell.
      if descriptor >= 0 { close(descriptor) }
    }
  }

  private func location(_ directory: FolderDirectory) -> String {
    directory == .root ? path : "\(path)/\(directory.name)"
  }

  private func location(_ path: FolderPath) -> String {
    "\(self.path)/\(path)"
  }

  private func fileStatus(_ path: FolderPath) -> stat? {
    var status = stat()
    return unsafe lstat(location(path), &status) == 0 ? status : nil
  }

  private func isRegular(_ status: stat) -> Bool {
    status.st_mode & S_IFMT == S_IFREG
  }

  /// Opens a regular file; never follows a link, which could lead anywhere, and never waits on a
  /// pipe.
  private func open(_ path: FolderPath) throws(FolderError) -> OpenFile {
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = unsafe Glibc.open(location(path), flags)
    guard descriptor >= 0 else { throw failure(errno, "read", path.description) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, isRegular(status) else {
      close(descriptor)
      throw failure(ENOENT, "read", path.description)
    }
    return OpenFile(descriptor: descriptor, byteCount: Int(status.st_size))
  }

  private func read(
    _ file: borrowing OpenFile, _ range: Range<Int>, _ path: FolderPath
  ) throws(FolderError) -> [UInt8] {
    guard range.upperBound <= file.byteCount else {
      throw FolderError(.damaged, "\(path) is shorter than expected; it will be read again.")
    }
    let descriptor = file.descriptor
    var code: CInt = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let place = unsafe buffer.baseAddress?.advanced(by: count)
        let got = unsafe pread(
          descriptor, place, range.count - count, off_t(range.lowerBound + count))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { code = errno }
        if got <= 0 { return }
        count += got
      }
    }
    guard code == 0 else { throw failure(code, "read", path.description) }
    guard bytes.count == range.count else {
      throw FolderError(.damaged, "\(path) became shorter while it was read; try again.")
    }
    return bytes
  }

  private func make(_ directory: FolderDirectory) throws(FolderError) {
    guard unsafe mkdir(location(directory), 0o755) != 0 else {
      if directory != .root { try flush(.root) }
      return
    }
    let code = errno
    guard code == EEXIST else { throw failure(code, "make", directory.description) }
    var status = stat()
    guard unsafe stat(location(directory), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw FolderError(
        .conflict,
        "A file stands where \(directory) of \(path) should be a directory;"
          + " move it away or choose another folder.")
    }
  }

  /// Makes a rename last through a loss of power.
  private func flush(_ directory: FolderDirectory) throws(FolderError) {
    let descriptor = unsafe Glibc.open(location(directory), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno, "flush", directory.description) }
    defer { close(descriptor) }
    // Some network file systems cannot flush a directory; they answer EINVAL or ENOTSUP.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw failure(errno, "flush", directory.description)
    }
  }
}

extension LocalFolder {
  /// Turns an error number of the system into words.
  /// - Parameters:
  ///   - code: The number.
  ///   - action: What was tried, as a verb.
  ///   - subject: What it was tried on.
  /// - Returns: The error.
  package func failure(_ code: CInt, _ action: String, _ subject: String) -> FolderError {
    let reason = unsafe String(cString: strerror(code))
    let what = "Cannot \(action) \(subject) in \(path): \(reason)."
    switch code {
    case ENOENT, ENOTDIR, ELOOP:
      return FolderError(
        .notFound, "\(what) If it is on a stick or a network disk, connect it and try again.")
    case EACCES, EPERM:
      return FolderError(.forbidden, "\(what) Allow this user to read and write there.")
    case EROFS:
      return FolderError(.readOnly, "\(what) The disk can only be read.")
    case ENOSPC, EDQUOT:
      return FolderError(.full, "\(what) Make room; what is missing is written then.")
    case EFBIG:
      return FolderError(.tooLarge, "\(what) The disk does not take files of this size.")
    case EIO, ENODEV, ENXIO, ESTALE, ENOTCONN, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT:
      return FolderError(.offline, "\(what) Check the disk or its connection and try again.")
    case EBUSY, EAGAIN, EMFILE, ENFILE:
      return FolderError(.busy, "\(what) Try again in a moment.")
    default:
      return FolderError(.refused, what)
    }
  }
}
