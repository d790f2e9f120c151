import CommandLineKit
import Glibc
import JamaalCore
import JamaalHome
import JamaalVoice

/// `jamaal plan`.
enum PlanCommand: ProgramCommand {
  private static let morning = Option.flag(
    "morning", help: "Plan today, the short way: build, load, close.")

  static let command = Command(
    "plan", group: Groups.evening, summary: "Plan the coming day in five steps.",
    discussion: [
      "Review today, carry forward what is left, build tomorrow, check the load, close the day. At a"
        + " terminal it asks; an empty line goes on, ? lists what can be said, q leaves. It is kept"
        + " where it stands and can be taken up on any device until its day is over.",
      "For scripts, “plan --json” tells everything without changing anything, and “plan set” says"
        + " one thing.",
    ],
    options: [morning],
    examples: [
      .init("jamaal plan", help: "The evening's five steps, or where they were left."),
      .init("jamaal plan --morning", help: "A day without a plan: two minutes to pick."),
      .init("jamaal plan --json", help: "Where the planning stands, for other programs."),
    ],
    subcommands: [
      Command(
        "status", summary: "Show where the planning stands, without changing anything.",
        options: [morning],
        examples: [.init("jamaal plan status", help: "The open step, with numbers to name tasks.")]),
      Command(
        "set", summary: "Say one thing, as at the terminal.",
        discussion: PlanGesture.help.map { "\($0.form): \($0.help)" },
        positionals: [
          Positional(
            "WORD", .many, help: "What to do, and with what.",
            hint: .examples(PlanGesture.names))
        ],
        options: [morning],
        examples: [
          .init("jamaal plan set begin", help: "Begin, or take it up again."),
          .init("jamaal plan set later 2 fri tooMuch", help: "The second task goes to Friday."),
          .init("jamaal plan set add Call the bank 15m", help: "A new task for the planned day."),
          .init("jamaal plan set anchor Dentist 14:00-15:00", help: "A fixed time on that day."),
          .init("jamaal plan set close", help: "Confirm the plan, at the last step."),
        ]),
      Command(
        "skip", summary: "No plan tonight; what was decided about tasks stays.",
        discussion: [
          "With --morning the card about a day without a plan is put away until tomorrow."
        ],
        options: [morning],
        examples: [.init("jamaal plan skip", help: "Good night all the same.")]),
    ],
    isRunnable: true)

  static func run(_ run: Run) throws -> Int32 {
    let isShortened = run.invocation.has("morning")
    let planning = try PlanSession(run, isShortened: isShortened)
    switch run.invocation.path.last {
    case "status": break
    case "set":
      try planning.perform(try PlanGesture(run.invocation.arguments("WORD"), planning))
      if !run.wantsJSON { return ExitStatus.done }
    case "skip":
      try planning.perform(isShortened ? .notNow : .skip)
      if !run.wantsJSON { return ExitStatus.done }
    default:
      if !run.wantsJSON, run.terminal.isTerminal, isatty(STDIN_FILENO) == 1 {
        return try PlanDialogue(planning).goThrough()
      }
    }
    let page = try planning.page()
    if run.wantsJSON {
      // Not shown to a person, so it stays on offer.
      let offer = try planning.planner.normalDaySuggestion(in: .planning, planning.context)
      run.output.json(JSON(page, normalDay: offer, in: try run.session().zone))
    } else {
      try planning.show(page)
    }
    return ExitStatus.done
  }
}

/// The planning that a command is about.
final class PlanSession {
  let run: Run
  let isShortened: Bool
  /// The day being planned, fixed when the command starts.
  let forDate: LogicalDate
  /// Whether every step is shown when it is come to, as at a terminal.
  var showsSteps = false

  init(_ run: Run, isShortened: Bool) throws {
    self.run = run
    self.isShortened = isShortened
    let session = try run.session()
    forDate = try session.planner.planningTarget(
      isShortened: isShortened, session.context
    ).forDate
  }

  var planner: Planner { get throws { try run.session().planner } }

  /// The moment, which goes on while somebody thinks.
  var context: DayContext {
    get throws {
      let session = try run.session()
      var context = session.clock.context
      // The system's tables are looked at only where weeks matter.
      context.firstWeekday = session.firstWeekday
      return context
    }
  }

  func page() throws -> PlanningPage {
    try planner.planning(of: forDate, run.session().clock.context)
  }

  /// Shows the open step, and remembers its numbers.
  func show(_ page: PlanningPage, normalDay: NormalDaySuggestion? = nil) throws {
    let session = try run.session()
    let lines = PlanLines(
      page: page, zone: session.zone, terminal: run.terminal, normalDay: normalDay)
    run.output.lines(lines.all())
    if !lines.numbered.isEmpty { session.lastList.remember(lines.numbered) }
  }

  /// Remembers a gesture for `jamaal undo`.
  ///
  /// - Parameters:
  ///   - receipt: What it did.
  ///   - lines: What is said about it.
  /// - Returns: The same lines.
  func done(_ receipt: PlanningReceipt, _ lines: [String]) -> [String] {
    let step = receipt.session.map { "The planning went to: \(Words.step($0.currentStep))." }
    let words = lines.isEmpty ? step ?? "" : lines.joined(separator: " ")
    run.remember(receipt.acts, words.withoutControls())
    return lines
  }

  /// Remembers a gesture that no receipt takes back.
  ///
  /// - Parameters:
  ///   - exception: Why not.
  ///   - lines: What is said about it.
  /// - Returns: The same lines.
  func done(_ exception: LastAct.Exception, _ lines: [String]) -> [String] {
    run.remember(exception, lines.joined(separator: " ").withoutControls())
    return lines
  }

  /// Does one thing and says what became of it.
  func perform(_ gesture: PlanGesture) throws {
    for line in try gesture.perform(in: self) where !run.wantsJSON {
      run.say(line)
    }
  }
}
