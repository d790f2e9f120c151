import CommandLineKit
import Glibc
import JamaalHome

/// The program beside this one that talks to folders.
///
/// It is a program of its own, so that what is typed fifty times a day does not load what only a
/// sync needs.
enum SyncProgram {
  static let name = "jamaal-sync"

  /// Commands that it does rather than this one.
  static let commands = FolderCommands.handedOver

  /// Runs it in the place of this program if the command is one of its own.
  ///
  /// The words are passed on byte by byte and looked at by nobody else.
  /// - Returns: `nil` if the command is one of this program; a status if it could not be run.
  static func handOver() -> Int32? {
    guard let command = firstCommand(), isHandedOver(command) else { return nil }
    return replaceThisProgram(arguments: CommandLine.unsafeArgv)
  }

  /// Whether it does a command rather than this program.
  static func isHandedOver(_ command: String) -> Bool {
    commands.contains { $0.name == command }
  }

  /// Runs it in the place of this program; returns a status only if that is not possible.
  static func replaceThisProgram(
    arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) -> Int32 {
    let path = Self.path()
    execv(path, arguments)
    Output.complain("\(Program.name): \(reason(errno, path))")
    return ExitStatus.refused
  }

  /// Runs it and waits.
  ///
  /// - Parameter words: What it is to do.
  /// - Returns: Its status, and what it wrote.
  /// - Throws: `Refusal` if it cannot be run.
  static func output(of words: [String]) throws -> (status: Int32, text: String) {
    let path = Self.path()
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Refusal(reason(errno, path)) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    var process: pid_t = 0
    let failure = withArguments([name] + words) {
      posix_spawn(&process, path, &actions, nil, $0, environ)
    }
    close(ends[1])
    guard failure == 0 else { throw Refusal(reason(failure, path)) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      bytes += chunk[..<count]
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    return (code, String(decoding: bytes, as: UTF8.self))
  }

  /// Lends words as the C library wants them.
  static func withArguments<Result>(
    _ words: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("there is always an end") }
      return body(start)
    }
  }

  /// The first word that is neither an option of every command nor the value of one.
  private static func firstCommand() -> String? {
    var index = 1
    var isHelp = false
    while index < Int(CommandLine.argc), let bytes = CommandLine.unsafeArgv[index] {
      let word = String(cString: bytes)
      index += 1
      if word == "--home" {
        index += 1
      } else if word == "help", !isHelp {
        // “help sync” is answered by the program that knows.
        isHelp = true
      } else if !word.hasPrefix("-") {
        return isHelp && !isInstalled ? nil : word
      }
    }
    return nil
  }

  private static var isInstalled: Bool { access(path(), X_OK) == 0 }

  /// Beside this program, wherever that is.
  private static func path() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return name }
    let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let directory = own.lastIndex(of: "/").map { own[...$0] } ?? "./"
    return directory + name
  }

  private static func reason(_ number: Int32, _ path: String) -> String {
    number == ENOENT
      ? "\(name) is missing: it belongs beside \(Program.name), at \(path). Install both, then try"
        + " again."
      : "\(path) cannot be run: \(PrivateFile.words(of: number)). Install it again."
  }
}
