import Glibc

/// A directory of a test's own, gone with the object.
public final class TemporaryDirectory {
  /// Its path.
  public let path: String

  /// Makes it.
  public init() {
    var template = Array("/tmp/jamaal-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      preconditionFailure("no temporary directory can be made")
    }
    path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }

  /// The path of a file in it.
  ///
  /// - Parameter name: The file.
  /// - Returns: Its path.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  deinit {
    for name in entries { unlink(file(name)) }
    rmdir(path)
  }

  /// The names of the files in it.
  public var entries: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

/// The bytes of a file.
///
/// - Parameter path: A file that fits into memory.
/// - Returns: Its bytes; empty if it cannot be read.
public func fileBytes(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  var bytes = [UInt8](repeating: 0, count: ftell(file))
  rewind(file)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}

/// Writes a whole file.
///
/// - Parameters:
///   - bytes: What it holds afterwards.
///   - path: Where.
public func writeFile(_ bytes: [UInt8], _ path: String) {
  guard let file = fopen(path, "w") else { preconditionFailure("cannot write \(path)") }
  defer { fclose(file) }
  precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count, "cannot write \(path)")
}
