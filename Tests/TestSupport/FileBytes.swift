import Glibc

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

extension TemporaryDirectory {
  /// The path of a file in it.
  ///
  /// - Parameter name: The file.
  /// - Returns: Its path.
  public func file(_ name: String) -> String { "\(path)/\(name)" }
}
