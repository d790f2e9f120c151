import CommandLineKit
import JamaalCore

/// `jamaal undo`.
enum UndoCommand: ProgramCommand {
  static let command = Command(
    "undo", group: Groups.day, summary: "Take back what was typed last.",
    discussion: [
      "The very last act on this device, as if it had never been: a task added, done, put off,"
        + " dropped or edited, a label, a level, a setting. What other devices did stays."
    ],
    examples: [.init("jamaal undo", help: "That was the wrong task.")])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let act = try session.planner.undoLastAct(session.context)
    if run.wantsJSON {
      run.output.json(["undone": .string(act.words)])
    } else {
      run.output.line("Took back: \(act.words.withoutControls())")
    }
    return ExitStatus.done
  }
}

extension Run {
  /// Remembers an act for `jamaal undo`; whoever acts can do without if this fails.
  ///
  /// - Parameters:
  ///   - receipts: What it did; an act that changed nothing is not remembered.
  ///   - words: What it was, as it is told.
  func remember(_ receipts: [ActionReceipt], _ words: String) {
    do {
      try session().planner.remember(receipts, as: words)
    } catch {
      Output.complain("\(Program.name): “jamaal undo” will not know this act. \(error)")
    }
  }
}
