import Glibc
import TestSupport

/// A run of one of our programs, with everything it could have learnt from its surroundings given.
final class ProgramRun {
  /// What a program left behind.
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  private let process: pid_t
  private let outputPath: String
  private let errorPath: String

  /// Starts a program from beside the tests.
  ///
  /// - Parameters:
  ///   - words: The program and its words.
  ///   - directory: Where it runs, and where its input and output are kept.
  ///   - environment: All of its variables beside `PATH` and `TZ`.
  ///   - input: What it reads on standard input.
  /// - Throws: What writing its input or starting it throws.
  init(
    _ words: [String], in directory: TemporaryDirectory, environment: [String: String] = [:],
    input: String = ""
  ) throws {
    let name = "run-\(UInt64.random(in: 0 ... .max))"
    try directory.write("\(name).in", Array(input.utf8))
    outputPath = "\(directory.path)/\(name).out"
    errorPath = "\(directory.path)/\(name).err"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "\(directory.path)/\(name).in", O_RDONLY, 0)
    let mode = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 1, outputPath, mode, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errorPath, mode, 0o600)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Without a terminal, so that nothing can be asked.
    posix_spawnattr_setflags(&attributes, Int16(0x80))  // POSIX_SPAWN_SETSID
    let defaults = ["PATH": "/usr/bin:/bin", "TZ": "UTC", "no_proxy": "*"]
    let variables = defaults.merging(environment) { _, new in new }.map { "\($0)=\($1)" }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for pointer in arguments + values { free(pointer) } }
    var process: pid_t = 0
    let path = try Self.programDirectory() + words[0]
    let code = posix_spawn(&process, path, &actions, &attributes, &arguments, &values)
    guard code == 0 else { throw SystemFailure(reason: "cannot start \(path): error \(code)") }
    self.process = process
  }

  /// Asks it to stop.
  func stop() {
    kill(process, SIGTERM)
  }

  /// Waits for its end; call it once.
  func finish() throws -> Result {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return Result(
      status: status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f), output: try output,
      errors: try Self.text(errorPath))
  }

  /// What it has written so far.
  var output: String {
    get throws { try Self.text(outputPath) }
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try bytesOfFile(path), as: UTF8.self)
  }

  private static func programDirectory() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw SystemFailure("readlink") }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else { throw SystemFailure(reason: "no directory") }
    return String(path[...slash])
  }
}

/// Reads a file whatever it holds, also those of `/proc` that have no length.
func bytesOfFile(_ path: String) throws -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw SystemFailure("open \(path)") }
  defer { close(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(file, &chunk, chunk.count)
    guard count > 0 else { return bytes }
    bytes += chunk[..<count]
  }
}
