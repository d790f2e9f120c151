import Glibc
import Testing

/// A world is what its plan says, so nothing in it may ask the machine for time or chance.
@Suite struct AuthorityTests {
  /// What gives the machine's own time, randomness or surroundings away.
  static let forbidden = [
    "clock_gettime", "gettimeofday", "SystemRandomNumberGenerator", "getenv", "environ[",
    "ProcessInfo", "Date()", "arc4random", "getrandom", "randombytes", "/dev/urandom",
    "randomElement()", "shuffled()", "shuffle()", "ContinuousClock", "SuspendingClock",
    "DispatchTime", "usleep", "nanosleep", "Task.sleep", "getpid", "Hasher()", ".hashValue",
  ]

  /// Folders that lead out of the machine: they wait, and name their files for themselves.
  static let transports = ["HTTPTransfer.swift", "HTTPClient.swift", "LocalFolder.swift"]

  static let modules = [
    "Sources/SQLite", "Sources/ReplicaStore", "Sources/FolderSync", "Sources/JamaalCore",
    "Simulations/Simulator",
  ]

  @Test(arguments: modules)
  func `nothing that worlds are made of looks at the machine`(module: String) throws {
    let files = Self.swiftFiles(below: "\(Self.root)/\(module)")
    #expect(files.count > 3)
    for path in files where !Self.transports.contains(where: { path.hasSuffix("/\($0)") }) {
      let text = try #require(Self.text(path))
      let code = text.split(separator: "\n").filter { line in
        !line.drop { $0 == " " }.hasPrefix("//")
      }
      for word in Self.forbidden {
        #expect(!code.contains { $0.contains(word) }, "\(word) in \(path)")
      }
    }
  }

  @Test func `the scan would notice`() throws {
    let text = try #require(Self.text("\(Self.root)/Simulations/jamaal-sim/Files.swift"))
    #expect(Self.forbidden.contains { text.contains($0) })
  }

  private static let root = #filePath.split(separator: "/").dropLast(3)
    .reduce(into: "") { $0 += "/\($1)" }

  private static func swiftFiles(below path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      if name.hasSuffix(".swift") { found.append("\(path)/\(name)") }
      found += swiftFiles(below: "\(path)/\(name)")
    }
    return found.sorted()
  }

  private static func text(_ path: String) -> String? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
