import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal focus`.
enum FocusCommand: ProgramCommand {
  private static let note = Option.value(
    "note", "TEXT", letter: "n", help: "Add a line with date and time to the task's note.")

  static let command = Command(
    "focus", group: Groups.day, summary: "Time a task or a habit.",
    discussion: [
      "One timer runs at a time, on whichever machine it was begun; it counts on while the program"
        + " is closed, and ends by itself when the day does.",
      "Its time is kept however it ends, and stands for the estimate once the task is done.",
    ],
    examples: [
      .init("jamaal focus begin 2", help: "Start the timer on the second task of the last list."),
      .init("jamaal focus", help: "What is being timed, and for how long?"),
      .init("jamaal focus done --note \"sent it\"", help: "The task is done."),
    ],
    subcommands: [
      Command("status", summary: "Show the timer."),
      Command(
        "begin", summary: "Start the timer on a task, or on a timed habit.",
        positionals: [TaskReference.positional],
        options: [
          .flag("habit", help: "N names a habit; a number of Today's habits needs no saying.")
        ],
        examples: [
          .init("jamaal focus begin report", help: "Due today or not."),
          .init("jamaal focus begin running --habit", help: "Its minutes count for the day."),
        ]),
      Command("pause", summary: "Pause the timer."),
      Command("resume", summary: "Let the timer go on."),
      Command("done", summary: "End the timer; its task is done.", options: [note]),
      Command(
        "stop", summary: "End the timer for now; its task stays where it is.", options: [note]),
      Command(
        "settle", summary: "End the timer, and begin the next.",
        discussion: ["Both happen, or neither."],
        positionals: [
          Positional(
            "HOW", help: "done, stop, defer or drop.",
            hint: .words(["done", "stop", "defer", "drop"]))
        ],
        options: [
          .value("then", "N", help: "The task or timed habit to time next."),
          .flag("habit", help: "--then names a habit; a number of Today's needs no saying."),
          .value(
            "to", "DATE", letter: "t", help: "Where the task goes, if it is put off.",
            hint: DateOption.hint),
          .value(
            "reason", "REASON", letter: "r", help: "Why it is put off.",
            hint: .words(["tooMuch", "notReady", "noLonger"])),
          note,
        ],
        examples: [
          .init("jamaal focus settle done --then 3", help: "Done with this one, on to the third."),
          .init("jamaal focus settle defer --to fri", help: "To Friday, with its time kept."),
        ]),
      Command(
        "undo", summary: "Take “focus done” back, within five seconds.",
        discussion: ["The timer runs on, the seconds since count as a pause."]),
      Command(
        "dismiss", summary: "Put the offer to go on with last night's task away, for the day."),
    ],
    isRunnable: true)

  static func run(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let planner = session.planner
    switch run.invocation.path.last {
    case "begin":
      try begin(run)
      return try status(run)
    case "pause":
      run.remember(try planner.pauseFocus(session.context).acts, "The timer was paused.")
      return try status(run)
    case "resume":
      run.remember(try planner.resumeFocus(session.context).acts, "The timer went on.")
      return try status(run)
    case "undo":
      _ = try planner.undoFocus(session.context)
      return try status(run)
    case "dismiss":
      let offers = try planner.focusToday(session.context).pickUps
      try planner.dismissPickUps(offers.map(\.session), session.context)
      return try status(run)
    case "done": return try end(.done, run)
    case "stop": return try end(.stop, run)
    case "settle": return try end(try ending(run), run, next: run.invocation.value("then"))
    default: return try status(run)
    }
  }

  private static func begin(_ run: Run) throws {
    let session = try run.session()
    let planner = session.planner
    let (subject, title) = try subject(run.invocation.arguments("N")[0], run)
    do {
      let receipt =
        switch subject {
        case .task(let id): try planner.beginFocus(onTask: id, session.context)
        case .habitWindow(let id): try planner.beginFocus(onHabit: id, session.context)
        }
      run.remember(receipt.acts, "The timer was begun on \(Words.quoted(title)).")
    } catch let error as PlannerError where error.code == .timerRuns {
      throw Refusal("\(error.message) “jamaal focus settle done --then N” does both.")
    }
  }

  /// What is to be timed.
  private static func subject(
    _ name: String, _ run: Run
  ) throws -> (subject: FocusSubject, title: String) {
    let habits = HabitReference(run)
    if try run.invocation.has("habit") || habits.isNumber(name) {
      let (habit, window) = try habits.window(named: name)
      return (.habitWindow(window.id), habit.title)
    }
    let task = try TaskReference(run).task(name)
    return (.task(task.id), task.title)
  }

  private static func ending(_ run: Run) throws -> FocusEnding {
    let to = run.invocation.value("to")
    let reason = run.invocation.value("reason").map { DeferralReason($0) }
    let how = run.invocation.argument("HOW") ?? ""
    if how != "defer", let name = to == nil ? reason.map({ _ in "reason" }) : "to" {
      throw run.invocation.invalid(
        "--\(name)", run.invocation.value(name) ?? "", "it goes with “settle defer” only")
    }
    switch how {
    case "done": return .done
    case "stop": return .stop
    case "drop": return .drop
    default:
      let day = try to.map { try DateOption(run).date($0, "--to") }
      let destination = day.map { $0.map { DeferralDestination.day($0) } ?? .someday }
      return .putOff(to: destination, reason: reason ?? .reschedule)
    }
  }

  private static func end(_ ending: FocusEnding, _ run: Run, next: String? = nil) throws -> Int32 {
    let session = try run.session()
    let planner = session.planner
    let title = try planner.focus(session.context)?.title ?? ""
    let subject = try next.map { try Self.subject($0, run).subject }
    let receipt = try planner.endFocus(
      ending, note: run.invocation.value("note"), next: subject, session.context)
    let ended = try planner.session(receipt.session, session.context)
    if let ended {
      let words = Words.ended(ended.outcome, title: title, seconds: receipt.seconds)
      run.remember(exception(ending), words.withoutControls())
    }
    let running = try planner.focus(session.context)
    let now = session.context.now
    if run.wantsJSON {
      run.output.json([
        "ended": ended.map { JSON($0, at: now, in: session.zone) } ?? .null,
        "next": running.map { JSON($0, at: now, in: session.zone) } ?? .null,
      ])
      return ExitStatus.done
    }
    if let ended {
      run.output.line(
        Words.ended(ended.outcome, title: title, seconds: receipt.seconds).withoutControls())
    }
    if let running { run.output.line(Words.chip(running).withoutControls()) }
    return ExitStatus.done
  }

  /// How the end of a timer is taken back.
  private static func exception(_ ending: FocusEnding) -> LastAct.Exception {
    let again = "A timer that has ended is not taken up again; “jamaal focus begin N” starts one."
    return switch ending {
    case .done: .finishedTimer
    case .stop, .drop: .refused(again)
    case .putOff: .refused("\(again) “jamaal edit N --due DATE” brings the task back.")
    }
  }

  private static func status(_ run: Run) throws -> Int32 {
    let session = try run.session()
    let status = try session.planner.focus(session.context)
    if run.wantsJSON {
      run.output.json(JSON(status, at: session.context.now, in: session.zone))
      return ExitStatus.done
    }
    guard let status else {
      run.output.line("No timer is running. “jamaal focus begin N” starts one.")
      return ExitStatus.done
    }
    run.output.line(Words.chip(status).withoutControls())
    let clock = Words.timer(seconds: status.seconds)
    let began = Words.time(
      status.session.startedAt, in: session.zone, today: try session.moment().today)
    run.output.line("  \(clock) since \(began)")
    return ExitStatus.done
  }
}
