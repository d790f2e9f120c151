import Glibc

/// Files that only their owner may read, written as a whole or not at all.
package enum PrivateFile {
  /// Whether something is at a path.
  ///
  /// - Parameter path: The path.
  /// - Returns: `true` for a file, a directory, or a link that leads nowhere.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// How many bytes a file has.
  ///
  /// - Parameter path: The file.
  /// - Returns: `nil` if there is no such file.
  package static func byteCount(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Makes a directory and those above it, for their owner only; fine if it is there.
  ///
  /// - Parameter path: The directory.
  /// - Throws: `HomeError` if it cannot be made.
  package static func makeDirectory(_ path: String) throws(HomeError) {
    if mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      try makeDirectory(String(path[..<slash]))
      if mkdir(path, 0o700) == 0 { return }
    }
    let reason = errno
    var status = stat()
    if reason == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    throw HomeError(
      .refused,
      "The directory \(path) cannot be made: \(Self.words(of: reason)). Check its parent, or use"
        + " another place with --home DIR.")
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - byteCountMax: The most that is taken for meant.
  /// - Returns: Its bytes; `nil` if there is no such file.
  /// - Throws: `HomeError` if it cannot be read or is too large.
  package static func read(
    _ path: String, byteCountMax: Int = 16 << 20
  ) throws(HomeError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    if file < 0 {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure("read", path)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("read", path) }
    let count = Int(status.st_size)
    guard status.st_mode & S_IFMT == S_IFREG, count <= byteCountMax else {
      throw HomeError(.refused, "\(path) is not a file of the expected kind. Move it away.")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let size = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(file, buffer.baseAddress.map { $0 + filled }, count - filled)
      }
      if size < 0, errno == EINTR { continue }
      guard size >= 0 else { throw failure("read", path) }
      if size == 0 { break }
      filled += size
    }
    return filled == count ? bytes : Array(bytes[..<filled])
  }

  /// Writes a file of mode 0600 in the place of what was there.
  ///
  /// - Parameters:
  ///   - bytes: What it is to hold.
  ///   - path: The file, in a directory that exists.
  ///   - isDurable: Whether it has to outlive a power cut at once.
  /// - Throws: `HomeError`; the old file is then still there.
  package static func write(
    _ bytes: [UInt8], to path: String, isDurable: Bool = true
  ) throws(HomeError) {
    let draft = "\(path).\(getpid())"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw failure("write", path) }
    var isWritten = writeAll(bytes, to: file)
    var reason = errno
    if isWritten, isDurable, fsync(file) != 0 { (isWritten, reason) = (false, errno) }
    if close(file) != 0, isWritten { (isWritten, reason) = (false, errno) }
    if isWritten, rename(draft, path) != 0 { (isWritten, reason) = (false, errno) }
    guard isWritten else {
      unlink(draft)
      errno = reason
      throw failure("write", path)
    }
  }

  /// Writes every byte; `errno` says why if that fails.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - file: An open descriptor.
  /// - Returns: Whether all of them were written.
  package static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var written = 0
    while written < bytes.count {
      let size = bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if size < 0, errno == EINTR { continue }
      guard size > 0 else { return false }
      written += size
    }
    return true
  }

  /// What an error number means, as the end of a sentence.
  ///
  /// - Parameter number: An `errno`.
  /// - Returns: Words such as `permission denied`.
  package static func words(of number: Int32) -> String {
    let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func failure(_ what: String, _ path: String) -> HomeError {
    HomeError(
      .refused, "\(path) cannot be \(what == "read" ? "read" : "written"): \(words(of: errno)).")
  }
}
