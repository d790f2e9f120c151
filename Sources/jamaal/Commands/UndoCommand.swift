import CommandLineKit
import JamaalCore
import JamaalVoice

/// `jamaal undo`.
enum UndoCommand: ProgramCommand {
  static let command = Command(
    "undo", group: Groups.day, summary: "Take back what was typed last.",
    discussion: [
      "The very last act on this device, as if it had never been, whatever it was about: a task, a"
        + " habit, an Anchor, the timer, a step of planning, a label, a setting. What other devices"
        + " did stays. A timer that has ended runs on only within five seconds of “focus done”; one that"
        + " runs still takes along what it has counted, and that is told."
    ],
    examples: [.init("jamaal undo", help: "That was the wrong task.")])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let act = try session.planner.undoLastAct(session.context)
    if run.wantsJSON {
      run.output.json(["undone": .string(act.words), "timerSeconds": JSON(act.timerSeconds)])
    } else {
      let gone = act.timerSeconds.flatMap { Words.timerGone(seconds: $0) }.map { " \($0)" } ?? ""
      run.output.line("Took back: \(act.words.withoutControls())\(gone)")
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
    remember { try $0.remember(receipts, as: words) }
  }

  /// Remembers an act that no receipt takes back.
  ///
  /// - Parameters:
  ///   - exception: How it is taken back, or why it is not.
  ///   - words: What it was, as it is told.
  func remember(_ exception: LastAct.Exception, _ words: String) {
    remember { try $0.remember(exception, as: words) }
  }

  private func remember(_ work: (Planner) throws -> Void) {
    do {
      try work(session().planner)
    } catch {
      Output.complain("\(Program.name): “jamaal undo” will not know this act. \(error)")
    }
  }
}
