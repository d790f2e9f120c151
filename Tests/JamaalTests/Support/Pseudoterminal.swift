import Glibc
import TestSupport
import Testing

/// A terminal that a test sits at.
struct Pseudoterminal {
  private let controller: Int32
  private let path: String

  // TIOCSPTLCK and TIOCGPTN of Linux, which are built by macros that Swift does not see.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init(columns: Int = 80) throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(controller >= 0)
    var number: Int32 = 0
    try #require(ioctl(controller, Self.unlock, &number) == 0)
    try #require(ioctl(controller, Self.getNumber, &number) == 0)
    path = "/dev/pts/\(number)"
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  func close() {
    _ = Glibc.close(controller)
  }

  /// Runs a line of the shell here, in a session of its own; what it writes, errors among it.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - machine: The machine it is typed on.
  ///   - keys: What is typed while it runs; it waits until a program reads it.
  /// - Returns: Everything that was shown.
  /// - Throws: `SpawnFailure`.
  func shell(_ line: String, on machine: Machine, typing keys: String = "") throws -> Ended {
    var variables = machine.environment
    variables["jamaal"] = Machine.program
    variables["TERM"] = variables["TERM"] ?? "xterm"
    let child = try ChildProcess(
      ["/bin/sh", "-c", line].map { Array($0.utf8) }, variables, .terminal(path))
    // The terminal is the child's own from here on, so that it keeps what is typed.
    let bytesTyped = Array(keys.utf8)
    try #require(write(controller, bytesTyped, bytesTyped.count) == bytesTyped.count)
    // Ends when the last process of the session has closed the terminal.
    let bytes = readToEnd(controller).filter { $0 != UInt8(ascii: "\r") }
    return Ended(
      status: child.wait(), output: String(decoding: bytes, as: UTF8.self), errors: "")
  }
}
