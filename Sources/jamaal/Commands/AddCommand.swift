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
      TaskOptions.due, TaskOptions.minutes, TaskOptions.importance, TaskOptions.category,
      TaskOptions.repeats, TaskOptions.note,
    ],
    examples: [
      .init("jamaal add Call the bank --due tomorrow", help: "Due tomorrow, half an hour."),
      .init(
        "jamaal add \"File the tax return\" --due fri --minutes 90 --importance high -c Work",
        help: "Everything at once."),
      .init(
        "jamaal add Water the plants --due thu --repeat weekly:mon,thu",
        help: "Comes back twice a week."),
      .init("jamaal add -- --due is an option", help: "A title that begins with dashes."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let options = TaskOptions(run)
    var draft = TaskDraft(title: run.invocation.argument("TITLE") ?? "")
    if case .to(let minutes) = try options.minutes() { draft.effortMinutes = minutes }
    if case .to(let importance) = options.importance() { draft.importance = importance }
    if case .to(let rule) = try options.repeats() { draft.repeats = rule }
    draft.notes = run.invocation.value("note")
    let session = try run.session()
    if case .to(let day) = try options.due() { draft.dueDate = day }
    if let name = run.invocation.value("category") {
      draft.category = try Categories(run).inUse(named: name).id
    }
    let room = try session.planner.dayFullCheck(
      effortMinutes: draft.effortMinutes, on: draft.dueDate, session.context)
    let receipt = try session.planner.addTask(draft, session.context)
    let today = try session.moment().today
    let task = try session.planner.task(receipt.task, session.context).task
    let sentence = words(task, today: today).withoutControls()
    run.remember([receipt], sentence)
    if run.wantsJSON {
      run.output.json(JSON(task, in: session.zone, room))
      return ExitStatus.done
    }
    run.output.line(sentence)
    if let full = Words.dayIsFull(room, draft.dueDate, today: today) {
      run.output.line(full + way(task, room, today: today))
    }
    return ExitStatus.done
  }

  private static func words(_ task: TaskView, today: LogicalDate) -> String {
    var parts = [
      task.dueDate == nil ? "someday" : "due \(Words.destination(task.dueDate, today: today))"
    ]
    if let minutes = task.effortMinutes { parts.append(Words.duration(minutes: minutes)) }
    parts += Words.notes(task)
    if let repeats = Words.repeats(task.repeats) { parts.append(repeats) }
    return "Added \(Words.quoted(task.title)): \(parts.joined(separator: ", "))."
  }

  /// How to take up the offer of another day.
  private static func way(_ task: TaskView, _ room: DayFullCheck, today: LogicalDate) -> String {
    guard case .full(let offer?) = room else { return "" }
    let date = offer == today + 1 ? "tomorrow" : offer.description
    return " “jamaal move \(task.id.description.prefix(8)) \(date)” moves it there."
  }
}
