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

  /// Whether there is a label of a name, archived ones too.
  func has(_ name: String) -> Bool { list.category(named: name) != nil }

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
  private static let name = Positional("NAME", help: "The label.")
  private static let wholeName = Positional("NAME", .many, help: "The label.")

  static let command = Command(
    "category", group: Groups.settings, summary: "List and look after the labels.",
    discussion: ["At most eight are in use; tasks keep a label that is archived."],
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
        positionals: [name, Positional("NEWNAME", .many, help: "1 to 24 characters.")],
        examples: [.init("jamaal category rename Work Studio", help: "Rename a label.")]),
      Command(
        "move", summary: "Put a label at another place in the list.",
        positionals: [name, Positional("PLACE", help: "Its new place, from 1.")],
        examples: [.init("jamaal category move Work 1", help: "Work comes first.")]),
      Command(
        "archive", summary: "Take a label out of use; tasks keep it.", positionals: [wholeName],
        examples: [.init("jamaal category archive Family", help: "No new task gets it.")]),
      Command(
        "restore", summary: "Bring an archived label back.", positionals: [wholeName],
        examples: [.init("jamaal category restore Family", help: "It can be chosen again.")]),
    ],
    isRunnable: true)

  static func run(_ run: Run) throws -> Int32 {
    guard let verb = run.invocation.path.dropFirst().first, verb != "list" else {
      try report(run) { _ in true }
      return ExitStatus.done
    }
    let receipt = try act(verb, run)
    let label = try Categories(run).all.first { $0.members.contains(receipt.task) }
    run.remember([receipt], "category \(verb) \(Words.quoted(label?.name ?? "")).")
    // After a move the whole list tells more than the one label.
    try report(run) { verb == "move" || $0.id == label?.id }
    return ExitStatus.done
  }

  private static func act(_ verb: String, _ run: Run) throws -> ActionReceipt {
    let session = try run.session()
    let (planner, context) = (session.planner, session.context)
    let name = run.invocation.argument("NAME") ?? ""
    if verb == "add" { return try planner.addCategory(name, context) }
    let category = try Categories(run).any(named: name)
    switch verb {
    case "rename":
      let newName = run.invocation.argument("NEWNAME") ?? ""
      return try planner.renameCategory(category.id, to: newName, context)
    case "move":
      let text = run.invocation.arguments("PLACE")[0]
      guard let place = Int(text), (1...999).contains(place) else {
        throw run.invocation.invalid("PLACE", text, "it takes a number from 1")
      }
      return try planner.moveCategory(category.id, to: place - 1, context)
    case "archive": return try planner.archiveCategory(category.id, context)
    default: return try planner.restoreCategory(category.id, context)
    }
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
