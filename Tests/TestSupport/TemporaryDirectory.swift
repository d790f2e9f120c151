import Glibc

/// A directory that lives as long as this value does, with everything in it.
public final class TemporaryDirectory: Sendable {
  /// The absolute path.
  public let path: String

  /// Makes an empty directory in the system's place for temporary files.
  /// - Throws: `SystemFailure` if it cannot be made.
  public init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/folder-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemFailure("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    TemporaryDirectory.remove(path)
  }

  /// Writes a file, whatever its name.
  /// - Parameters:
  ///   - name: Its path inside this directory.
  ///   - bytes: The content.
  ///   - mode: Who may do what with it.
  /// - Throws: `SystemFailure` if it cannot be written.
  public func write(_ name: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard file >= 0 else { throw SystemFailure("open") }
    defer { close(file) }
    let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw SystemFailure("write") }
  }

  /// Makes a directory inside.
  /// - Parameter name: Its path inside this directory.
  /// - Throws: `SystemFailure` if it cannot be made.
  public func makeDirectory(_ name: String) throws {
    guard mkdir("\(path)/\(name)", 0o755) == 0 else { throw SystemFailure("mkdir") }
  }

  /// The names of everything in a directory, sorted, dot names too.
  /// - Parameter name: Its path inside this directory.
  /// - Returns: The names.
  public func names(in name: String = ".") -> [String] {
    TemporaryDirectory.names("\(path)/\(name)").sorted()
  }

  /// The names of everything in any directory, in no order, dot names too.
  /// - Parameter path: The directory.
  /// - Returns: The names; none if it cannot be read.
  public static func names(_ path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let item = readdir(stream) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  private static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    for name in names(path) { remove("\(path)/\(name)") }
    // What cannot be removed stays for the system to tidy up; a test has nothing to learn from it.
    _ = rmdir(path)
  }
}

/// A call to the system that failed while a test was set up.
public struct SystemFailure: Error, CustomStringConvertible {
  /// The call and the reason.
  public let description: String

  /// Takes the reason from `errno`.
  /// - Parameter call: The name of the call.
  public init(_ call: String) {
    description = "\(call): \(String(cString: strerror(errno)))"
  }

  /// Gives a reason of another kind.
  /// - Parameter reason: The reason.
  public init(reason: String) {
    description = reason
  }
}
