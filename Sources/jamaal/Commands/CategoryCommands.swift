import CommandLineKit
import JamaalCore
import JamaalVoice

/// The labels as a command line names them.
struct Categories {
  private let list: CategoryList

  init(_ run: Run) throws {
    let session = try run.session()
    list = try session.planner.categories(session.context)
  }

  var all: [CategoryView] { list.categories }

  /// The label of a name, if new tasks may have it.
  func inUse(named name: String) throws(Refusal) -> CategoryView {
    let category = try any(named: name)
    guard !category.isArchived else {
      throw Refusal("The label \(Words.quoted(category.name)) is archived. Choose another.")
    }
    return category
  }

  /// The label of a name, archived ones too.
  func any(named name: String) throws(Refusal) -> CategoryView {
    if let category = list.category(named: name) { return category }
    let names = all.filter { !$0.isArchived }.map(\.name)
    throw Refusal(
      "There is no label \(Words.quoted(name)). There are \(Words.list(names));"
        + " “jamaal category add NAME” makes another.")
  }
}

/// `jamaal category`.
enum CategoryCommand: ProgramCommand {
  static let command = Command(
    "category", group: Groups.settings, summary: "List, add and rename labels.",
    examples: [
      .init("jamaal category", help: "The labels there are."),
      .init("jamaal category add Garden", help: "Another one."),
      .init("jamaal category rename Work Studio", help: "Tasks keep their label."),
    ],
    subcommands: [
      Command("list", summary: "List the labels."),
      Command(
        "add", summary: "Add a label.",
        positionals: [Positional("NAME", .many, help: "1 to 24 characters.")],
        examples: [.init("jamaal category add Garden", help: "Add a label.")]),
      Command(
        "rename", summary: "Rename a label.",
        positionals: [
          Positional("NAME", help: "The label."),
          Positional("NEWNAME", .many, help: "1 to 24 characters."),
        ],
        examples: [.init("jamaal category rename Work Studio", help: "Rename a label.")]),
    ],
    isRunnable: true)

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    switch run.invocation.path.last {
    case "add":
      let name = run.invocation.argument("NAME") ?? ""
      let id = try session.planner.addCategory(name, session.context)
      try report(run) { $0.members.contains(id) }
    case "rename":
      let category = try Categories(run).any(named: run.invocation.arguments("NAME")[0])
      let name = run.invocation.argument("NEWNAME") ?? ""
      try session.planner.renameCategory(category.id, to: name, session.context)
      try report(run) { $0.id == category.id }
    default:
      try report(run) { _ in true }
    }
    return ExitStatus.done
  }

  private static func report(_ run: Run, _ isShown: (CategoryView) -> Bool) throws {
    let shown = try Categories(run).all.filter(isShown)
    if run.wantsJSON {
      let zone = try run.session().zone
      run.output.json(.array(shown.map { json($0, in: zone) }))
      return
    }
    for category in shown {
      let note = category.isArchived ? " (archived)" : ""
      run.output.line(category.name.withoutControls() + note)
    }
  }

  private static func json(_ category: CategoryView, in zone: TimeZoneRules) -> JSON {
    [
      "id": JSON(category.id),
      "name": .string(category.name),
      "presetKey": JSON(category.presetKey),
      "colorKey": .string(category.colorKey),
      "sortOrder": JSON(category.sortOrder),
      "isArchived": .bool(category.isArchived),
      "createdAt": JSON(category.createdAt, in: zone),
    ]
  }
}
