import Glibc
import JamaalCore
import JamaalHome
import JamaalVoice
import ReplicaStore

/// Writes a note with the person's own editor.
///
/// The draft lies in a file that only they can read. It stays there whenever it could not become the
/// note, so that nothing typed is lost.
struct NoteEditor {
  private let session: Session
  private let command: String

  init(_ session: Session, _ environment: ProcessEnvironment) {
    self.session = session
    command = environment.filled("VISUAL") ?? environment.filled("EDITOR") ?? "vi"
  }

  /// Opens the editor and waits for it; what it leaves becomes the note.
  func edit(_ task: TaskView) throws -> ActionReceipt {
    let directory = "\(session.home.dataDirectory)/drafts"
    let path = "\(directory)/\(task.id.description.prefix(8)).md"
    if PrivateFile.exists(path) {
      throw Refusal(
        "\(path) holds a draft of an earlier time that did not become the note. Look at it, then"
          + " move it away.")
    }
    try PrivateFile.makeDirectory(directory)
    let notes = task.notes ?? ""
    let text = notes.isEmpty ? "" : notes + "\n"
    try PrivateFile.write(Array(text.utf8), to: path, isDurable: false)
    let status = try run(path)
    guard status == 0 else {
      let isSame = try PrivateFile.read(path) == Array(text.utf8)
      if isSame { discard(path) }
      let rest = isSame ? "" : " What was written is in \(path)."
      throw Refusal(
        status == 127
          ? "The editor “\(command)” could not be run. Set EDITOR to one you have.\(rest)"
          : "The editor ended with status \(status), so the note stays as it was.\(rest)")
    }
    return try keep(task, path)
  }

  private func keep(_ task: TaskView, _ path: String) throws -> ActionReceipt {
    guard let bytes = try PrivateFile.read(path),
      var text = String(validating: bytes, as: UTF8.self)
    else {
      throw Refusal("\(path) is gone or is not UTF-8 text, so the note stays as it was.")
    }
    // Editors end the last line; the note does not have to.
    if text.utf8.last == UInt8(ascii: "\n") { text.unicodeScalars.removeLast() }
    do {
      // Writing takes its time: it is later now, and perhaps another day.
      let receipt = try session.planner.rewriteNote(
        text.isEmpty ? nil : text, from: task.notes, of: task.id, session.clock.context)
      discard(path)
      return receipt
    } catch let error as PlannerError {
      throw Refusal("\(error.message) What was written is in \(path).")
    }
  }

  private func discard(_ path: String) {
    unlink(path)
    // Goes only if no other draft is in it.
    rmdir("\(session.home.dataDirectory)/drafts")
  }

  /// Runs the editor on this terminal.
  ///
  /// - Returns: Its status; 128 and more for a signal.
  private func run(_ path: String) throws -> Int32 {
    // As other programs do it, so that an editor may have options of its own.
    let words = ["sh", "-c", "\(command) \"$1\"", "sh", path]
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Interrupts belong to the editor as long as it runs.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT, SIGXFSZ] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let former = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    defer {
      signal(SIGINT, former.0)
      signal(SIGQUIT, former.1)
    }
    var process: pid_t = 0
    let failure = SyncProgram.withArguments(words) {
      posix_spawn(&process, "/bin/sh", nil, &attributes, $0, environ)
    }
    guard failure == 0 else {
      throw Refusal("/bin/sh cannot be run: \(PrivateFile.words(of: failure)).")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
