public import Glibc

/// A program that a test starts, with a line to its standard input and output.
public final class ChildProcess: Sendable {
  /// The process number.
  public let id: pid_t

  /// Our end of the line; it closes when this process ends, however it ends.
  private let line: CInt

  /// Starts a program.
  /// - Parameter arguments: The program, looked up in `PATH`, and its arguments.
  /// - Throws: `SystemFailure` if it cannot be started.
  public init(_ arguments: [String]) throws {
    var ends: [CInt] = [-1, -1]
    // Closed in other children from the start, so that they cannot keep a line of ours open.
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFailure("socketpair") }
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Threads that run tests block all signals, and a program would start like that and never be
    // asked to end.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, arguments[0], &actions, &attributes, &words, environ)
    guard code == 0 else {
      close(ends[0])
      throw SystemFailure(reason: "cannot start \(arguments[0]): error \(code)")
    }
    self.id = id
    line = ends[0]
  }

  /// Reads what the program prints, up to a line end or the end.
  /// - Returns: The line without its end.
  public func readLine() -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(self.line, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Ends the program's input, waits for its end and forgets it; call it once.
  /// - Returns: The exit status, or -1 if it was killed.
  @discardableResult
  public func finish() -> CInt {
    shutdown(line, CInt(SHUT_WR))
    var status: CInt = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    close(line)
    return status & 0x7f == 0 ? (status >> 8) & 0xff : -1
  }

  /// Runs a program to its end.
  /// - Parameter arguments: The program and its arguments.
  /// - Throws: `SystemFailure` if it cannot be started or does not exit with 0.
  public static func run(_ arguments: [String]) throws {
    let process = try ChildProcess(arguments)
    let status = process.finish()
    guard status == 0 else {
      throw SystemFailure(reason: "\(arguments[0]) ended with status \(status)")
    }
  }
}
