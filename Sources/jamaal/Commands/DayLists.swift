import CommandLineKit
import JamaalCore
import JamaalVoice

/// `jamaal today`.
enum TodayCommand: ProgramCommand {
  static let command = Command(
    "today", group: Groups.day, summary: "Show today.",
    discussion: [
      "Tasks stand in the order in which they are worth looking at. The numbers name them until the"
        + " next list on this terminal: “jamaal done 2”, and for habits “jamaal habit log 5”."
    ],
    options: [.flag("all", letter: "a", help: "Also list what today's level keeps for later.")],
    examples: [
      .init("jamaal today", help: "What is there to do?"),
      .init("jamaal today --json", help: "The same for other programs."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let today = try session.planner.today(session.context)
    let habits = try session.planner.todayHabits(session.context)
    if run.wantsJSON {
      run.output.json(JSON(today, habits, in: session.zone))
      return ExitStatus.done
    }
    let page = TodayPage(
      today: today, moment: try session.moment(), terminal: run.terminal,
      showsAll: run.invocation.has("all"), habits: habits)
    run.output.lines(page.lines())
    session.lastList.remember(page.numberedIDs)
    return ExitStatus.done
  }
}

/// `jamaal tasks`.
enum TasksCommand: ProgramCommand {
  static let command = Command(
    "tasks", group: Groups.day, summary: "List every open task.",
    options: [.flag("all", letter: "a", help: "Also list what is done or dropped.")],
    examples: [
      .init("jamaal tasks", help: "Everything that is open, whatever its day."),
      .init("jamaal tasks --all --json", help: "Everything there is, for other programs."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let tasks = try session.planner.tasks(
      includesEnded: run.invocation.has("all"), session.context)
    if run.wantsJSON {
      run.output.json(JSON(tasks, in: session.zone))
      return ExitStatus.done
    }
    session.lastList.remember(tasks.map(\.id))
    guard !tasks.isEmpty else {
      run.output.line("There are no open tasks. “jamaal add TITLE” makes one.")
      return ExitStatus.done
    }
    var rows = TaskRows(
      run.terminal, try session.moment(), showsDay: true, numberMax: tasks.count)
    for (index, task) in tasks.enumerated() { rows.append(task, number: index + 1) }
    run.output.lines(rows.lines())
    return ExitStatus.done
  }
}

/// `jamaal show`.
enum ShowCommand: ProgramCommand {
  static let command = Command(
    "show", group: Groups.day, summary: "Show one task with its note and its history.",
    positionals: [TaskReference.positional],
    examples: [
      .init("jamaal show 2", help: "The second task of the last list."),
      .init("jamaal show bank", help: "The task with “bank” in its title."),
    ])

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let task = try TaskReference(run).task(run.invocation.arguments("N")[0])
    let detail = try session.planner.task(task.id, session.context)
    if run.wantsJSON {
      run.output.json(JSON(detail, in: session.zone))
    } else {
      let page = TaskPage(
        detail: detail, moment: try session.moment(), terminal: run.terminal)
      run.output.lines(page.lines())
    }
    return ExitStatus.done
  }
}
