import TestSupport
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
    TemporaryDirectory.names(path).filter { !$0.hasPrefix(".") }.flatMap { name in
      let inner = "\(path)/\(name)"
      return name.hasSuffix(".swift") ? [inner] : swiftFiles(below: inner)
    }.sorted()
  }

  /// The text of a file; `nil` if it is empty or cannot be read.
  private static func text(_ path: String) -> String? {
    let bytes = fileBytes(path)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
