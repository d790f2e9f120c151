import Glibc

/// The few files that the program reads and writes.
enum Files {
  /// The most bytes of a plan.
  static let byteCountMax = 64 << 20

  /// Reads a file.
  ///
  /// - Parameter path: Where it is.
  /// - Returns: Its bytes; `nil` if it cannot be read or is too large for a plan.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return ferror(file) == 0 ? bytes : nil }
      bytes += chunk[..<count]
      if bytes.count > byteCountMax { return nil }
    }
  }

  /// The names of what a directory holds, in order.
  ///
  /// - Parameter path: The directory.
  /// - Returns: The names; `nil` if it is none.
  static func names(in path: String) -> [String]? {
    guard let directory = opendir(path) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - text: The content.
  ///   - path: Where it goes; what is there is replaced.
  /// - Returns: Whether all of it was written.
  static func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    let bytes = Array(text.utf8)
    let count = fwrite(bytes, 1, bytes.count, file)
    return fclose(file) == 0 && count == bytes.count
  }
}

/// How long something takes; only for telling people, never for a world.
struct Stopwatch {
  private let start = Self.now()

  /// Seconds since it was started.
  var seconds: Double { Self.now() - start }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
