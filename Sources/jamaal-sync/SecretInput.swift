import Glibc
import JamaalHome

/// Where a password or a passphrase is taken from when a command needs one.
///
/// Never from the command line itself, which every program on the machine can read.
struct SecretInput {
  /// What it is called in errors and when it is asked for.
  var name: String
  /// A command that prints it, and the option it was given with.
  var command: (text: String, option: String)?
  /// Whether it is the next line of standard input.
  var isOnStandardInput: Bool
  /// The variable that may hold it.
  var variable: String?

  /// Takes it from the first place that was named, or asks at the terminal.
  ///
  /// - Parameters:
  ///   - environment: The variables.
  ///   - isNew: Whether it has to be typed twice, because nothing can tell a mistake.
  /// - Returns: At least one character.
  /// - Throws: `Refusal` if there is no way to get it.
  func read(_ environment: ProcessEnvironment, isNew: Bool = false) throws -> String {
    if let command {
      return try CommandOutput.firstLine(of: command.text, option: command.option)
    }
    if isOnStandardInput { return try Self.nextLine(name) }
    if let value = variable.flatMap({ environment.filled($0) }) { return value }
    return try typed(isNew: isNew)
  }

  private static func nextLine(_ name: String) throws -> String {
    guard let line = readLine(strippingNewline: true), !line.isEmpty else {
      throw Refusal("There was no \(name) on standard input.")
    }
    return line
  }

  private func typed(isNew: Bool) throws -> String {
    guard let terminal = HiddenLine() else {
      throw Refusal(
        "The \(name) is needed, and there is no terminal to ask at. Name a command that prints it,"
          + " give it on standard input"
          + (variable.map { ", or set \($0)." } ?? "."), status: 2)
    }
    let first = try terminal.read("\(name.prefix(1).uppercased())\(name.dropFirst()): ")
    guard !first.isEmpty else { throw Refusal("No \(name) was typed. Nothing was changed.") }
    if isNew, try terminal.read("Again: ") != first {
      throw Refusal("The two were not the same. Nothing was changed.")
    }
    return first
  }
}

/// The terminal of this process, asked without showing what is typed.
private final class HiddenLine {
  private static let interrupt: UInt8 = 3
  private let file: Int32

  init?() {
    file = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard file >= 0 else { return nil }
  }

  deinit {
    close(file)
  }

  func read(_ prompt: String) throws -> String {
    var before = termios()
    guard tcgetattr(file, &before) == 0 else {
      throw Refusal("The terminal cannot be asked. Try another way to give it.")
    }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
    hidden.c_lflag |= tcflag_t(ECHONL | ICANON)
    // Ctrl-C ends the line instead of the program, so that the terminal is put right again.
    withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = Self.interrupt }
    _ = PrivateFile.writeAll(Array(prompt.utf8), to: file)
    guard tcsetattr(file, TCSAFLUSH, &hidden) == 0 else {
      throw Refusal("The terminal cannot be asked. Try another way to give it.")
    }
    defer { tcsetattr(file, TCSAFLUSH, &before) }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < 4096, Glibc.read(file, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
      guard byte != Self.interrupt else {
        throw Refusal("Stopped. Nothing was changed.", status: 130)
      }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
