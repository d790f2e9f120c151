import CommandLineKit
import FolderSync
import Glibc
import JamaalHome

/// One line on a terminal that says what a sync is doing, and is gone when it is done.
///
/// It goes where errors go, so that what a program prints can be read by another all the same.
struct ProgressLine {
  private let write: (String) -> Void

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - isShown: Whether a person waits at a terminal that can take a line back.
  ///   - write: Writes to it.
  init(isShown: Bool, write: @escaping (String) -> Void = ProgressLine.writeToErrors) {
    self.write = isShown ? write : { _ in }
  }

  /// The line of this program: shown at a terminal, unless JSON is asked for.
  init(_ environment: ProcessEnvironment, wantsJSON: Bool) {
    let term = environment.filled("TERM")
    self.init(
      isShown: isatty(STDERR_FILENO) == 1 && term != nil && term != "dumb" && !wantsJSON)
  }

  /// Shows what is being done.
  func show(_ progress: SyncProgress) {
    switch progress {
    case .looking: show("Looking into the folder…")
    case .receiving(let done, let all): show("Receiving: \(done) of \(Self.files(all))…")
    case .sending(let done, let all): show("Sending: \(done) of \(Self.files(all))…")
    }
  }

  /// Shows that the folder is busy, and for how long nothing is done.
  func showPause(_ millis: Int64) {
    let seconds = (millis + 999) / 1000
    show("The folder is busy; trying again in \(seconds) \(seconds == 1 ? "second" : "seconds")…")
  }

  /// Takes the line away.
  func clear() {
    write("\r\u{1B}[K")
  }

  private func show(_ text: String) {
    write("\r\u{1B}[K\(text)")
  }

  private static func files(_ count: Int) -> String {
    "\(count) \(count == 1 ? "file" : "files")"
  }

  private static func writeToErrors(_ text: String) {
    _ = PrivateFile.writeAll(Array(text.utf8), to: STDERR_FILENO)
  }
}
