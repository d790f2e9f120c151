import CommandLineKit
import JamaalCore
import JamaalVoice

/// The planning at a terminal: a step is shown, a line is read, until the day is closed.
struct PlanDialogue {
  private let planning: PlanSession
  /// Offered when Load is first seen, and then until it is answered or the dialogue ends.
  private var normalDay: NormalDaySuggestion?
  private var hasLooked = false

  init(_ planning: PlanSession) {
    self.planning = planning
  }

  private var run: Run { planning.run }

  /// Goes through the steps.
  ///
  /// - Returns: The status to end with.
  /// - Throws: What opening the replica or writing throws; refusals are told, and it goes on.
  func goThrough() throws -> Int32 {
    var dialogue = self
    planning.showsSteps = true
    try planning.perform(.begin)
    try dialogue.show()
    while let line = try dialogue.ask() {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "q", "quit": return dialogue.leave()
      case "?", "help": dialogue.help()
      default:
        if try dialogue.answer(words) { return ExitStatus.done }
      }
    }
    return dialogue.leave()
  }

  /// Does what a line says.
  ///
  /// - Returns: Whether the planning is over.
  private mutating func answer(_ words: [String]) throws -> Bool {
    do {
      let gesture =
        words.isEmpty ? try goingOn() : try PlanGesture(words, planning)
      try planning.perform(gesture)
      switch gesture {
      case .close, .skip: return true
      case .normalDay: normalDay = nil
      default: break
      }
    } catch let error as PlannerError {
      run.say(error.message)
      return false
    } catch let error as Refusal {
      run.say(error.message)
      return false
    } catch let error as UsageError {
      run.say(error.description)
      return false
    }
    try show()
    return false
  }

  /// What an empty line does: the next step, and at the last one the close.
  private func goingOn() throws -> PlanGesture {
    try planning.page().session?.currentStep == .close ? .close : .next
  }

  private mutating func show() throws {
    let page = try planning.page()
    if page.session?.currentStep == .load, !hasLooked {
      hasLooked = true
      let context = try planning.context
      normalDay = try planning.planner.normalDaySuggestion(in: .planning, context)
      if let normalDay {
        let planner = try planning.planner
        try planner.aside { try planner.noteNormalDay(normalDay, in: .planning, context) }
      }
    }
    run.output.line()
    try planning.show(page, normalDay: normalDay)
  }

  private func ask() throws -> String? {
    run.output.text(run.terminal.styled("> ", .blue))
    try run.output.flush()
    return readLine()
  }

  private func leave() -> Int32 {
    run.output.line()
    run.output.line("It stands where it is. “jamaal plan” goes on with it.")
    return ExitStatus.done
  }

  private func help() {
    var table = TextTable(columns: [.init(), .init(isFlexible: true)])
    table.append(["an empty line", "go on"])
    for entry in PlanGesture.help { table.append([.init(entry.form), .init(entry.help, .dim)]) }
    table.append(["q", .init("leave; it can be taken up again", .dim)])
    run.output.lines(table.lines(for: run.terminal))
  }
}
