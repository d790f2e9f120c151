import CommandLineKit
import JamaalCore
import JamaalVoice
import ReplicaStore

/// `jamaal habit`.
enum HabitCommand: ProgramCommand {
  static let command = Command(
    "habit", group: Groups.habits, summary: "Keep habits: add, log, pause and look back.",
    discussion: [
      "A habit is done or not (the usual one), counted, timed, or something to avoid. Nothing breaks when"
        + " a day goes otherwise: a part is a part, and a pause is no miss."
    ],
    examples: [
      .init("jamaal habit", help: "The habits there are."),
      .init("jamaal habit add Water --count 8", help: "Eight glasses a day."),
      .init("jamaal habit log water 2", help: "Two more."),
    ],
    subcommands: [
      HabitAdding.add, HabitLists.list, HabitLists.show, HabitLogs.log, HabitLogs.slip,
      HabitLogs.held, HabitTiming.minutes, HabitRests.pause, HabitRests.resume, HabitAdding.edit,
      HabitRests.archive,
      HabitRests.restore,
    ],
    isRunnable: true)

  static func run(_ run: Run) throws -> Int32 {
    switch run.invocation.path.dropFirst().first {
    case "add": try HabitAdding.runAdd(run)
    case "show": try HabitLists.runShow(run)
    case "log": try HabitLogs.runLog(run)
    case "slip": try HabitLogs.runSlip(run)
    case "held": try HabitLogs.runHeld(run)
    case "minutes": try HabitTiming.runMinutes(run)
    case "pause": try HabitRests.runPause(run)
    case "resume": try HabitRests.runResume(run)
    case "edit": try HabitAdding.runEdit(run)
    case "archive": try HabitRests.runArchive(run)
    case "restore": try HabitRests.runRestore(run)
    default: try HabitLists.runList(run)
    }
    return ExitStatus.done
  }
}

extension Run {
  /// Tells what became of a habit, in words or for other programs, and remembers it for an undo.
  func report(
    habit id: RecordID, _ acts: [ActionReceipt], _ words: (HabitSummary) throws -> String
  ) throws {
    let session = try session()
    let habit = try session.planner.habit(id, weeks: 2, session.context).habit
    let sentence = try words(habit).withoutControls()
    remember(acts, sentence)
    if wantsJSON {
      output.json(JSON(habit, today: try session.moment().today, in: session.zone))
    } else {
      output.line(sentence)
    }
  }
}

/// `jamaal habit list` and `jamaal habit show`.
enum HabitLists {
  static let list = Command(
    "list", summary: "List the habits.",
    options: [.flag("all", letter: "a", help: "Also list what was put away.")],
    examples: [.init("jamaal habit list --all", help: "Archived ones too.")])

  static let show = Command(
    "show", summary: "Show one habit with the heat map of its weeks.",
    positionals: [HabitReference.positional],
    options: [.value("weeks", "WEEKS", letter: "w", help: "How many weeks: 2 to 104.")],
    examples: [
      .init("jamaal habit show water", help: "Half a year, as far as it fits."),
      .init("jamaal habit show 2 --weeks 52 --json", help: "A year, for other programs."),
    ])

  static func runList(_ run: Run) throws {
    let session = try run.session()
    let overview = try session.planner.habits(session.context)
    let showsArchived = run.invocation.path.count > 1 && run.invocation.has("all")
    let list = HabitList(
      overview: overview, today: try session.moment().today, terminal: run.terminal,
      showsArchived: showsArchived)
    if run.wantsJSON {
      let today = try session.moment().today
      run.output.json(.array(list.numbered.map { JSON($0, today: today, in: session.zone) }))
      return
    }
    session.lastList.remember(list.numbered.map(\.id))
    guard !list.numbered.isEmpty else {
      run.output.line("There are no habits. “jamaal habit add TITLE” makes one.")
      return
    }
    run.output.lines(list.lines())
    if overview.startsMany { run.output.lines(["", Words.startsMany]) }
  }

  private static let weeksDefault = 26

  static func runShow(_ run: Run) throws {
    let session = try run.session()
    let asked = try run.invocation.integer("weeks", in: 2...104)
    let habit = try HabitReference(run).habit(named: run.invocation.arguments("N")[0])
    let fitting = HabitGrid.weeksMax(run.terminal)
    let weeks = asked ?? min(weeksDefault, fitting)
    let shown = run.wantsJSON || !run.terminal.isTerminal ? weeks : min(weeks, fitting)
    let detail = try session.planner.habit(habit.id, weeks: shown, session.context)
    if run.wantsJSON {
      run.output.json(JSON(detail, today: try session.moment().today, in: session.zone))
    } else {
      let page = HabitPage(
        detail: detail, moment: try session.moment(), terminal: run.terminal)
      run.output.lines(page.lines())
    }
  }
}
