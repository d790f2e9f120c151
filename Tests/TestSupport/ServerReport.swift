import Glibc

/// Notes of what servers were seen to do, for the table in `docs/servers.md`.
///
/// Written to the file that `JAMAAL_SERVER_REPORT` names, one line a note; nowhere if it is unset.
public enum ServerReport {
  private static let lock = Lock(())

  /// Adds a note.
  /// - Parameters:
  ///   - server: The server.
  ///   - topic: What was looked at.
  ///   - text: What was seen, in one line.
  public static func note(_ server: String, _ topic: String, _ text: String) {
    guard let path = getenv("JAMAAL_SERVER_REPORT").map({ String(cString: $0) }) else { return }
    let line = Array("\(server)\t\(topic)\t\(text)\n".utf8)
    lock.withLock { _ in
      let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
      guard file >= 0 else { return }
      defer { close(file) }
      _ = write(file, line, line.count)
    }
  }
}
