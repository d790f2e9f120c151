import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// One thing that can be said while planning, typed at its prompt or after `plan set`.
enum PlanGesture {
  case begin
  case next
  case back
  case go(PlanningStep)
  case keep([RecordID])
  case later(RecordID, LogicalDate?, DeferralReason)
  case drop([RecordID])
  case undo([RecordID])
  case add(TaskDraft)
  case anchor(PlannedAnchorDraft)
  case pull([RecordID])
  case push(RecordID, LogicalDate?)
  case weigh(RecordID, Importance)
  case level(CapacityLevel)
  /// Takes the move that is offered; to another day if one is named.
  case move(LogicalDate?)
  case normalDay(isAccepted: Bool)
  case close
  case skip
  case notNow

  /// What can be said, for help.
  static let help: [(form: String, help: String)] = [
    ("begin", "begin to plan, or take it up again"),
    ("next", "go on; leaving Carry keeps what nothing was said about"),
    ("back", "the step before"),
    ("go STEP", "a step that lies behind"),
    ("keep N...", "tasks go to the planned day"),
    ("later N DATE [REASON]", "a task goes to another day; tooMuch, notReady or noLonger say why"),
    ("drop N...", "let tasks go"),
    ("undo N...", "take the latest choice about tasks back, until the day is closed"),
    ("add TITLE [30m] [!high]", "a new task for the planned day"),
    ("anchor TITLE TIME [30m]", "a one-off Anchor for it, such as Dentist 14:00-15:00"),
    ("pull N...", "tasks come into the plan"),
    ("push N DATE", "a task leaves the plan"),
    ("raise N LEVEL", "how much a task matters: low, medium or high"),
    ("level LEVEL", "how much the day holds: low, medium or high"),
    ("move [DATE]", "move the task that is offered"),
    ("normal yes|no", "answer the line about your normal day"),
    ("close", "confirm the plan, at the last step"),
    ("skip", "no plan tonight"),
  ]

  /// The words that gestures begin with.
  static let names = help.map { String($0.form.prefix { $0 != " " }) }

  private static let shortForms = [
    "n": "next", "b": "back", "k": "keep", "l": "later", "d": "drop", "u": "undo", "a": "add",
    "p": "pull", "c": "close", "s": "skip",
  ]

  /// Understands words.
  ///
  /// - Throws: `Refusal` or `UsageError` for words that say nothing, or name no task or date.
  init(_ words: [String], _ planning: PlanSession) throws {
    let typed = words.first ?? ""
    let name = Self.shortForms[typed] ?? typed
    let rest = Array(words.dropFirst())
    let names = PlanWords(name: name, words: rest, planning: planning)
    switch name {
    case "begin": self = .begin
    case "next": self = .next
    case "back": self = .back
    case "go": self = .go(PlanningStep(try names.choice(0, ["review", "carry", "build", "load"])))
    case "keep": self = .keep(try names.tasks())
    case "later": self = try names.later()
    case "drop": self = .drop(try names.tasks())
    case "undo": self = .undo(try names.tasks())
    case "add": self = .add(try names.draft())
    case "anchor": self = .anchor(try names.anchor())
    case "pull": self = .pull(try names.tasks())
    case "push": self = .push(try names.task(), try names.date(rest.dropFirst()))
    case "raise":
      self = .weigh(
        try names.task(), Importance(try names.choice(1, ["low", "medium", "high"])))
    case "level": self = .level(CapacityLevel(try names.choice(0, ["low", "medium", "high"])))
    case "move": self = .move(rest.isEmpty ? nil : try names.date(rest[...]))
    case "normal":
      self = .normalDay(isAccepted: try names.choice(0, ["yes", "no"]) == "yes")
    case "close": self = .close
    case "skip": self = .skip
    default:
      throw Refusal(
        "\(Words.quoted(typed)) is nothing that can be said here. There are"
          + " \(Words.list(Self.names)).", status: ExitStatus.usage)
    }
  }
}

