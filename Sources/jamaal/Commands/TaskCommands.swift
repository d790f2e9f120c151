import CommandLineKit
import JamaalCore
import JamaalVoice

/// `jamaal done`.
enum DoneCommand: ProgramCommand {
  static let command = Command(
    "done", group: Groups.day, summary: "Tick tasks off.",
    positionals: [TaskReference.positionals],
    examples: [
      .init("jamaal done 1 3", help: "Two tasks of the last list."),
      .init("jamaal done \"call the bank\"", help: "The task of that title."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let tasks = try TaskReference(run).tasks(run.invocation.arguments("N"))
    // All of them or none: what would be refused is found before anything is written.
    for task in tasks {
      let title = Words.quoted(task.title)
      if task.isCompleted { throw Refusal("\(title) is done already. Nothing was changed.") }
      if !task.isLive {
        throw Refusal("\(title) was dropped. Nothing was changed. Add it again if it is back.")
      }
    }
    let receipts = try session.planner.complete(tasks.map(\.id), session.context)
    return try run.report(receipts, asList: true) { task in
      "Done: \(Words.quoted(task.title))\(try run.comesBack(task))."
    }
  }
}

/// `jamaal undone`.
enum UndoneCommand: ProgramCommand {
  static let command = Command(
    "undone", group: Groups.day, summary: "Take a tick back.",
    positionals: [TaskReference.positional],
    examples: [.init("jamaal undone 4", help: "The task is where it was.")])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let name = run.invocation.arguments("N")[0]
    let task = try TaskReference(run, among: .ended).task(name)
    let receipt = try session.planner.uncomplete(task.id, session.context)
    let today = try session.moment().today
    return try run.report([receipt]) {
      "\(Words.quoted($0.title)) is open again: \(Words.day($0.dueDate, today: today))."
    }
  }
}

/// `jamaal drop`.
enum DropCommand: ProgramCommand {
  static let command = Command(
    "drop", group: Groups.day, summary: "Let a task go.",
    discussion: ["It leaves every list but “jamaal tasks --all”; what is over stays on record."],
    positionals: [TaskReference.positional],
    examples: [.init("jamaal drop 3", help: "The third task of the last list.")])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let task = try TaskReference(run).task(run.invocation.arguments("N")[0])
    let receipt = try session.planner.drop(task.id, session.context)
    return try run.report([receipt]) { task in
      "Let go of \(Words.quoted(task.title))\(try run.comesBack(task))."
    }
  }
}

extension Run {
  /// When a repeating task comes back, as the end of a sentence.
  fileprivate func comesBack(_ task: TaskView) throws -> String {
    let session = try session()
    guard let next = try session.planner.nextInstance(after: task.id, session.context) else {
      return ""
    }
    let today = try session.moment().today
    return "; it comes back \(Words.destination(next.dueDate, today: today))"
  }

  /// Tells what became of tasks, in words or for other programs, and remembers it for an undo.
  func report(
    _ receipts: [ActionReceipt], asList: Bool = false, _ words: (TaskView) throws -> String
  ) throws -> Int32 {
    let session = try session()
    let tasks = try receipts.map { try session.planner.task($0.task, session.context).task }
    let sentences = try tasks.map { try words($0).withoutControls() }
    remember(receipts, sentences.joined(separator: " "))
    if wantsJSON {
      let zone = session.zone
      output.json(asList ? JSON(tasks, in: zone) : JSON(tasks[0], in: zone))
    } else {
      output.lines(sentences)
    }
    return ExitStatus.done
  }
}
