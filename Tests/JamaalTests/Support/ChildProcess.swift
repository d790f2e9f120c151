import Glibc
import Testing

/// What a program that has ended said, and with which status.
struct Ended {
  let status: Int32
  let output: String
  let errors: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

struct SpawnFailure: Error {
  let path: String
  let code: Int32
}

/// A program that runs beside the test.
struct ChildProcess {
  let id: pid_t

  /// `POSIX_SPAWN_SETSID` of glibc, which its headers show to GNU programs only.
  private static let newSession: Int32 = 0x80

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments, byte for byte.
  ///   - variables: All of its environment.
  ///   - standard: The descriptors that become its input, output and errors.
  ///   - terminal: The path of a terminal that becomes all three, in a session of its own.
  ///   - ownGroup: Whether it gets a process group of its own, to be killed together.
  /// - Throws: `SpawnFailure`.
  init(
    _ words: [[UInt8]], _ variables: [String: String], standard: [Int32] = [],
    terminal: String? = nil, ownGroup: Bool = false
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads that run tests block most signals; a shell that inherits that waits for ever.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK)
    if let terminal {
      flags |= Self.newSession
      // The first terminal that a new session opens is its own.
      posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    if ownGroup { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    for (index, descriptor) in standard.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
    }
    let environment = variables.sorted { $0.key < $1.key }.map { Array("\($0)=\($1)".utf8) }
    var id: pid_t = 0
    let path = String(decoding: words[0], as: UTF8.self)
    let code = withPointers(words) { arguments in
      withPointers(environment) { environment in
        posix_spawn(&id, path, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else {
      throw SpawnFailure(path: path, code: code)
    }
    self.id = id
  }

  /// Waits until it has ended; 128 and the signal's number if one ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Ends it and all that it started, at once.
  func killGroup() {
    kill(-id, SIGKILL)
  }
}

private func withPointers<Result>(
  _ words: [[UInt8]],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers: [UnsafeMutablePointer<CChar>?] = words.map { word in
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
    for (index, byte) in word.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[word.count] = 0
    return copy
  }
  pointers.append(nil)
  defer { for pointer in pointers { pointer?.deallocate() } }
  return pointers.withUnsafeMutableBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure("there is always an end") }
    return body(start)
  }
}

/// Reads a descriptor to its end.
func readToEnd(_ descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0, errno == EINTR { continue }
    // A terminal whose other end was closed says so by an error.
    if count <= 0 { return bytes }
    bytes += chunk[..<count]
  }
}

/// A file without a name that can be written and then read from its beginning.
func temporaryFile() throws -> Int32 {
  var template = Array("/tmp/jamaal-output-XXXXXX".utf8CString)
  let file = mkstemp(&template)
  try #require(file >= 0)
  unlink(template)
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  return file
}
