import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal add`.
enum AddCommand: ProgramCommand {
  static let command = Command(
    "add", group: Groups.day, summary: "Add a task.",
    discussion: [
      "Without a day it waits under someday. Without --minutes it is taken to need 30."
    ],
    positionals: [
      Positional("TITLE", .many, help: "What is to be done; several words are joined.")
    ],
    options: [
      .value("due", "DATE", letter: "d", help: "When it is due.", hint: DateOption.hint),
      .value(
        "minutes", "MINUTES", letter: "m", help: "How long it takes: 1 to 1440, or none.",
        hint: .examples(["15", "30", "60", "120", "none"])),
      .value(
        "importance", "LEVEL", letter: "i", help: "How much it matters.",
        hint: .words(["low", "medium", "high"])),
      .value("category", "NAME", letter: "c", help: "Its label."),
      .value("note", "TEXT", letter: "n", help: "A note."),
    ],
    examples: [
      .init("jamaal add Call the bank --due tomorrow", help: "Due tomorrow, half an hour."),
      .init(
        "jamaal add \"File the tax return\" --due fri --minutes 90 --importance high -c Work",
        help: "Everything at once."),
      .init("jamaal add -- --due is an option", help: "A title that begins with dashes."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let invocation = run.invocation
    var draft = TaskDraft(title: invocation.argument("TITLE") ?? "")
    draft.effortMinutes = try minutes(invocation)
    draft.importance = Importance(invocation.value("importance") ?? "low")
    draft.notes = invocation.value("note")
    let session = try run.session()
    if let text = invocation.value("due") {
      draft.dueDate = try DateOption(run).date(text, "--due")
    }
    if let name = invocation.value("category") {
      draft.category = try Categories(run).inUse(named: name).id
    }
    let receipt = try session.planner.addTask(draft, session.context)
    let detail = try session.planner.task(receipt.task, session.context)
    if run.wantsJSON {
      run.output.json(JSON(detail.task, in: session.zone))
    } else {
      let added = words(detail.task, today: try session.moment().today)
      run.output.line((added + (try run.roomNote(detail.task))).withoutControls())
    }
    return ExitStatus.done
  }

  private static func words(_ task: TaskView, today: LogicalDate) -> String {
    var parts = [
      task.dueDate == nil ? "someday" : "due \(Words.destination(task.dueDate, today: today))"
    ]
    if let minutes = task.effortMinutes { parts.append(Words.duration(minutes: minutes)) }
    parts += Words.notes(task)
    return "Added \(Words.quoted(task.title)): \(parts.joined(separator: ", "))."
  }

  private static func minutes(_ invocation: Invocation) throws(UsageError) -> Int? {
    guard let text = invocation.value("minutes") else { return 30 }
    if text == "none" { return nil }
    guard let minutes = Int(text), TaskDraft.effortRange.contains(minutes) else {
      throw invocation.invalid(
        "--minutes", text,
        "it takes a number from \(TaskDraft.effortRange.lowerBound) to"
          + " \(TaskDraft.effortRange.upperBound), or none")
    }
    return minutes
  }
}
