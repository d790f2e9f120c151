import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// How a person names a task: a number of the last list, the beginning of its id, or a part of its
/// title.
struct TaskReference {
  static let positional = Positional(
    "N",
    help:
      "The task: its number in the last list, the first digits of its id, or a part of its title.")
  static let positionalIfAny = Positional("N", .optional, help: positional.help)
  static let positionals = Positional("N", .many, help: positional.help)

  /// The most candidates that are shown.
  private static let candidatesMax = 20
  /// A number this long can be the beginning of an id, a shorter one only a number.
  private static let idDigitsMin = 4

  let run: Run
  /// Which tasks are meant first.
  let scope: TaskScope

  init(_ run: Run, among scope: TaskScope = .live) {
    self.run = run
    self.scope = scope
  }

  /// The tasks of several names, each once, in the order of the names.
  func tasks(_ names: [String]) throws -> [TaskView] {
    var found: [TaskView] = []
    for name in names {
      let task = try task(name)
      if !found.contains(where: { $0.id == task.id }) { found.append(task) }
    }
    return found
  }

  /// The one task of a name.
  func task(_ name: String) throws -> TaskView {
    let session = try run.session()
    let isNumber = !name.isEmpty && name.utf8.allSatisfy { (48...57).contains($0) }
    if isNumber, let number = Int(name), let id = try session.lastList.task(number) {
      if let habit = try HabitReference(run).habit(id) {
        throw Refusal(
          "Number \(number) is the habit \(Words.quoted(habit.title)). “jamaal habit log \(number)”"
            + " logs it.")
      }
      do {
        return try session.planner.task(id, session.context).task
      } catch let error as PlannerError where error.code == .notFound {
        throw try anchorRefusal(number, id) ?? error
      }
    }
    if isNumber, name.utf8.count < Self.idDigitsMin { throw try unknownNumber(name) }
    var found = try session.planner.tasks(matching: name, first: scope, session.context)
    if found.count > 1 {
      // A title typed in full means that task, whatever other titles it is a part of.
      let exact = found.filter { NameFold.fold($0.title) == NameFold.fold(name) }
      if exact.count == 1 { found = exact }
    }
    switch found.count {
    case 1: return found[0]
    case 0: throw unknown(name)
    default: throw try ambiguous(name, found)
    }
  }

  /// What to say if a number names an Anchor, or a rule that makes them.
  private func anchorRefusal(_ number: Int, _ id: RecordID) throws -> Refusal? {
    let session = try run.session()
    do {
      let item = try session.planner.anchor(id, session.context)
      return Refusal(
        "Number \(number) is the Anchor \(Words.quoted(item.title)). “jamaal anchor attend"
          + " \(number)” marks it attended.")
    } catch let error as PlannerError where error.code == .notFound {}
    do {
      let rule = try session.planner.anchorRule(id, session.context)
      return Refusal(
        "Number \(number) is the rule \(Words.quoted(rule.title)). “jamaal anchor show"
          + " \(number)” shows it.")
    } catch let error as PlannerError where error.code == .notFound {}
    return nil
  }

  private func unknownNumber(_ name: String) throws -> Refusal {
    let count = try run.session().lastList.count()
    return Refusal(
      count == 0
        ? "No list was shown on this terminal yet, so \(name) names nothing. Run “jamaal today”"
          + " first."
        : "The last list has no number \(name); it ends at \(count). Run “jamaal today” for a new"
          + " one.")
  }

  private func unknown(_ name: String) -> Refusal {
    let hint =
      name.contains(" ") || name.isEmpty
      ? "“jamaal tasks” lists what there is."
      : "“jamaal tasks” lists what there is; a part of a title with spaces needs quotes."
    return Refusal("No task fits \(Words.quoted(name)). \(hint)")
  }

  /// Lists the candidates with numbers that can be typed next.
  private func ambiguous(_ name: String, _ found: [TaskView]) throws -> Refusal {
    let session = try run.session()
    let shown = Array(found.prefix(Self.candidatesMax))
    session.lastList.remember(shown.map(\.id))
    var rows = TaskRows(
      Terminal(isTerminal: false), try session.moment(), showsDay: true, numberMax: shown.count)
    for (index, task) in shown.enumerated() { rows.append(task, number: index + 1) }
    let more = found.count > shown.count ? ["  and \(found.count - shown.count) more"] : []
    let lines =
      ["\(Words.quoted(name)) fits \(found.count) tasks:"] + rows.lines() + more
      + ["Say which by its number, or type more of the title."]
    return Refusal(lines.joined(separator: "\n"))
  }
}
