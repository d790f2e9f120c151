import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// How a person names a habit: a number of the last list, the beginning of its id, or a part of its
/// title; and one of its times of day, by its label.
struct HabitReference {
  static let positional = Positional(
    "N",
    help:
      "The habit: its number in the last list, the first digits of its id, or a part of its title.")
  static let at = Option.value(
    "at", "LABEL", help: "Which time of day, for a habit with several.")

  /// A number this long can be the beginning of an id, a shorter one only a number.
  private static let idDigitsMin = 4

  let run: Run

  init(_ run: Run) {
    self.run = run
  }

  /// The habit of an id, or of the id of one of its times of day.
  func habit(_ id: RecordID) throws -> HabitSummary? {
    try all().first { habit in
      habit.id == id || habit.windows.contains { $0.id == id }
    }
  }

  /// The one habit of a name.
  func habit(named name: String) throws -> HabitSummary {
    try find(name).habit
  }

  /// The one time of day that is meant: told by its number, its label, or because it is the only one.
  func window(named name: String) throws -> (habit: HabitSummary, window: HabitSummary.Window) {
    let (habit, numbered) = try find(name)
    if let label = run.invocation.value("at") {
      return (habit, try window(labelled: label, of: habit))
    }
    if let window = numbered { return (habit, window) }
    if let only = habit.windows.first, habit.windows.count == 1 { return (habit, only) }
    let labels = Words.list(habit.windows.map(\.label))
    throw Refusal(
      "\(Words.quoted(habit.title)) has several times of day: \(labels). Say which with --at"
        + " \(quotedWord(habit.windows.first?.label ?? "LABEL")).")
  }

  /// The time of day of a label.
  func window(labelled label: String, of habit: HabitSummary) throws(Refusal)
    -> HabitSummary.Window
  {
    let key = NameFold.fold(label)
    let exact = habit.windows.filter { NameFold.fold($0.label) == key }
    let found =
      exact.isEmpty ? habit.windows.filter { NameFold.fold($0.label).contains(key) } : exact
    guard let window = found.first, found.count == 1, !key.isEmpty else {
      let labels = habit.windows.map(\.label).filter { !$0.isEmpty }
      throw Refusal(
        "\(Words.quoted(habit.title)) has no time of day \(Words.quoted(label))."
          + (labels.isEmpty
            ? " It has only one, without a name." : " It has \(Words.list(labels))."))
    }
    return window
  }

  private func quotedWord(_ word: String) -> String {
    word.contains(" ") ? "\"\(word)\"" : word
  }

  private func all() throws -> [HabitSummary] {
    let session = try run.session()
    return try session.planner.habits(session.context).habits
  }

  private func find(
    _ name: String
  ) throws -> (habit: HabitSummary, window: HabitSummary.Window?) {
    let session = try run.session()
    let isNumber = !name.isEmpty && name.utf8.allSatisfy { (48...57).contains($0) }
    if isNumber, let number = Int(name), let id = try session.lastList.task(number) {
      guard let habit = try habit(id) else {
        throw Refusal(
          "Number \(number) of the last list is no habit. “jamaal habit list” numbers habits.")
      }
      return (habit, habit.windows.first { $0.id == id })
    }
    if isNumber, name.utf8.count < Self.idDigitsMin {
      throw Refusal("The last list has no number \(name). Run “jamaal habit list” for a new one.")
    }
    let found = try matching(name)
    if let habit = found.first, found.count == 1 { return (habit, nil) }
    if found.isEmpty {
      throw Refusal("No habit fits \(Words.quoted(name)). “jamaal habit list” lists what there is.")
    }
    session.lastList.remember(found.map(\.id))
    let lines = found.enumerated().map { "  \($0 + 1)  \($1.title)" }
    throw Refusal(
      (["\(Words.quoted(name)) fits \(found.count) habits:"] + lines
        + ["Say which by its number, or type more of the title."]).joined(separator: "\n"))
  }

  /// Those whose id begins so; else of a title typed in full; else with it in their title, those in
  /// use before those put away.
  private func matching(_ name: String) throws -> [HabitSummary] {
    let key = NameFold.fold(name)
    guard !key.isEmpty else { return [] }
    let habits = try all()
    let byID =
      key.utf8.count >= Self.idDigitsMin
      ? habits.filter { $0.id.description.hasPrefix(key) } : []
    if !byID.isEmpty { return byID }
    let exact = habits.filter { NameFold.fold($0.title) == key }
    let fitting = exact.isEmpty ? habits.filter { NameFold.fold($0.title).contains(key) } : exact
    let inUse = fitting.filter { !$0.isArchived }
    return inUse.isEmpty ? fitting : inUse
  }
}

/// The groups as a command line names them.
struct GroupReference {
  let overview: HabitsOverview

  init(_ run: Run) throws {
    let session = try run.session()
    overview = try session.planner.habits(session.context)
  }

  /// Every group, those put away last.
  var all: [HabitsOverview.Group] { overview.groups + overview.archivedGroups }

  /// The group of a name, if there is one.
  func find(_ name: String) -> HabitsOverview.Group? {
    let key = NameFold.fold(name)
    return all.first { NameFold.fold($0.title) == key }
  }

  /// The group of a name.
  func group(_ name: String) throws(Refusal) -> HabitsOverview.Group {
    if let group = find(name) { return group }
    let names = all.map(\.title)
    throw Refusal(
      "There is no group \(Words.quoted(name)). "
        + (names.isEmpty ? "There are none yet" : "There are \(Words.list(names))")
        + "; “jamaal group add NAME” makes one.")
  }
}
