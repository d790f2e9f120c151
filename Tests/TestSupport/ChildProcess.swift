public import Glibc

/// A program that a test starts.
///
/// It begins with no signal held back, whatever the thread that started it holds.
public final class ChildProcess: Sendable {
  /// Where a program's input and output lead.
  public enum Surroundings: Sendable {
    /// To where this process has its own.
    case inherited
    /// To descriptors, in the order of the program's own: input, output, errors.
    case descriptors([CInt])
    /// To a terminal, in a session of its own.
    case terminal(String)
    /// A session of its own, so without a terminal, and descriptors.
    case session([CInt])
  }

  /// `POSIX_SPAWN_SETSID` of glibc, which its headers show to GNU programs only.
  private static let newSession: CInt = 0x80

  /// The process number.
  public let id: pid_t

  /// Our end of the line to its input and output, if it has one; it closes when this process ends.
  private let line: CInt

  /// Starts a program with all of its environment given.
  ///
  /// - Parameters:
  ///   - words: Its path and its arguments, byte for byte.
  ///   - variables: All of its environment; that of this process if left out.
  ///   - surroundings: Where its input and output lead.
  ///   - ownGroup: Whether it gets a process group of its own, to be killed together.
  /// - Throws: `SystemFailure` if it cannot be started.
  public convenience init(
    _ words: [[UInt8]], _ variables: [String: String]? = nil,
    _ surroundings: Surroundings = .inherited, ownGroup: Bool = false
  ) throws {
    try self.init(
      words, variables, surroundings, ownGroup: ownGroup, line: -1, isLookedUp: false)
  }

  /// Starts a program with a line to its standard input and output.
  ///
  /// - Parameter arguments: The program, looked up in `PATH`, and its arguments.
  /// - Throws: `SystemFailure` if it cannot be started.
  public convenience init(_ arguments: [String]) throws {
    var ends: [CInt] = [-1, -1]
    // Closed in other children from the start, so that they cannot keep a line of ours open.
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFailure("socketpair") }
    defer { close(ends[1]) }
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nothing) }
    do {
      try self.init(
        arguments.map { Array($0.utf8) }, nil, .descriptors([ends[1], ends[1], nothing]),
        ownGroup: false, line: ends[0], isLookedUp: true)
    } catch {
      close(ends[0])
      throw error
    }
  }

  private init(
    _ words: [[UInt8]], _ variables: [String: String]?, _ surroundings: Surroundings,
    ownGroup: Bool, line: CInt, isLookedUp: Bool
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads that run tests block most signals; whatever inherits that is never asked to end.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var flags = CInt(POSIX_SPAWN_SETSIGMASK)
    if ownGroup { flags |= CInt(POSIX_SPAWN_SETPGROUP) }
    switch surroundings {
    case .inherited: break
    case .descriptors(let list), .session(let list):
      if case .session = surroundings { flags |= ChildProcess.newSession }
      for (index, descriptor) in list.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, CInt(index))
      }
    case .terminal(let path):
      flags |= ChildProcess.newSession
      // The first terminal that a new session opens is its own.
      posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let environment = variables?.sorted { $0.key < $1.key }.map { Array("\($0)=\($1)".utf8) }
    var id: pid_t = 0
    let path = String(decoding: words[0], as: UTF8.self)
    let code = ChildProcess.withPointers(words) { arguments in
      ChildProcess.withPointers(environment ?? []) { given in
        let all = environment == nil ? environ : given
        return isLookedUp
          ? posix_spawnp(&id, path, &actions, &attributes, arguments, all)
          : posix_spawn(&id, path, &actions, &attributes, arguments, all)
      }
    }
    guard code == 0 else {
      throw SystemFailure(reason: "cannot start \(path): error \(code)")
    }
    self.id = id
    self.line = line
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
    let status = wait()
    close(line)
    return status < 128 ? status : -1
  }

  /// Waits until it has ended; call it once.
  /// - Returns: The exit status, or 128 and the number of the signal that ended it.
  public func wait() -> CInt {
    var status: CInt = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// Ends it and all that it started, at once.
  public func killGroup() {
    kill(-id, SIGKILL)
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

  private static func withPointers<Result>(
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
}