/// The words after a gesture's name.
struct PlanWords {
  let name: String
  let words: [String]
  let planning: PlanSession

  private static let reasons = ["tooMuch", "notReady", "noLonger"]

  private var form: String {
    PlanGesture.help.first { $0.form == name || $0.form.hasPrefix("\(name) ") }?.form ?? name
  }

  private func incomplete() -> Refusal {
    Refusal("That is not all of it. Say it as “\(form)”.", status: ExitStatus.usage)
  }

  func tasks() throws -> [RecordID] {
    guard !words.isEmpty else { throw incomplete() }
    return try words.map { try task(named: $0) }
  }

  func task() throws -> RecordID {
    guard let first = words.first else { throw incomplete() }
    return try task(named: first)
  }

  private func task(named name: String) throws -> RecordID {
    // What is undone may be dropped already, so ended tasks are meant too where nothing else fits.
    try TaskReference(planning.run).task(name).id
  }

  func date(_ words: ArraySlice<String>) throws -> LogicalDate? {
    guard !words.isEmpty else { throw incomplete() }
    return try DateOption(planning.run).date(words.joined(separator: " "), "DATE")
  }

  func choice(_ index: Int, _ choices: [String]) throws -> String {
    guard words.indices.contains(index) else { throw incomplete() }
    guard let choice = choices.first(where: { $0 == words[index].lowercased() }) else {
      throw Refusal(
        "\(Words.quoted(words[index])) does not fit there. It takes \(Words.list(choices)).",
        status: ExitStatus.usage)
    }
    return choice
  }

  func later() throws -> PlanGesture {
    var rest = words.dropFirst()
    var reason = DeferralReason.reschedule
    if let last = rest.last, Self.reasons.contains(last) {
      reason = DeferralReason(last)
      rest = rest.dropLast()
    }
    return .later(try task(), try date(rest), reason)
  }

  /// A new task: a title, then how long it takes and how much it matters, in any order.
  func draft() throws -> TaskDraft {
    var rest = words[...]
    var draft = TaskDraft(title: "")
    while let last = rest.last {
      if let minutes = Self.minutes(last) {
        draft.effortMinutes = minutes
      } else if ["!low", "!medium", "!high"].contains(last) {
        draft.importance = Importance(String(last.dropFirst()))
      } else {
        break
      }
      rest = rest.dropLast()
    }
    guard !rest.isEmpty else { throw incomplete() }
    draft.title = rest.joined(separator: " ")
    return draft
  }

  /// A new one-off Anchor: its title, with its window and how long it takes on either side of it.
  func anchor() throws -> PlannedAnchorDraft {
    var rest = words[...]
    var window: (start: WallClock, minutes: Int)?
    var effort: Int?
    func takes(_ word: String) throws -> Bool {
      if effort == nil, let minutes = Self.minutes(word) {
        effort = minutes
      } else if window == nil, word.contains(":"), word.first?.isNumber == true {
        window = try AnchorOptions(planning.run).window(word, "TIME")
      } else {
        return false
      }
      return true
    }
    while let last = rest.last, try takes(last) { rest = rest.dropLast() }
    while window == nil, let first = rest.first, try takes(first) { rest = rest.dropFirst() }
    guard let window, !rest.isEmpty else { throw incomplete() }
    return PlannedAnchorDraft(
      title: rest.joined(separator: " "), start: window.start, windowMinutes: window.minutes,
      effortMinutes: effort)
  }

  /// A time that something takes: `45m`, `2h`, `1h30m`.
  static func minutes(_ word: String) -> Int? {
    var rest = word[...]
    var total = 0
    for (unit, minutes, most) in [("h" as Character, 60, 24), ("m", 1, 1440)] {
      guard let end = rest.firstIndex(of: unit) else { continue }
      guard let number = Int(rest[..<end]), (0...most).contains(number) else { return nil }
      total += number * minutes
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty && !word.isEmpty ? total : nil
  }
}
