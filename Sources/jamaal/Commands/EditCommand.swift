import CommandLineKit
import JamaalCore
import JamaalVoice

/// `jamaal edit`.
enum EditCommand: ProgramCommand {
  static let command = Command(
    "edit", group: Groups.day, summary: "Change a task.",
    discussion: [
      "All of what is asked for, or nothing. Another day counts as putting off if the task's day has"
        + " come, as with “move”. “--repeat none” ends a repeat with this task."
    ],
    positionals: [TaskReference.positional],
    options: [
      .value("title", "TEXT", letter: "t", help: "What it is called."), TaskOptions.due,
      TaskOptions.minutes, TaskOptions.importance,
      .value("category", "NAME", letter: "c", help: "Its label, or none."), TaskOptions.repeats,
      .value("note", "TEXT", letter: "n", help: "Its whole note; an empty one takes it away."),
    ],
    examples: [
      .init("jamaal edit 2 --minutes 45 --importance high", help: "Two things at once."),
      .init("jamaal edit 2 --title \"Call the other bank\"", help: "Another title."),
      .init("jamaal edit plants --repeat none", help: "It does not come back any more."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let edit = try edit(run)
    guard edit != TaskEdit() else {
      throw Refusal(
        "There is nothing to change. Add --title, --due, --minutes, --importance, --category,"
          + " --repeat or --note.", status: ExitStatus.usage)
    }
    let task = try TaskReference(run).task(run.invocation.arguments("N")[0])
    let session = try run.session()
    let receipt = try session.planner.editTask(task.id, edit, session.context)
    let today = try session.moment().today
    return try run.report([receipt]) { after in
      Words.edit(receipt, before: task, after: after, today: today)
    }
  }

  private static func edit(_ run: Run) throws -> TaskEdit {
    let options = TaskOptions(run)
    let invocation = run.invocation
    var edit = TaskEdit()
    if let title = invocation.value("title") { edit.title = .to(title) }
    if let note = invocation.value("note") { edit.notes = .to(note) }
    edit.effortMinutes = try options.minutes()
    edit.importance = options.importance()
    edit.repeats = try options.repeats()
    edit.dueDate = try options.due()
    if let name = invocation.value("category") {
      let categories = try Categories(run)
      edit.category =
        name == "none" && !categories.has("none")
        ? .to(nil) : .to(try categories.inUse(named: name).id)
    }
    return edit
  }
}

extension Words {
  /// What a change of a task amounted to: the new day as putting off, the rest as it reads now.
  static func edit(
    _ receipt: ActionReceipt, before: TaskView, after: TaskView, today: LogicalDate
  ) -> String {
    guard receipt.changedAnything else {
      return "\(quoted(after.title)) is like that already; nothing was changed."
    }
    guard let decision = receipt.deferral else {
      return edited(before, after, today: today)
        ?? "\(quoted(after.title)) says so again; nothing else changed."
    }
    var moved = before
    moved.dueDate = after.dueDate
    if after.easedFrom != nil { moved.importance = after.importance }
    let rest = edited(moved, after, today: today)
    // A lower importance that was asked for is no easing.
    var uneased = before
    if after.easedFrom == nil { uneased.importance = after.importance }
    let words = outcome(decision, before: uneased, after: after, today: today)
    return [words, rest].compactMap { $0 }.joined(separator: " ")
  }
}
