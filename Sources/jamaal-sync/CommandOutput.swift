import Glibc

/// Runs commands of the user's own that print a secret.
enum CommandOutput {
  private static let byteCountMax = 64 * 1024

  /// Runs a command with the shell and takes the first line it prints.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - option: The option it was given with, for errors.
  /// - Returns: The line without its end.
  /// - Throws: `Refusal` if it cannot be run, fails, or prints nothing.
  static func firstLine(of command: String, option: String) throws -> String {
    guard let (status, bytes) = run(command) else {
      throw Refusal("The command of \(option) cannot be run. Check how it is written.")
    }
    guard status == 0 else {
      throw Refusal("The command of \(option) failed. Run it by hand to see why.")
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard !line.isEmpty else {
      throw Refusal("The command of \(option) printed nothing. Run it by hand to see why.")
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static func run(_ command: String) -> (status: Int32, bytes: [UInt8])? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    // The command can be stopped also where this program only notes the wish.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let line = ["sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = line.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, environ)
    close(ends[1])
    guard code == 0 else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      // More than a password is read to the end and dropped, so that the command can finish.
      if bytes.count < byteCountMax { bytes += chunk[..<count] }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return (status, bytes)
  }
}
