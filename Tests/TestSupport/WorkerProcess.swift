import Glibc

/// A program built beside the tests, whose lines are read as they come and which may be killed.
public final class WorkerProcess {
  private let processID: pid_t
  private let output: Int32
  private var buffer: [UInt8] = []
  private var isReaped = false

  /// Starts a program that was built beside the tests.
  ///
  /// - Parameters:
  ///   - name: The program.
  ///   - arguments: Its arguments.
  public init(_ name: String, _ arguments: [String]) {
    var pipes: [Int32] = [0, 0]
    precondition(pipe(&pipes) == 0, "no pipe can be made")
    output = pipes[0]
    let path = Self.buildDirectory + "/" + name
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    // Nothing of the tests stays open in the child, above all no other child's pipe.
    for number: Int32 in 3..<256 { posix_spawn_file_actions_addclose(&actions, number) }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let result = posix_spawn(&child, path, &actions, nil, &words, environ)
    precondition(result == 0, "\(path) cannot be started")
    close(pipes[1])
    processID = child
  }

  /// The next line it prints; `nil` when it prints no more.
  public func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return nil }
      buffer.append(contentsOf: chunk.prefix(count))
    }
  }

  /// Every line it prints until it ends.
  public func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Ends it at once, wherever it is.
  public func kill() {
    _ = Glibc.kill(processID, SIGKILL)
  }

  /// Waits for its end.
  ///
  /// - Returns: Its exit code, or 128 plus the signal that ended it.
  public func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(processID, &status, 0) == -1, errno == EINTR {}
    isReaped = true
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
  }

  deinit {
    if !isReaped {
      kill()
      _ = wait()
    }
    close(output)
  }

  /// Where the running program was built.
  private static var buildDirectory: String {
    var path = [UInt8](repeating: 0, count: 4096)
    let count = path.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink("/proc/self/exe", $0, 4096) } ?? 0
      }
    }
    let text = String(decoding: path.prefix(max(count, 0)), as: UTF8.self)
    return String(text.prefix(upTo: text.lastIndex(of: "/") ?? text.startIndex))
  }
}
