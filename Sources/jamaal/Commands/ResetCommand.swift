import CommandLineKit
import Glibc
import JamaalCore
import JamaalHome

/// `jamaal reset`.
enum ResetCommand: ProgramCommand {
  /// What has to be typed the second time.
  private static let word = "delete"

  static let command = Command(
    "reset", group: Groups.care, summary: "Delete everything you planned, on every device.",
    discussion: [
      "Tasks, habits, Anchors, sessions, plans and settings are deleted here, and on every other"
        + " device as soon as it syncs; what one of them still writes until then is set aside and"
        + " reported. The folder stays set. It asks twice."
    ],
    options: [.flag("yes-really", help: "Do not ask.")],
    examples: [.init("jamaal reset", help: "Begin again with nothing.")])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    if !run.invocation.has("yes-really") {
      guard run.terminal.isTerminal, isatty(STDIN_FILENO) == 1, !run.wantsJSON else {
        throw Refusal(
          "It asks twice, which needs a terminal. Nothing was deleted. “jamaal reset --yes-really”"
            + " does not ask.")
      }
      guard try isMeant(run, isShared: PrivateFile.exists(session.home.folderPath)) else {
        run.output.line("Nothing was deleted.")
        return ExitStatus.refused
      }
    }
    try session.planner.reset()
    try session.planner.noteFirstLaunch(session.context)
    let moment = try session.moment()
    if run.wantsJSON {
      run.output.json(["isReset": .bool(true), "today": JSON(moment.today)])
    } else {
      run.output.line("Everything was deleted. “jamaal add TITLE” begins anew.")
      if PrivateFile.exists(session.home.folderPath) {
        run.output.line("“jamaal sync” tells your other devices.")
      }
    }
    return ExitStatus.done
  }

  /// Asks twice, the second time for a word that nobody types by mistake.
  private static func isMeant(_ run: Run, isShared: Bool) throws -> Bool {
    let others = isShared ? " and on every device that syncs with it" : ""
    run.say("This deletes everything you planned, on this device\(others). It cannot be undone.")
    guard try answer(run, "Go on? [y/N] ").map({ ["y", "yes"].contains($0) }) ?? false else {
      return false
    }
    return try answer(run, "Type “\(word)” to delete everything: ") == word
  }

  private static func answer(_ run: Run, _ question: String) throws -> String? {
    run.output.text(question)
    try run.output.flush()
    return readLine()?.lowercased()
  }
}
