import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal group`.
enum GroupCommand: ProgramCommand {
  private static let name = Positional("NAME", help: "The group.")

  static let command = Command(
    "group", group: Groups.habits, summary: "List, add and rename groups of habits.",
    examples: [
      .init("jamaal group", help: "The groups there are."),
      .init("jamaal group add Morning", help: "Another one."),
      .init("jamaal group rename Morning Early", help: "Its habits stay in it."),
    ],
    subcommands: [
      Command("list", summary: "List the groups with their habits."),
      Command(
        "add", summary: "Add a group.",
        positionals: [Positional("NAME", .many, help: "1 to 40 characters.")],
        examples: [.init("jamaal group add Morning", help: "Add a group.")]),
      Command(
        "rename", summary: "Rename a group.",
        positionals: [name, Positional("NEWNAME", .many, help: "1 to 40 characters.")],
        examples: [.init("jamaal group rename Morning Early", help: "Rename a group.")]),
      Command(
        "archive", summary: "Put a group away; its habits stay and stand by themselves.",
        positionals: [name], examples: [.init("jamaal group archive Morning", help: "Put away.")]),
      Command(
        "restore", summary: "Take a group up again, with its habits.",
        positionals: [name], examples: [.init("jamaal group restore Morning", help: "Back.")]),
    ],
    isRunnable: true)

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let planner = session.planner
    switch run.invocation.path.dropFirst().first {
    case "add":
      let name = run.invocation.argument("NAME") ?? ""
      if let group = try GroupReference(run).find(name) {
        throw Refusal("There is a group of that name already: \(Words.quoted(group.title)).")
      }
      let receipt = try planner.addHabitGroup(name, session.context)
      run.remember(receipt.acts, "group add \(Words.quoted(name)).")
      try report(run) { $0.id == receipt.habit }
    case "rename":
      let group = try named(run)
      let title = run.invocation.argument("NEWNAME") ?? ""
      if let other = try GroupReference(run).find(title), other.id != group.id {
        throw Refusal("There is a group of that name already: \(Words.quoted(other.title)).")
      }
      let receipt = try planner.renameHabitGroup(group.id, to: title, session.context)
      run.remember(receipt.acts, "group rename \(Words.quoted(group.title)).")
      try report(run) { $0.id == group.id }
    case "archive", "restore":
      let group = try named(run)
      let isArchived = run.invocation.path.last == "archive"
      let receipt = try planner.setHabitGroup(
        group.id, isArchived: isArchived, session.context)
      let verb = isArchived ? "archive" : "restore"
      run.remember(receipt.acts, "group \(verb) \(Words.quoted(group.title)).")
      try report(run) { $0.id == group.id }
    default: try report(run) { _ in true }
    }
    return ExitStatus.done
  }

  private static func named(_ run: Run) throws -> HabitsOverview.Group {
    try GroupReference(run).group(run.invocation.arguments("NAME")[0])
  }

  private static func report(
    _ run: Run, _ isShown: (HabitsOverview.Group) -> Bool
  ) throws {
    let reference = try GroupReference(run)
    let archived = Set(reference.overview.archivedGroups.map(\.id))
    let shown = reference.all.filter(isShown)
    if run.wantsJSON {
      run.output.json(
        .array(
          shown.map { group in
            [
              "id": JSON(group.id), "title": .string(group.title),
              "sortOrder": JSON(group.sortOrder),
              "isArchived": .bool(archived.contains(group.id)), "done": JSON(group.done),
              "due": JSON(group.due),
              "habitIDs": .array(group.habits.map { JSON($0.id) }),
            ]
          }))
      return
    }
    if shown.isEmpty { run.output.line("There are no groups. “jamaal group add NAME” makes one.") }
    for group in shown {
      let habits = Words.list(group.habits.map(\.title))
      let note = archived.contains(group.id) ? " (archived)" : habits.isEmpty ? "" : ": \(habits)"
      run.output.line((group.title + note).withoutControls())
    }
  }
}
