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

  private let process: ChildProcess
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
    let path = try Self.programDirectory() + words[0]
    let files = try [
      Self.open("\(directory.path)/\(name).in", O_RDONLY), Self.open(outputPath, Self.writing),
      Self.open(errorPath, Self.writing),
    ]
    defer { for file in files { close(file) } }
    let defaults = ["PATH": "/usr/bin:/bin", "TZ": "UTC", "no_proxy": "*"]
    // Without a terminal, so that nothing can be asked.
    process = try ChildProcess(
      ([path] + words.dropFirst()).map { Array($0.utf8) },
      defaults.merging(environment) { _, new in new }, .session(files))
  }

  /// Asks it to stop.
  func stop() {
    kill(process.id, SIGTERM)
  }

  /// Waits for its end; call it once.
  func finish() throws -> Result {
    let status = process.wait()
    return Result(status: status, output: try output, errors: try Self.text(errorPath))
  }

  /// The process number.
  var id: pid_t { process.id }

  /// What it has written so far.
  var output: String {
    get throws { try Self.text(outputPath) }
  }

  private static let writing = O_WRONLY | O_CREAT | O_TRUNC

  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let file = Glibc.open(path, flags | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SystemFailure("open \(path)") }
    return file
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
