import Glibc

/// The directories of the tz database on this machine, from which time zones are read by name.
///
/// The one part of the calendar that touches files. Everything else takes the `TimeZoneRules` that
/// come out of it. A zone that is not to be had is an error, never quietly UTC: hours off by the
/// offset of a place are worse than a refusal.
public struct ZoneDirectory: Sendable {
  /// Where to look, in order.
  public let paths: [String]

  /// Where the tz database is kept on Linux and most other systems.
  public static let systemPaths = ["/usr/share/zoneinfo", "/usr/share/lib/zoneinfo"]

  /// Makes a value that looks in a directory of one's own, or in the system's.
  ///
  /// - Parameter tzdir: The value of the variable `TZDIR`; `nil` or empty for the system's.
  public init(tzdir: String? = nil) {
    if let tzdir, !tzdir.isEmpty { paths = [tzdir] } else { paths = Self.systemPaths }
  }

  /// Finds the rules of a time zone by its identifier.
  ///
  /// `UTC` needs no file. Otherwise a file of that name counts first, then the identifier read as a
  /// POSIX rule, as the C library has it: `EST5EDT` is a file where there is one.
  /// - Parameter identifier: A name such as `Europe/Paris`, or a rule such as `<+03>-3`.
  /// - Returns: The rules, with that identifier.
  /// - Throws: `TimeZoneError` with `invalidIdentifier` for a path that is absolute or climbs,
  ///   `unknownZone` if there is neither file nor rule, `unreadableFile`, `malformed` or
  ///   `countsLeapSeconds` if there is a file but it is no use.
  public func rules(for identifier: String) throws(TimeZoneError) -> TimeZoneRules {
    if identifier == TimeZoneRules.utc.identifier { return .utc }
    let problem = Self.pathProblem(identifier)
    if problem == nil, let bytes = try bytes(of: identifier) {
      return try TimeZoneFile.rules(from: bytes, identifier: identifier)
    }
    if let rule = PosixZoneRule(identifier) {
      return TimeZoneRules(identifier: identifier, rule: rule)
    }
    if let problem {
      throw TimeZoneError(.invalidIdentifier, identifier: identifier, detail: problem)
    }
    throw TimeZoneError(.unknownZone, identifier: identifier)
  }

  /// What the system's link to its own time zone points to.
  ///
  /// - Parameter path: The link.
  /// - Returns: Its target as it stands there, or `nil` if there is no link; for `SystemZone`.
  public static func localtimeLink(at path: String = "/etc/localtime") -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Why an identifier is not a file's name below the directory, or `nil` if it is one.
  private static func pathProblem(_ identifier: String) -> String? {
    if identifier.isEmpty { return "it is empty" }
    if identifier.utf8.count > 255 { return "it is too long" }
    if identifier.hasPrefix("/") { return "it is a path from the root" }
    if !identifier.utf8.allSatisfy(isPathByte) { return "it has a character that no name has" }
    let parts = identifier.split(separator: "/", omittingEmptySubsequences: false)
    // Neither `..` nor a hidden file, nor two slashes in a row.
    if parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") || $0.hasPrefix("-") }) {
      return "it has a part that no name has"
    }
    return nil
  }

  private static func isPathByte(_ byte: UInt8) -> Bool {
    TextCursor.isLetter(byte) || TextCursor.isDigit(byte) || "/_+-.".utf8.contains(byte)
  }

  /// The bytes of the first file of that name, or `nil` if no directory has one.
  private func bytes(of identifier: String) throws(TimeZoneError) -> [UInt8]? {
    for path in paths {
      let descriptor = open("\(path)/\(identifier)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor < 0 {
        if errno == ENOENT || errno == ENOTDIR { continue }
        throw unreadable(identifier)
      }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw unreadable(identifier) }
      // A directory of zones, such as `Europe`, is not a zone.
      guard status.st_mode & S_IFMT == S_IFREG else { continue }
      return try read(descriptor, identifier)
    }
    return nil
  }

  private func read(_ descriptor: CInt, _ identifier: String) throws(TimeZoneError) -> [UInt8] {
    // One byte more than is accepted, so that a longer file is noticed.
    let limit = TimeZoneFile.byteCountMax + 1
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 8192)
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(identifier) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private func unreadable(_ identifier: String) -> TimeZoneError {
    let reason = String(cString: strerror(errno))
    return TimeZoneError(.unreadableFile, identifier: identifier, detail: reason)
  }
}
