import CommandLineKit
import Glibc
import JamaalHome

/// What a command says: collected, then written at once.
struct Output {
  /// Where the text goes.
  let terminal: Terminal
  private var bytes: [UInt8] = []

  init(_ environment: ProcessEnvironment) {
    terminal = Terminal(
      isTerminal: isatty(STDOUT_FILENO) == 1,
      columns: environment["COLUMNS"].flatMap { Int($0) } ?? Self.columns(),
      noColor: environment["NO_COLOR"], term: environment["TERM"])
  }

  /// Adds a line that holds nothing from outside but what the caller made safe.
  mutating func line(_ text: String = "") {
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func lines(_ texts: [String]) {
    for text in texts { line(text) }
  }

  /// Adds text that ends with its own line break.
  mutating func text(_ text: String) {
    bytes += text.utf8
  }

  /// Adds a value for other programs; over several lines where a person reads.
  mutating func json(_ value: JSON) {
    line(terminal.isTerminal ? value.indentedText : value.compactText)
  }

  /// Writes what was collected.
  mutating func flush() throws(Refusal) {
    defer { bytes = [] }
    guard !PrivateFile.writeAll(bytes, to: STDOUT_FILENO) else { return }
    throw Refusal("The output could not be written: \(PrivateFile.words(of: errno)).")
  }

  private static func columns() -> Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Says what went wrong.
  static func complain(_ message: String) {
    let text = "\(message.withoutControls(keepsLines: true))\n"
    // Nobody is left to be told if this fails.
    _ = PrivateFile.writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}
